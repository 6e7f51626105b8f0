"""Decisions, steps, writers and ends that are not as they should be, with the chain computed again."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.replays.verification import verify
from tests.support.playing import half_shown, opened, small_game, whole_game
from tests.support.tampering import Event, digest, events_in, first, forged, renumbered

Forge = Callable[[list[Event]], object]
RECORD = small_game()
EVENTS = events_in(record_text(RECORD))
LAST = len(EVENTS)
POINT = next(int(event.public["n"]) for event in EVENTS if b"declare_target" in str(event.data).encode())
DRAW = int(first(EVENTS, "game.draw/1").public["n"])
FINAL = int(first(EVENTS, "game.seed-revealed/1").public["n"]) - 1


def found_in(change: Forge, record: Record = RECORD) -> list[Discrepancy]:
    return list(verify(forged(record, change)).discrepancies)


def places(found: list[Discrepancy]) -> set[tuple[int, str]]:
    return {(each.position, each.kind) for each in found}


# Decisions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "clause", "says"),
    [("birch", "KD-7.2", "nobody can attack oneself"), ("oak", "KD-7.2", "oak is not on the board")],
)
def test_an_illegal_decision_is_found_with_the_clause_that_forbids_it(target: str, clause: str, says: str) -> None:
    """What was recorded stands beside the refusal with its conditions."""
    (found, *_) = found_in(lambda events: events[POINT - 1].data["decision"].update(target=target))

    assert (found.position, found.kind, found.clause) == (POINT, "decision", clause)
    assert found.says == says
    assert "DeclareTarget" in repr(found.recorded)
    assert "Refusal" in repr(found.follows)


def test_a_decision_that_was_another_one_is_found_by_its_outcome() -> None:
    """Allowed, but something else follows from it than stands behind it, by a clause that the record does not cite."""
    (found, *_) = found_in(lambda events: events[POINT - 1].data["decision"].update(target=None))

    assert (found.position, found.kind, found.clause) == (POINT + 1, "consequence", "KD-7.3")
    assert "TargetDeclared" in repr(found.recorded)


def test_a_hidden_value_that_was_another_one_is_found_by_its_outcome() -> None:
    """A plan replaced in the decision, digest and opening computed again: its outcome still lays the old one."""

    def change(events: list[Event]) -> None:
        (salt, _), mark = events[1].openings[0], events[1].data["decision"]["slots"][0]
        events[1].openings[0][1] = "movement"
        mark["sd"] = digest(salt, "movement")

    (found, *_) = found_in(change)

    assert (found.position, found.kind, found.clause) == (3, "consequence", "KD-2.1")


def test_a_decision_for_another_seat_is_found() -> None:
    """Whoever writes an event decides in it."""
    (found, *_) = found_in(lambda events: events[POINT - 1].data["decision"].update(by="ash"))

    assert (found.position, found.kind) == (POINT, "shape")
    assert "the event is by 'birch', the decision by 'ash'" in found.says


def test_a_decision_by_somebody_without_a_seat_is_found() -> None:
    """Both names agree, and nobody of that name sits at the table."""

    def change(events: list[Event]) -> None:
        events[POINT - 1].public["by"] = events[POINT - 1].data["decision"]["by"] = "oak"

    assert (POINT, "shape") in places(found_in(change))


# Steps --------------------------------------------------------------------------------------------------------


def later_steps(number: int, by: int) -> Forge:
    """Every step from that position on counted otherwise."""

    def change(events: list[Event]) -> None:
        for event in events[number - 1 :]:
            event.public["step"] += by

    return change


def without(*positions: int) -> Forge:
    """Events taken out, and what is left counted again."""

    def change(events: list[Event]) -> None:
        events[:] = [event for event in events if event.public["n"] not in positions]
        renumbered(events)

    return change


def twice(position: int) -> Forge:
    """An event put in again behind itself, and everything counted again."""

    def change(events: list[Event]) -> None:
        events.insert(position, deepcopy(events[position - 1]))
        renumbered(events)

    return change


@pytest.mark.parametrize(
    ("change", "position"),
    [
        (later_steps(1, 1), 1),
        (later_steps(2, 1), 2),
        (later_steps(POINT, 1), POINT),
        (later_steps(POINT, -1), POINT - 2),
        (later_steps(POINT + 1, 1), POINT),
        (without(3), 2),
        (without(2), 2),
        (without(POINT, POINT + 1), POINT),
        (twice(3), 2),
        (twice(POINT), POINT),
        (twice(LAST), FINAL - 2),
    ],
    ids=[
        "all steps later",
        "a gap after the opening",
        "a gap",
        "two steps in one",
        "an outcome in a step of its own",
        "no outcome",
        "no decision",
        "a step left out",
        "two outcomes",
        "two decisions",
        "two ends",
    ],
)
def test_events_that_do_not_come_in_steps_are_found_where_the_step_begins(change: Forge, position: int) -> None:
    """An opening, then a decision with its draws, one outcome and, at the end, the closing."""
    found = found_in(change)

    assert found[0].position == position
    assert "shape" in {each.kind for each in found if each.position == position}


@pytest.mark.parametrize(
    ("position", "of"), [(3, 1), (3, 3), (DRAW, DRAW), (DRAW, 2), (DRAW + 1, DRAW + 1), (DRAW + 1, 0)]
)
def test_a_draw_or_an_outcome_of_another_decision_is_found(position: int, of: int) -> None:
    """``of`` is the position of the decision it belongs to."""
    found = found_in(lambda events: events[position - 1].data.update(of=of))

    assert (position, "shape") in places(found)
    assert any(f"it names the decision at {of}, not the one at " in each.says for each in found)


@pytest.mark.parametrize(
    ("position", "by"),
    [
        (1, "ash"),
        (1, "rules"),
        (3, "host"),
        (3, "chance"),
        (3, "ash"),
        (DRAW, "rules"),
        (DRAW, "birch"),
        (LAST - 1, "rules"),
        (LAST, "host"),
        (LAST, "transcript"),
    ],
)
def test_an_event_by_somebody_who_may_not_write_it_is_found(position: int, by: str) -> None:
    """The table of topics says who writes what."""
    found = found_in(lambda events: events[position - 1].public.update(by=by))

    assert places(found) == {(position, "shape")}


def test_a_step_after_the_end_is_found() -> None:
    """Nothing comes after the closing."""

    def change(events: list[Event]) -> None:
        more = deepcopy(events[1:3])
        for event in more:
            event.public["step"] = events[-1].public["step"] + 1
        events.extend(more)
        for number, event in enumerate(events, 1):
            event.public["n"] = number

    found = found_in(change)

    assert found[0].position == LAST + 1
    assert (LAST + 1, "misfit") in places(found)
    assert any(f"position {LAST + 1} cannot come after {LAST} and the end" in each.says for each in found)


def test_a_step_is_not_taken_out_of_the_middle_unnoticed() -> None:
    """Whichever is left out, the game goes otherwise, or its draws do; without the last it is a game still running."""
    record = whole_game(name="cut")
    steps = {event.entry.step for event in record.events} - {1, record.events[-1].entry.step}
    unnoticed: list[int] = []

    for step in steps:
        gone = [event.entry.position for event in record.events if event.entry.step == step]
        try:
            if not found_in(without(*gone), record):
                unnoticed.append(step)
        except CorruptRecord:
            continue

    assert len(steps) > 4
    assert unnoticed == []


@pytest.mark.parametrize("record", [opened().record, half_shown(), RECORD], ids=["opened", "running", "over"])
def test_the_records_that_the_tests_above_forge_are_sound_as_they_are(record: Record) -> None:
    """The control, through the same forger."""
    assert found_in(lambda _: None, record) == []
