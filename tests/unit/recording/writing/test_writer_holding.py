"""In a witnessed game, whoever has been told what a decision leads to is held to it."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord, DecisionHeld, DrawMissing, IllegalDecision, ImpossibleDraw
from oathbook.domain.games.takeback_rules import AnswerTakeback, TakeBack
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.lifecycle.acts import OfferLetter
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.record_store import HeldSeat
from oathbook.domain.recording.writing.game_head import GameHead, NewGame
from oathbook.domain.recording.writing.remedy_steps import write_fork
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_jobs import JointCommit
from oathbook.domain.rulesets.knights_duty.model.state import Field
from tests.support.playing import RULESET, sources
from tests.support.setups import setup_named
from tests.support.storing import writer_on
from tests.support.writers.beside import BESIDE, CASE, noted
from tests.support.writers.situations import attacked, inspire

ASH: Final = Seat("ash")
BIRCH: Final = Seat("birch")
STRIKE: Final = "strike/1/ash"
HEART: Final = (DrawReport(STRIKE, ("heart",)),)


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    return store


@pytest.fixture
def writer(path: StoreAddress) -> Iterator[Writer]:
    with writer_on(path) as writer:
        yield writer


def test_a_seat_that_was_told_the_pile_keeps_to_its_decision(writer: Writer) -> None:
    game = attacked(writer)
    with pytest.raises(DrawMissing):
        writer.decide(game, inspire(use=False), by=ASH, expected=None)

    with pytest.raises(DecisionHeld, match="ash has seen what an earlier decision leads to"):
        writer.decide(game, inspire(use=True), HEART, by=ASH, expected=None)
    step = writer.decide(game, inspire(use=False), HEART, by=ASH, expected=None)

    assert step.events[0].entry.by == ASH
    assert writer.archive.held_decisions(game) == {}


@pytest.mark.parametrize(
    ("reports", "refused"),
    [
        ((DrawReport(STRIKE, ("sword",)),), ImpossibleDraw),
        ((*HEART, DrawReport("strike/9/ash", ("heart",))), BadRecord),
    ],
)
def test_whatever_tells_it_binds(reports: tuple[DrawReport, ...], refused: type[Exception], writer: Writer) -> None:
    """A draw that cannot be, or that nothing asks for, is refused by what birch chose too."""
    game = attacked(writer)

    with pytest.raises(refused):
        writer.decide(game, inspire(use=False), reports, by=ASH, expected=None)

    assert '"use":false' in writer.archive.held_decisions(game)[ASH]


def test_who_is_held_takes_nothing_back(writer: Writer) -> None:
    """What it was told would be known to it before it chooses again; until it is told, it may ask."""
    game = attacked(writer, takebacks="by-consent")
    at = writer.take_back(game, TakeBack(2), by=ASH, expected=None).position
    writer.take_back(game, AnswerTakeback(at, agrees=False), by=BIRCH, expected=None)
    with pytest.raises(DrawMissing):
        writer.decide(game, inspire(use=False), by=ASH, expected=None)

    with pytest.raises(DecisionHeld, match="ash has seen what an earlier decision leads to"):
        writer.take_back(game, TakeBack(2), by=ASH, expected=None)


def test_it_is_held_to_it_after_a_restart(path: StoreAddress) -> None:
    with writer_on(path) as writer:
        game = attacked(writer)
        with pytest.raises(DrawMissing):
            writer.decide(game, inspire(use=False), by=ASH, expected=None)

    with writer_on(path) as writer, pytest.raises(DecisionHeld):
        writer.decide(game, inspire(use=True), HEART, by=ASH, expected=None)


def test_who_could_have_known_the_pile_may_think_again(writer: Writer) -> None:
    """The control: with both tokens face down nobody chooses, and what is drawn follows from what all can see."""
    setup = setup_named("knights_duty/1", "two-about-to-attack")
    assert isinstance(setup.start, Field)
    knights = tuple(replace(each, inspiration="face_down") for each in setup.start.knights)
    game = writer.open(RULESET, NewGame(replace(setup, start=replace(setup.start, knights=knights)), "witnessed")).game
    writer.decide(game, {"kind": "declare_target", "target": None}, by=BIRCH, expected=None)
    with pytest.raises(DrawMissing):
        writer.decide(game, {"kind": "declare_target", "target": BIRCH}, by=ASH, expected=None)

    step = writer.decide(game, {"kind": "declare_target", "target": None}, by=ASH, expected=None)

    assert step.position > 3


def test_a_seeded_game_tells_nothing_and_holds_nobody(writer: Writer) -> None:
    game = attacked(writer, chance="seeded")
    with pytest.raises(BadRecord, match="nothing can be reported"):
        writer.decide(game, inspire(use=False), HEART, by=ASH, expected=None)

    assert writer.archive.held_decisions(game) == {}
    assert writer.decide(game, inspire(use=True), by=ASH, expected=None).position > 3


def test_nobody_is_held_to_what_is_not_allowed_any_more(writer: Writer) -> None:
    """What was allowed when it was asked may not be when others have gone on."""
    game = attacked(writer)
    earlier = '{"by":"ash","kind":"declare_target","target":"birch"}'
    writer._records.hold(game, HeldSeat(ASH), earlier, writer.archive.last_position(game))  # pyright: ignore[reportPrivateUsage]  # no rule we have leads there
    writer._heads.drop(game)  # pyright: ignore[reportPrivateUsage]  # as above: the writer has not done it itself

    assert writer.decide(game, inspire(use=True), HEART, by=ASH, expected=None).position > 3


def test_a_refusal_of_the_rules_holds_nobody(writer: Writer) -> None:
    game = attacked(writer)
    with pytest.raises(IllegalDecision):
        writer.decide(game, {"kind": "declare_target", "target": None}, by=ASH, expected=None)

    assert writer.archive.held_decisions(game) == {}


def played_on(writer: Writer, game: str, position: int) -> str:
    """The game as which it is played on from there."""
    forks: list[str] = []

    def work(head_of: Callable[[str], GameHead]) -> JointCommit:
        closing, fork = write_fork(head_of(game), writer.archive.record(game), position, CASE)
        forks.append(fork[0].game.id)
        return JointCommit(noted(writer.archive, CASE, "so be it", sources("held")), (closing, fork), forks[0])

    writer.commit_jointly(CASE, BESIDE, work, expected=0)
    return forks[0]


def test_it_is_held_to_it_in_a_fork_from_where_the_game_stands(path: StoreAddress) -> None:
    with writer_on(path) as writer:
        game = attacked(writer)
        with pytest.raises(DrawMissing):
            writer.decide(game, inspire(use=False), by=ASH, expected=None)
        fork = played_on(writer, game, writer.archive.length(game))

    with writer_on(path) as writer:
        with pytest.raises(DecisionHeld):
            writer.decide(fork, inspire(use=True), HEART, by=ASH, expected=None)
        step = writer.decide(fork, inspire(use=False), HEART, by=ASH, expected=None)

        assert step.events[0].entry.by == ASH
        assert writer.archive.held_decisions(fork) == {}


def test_it_is_held_to_it_in_a_fork_from_where_it_was_told(writer: Writer) -> None:
    """The fork has all that the seat was told of, whatever came after; asking again does not put it off."""
    game = attacked(writer)
    told = writer.archive.length(game)
    for _ in range(2):
        with pytest.raises(DrawMissing):
            writer.decide(game, inspire(use=False), by=ASH, expected=None)
        writer.promise(game, OfferLetter("birch promises ash not to attack ash."), by=BIRCH, expected=None)

    fork = played_on(writer, game, told)

    with pytest.raises(DecisionHeld):
        writer.decide(fork, inspire(use=True), HEART, by=ASH, expected=None)
    assert writer.decide(fork, inspire(use=False), HEART, by=ASH, expected=None).events[0].entry.by == ASH


def test_it_is_free_in_a_fork_from_before_that(writer: Writer) -> None:
    """What it was told hangs on a choice of birch's that has been taken back."""
    game = attacked(writer)
    with pytest.raises(DrawMissing):
        writer.decide(game, inspire(use=False), by=ASH, expected=None)

    fork = played_on(writer, game, writer.archive.length(game) - 2)

    assert writer.archive.held_decisions(fork) == {}
