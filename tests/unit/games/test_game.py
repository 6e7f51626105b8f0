"""The aggregate: a game as replaying its events gives it (docs/record-format.md)."""

from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.games.game import Game, begin, check_seats, evolve
from oathbook.domain.games.game_events import (
    BySeed,
    ByWitness,
    DecisionMade,
    DrawMade,
    Entry,
    EventBody,
    GameEnded,
    GameOpened,
    OutcomeFollowed,
    Reveal,
    SeedRevealed,
)
from oathbook.domain.kernel import Draw, Hidden, Opened, Seat
from oathbook.domain.recording.format.record import fold_record
from oathbook.domain.rulesets.knights_duty.model.events import PlanLaid
from oathbook.domain.rulesets.protocol import Consequence, Ending, SeatSetup
from tests.support.playing import RULESET, close_by, small_game

Opening = GameOpened[Any, Any, Any]


def opening(*, reveal: Reveal = "all", seats: tuple[str, ...] = ("ash", "birch")) -> Opening:
    setup = close_by()
    return GameOpened(
        "knights_duty/1",
        tuple(SeatSetup(Seat(name)) for name in seats),
        setup.components,
        setup.switches,
        setup.start,
        ByWitness(),
        reveal,
    )


def entry(position: int, body: EventBody) -> Entry:
    return Entry(position, 1, "", "rules", body)


def game(*, reveal: Reveal = "all") -> Game:
    return begin(RULESET, "g", entry(1, opening(reveal=reveal)))


ENDED = GameEnded(Ending("draw", (), "KD-10.2"))


def test_a_game_begins_with_its_opening_at_position_1() -> None:
    """The state is the one the ruleset sets up; nothing is closed."""
    started = game()

    assert (started.id, started.position, started.step) == ("g", 1, 1)
    assert started.state == RULESET.initial(opening().setup())
    assert not started.closed


@pytest.mark.parametrize("first", [entry(2, opening()), entry(1, ENDED), entry(0, opening())])
def test_a_game_begins_with_nothing_else(first: Entry) -> None:
    """Another position or another kind of event is no beginning."""
    with pytest.raises(Misfit, match="a game begins with its opening, at position 1"):
        begin(RULESET, "g", first)


def test_a_setup_that_the_ruleset_refuses_is_no_beginning() -> None:
    """The field is named by the ruleset: this board is not for one."""
    with pytest.raises(BadRecord, match="seats: this board is for 2 to 6 players, not 1"):
        begin(RULESET, "g", entry(1, opening(seats=("ash",))))


def test_a_game_has_at_most_twelve_seats() -> None:
    """Section 11: the limit at its edge."""
    names = tuple(f"s{number}" for number in range(13))

    check_seats(opening(seats=names[:12]))
    with pytest.raises(Misfit, match="seats: a game has at most 12, not 13"):
        check_seats(opening(seats=names))


@pytest.mark.parametrize("name", ["table", "public", "holder", "rules", "Ash", "", "a b"])
def test_a_seat_is_not_named_like_somebody_else(name: str) -> None:
    """The refusal names the seat that does not fit."""
    with pytest.raises(Misfit, match=f"seats: “{name}” is named twice, or is not a short lower-case word"):
        check_seats(opening(seats=("ash", name)))


def test_two_seats_do_not_share_a_name() -> None:
    """Events by either could not be told apart."""
    with pytest.raises(Misfit, match="seats: “ash” is named twice"):
        check_seats(opening(seats=("ash", "birch", "ash")))


@pytest.mark.parametrize("position", [1, 3, 0])
def test_positions_follow_each_other_without_a_gap(position: int) -> None:
    """After position 1 comes 2 and nothing else."""
    with pytest.raises(Misfit, match=f"position {position} cannot come after 1$"):
        evolve(RULESET, game(), entry(position, ENDED))


def test_a_game_is_opened_once() -> None:
    """A second opening fits no state."""
    with pytest.raises(Misfit, match="a game is opened once"):
        evolve(RULESET, game(), entry(2, opening()))


def test_nothing_comes_after_the_end() -> None:
    """``game.closed`` is the last event of a stream."""
    closed = evolve(RULESET, game(), entry(2, ENDED))

    with pytest.raises(Misfit, match="position 3 cannot come after 2 and the end"):
        evolve(RULESET, closed, entry(3, ENDED))


@pytest.mark.parametrize(
    "body",
    [
        DecisionMade(None),
        DrawMade(1, Draw("strike", ("heart",), ("heart",), "witnessed")),
        SeedRevealed(Opened("0" * 64)),
    ],
    ids=lambda body: type(body).__name__,
)
def test_a_decision_a_draw_and_a_reveal_move_the_position_and_nothing_else(body: EventBody) -> None:
    """Only outcomes change the state: what followed is stored, not derived when reading."""
    before = game()

    after = evolve(RULESET, before, replace(entry(2, body), step=5))

    assert after == replace(before, position=2, step=5)


def test_an_outcome_changes_the_state_by_all_its_consequences_in_their_order() -> None:
    """Each consequence is evolved on the state that the one before it left."""
    record = small_game()
    told = max(
        (event.entry for event in record.events if isinstance(event.entry.body, OutcomeFollowed)),
        key=lambda each: len(consequences_of(each)),
    )
    before = fold_record(record, at=told.position - 1)
    states = [before.state]
    for consequence in consequences_of(told):
        states.append(RULESET.evolve(states[-1], consequence.event))

    after = evolve(RULESET, before, told)

    assert len(states) > 3
    assert after.state == states[-1] != before.state


def consequences_of(told: Entry) -> tuple[Consequence[Any], ...]:
    assert isinstance(told.body, OutcomeFollowed)
    return told.body.consequences


def test_an_outcome_that_does_not_fit_is_a_misfit() -> None:
    """Nobody of that name lays plans here."""
    laid = Consequence(PlanLaid(Seat("oak"), ()), ())

    with pytest.raises(Misfit, match="no Knight of oak"):
        evolve(RULESET, game(), entry(2, OutcomeFollowed(2, (laid,))))


@pytest.mark.parametrize(("reveal", "out"), [("all", True), ("none", False)])
def test_secrets_are_out_once_a_game_is_over_that_reveals_all(reveal: Reveal, out: bool) -> None:  # noqa: FBT001  # a column of the table
    """The reveal policy speaks about the end; before it nothing is out."""
    before = game(reveal=reveal)

    after = evolve(RULESET, before, entry(2, ENDED))

    assert not before.secrets_are_out
    assert after.closed
    assert after.secrets_are_out is out


def test_an_opening_holds_the_setup_it_was_made_from() -> None:
    """The ruleset starts from it again, years later, without asking anybody."""
    opened = small_game().opened

    assert opened.setup() == close_by()
    assert isinstance(opened.chance, BySeed)
    assert isinstance(opened.chance.seed, Hidden)


def test_folding_a_record_up_to_a_position_gives_the_game_as_it_stood_there() -> None:
    """Position by position, the fold is one event further."""
    record = small_game()

    games = [fold_record(record, at=number) for number in range(1, len(record.events) + 1)]

    assert [each.position for each in games] == list(range(1, len(record.events) + 1))
    assert [each.closed for each in games] == [False] * (len(games) - 1) + [True]
    assert games[-1] == fold_record(record)
