"""The streams of disputes: how they are written and read, and who may see what stands sealed in them."""

import hashlib
from typing import Final, Literal, cast

from msgspec import Struct

from oathbook.domain.disputes import dispute_events
from oathbook.domain.disputes.dispute import Dispute, fold_dispute
from oathbook.domain.errors import BadRecord, CorruptRecord, Misfit, NotFound
from oathbook.domain.games.game_events import DraftEvent, EventBody
from oathbook.domain.kernel import Viewer
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.database.archive import Archive, read_row
from oathbook.domain.recording.database.sqlite import DISPUTE_PREFIX
from oathbook.domain.recording.format.codec import EncodedEvent, StreamCodec
from oathbook.domain.recording.format.record import chain_break
from oathbook.domain.recording.format.record_file import Trailer, must_be_kind, read_events, split_lines
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.topics import Topic
from oathbook.domain.recording.writing.game_head import StreamEnd, encode_step

_NAMES: Final = {kind: topic for topic, kind in dispute_events.TOPICS.items()}

DISPUTES: Final = StreamCodec(
    {topic: Topic(kind) for topic, kind in dispute_events.TOPICS.items()}, lambda body: _NAMES[type(body)]
)
"""Writes and reads the events of disputes."""


class DisputeHeader(Struct, frozen=True):
    """The first line of a dispute as a file; the last one is that of a record."""

    oathbook: Literal["dispute/1"]
    dispute: str
    game: str
    edition: str
    events: int
    head: str


class DisputeStream(Struct, frozen=True):
    """The stream of a dispute, with the dispute that it amounts to."""

    events: tuple[EncodedEvent, ...]
    dispute: Dispute

    @property
    def end(self) -> StreamEnd:
        """Where the stream ends."""
        last = self.events[-1]
        return StreamEnd(last.entry.position, last.entry.step, last.hash, last.entry.at)

    @property
    def entries(self) -> tuple[dispute_events.DisputeEntry, ...]:
        """What stands in it."""
        return tuple(map(entry_of, self.events))


def entry_of(event: EncodedEvent) -> dispute_events.DisputeEntry:
    """What an event of a dispute says."""
    entry = event.entry
    return dispute_events.DisputeEntry(
        entry.position,
        entry.at,
        dispute_events.actor_from_text(entry.by),
        cast("dispute_events.DisputeEvent", entry.body),
    )


def stream_from(dispute: str, events: tuple[EncodedEvent, ...]) -> DisputeStream:
    """The dispute that these events are, from its first one on; ``CorruptRecord`` where they do not hold together."""
    broken = chain_break(events, events[-1].hash)
    if broken is not None:
        raise CorruptRecord(dispute, *broken)
    try:
        return DisputeStream(events, fold_dispute(dispute, map(entry_of, events)))
    except Misfit as problem:
        raise CorruptRecord(dispute, 1, str(problem)) from None


def load_stream(archive: Archive, dispute: str) -> DisputeStream:
    """The stream of a dispute, strictly read; ``NotFound``, ``CorruptRecord``."""
    rows = archive.rows(dispute)
    if not rows or not rows[0].topic.startswith(DISPUTE_PREFIX):
        raise NotFound(f"there is no dispute “{dispute}”")
    return stream_from(dispute, tuple(read_row(DISPUTES, dispute, row) for row in rows))


def stream_for(hearing: DisputeStream, viewer: Viewer) -> DisputeStream:
    """The same as a viewer may have it: what is sealed for other eyes is taken out."""
    return stream_from(hearing.dispute.id, tuple(DISPUTES.redact(event, viewer) for event in hearing.events))


def dispute_text(hearing: DisputeStream) -> bytes:
    """A dispute as a file, in lines as a record's: every event with the openings that there are, between its ends."""
    dispute, end = hearing.dispute, hearing.end
    filed = dispute.filed
    lines = [
        canonical_bytes(DisputeHeader("dispute/1", dispute.id, dispute.game, filed.edition, end.position, end.head))
    ]
    lines += [each for event in hearing.events for each in (event.line, event.openings) if each]
    lines.append(canonical_bytes(Trailer("end/1", end.position, end.head)))
    return b"".join(line + b"\n" for line in lines)


def dispute_from(text: bytes, *, where: str) -> DisputeStream:
    """Read a dispute as a file strictly, with its chain followed; ``BadRecord`` naming ``where``, ``CorruptRecord``."""
    must_be_kind(text, "dispute/1", where=where)
    events = tuple(read_events(split_lines(text, where=where, least=3)[1:-1], DISPUTES, where))
    hearing = stream_from(events[0].game, events)
    if dispute_text(hearing) != text:
        raise BadRecord(f"{where}: its header or trailer does not fit its events")
    return hearing


def encode_event(
    dispute: str, by: dispute_events.Actor, event: dispute_events.DisputeEvent, sources: Sources, after: StreamEnd
) -> tuple[EncodedEvent, ...]:
    """The next step of a dispute's stream, with this one event."""
    body = cast("EventBody", event)  # a stream of another kind has bodies of its own
    return encode_step(DISPUTES, dispute, (DraftEvent(dispute_events.actor_to_text(by), body),), sources, after=after)


def new_dispute_id(game: str, seat: str, key: str | None, sources: Sources) -> str:
    """The id of a dispute to be filed.

    With an idempotency key it follows from who sends it (a UUID of RFC 9562, section 5.8), so that the same request
    finds the dispute that it made before.
    """
    if key is None:
        return sources.ids()
    digits = hashlib.sha256(b"oathbook/dispute/1\0" + canonical_bytes([game, seat, key])).hexdigest()
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-8{digits[17:20]}-{digits[20:32]}"
