"""A record as a file (docs/record-format.md 1 and 3)."""

import json

import pytest

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.games.game_events import Reveal
from oathbook.domain.kernel import PUBLIC, Seat, Viewer
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.format.record import Record, redact_record
from oathbook.domain.recording.format.record_file import file_kind, record_from, record_text, whole_record_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.support.playing import (
    SAMPLES,
    ChanceName,
    long_game,
    opened,
    read_again,
    ruleset_of,
    running_game,
    small_game,
    sources,
    whole_game,
)
from tests.support.tampering import chained, events_in, file_of


def lines_of(record: Record) -> list[bytes]:
    return record_text(record).splitlines()


@pytest.mark.parametrize("sample", range(len(SAMPLES)))
def test_a_record_that_goes_to_a_file_and_back_is_the_same_byte_for_byte(sample: int) -> None:
    """Section 3.3: the same file goes back in, and comes out again."""
    record = whole_game(sample, "codec")
    text = record_text(record)

    again = whole_record_from(text, ruleset_of, where="test")

    assert record_text(again) == text
    assert again.events == record.events
    assert (again.game, again.head, again.redacted) == (record.game, record.head, False)


@pytest.mark.parametrize("viewer", [PUBLIC, Seat("ash"), Seat("birch")])
@pytest.mark.parametrize("record", [small_game(reveal="none"), running_game(decisions=2)], ids=["ended", "running"])
def test_a_redacted_record_goes_to_a_file_and_back_and_is_known_as_redacted(record: Record, viewer: Viewer) -> None:
    """Its public lines, hashes and head are those of the full record: provably the same game."""
    redacted = redact_record(record, viewer)

    again = read_again(redacted)

    assert record_text(again) == record_text(redacted)
    assert again.redacted
    assert again.head == record.head
    assert [event.line for event in again.events] == [event.line for event in record.events]


@pytest.mark.parametrize(("chance", "reveal"), [("seeded", "all"), ("witnessed", "none")])
def test_a_game_that_has_only_been_opened_is_a_record_already(chance: ChanceName, reveal: Reveal) -> None:
    """One event, header and trailer, with the seed's opening where there is a seed."""
    record = opened(chance=chance, reveal=reveal).record

    lines = lines_of(record)

    assert len(lines) == (4 if chance == "seeded" else 3)
    assert record_text(read_again(record)) == record_text(record)


def test_the_file_begins_with_a_header_and_ends_with_a_trailer_that_name_count_and_head() -> None:
    """docs/record-format.md, section 3: the five fields of one and the three of the other."""
    record = small_game()

    header, *_, trailer = (json.loads(line) for line in lines_of(record))

    ends = {"events": len(record.events), "head": record.head}
    assert header == {"oathbook": "record/1", "game": record.game, "edition": "knights_duty/1", **ends}
    assert trailer == {"oathbook": "end/1", **ends}
    assert record.head == event_hash(record.events[-1].line)


def test_every_line_ends_with_a_line_feed_and_events_differ_from_openings_by_their_first_byte() -> None:
    """Section 1: ``{`` begins an event, ``[`` its openings, directly after it."""
    record = small_game()
    text = record_text(record)

    kinds = b"".join(line[:1] for line in text.split(b"\n")[1:-2])

    expected = b"".join(b"{[" if event.openings else b"{" for event in record.events)
    assert text.endswith(b"}\n")
    assert kinds == expected
    assert b"[" in kinds


def test_a_file_is_the_same_for_the_same_decisions_and_sources() -> None:
    """Clock, ids and salts are handed in, so that golden records can be made again byte for byte."""
    one, other = opened(name="twice"), opened(name="twice")
    for scribe in (one, other):
        scribe.decide(scribe.decision_from({"kind": "lay_plan", "by": "ash", "slots": ["bow", "parry"]}))

    assert record_text(one.record) == record_text(other.record)


def test_a_file_that_came_in_can_be_played_on_in() -> None:
    """Export, import, go on: the record continues where it stood."""
    record = read_again(running_game(decisions=1))
    scribe = MemoryWriter.resume(record, sources("on"))
    seat = scribe.record.ruleset.to_act(scribe.game.state)[0]

    scribe.decide(scribe.decision_from({"kind": "lay_plan", "by": seat, "slots": []}))

    assert scribe.record.events[: len(record.events)] == record.events
    assert record_text(read_again(scribe.record)) == record_text(scribe.record)


def test_reading_the_lines_does_not_follow_the_chain() -> None:
    """``verify`` has to see a broken chain to say where it breaks; an import refuses the same file."""
    events = events_in(record_text(small_game()))
    events[3].public["at"] = "2027-01-01T00:00:00.000000Z"
    text = file_of(events)

    record = record_from(text, ruleset_of, where="test")

    assert len(record.events) == len(events)
    with pytest.raises(CorruptRecord, match="position 4: its hash is not the one that the next event names"):
        whole_record_from(text, ruleset_of, where="test")
    assert whole_record_from(file_of(chained(events)), ruleset_of, where="test").game == record.game


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (record_text(small_game()), "record/1"),
        (b'{"oathbook":"transcript/1","edition":"x"}\n', "transcript/1"),
        (b'{"more":[1],"oathbook":"record/2"}', "record/2"),
    ],
)
def test_the_first_line_says_what_a_file_is(text: bytes, kind: str) -> None:
    """Whatever else stands in it: a later version may have more fields."""
    assert file_kind(text, where="test") == kind


def test_a_long_record_reads_as_a_whole() -> None:
    """More events than any page of the service holds."""
    assert read_again(long_game()).events == long_game().events
