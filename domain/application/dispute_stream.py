"""The streams of disputes: how they are written and read, and who may see what stands sealed in them."""

import hashlib
from typing import Final, Literal, cast

from msgspec import Struct

from oathbook.domain.disputes.dispute import Dispute, folded
from oathbook.domain.disputes.events import TOPICS, By, DisputeEntry, DisputeEvent, signature, signed
from oathbook.domain.errors import BadRecord, CorruptRecord, Misfit, NotFound
from oathbook.domain.games.events import Body, Drafted
from oathbook.domain.kernel.canonical import written
from oathbook.domain.kernel.seats import Viewer
from oathbook.domain.recording.database.archive import Archive, read_row
from oathbook.domain.recording.database.sqlite import BESIDE
from oathbook.domain.recording.format.codec import Sealed, StreamCodec
from oathbook.domain.recording.format.record import chain_break
from oathbook.domain.recording.format.record_file import Trailer, events_in, kind_must_be, lines_of
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.topics import Topic
from oathbook.domain.recording.writing.game_head import StreamEnd, sealed_step

_NAMES: Final = {kind: topic for topic, kind in TOPICS.items()}

DISPUTES: Final = StreamCodec({topic: Topic(kind) for topic, kind in TOPICS.items()}, lambda body: _NAMES[type(body)])
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

    events: tuple[Sealed, ...]
    dispute: Dispute

    @property
    def end(self) -> StreamEnd:
        """Where the stream ends."""
        last = self.events[-1]
        return StreamEnd(last.entry.position, last.entry.step, last.hash, last.entry.at)

    @property
    def entries(self) -> tuple[DisputeEntry, ...]:
        """What stands in it."""
        return tuple(map(entry_of, self.events))


def entry_of(event: Sealed) -> DisputeEntry:
    """What an event of a dispute says."""
    entry = event.entry
    return DisputeEntry(entry.position, entry.at, signed(entry.by), cast("DisputeEvent", entry.body))


def stream_from(dispute: str, events: tuple[Sealed, ...]) -> DisputeStream:
    """The dispute that these events are, from its first one on; ``CorruptRecord`` where they do not hold together."""
    broken = chain_break(events, events[-1].hash)
    if broken is not None:
        raise CorruptRecord(dispute, *broken)
    try:
        return DisputeStream(events, folded(dispute, map(entry_of, events)))
    except Misfit as problem:
        raise CorruptRecord(dispute, 1, str(problem)) from None


def stream_in(archive: Archive, dispute: str) -> DisputeStream:
    """The stream of a dispute, strictly read; ``NotFound``, ``CorruptRecord``."""
    rows = archive.rows(dispute)
    if not rows or not rows[0].topic.startswith(BESIDE):
        msg = f"there is no dispute {dispute!r}"
        raise NotFound(msg)
    return stream_from(dispute, tuple(read_row(DISPUTES, dispute, row) for row in rows))


def seen_by(hearing: DisputeStream, viewer: Viewer) -> DisputeStream:
    """The same as a viewer may have it: what is sealed for other eyes is taken out."""
    return stream_from(hearing.dispute.id, tuple(DISPUTES.seen_by(event, viewer) for event in hearing.events))


def dispute_text(hearing: DisputeStream) -> bytes:
    """A dispute as a file, in lines as a record's: every event with the openings that there are, between its ends."""
    dispute, end = hearing.dispute, hearing.end
    filed = dispute.filed
    lines = [written(DisputeHeader("dispute/1", dispute.id, dispute.game, filed.edition, end.position, end.head))]
    lines += [each for event in hearing.events for each in (event.line, event.openings) if each]
    lines.append(written(Trailer("end/1", end.position, end.head)))
    return b"".join(line + b"\n" for line in lines)


def dispute_from(text: bytes, *, where: str) -> DisputeStream:
    """Read a dispute as a file strictly, with its chain followed; ``BadRecord`` naming ``where``, ``CorruptRecord``."""
    kind_must_be(text, "dispute/1", where=where)
    events = tuple(events_in(lines_of(text, where=where, least=3)[1:-1], DISPUTES, where))
    hearing = stream_from(events[0].game, events)
    if dispute_text(hearing) != text:
        msg = f"{where}: its header or trailer does not fit its events"
        raise BadRecord(msg)
    return hearing


def next_events(dispute: str, by: By, event: DisputeEvent, sources: Sources, after: StreamEnd) -> tuple[Sealed, ...]:
    """The next step of a dispute's stream, with this one event."""
    body = cast("Body", event)  # a stream of another kind has bodies of its own
    return sealed_step(DISPUTES, dispute, (Drafted(signature(by), body),), sources, after=after)


def new_dispute(game: str, seat: str, key: str | None, sources: Sources) -> str:
    """The id of a dispute to be filed.

    With an idempotency key it follows from who sends it (a UUID of RFC 9562, section 5.8), so that the same request
    finds the dispute that it made before.
    """
    if key is None:
        return sources.ids()
    digits = hashlib.sha256(b"oathbook/dispute/1\0" + written([game, seat, key])).hexdigest()
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-8{digits[17:20]}-{digits[20:32]}"
