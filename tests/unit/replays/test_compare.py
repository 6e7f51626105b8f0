"""Where two records part (docs/record-format.md 9)."""

from collections.abc import Callable

import pytest

from oathbook.domain.games.game_events import DrawMade
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.replays.record_comparison import RecordDifference, compare_records
from tests.support.playing import (
    RULESET,
    close_by,
    decide,
    half_shown,
    long_game,
    opened,
    read_again,
    running_game,
    small_game,
    sources,
)
from tests.support.tampering import Event, digest, first, forged
from tests.support.transcribing import BOW, SHIELD, STRIKE, imported, transcript

Forge = Callable[[list[Event]], object]


def parting(change: Forge, record: Record | None = None) -> RecordDifference:
    """Where a record parts from itself after a change."""
    whole = record or small_game()
    other = forged(whole, change)
    found = compare_records(whole, other)
    assert found is not None
    back = compare_records(other, whole)
    assert back == RecordDifference(found.position, found.what, found.other, found.one)
    return found


@pytest.mark.parametrize("record", [small_game(), long_game(), half_shown(), opened().record])
def test_a_record_does_not_part_from_itself(record: Record) -> None:
    """Nor from what comes back from a file."""
    assert compare_records(record, record) is None
    assert compare_records(record, read_again(record)) is None


def told(name: str, *slots: str) -> Record:
    """The same witnessed game recorded under other ids, times and salts."""
    scribe = MemoryWriter.open(RULESET, close_by(), sources(name), chance="witnessed")
    decide(scribe, {"kind": "lay_plan", "by": "ash", "slots": list(slots)})
    return scribe.record


def test_a_game_recorded_twice_is_the_same_game() -> None:
    """Ids, times, salts and hashes are not compared."""
    one, other = told("one", "bow", "parry"), told("other", "bow", "parry")

    assert one.game != other.game
    assert one.events[1].hides != other.events[1].hides
    assert compare_records(one, other) is None


def test_a_hidden_value_that_differs_parts_two_records() -> None:
    """Hidden values are compared as values by whoever holds both."""
    found = compare_records(told("one", "bow", "parry"), told("other", "bow", "shield"))

    assert found is not None
    assert (found.position, found.what) == (2, "data")
    assert found.one.decision.slots[1].look() == "parry"
    assert found.other.decision.slots[1].look() == "shield"


def test_a_salt_alone_does_not_part_two_records() -> None:
    """The seed under another salt is the same seed: commitment and reveal have another digest, and say the same."""

    def change(events: list[Event]) -> None:
        opening = events[0].openings[0]
        opening[0] = "5" * 32
        mark = {"salt": opening[0], "sd": digest(opening[0], opening[1]), "value": opening[1]}
        events[0].data["chance"]["seed"]["sd"] = mark["sd"]
        first(events, "game.seed-revealed/1").data["seed"] = mark

    record = small_game()

    assert compare_records(record, forged(record, change)) is None


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [("by", "transcript", "by"), ("step", 9, "step"), ("at", "2027-01-01T00:00:00.000000Z", "")],
)
def test_writer_and_step_part_two_records_and_time_does_not(field: str, value: object, what: str) -> None:
    """The field that differs first is named."""

    def change(events: list[Event]) -> None:
        events[4].public[field] = value

    record = small_game()
    found = compare_records(record, forged(record, change))

    assert (found.what if found else "") == what
    assert found is None or found.position == 5


def test_a_writer_is_named_before_what_is_written() -> None:
    """An outcome that the table told otherwise: both differ, and who says so comes first."""

    def change(events: list[Event]) -> None:
        events[4].public["by"] = "transcript"
        events[4].data["consequences"].pop()

    assert parting(change).what == "by"


def test_the_first_position_at_which_two_records_differ_is_named_with_both_sides() -> None:
    """A draw and, because of it, everything behind it: the draw is the parting of the ways."""

    def change(events: list[Event]) -> None:
        draw = first(events, "game.draw/1").data["draw"]
        draw["drawn"] = ["shield"]
        events[-1].data["ending"]["winners"] = []

    found = parting(change)

    assert found.what == "data"
    assert isinstance(found.one, DrawMade)
    assert isinstance(found.other, DrawMade)
    assert (found.one.draw.drawn, found.other.draw.drawn) == (("heart",), ("shield",))
    assert found.position == next(
        event.entry.position for event in small_game().events if isinstance(event.entry.body, DrawMade)
    )


def test_a_record_that_ends_earlier_parts_behind_its_last_event() -> None:
    """One side has no such position."""
    whole, part = running_game(decisions=2), running_game(decisions=1)
    number = len(part.events)

    found = compare_records(whole, part)

    assert found is not None
    assert (found.position, found.what, found.other) == (number + 1, "length", None)
    assert found.one == whole.entries()[number].body
    assert compare_records(part, whole) == RecordDifference(number + 1, "length", None, found.one)


def test_a_redacted_record_parts_from_the_full_one_at_its_first_concealed_value() -> None:
    """What a record does not open cannot be compared, and is not taken for equal."""
    record = half_shown()
    public = read_again(record_for(record, PUBLIC))

    found = compare_records(record, public)

    assert found is not None
    assert (found.position, found.what) == (1, "data")
    assert compare_records(public, read_again(record_for(record, PUBLIC))) is None
    assert compare_records(public, record_for(record, Seat("ash"))) is not None


def test_a_game_told_by_its_table_parts_from_the_rules_where_the_table_was_wrong() -> None:
    """The use of it: what was played beside what the rules derive from the same decisions and draws."""
    derived = imported(transcript(BOW, SHIELD, STRIKE))

    def misread(events: list[Event]) -> None:
        events[-1].data["consequences"].pop()

    found = compare_records(derived, forged(derived, misread))

    assert found is not None
    assert found.position == len(derived.events)
    assert found.one.consequences[:-1] == found.other.consequences
