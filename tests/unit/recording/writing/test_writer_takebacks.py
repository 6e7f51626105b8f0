"""Taking back through the writer: one step, stored once, and the game goes on from where it stood."""

from collections.abc import Iterator

import pytest

from oathbook.domain.errors import NotYourSeat, PositionConflict, TakebackRefused
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAsked
from oathbook.domain.games.takeback_rules import AnswerTakeback, TakeBack
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.fast_fold import FastFold
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.format.record import fold_record
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.writer import Writer
from oathbook.replays.verification import verify
from tests.support.playing import RULESET, Json, close_by
from tests.support.storing import dumped, writer_on

ASH, BIRCH = Seat("ash"), Seat("birch")
PLAN: Json = {"kind": "lay_plan", "slots": ["bow"]}
REQUEST = RequestKey("ash", "key", "body")


@pytest.fixture
def writer(store: StoreAddress) -> Iterator[Writer]:
    with writer_on(store) as writer:
        yield writer


@pytest.fixture
def game(writer: Writer) -> str:
    """A game in which Ash has planned."""
    game = writer.open(RULESET, NewGame(close_by(), takebacks="by-consent")).game
    writer.decide(game, PLAN, by=ASH, expected=1)
    return game


def test_a_decision_is_taken_back_in_one_step_and_taken_anew(writer: Writer, game: str) -> None:
    """What is stored is sound, and stands as a game in which it was never taken."""
    before = fold_record(writer.archive.record(game), at=1)

    step = writer.take_back(game, TakeBack(2, "a slip"), by=ASH, expected=3)

    assert [event.entry.body for event in step.events] == [StepsTakenBack(2, (), "a slip")]
    assert fold_record(writer.archive.record(game)).state == before.state
    writer.decide(game, PLAN, by=ASH, expected=4)
    assert verify(writer.archive.record(game)).discrepancies == ()


def test_it_is_asked_and_answered_and_the_last_consent_takes_it_back(writer: Writer, game: str) -> None:
    """The writer, who has it at hand, and whoever reads it have the same game."""
    writer.decide(game, PLAN, by=BIRCH, expected=3)
    at = writer.archive.length(game)
    (asked,) = writer.take_back(game, TakeBack(2), by=ASH, expected=at).events
    assert asked.entry.body == TakebackAsked(2, (BIRCH,))
    with pytest.raises(NotYourSeat):
        writer.take_back(game, AnswerTakeback(at + 1, agrees=True), by=ASH, expected=at + 1)

    step = writer.take_back(game, AnswerTakeback(at + 1, agrees=True), by=BIRCH, expected=at + 1)

    assert [event.entry.body for event in step.events][1:] == [StepsTakenBack(2, (BIRCH,))]
    record = writer.archive.record(game)
    assert FastFold(RULESET).fold(game, writer.archive.rows(game)) == fold_record(record) == writer.peek(game)
    assert verify(record).discrepancies == ()


def test_the_same_request_again_gets_the_same_step(writer: Writer, game: str, store: StoreAddress) -> None:
    """A seat whose connection was lost sends it twice."""
    first = writer.take_back(game, TakeBack(2), by=ASH, expected=3, request=REQUEST)
    before = dumped(store)

    again = writer.take_back(game, TakeBack(2), by=ASH, expected=3, request=REQUEST)

    assert (again.events, again.repeated) == (first.events, True)
    assert dumped(store) == before


def test_of_two_takebacks_at_once_one_is_refused_and_nothing_is_stored_of_it(
    writer: Writer, game: str, store: StoreAddress
) -> None:
    """Each names the position that its seat saw."""
    writer.take_back(game, TakeBack(2), by=ASH, expected=3)
    before = dumped(store)

    with pytest.raises(PositionConflict):
        writer.take_back(game, TakeBack(2), by=ASH, expected=3)
    with pytest.raises(TakebackRefused):
        writer.take_back(game, TakeBack(2), by=ASH, expected=4)

    assert dumped(store) == before
