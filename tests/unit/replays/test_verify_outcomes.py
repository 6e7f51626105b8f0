"""Consequences that are not what follows, in a record whose chain was computed again (docs/record-format.md 9)."""

import re
from collections.abc import Callable
from copy import deepcopy

import pytest

from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.games.game_events import OutcomeFollowed
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.knights_duty.model.combat_events import CardPicked
from oathbook.domain.rulesets.protocol import Consequence
from oathbook.replays.verification import verify
from tests.support.playing import Json, small_game
from tests.support.tampering import Event, events_in, fit_openings, forged, marks_in, outcome_with

Change = Callable[[list[Json], int], object]
RECORD = small_game()
OUTCOMES = [event for event in events_in(record_text(RECORD)) if event.topic == "game.outcome/1"]
SHOWN = [
    (int(event.public["n"]), number)
    for event in OUTCOMES
    for number, consequence in enumerate(event.data["consequences"])
    if not marks_in(consequence)
]
PLACES = [(int(event.public["n"]), number) for event in OUTCOMES for number in range(len(event.data["consequences"]))]


def told_otherwise(position: int, number: int, change: Change) -> Record:
    """The record with one consequence changed at that position, everything else computed honestly."""

    def forge(events: list[Event]) -> None:
        change(events[position - 1].data["consequences"], number)
        fit_openings(events[position - 1])

    return forged(RECORD, forge)


def found_first(record: Record) -> Discrepancy:
    verdict = verify(record)
    assert verdict.status == "discrepancy"
    return verdict.discrepancies[0]


def cites_another(consequences: list[Json], number: int) -> None:
    consequences[number]["cites"] = ["KD-6.1", *consequences[number]["cites"]]


def cites_less(consequences: list[Json], number: int) -> None:
    consequences[number]["cites"].pop()


def rests_on_another(consequences: list[Json], number: int) -> None:
    consequences[number]["readings"].append("KA-38")


def works_another_way(consequences: list[Json], number: int) -> None:
    line = {"applied": True, "by": 1, "clause": "KD-8.4", "of": "hearts", "op": "add", "total": 9}
    consequences[number]["working"].append(line)


def twice(consequences: list[Json], number: int) -> None:
    consequences.insert(number, deepcopy(consequences[number]))


@pytest.mark.parametrize(("position", "number"), PLACES)
@pytest.mark.parametrize("change", [cites_another, cites_less, rests_on_another, works_another_way])
def test_a_consequence_with_other_reasons_is_found_at_its_position(position: int, number: int, change: Change) -> None:
    """Citations, readings and working are part of what follows: what happened is right, and not why it is said to."""
    record = told_otherwise(position, number, change)
    right = consequences_at(RECORD, position)[number]

    found = found_first(record)

    assert (found.position, found.kind) == (position, "reasons")
    count = len(consequences_at(record, position))
    assert found.says == f"consequence {number + 1} of {count} follows for other reasons"
    assert found.follows == right
    assert found.recorded == consequences_at(record, position)[number] != right
    apart = {"cites_another": "KD-6.1", "cites_less": right.cites[-1], "works_another_way": "KD-8.4"}
    assert found.clause == apart.get(getattr(change, "__name__", ""), right.cites[0])
    assert len(verify(record).discrepancies) == 1


def consequences_at(record: Record, position: int) -> tuple[Consequence[object], ...]:
    body = record.events[position - 1].entry.body
    assert isinstance(body, OutcomeFollowed)
    return body.consequences


@pytest.mark.parametrize(("position", "number"), PLACES)
def test_a_consequence_that_is_left_out_is_found_at_its_position(position: int, number: int) -> None:
    """What stands in its place, or nothing, beside what should."""
    right = consequences_at(RECORD, position)
    record = told_otherwise(position, number, lambda consequences, at: consequences.pop(at))

    found = found_first(record)

    assert found.position == position
    assert (found.kind, found.follows) == ("consequence", right[number])
    assert found.recorded == (right[number + 1] if number + 1 < len(right) else None)


@pytest.mark.parametrize(("position", "number"), SHOWN)
def test_a_consequence_that_is_put_in_is_found_at_its_position(position: int, number: int) -> None:
    """The same one twice: the second is one too many, or stands where another should."""
    right = consequences_at(RECORD, position)
    record = told_otherwise(position, number, twice)

    found = found_first(record)

    assert found.position == position
    assert (found.kind, found.recorded) == ("consequence", right[number])
    assert found.follows == (right[number + 1] if number + 1 < len(right) else None)


@pytest.mark.parametrize(("position", "number"), [place for place in PLACES if place[1] > 0])
def test_consequences_in_another_order_are_found_at_the_first_that_is_out_of_place(position: int, number: int) -> None:
    """The order is part of what follows."""

    def swap(consequences: list[Json], at: int) -> None:
        consequences[at - 1], consequences[at] = consequences[at], consequences[at - 1]

    found = found_first(told_otherwise(position, number, swap))

    assert found.position == position
    assert re.fullmatch(rf"consequence {number} of \d+ comes in another order", found.says)


@pytest.mark.parametrize(
    ("kind", "change", "clause"),
    [
        ("card_picked", {"card": "shield"}, "KD-8.5"),
        ("pile_built", {"hearts": 4}, "KD-8.2"),
        ("knight_defeated", {"by": "ash"}, "KD-8.9"),
        ("target_declared", {"target": None}, "KD-7.2"),
        ("attacker_chosen", {"how": "agreed"}, "KD-7.4"),
        ("equipment_changed", {"old": None}, "KD-3.1"),
        ("slot_ended", {"slot": 2}, "KD-2.3"),
        ("match_ended", {"outcome": "draw", "winners": []}, "KD-1.1"),
        ("match_ended", {"winners": ["ash"]}, "KD-1.1"),
    ],
)
def test_an_event_that_says_something_else_is_found_with_the_clause_that_decides_it(
    kind: str, change: Json, clause: str
) -> None:
    """Issue: position, clause, what was recorded and what follows."""
    event, number = outcome_with(OUTCOMES, kind)
    position = int(event.public["n"])
    record = told_otherwise(position, number, lambda consequences, at: consequences[at]["event"].update(change))

    found = found_first(record)

    assert (found.position, found.kind, found.clause) == (position, "consequence", clause)
    assert found.recorded == consequences_at(record, position)[number]
    assert found.follows == consequences_at(RECORD, position)[number]


def test_an_event_of_another_kind_is_found() -> None:
    """A hit told as a miss: the rules say what the card means."""
    event, number = outcome_with(OUTCOMES, "knight_defeated")
    missed = {"kind": "attack_missed", "attacker": "birch", "target": "ash"}

    found = found_first(
        told_otherwise(int(event.public["n"]), number, lambda consequences, at: consequences[at].update(event=missed))
    )

    assert (found.position, found.clause) == (event.public["n"], "KD-8.9")
    assert "AttackMissed" in repr(found.recorded)
    assert "KnightDefeated" in repr(found.follows)


def test_what_follows_from_a_wrong_consequence_is_checked_on_from_there() -> None:
    """The record goes on from what was recorded: one lie, and not a trail of them behind it."""
    event, number = outcome_with(OUTCOMES, "card_picked")
    record = told_otherwise(
        int(event.public["n"]), number, lambda consequences, at: consequences[at]["event"].update(card="shield")
    )

    verdict = verify(record)

    assert [found.position for found in verdict.discrepancies] == [event.public["n"]]
    assert verdict.reached == len(record.events)
    assert isinstance(consequences_at(record, int(event.public["n"]))[number].event, CardPicked)


def test_a_consequence_that_fits_no_state_ends_the_verification_and_says_how_far_it_got() -> None:
    """Nothing behind an event that cannot be folded can be judged."""
    event, number = outcome_with(OUTCOMES, "plan_laid")
    position = int(event.public["n"])
    record = told_otherwise(position, number, lambda consequences, at: consequences[at]["event"].update(seat="oak"))

    verdict = verify(record)

    assert [(found.position, found.kind) for found in verdict.discrepancies] == [
        (position, "consequence"),
        (position, "misfit"),
    ]
    assert "oak" in verdict.discrepancies[1].says
    assert verdict.reached == position - 1


def test_two_lies_are_both_found_the_first_one_first() -> None:
    """A verdict lists all of them in the order of their positions."""
    places = [PLACES[-1], PLACES[0]]

    def forge(events: list[Event]) -> None:
        for position, number in places:
            events[position - 1].data["consequences"][number]["cites"].append("KD-6.1")

    verdict = verify(forged(RECORD, forge))

    assert [found.position for found in verdict.discrepancies] == sorted(position for position, _ in places)
