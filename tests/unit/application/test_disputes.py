"""The streams of disputes as they are stored: what does not hold together is a corrupt record (domain/recording)."""

import pytest
from msgspec.structs import replace

from oathbook.domain.application.dispute_stream import DISPUTES, encode_event, new_dispute_id, stream_from
from oathbook.domain.disputes.dispute_events import Actor, Appealed, Arbiter, DisputeEvent, DisputeFiled, EvidenceAdded
from oathbook.domain.errors import CorruptRecord
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.writing.game_head import StreamEnd
from tests.support.playing import sources

ASH = Seat("ash")
FILED = DisputeFiled("g1", "knights_duty/1", 9, "0" * 64, {"claim": "standing", "at": 9}, "")
ADDED = EvidenceAdded("See there.", ())


def stream(*happened: tuple[Actor, DisputeEvent]) -> tuple[EncodedEvent, ...]:
    """A stream in which this stands, whoever was allowed to do it."""
    made, end, events = sources("stream"), StreamEnd(), list[EncodedEvent]()
    for by, event in happened:
        events += encode_event("d1", by, event, made, end)
        end = StreamEnd(events[-1].entry.position, events[-1].entry.step, events[-1].hash)
    return tuple(events)


def test_a_stream_comes_back_as_it_was_written() -> None:
    hearing = stream_from("d1", stream((ASH, FILED), (Arbiter("Ada"), ADDED)))

    assert [(each.by, each.body) for each in hearing.entries] == [(ASH, FILED), (Arbiter("Ada"), ADDED)]
    assert (hearing.end.position, hearing.end.step, hearing.end.head) == (2, 2, hearing.events[-1].hash)


def test_a_stream_with_an_event_missing_or_changed_is_corrupt() -> None:
    one, two, three = stream((ASH, FILED), (ASH, ADDED), (ASH, ADDED))
    line = two.line.replace(b"See there.", b"See here.")
    changed = DISPUTES.read(line, game="d1", position=2)

    for events in ((one, three), (two, three), (one, changed, three)):
        with pytest.raises(CorruptRecord, match="game d1, position"):
            stream_from("d1", events)


@pytest.mark.parametrize("happened", [[(ASH, ADDED)], [(ASH, FILED), (ASH, FILED)]])
def test_a_stream_that_is_no_dispute_is_corrupt(happened: list[tuple[Actor, DisputeEvent]]) -> None:
    with pytest.raises(CorruptRecord, match="d1"):
        stream_from("d1", stream(*happened))


@pytest.mark.parametrize("swapped", [b'"game.closed/1"', b'"dispute.filed/2"'])
def test_a_topic_of_another_stream_or_version_is_corrupt(swapped: bytes) -> None:
    (event,) = stream((ASH, FILED))

    with pytest.raises(CorruptRecord, match="unknown topic"):
        DISPUTES.read(event.line.replace(b'"dispute.filed/1"', swapped), game="d1", position=1)


def test_the_id_of_a_dispute_follows_from_the_request_it_came_with() -> None:
    made = sources("ids")
    same = {new_dispute_id("g1", "ash", "mine", made) for _ in range(2)}
    others = {
        new_dispute_id(game, seat, key, made) for game, seat, key in (("g2", "ash", "mine"), ("g1", "oak", "mine"))
    }

    assert len(same) == 1
    assert same.isdisjoint(
        {*others, new_dispute_id("g1", "ash", "yours", made), new_dispute_id("g1", "ash", None, made)}
    )
    assert all(each[14] == "8" and each[19] == "8" and len(each) == 36 for each in same)


def test_what_is_withdrawn_or_appealed_says_who_did_it() -> None:
    hearing = stream_from("d1", stream((ASH, FILED), (Seat("birch"), Appealed("It was dark."))))

    assert hearing.entries[1] == replace(hearing.entries[1], by=Seat("birch"), body=Appealed("It was dark."))
