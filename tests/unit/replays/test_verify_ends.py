"""Openings and ends that are not as they should be, with the chain computed again (docs/record-format.md 9)."""

from collections.abc import Callable

import pytest

from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.replays.verification import verify
from tests.support.playing import Json, small_game
from tests.support.tampering import Event, events_in, first, forged

Forge = Callable[[list[Event]], object]
RECORD = small_game()
EVENTS = events_in(record_text(RECORD))
LAST = len(EVENTS)
DRAW = int(first(EVENTS, "game.draw/1").public["n"])


def found_in(change: Forge, record: Record = RECORD) -> list[Discrepancy]:
    return list(verify(forged(record, change)).discrepancies)


# The end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [1, 2])
def test_a_game_that_is_over_and_not_closed_is_found(cut: int) -> None:
    """With or without the seed: the clause that ends it is named."""
    found = found_in(lambda events: [events.pop() for _ in range(cut)])

    over = [each for each in found if each.clause]
    assert [(each.position, each.kind, each.clause) for each in over] == [(LAST - cut, "end", "KD-10.1")]
    assert "the game is over, and the record does not close it" in over[0].says


def closed_early(events: list[Event]) -> None:
    """The closing moved up to the end of the second step, with its seed."""
    del events[3:-2]
    for number, event in enumerate(events, 1):
        event.public["n"] = number
        event.public["step"] = min(number, 2)


def test_a_game_that_is_closed_too_early_is_found() -> None:
    """The rules say nothing of an end: recorded is one, and none follows."""
    (found,) = found_in(closed_early)

    assert (found.position, found.kind, found.clause) == (5, "end", "")
    assert "Ending" in repr(found.recorded)
    assert found.follows is None


@pytest.mark.parametrize("change", [{"outcome": "draw"}, {"winners": ["ash"]}, {"winners": []}, {"clause": "KD-10.2"}])
def test_a_closing_for_another_reason_is_found(change: Json) -> None:
    """Outcome, winners and clause are what the rules say they are."""
    (found,) = found_in(lambda events: events[-1].data["ending"].update(change))

    assert (found.position, found.kind, found.clause) == (LAST, "end", "KD-10.1")
    assert found.recorded != found.follows
    assert "birch" in repr(found.follows)


# The opening --------------------------------------------------------------------------------------------------


def test_other_figures_in_the_opening_are_found_where_they_make_a_difference() -> None:
    """The components are part of the record: whoever changes one changes what follows from it."""
    bow = next(weapon for weapon in EVENTS[0].data["components"]["weapons"] if weapon["name"] == "bow")

    def change(events: list[Event]) -> None:
        next(each for each in events[0].data["components"]["weapons"] if each["name"] == "bow")["hearts"] += 1

    found = found_in(change)

    assert bow["hearts"] == 1
    assert found[0].position in {DRAW, DRAW + 1}
    assert any(each.clause == "KD-8.2" for each in found)


OPENINGS: list[tuple[Forge, int | None]] = [
    (lambda events: events[0].data.update(seats=[]), 1),
    (lambda events: events[0].data["seats"][0].update(seat="rules"), 1),
    (lambda events: events[0].data["seats"].append({"seat": "ash", "player": "", "key": ""}), 1),
    (lambda events: events[0].data["start"].update(knights=[]), 1),
    (lambda events: events[0].data.update(start=None), 2),
    (lambda events: events[0].data["switches"].update({"KA-22": "face_down"}), None),
    (lambda events: events[0].data.update(reveal="none"), LAST),
]


@pytest.mark.parametrize(
    ("change", "position"),
    OPENINGS,
    ids=["no seats", "a reserved name", "a name twice", "no knights", "no start", "a switch unused", "reveal"],
)
def test_an_opening_that_does_not_fit_the_game_is_found(change: Forge, position: int | None) -> None:
    """Where the game could not begin so, or where it first goes otherwise; a switch that played no part is none."""
    found = found_in(change)

    assert [each.position for each in found[:1]] == ([] if position is None else [position])
