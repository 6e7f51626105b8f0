"""A record as a file: a header, every event's line with the openings a reader may have, and a trailer."""

from collections.abc import Callable, Iterator
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from oathbook.domain.errors import BadRecord, CorruptRecord, UnknownEdition
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from oathbook.domain.recording.format.codec import DECODE_ERRORS, EncodedEvent, StreamCodec, codec_of
from oathbook.domain.recording.format.envelope import Digest, EventNumber
from oathbook.domain.recording.format.record import Record, chain_break
from oathbook.domain.rulesets.protocol import AnyRuleset

T = TypeVar("T", bound=Struct)
RECORD_FORMAT: Final = "record/1"
MOST_LINE_BYTES: Final = 1024 * 1024
MOST_LINES: Final = 2 * EVENTS_PER_GAME + 2  # header and trailer, and of every event its line and its openings


class RecordHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record file."""

    oathbook: Literal["record/1"]
    game: Annotated[str, Meta(min_length=1, max_length=64)]
    edition: Annotated[str, Meta(max_length=80)]
    events: EventNumber
    head: Digest


class Trailer(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a record file, so that a cut one is noticed."""

    oathbook: Literal["end/1"]
    events: EventNumber
    head: Digest


class _Kind(Struct, frozen=True):
    oathbook: str


def record_text(record: Record) -> bytes:
    """The file, byte for byte the same for the same record."""
    return b"".join(line + b"\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[bytes]:
    events, head = len(record.events), record.head
    yield canonical_bytes(RecordHeader("record/1", record.game, record.opened.edition, events, head))
    for event in record.events:
        yield event.line
        if event.openings:
            yield event.openings
    yield canonical_bytes(Trailer("end/1", events, head))


def record_from(text: bytes, ruleset_of: Callable[[str], AnyRuleset], *, where: str) -> Record:
    """Read a record file strictly, line by line; the chain is for ``whole_record_from`` or ``verify`` to follow.

    ``ruleset_of`` finds the ruleset of an edition. Raises ``BadRecord`` naming ``where`` and the line,
    ``CorruptRecord`` naming the position, ``UnknownEdition``.
    """
    must_be_kind(text, RECORD_FORMAT, where=where)
    lines = split_lines(text, where=where, least=2)
    header = _canonical(RecordHeader, lines[0], f"{where}: line 1 (header)")
    trailer = _trailer(lines[-1], where, number=len(lines))
    try:
        ruleset = ruleset_of(header.edition)
    except UnknownEdition as unknown:
        raise UnknownEdition(f"{where}: line 1 (header): {unknown}") from None
    codec = codec_of(ruleset.wire)
    events = tuple(read_events(lines[1:-1], codec, header.game))
    _check_ends(header, trailer, events, where, number=len(lines))
    _check_game(header.game, events, where)
    record = Record(header.game, ruleset, codec, events, header.head, redacted=any(event.withheld for event in events))
    if record.opened.edition != header.edition:
        raise CorruptRecord(header.game, 1, f"the opening says edition “{record.opened.edition}”, the header another")
    return record


def read_header(text: bytes, *, where: str) -> RecordHeader:
    """The header of a record file without the rest; ``BadRecord`` names ``where`` if it has none."""
    must_be_kind(text, RECORD_FORMAT, where=where)
    return _canonical(RecordHeader, text.partition(b"\n")[0], f"{where}: line 1 (header)")


def _check_ends(
    header: RecordHeader, trailer: Trailer, events: tuple[EncodedEvent, ...], where: str, *, number: int
) -> None:
    """Header and trailer say the same, and count the events; where they differ, the one that is not so is named."""
    real = (len(events), events[-1].hash if events else "")
    if (header.events, header.head) != (trailer.events, trailer.head):
        line = "line 1 (header)" if (trailer.events, trailer.head) == real else f"line {number} (trailer)"
        raise BadRecord(
            f"{where}: {line}: its count or head is not that of the {'trailer' if 'header' in line else 'header'}"
        )
    if header.events != real[0]:
        raise BadRecord(f"{where}: the header counts {header.events} events, the file has {real[0]}")


def _check_game(game: str, events: tuple[EncodedEvent, ...], where: str) -> None:
    """Header and events name one game; where they differ, the many are believed."""
    others = [event for event in events if event.game != game]
    if len(others) == len(events):
        raise BadRecord(f"{where}: line 1 (header): it names another game than the events do")
    for event in others:
        raise CorruptRecord(game, event.entry.position, "the event names another game than the header")


def whole_record_from(text: bytes, ruleset_of: Callable[[str], AnyRuleset], *, where: str) -> Record:
    """Read a record file as ``record_from`` does, and follow its chain; ``CorruptRecord`` names where it breaks."""
    record = record_from(text, ruleset_of, where=where)
    broken = chain_break(record.events, record.head)
    if broken is not None:
        raise CorruptRecord(record.game, *broken)
    return record


def file_kind(text: bytes, *, where: str) -> str:
    """What the first line says the file is, such as ``record/1``; ``BadRecord`` if it says nothing."""
    first = text[: MOST_LINE_BYTES + 1].partition(b"\n")[0]
    _must_be_short(first, 1, where)
    if not first:
        raise BadRecord(f"{where}: it is empty" if not text else f"{where}: line 1: it is empty")
    try:
        return msgspec.json.decode(first, type=_Kind).oathbook
    except DECODE_ERRORS:
        raise BadRecord(f"{where}: line 1: it is no Oathbook file (no header that says what it is)") from None


def must_be_kind(text: bytes, kind: str, *, where: str) -> None:
    """``BadRecord`` where a file is something else, or of a later version than this program reads."""
    found = file_kind(text, where=where)
    if found != kind:
        raise BadRecord(f"{where}: line 1: this program reads {kind} here, and the file says it is “{found[:40]}”")


def split_lines(text: bytes, *, where: str, least: int) -> list[bytes]:
    """The lines of a file that ends its last one; ``BadRecord`` if it does not, has too few or many, or a long one."""
    if text.count(b"\n") > MOST_LINES:
        raise BadRecord(f"{where}: it has more than {MOST_LINES:,} lines")
    lines = text.split(b"\n")
    if lines[-1] != b"" or len(lines) <= least:
        raise BadRecord(
            f"{where}: line {len(lines)}: the file is cut: its last line is not ended, or lines are missing"
        )
    for number, line in enumerate(lines, 1):
        _must_be_short(line, number, where)
    return lines[:-1]


def _must_be_short(line: bytes, number: int, where: str) -> None:
    if len(line) > MOST_LINE_BYTES:
        raise BadRecord(f"{where}: line {number}: it is longer than {MOST_LINE_BYTES:,} bytes")


def _trailer(line: bytes, where: str, *, number: int) -> Trailer:
    try:
        return _canonical(Trailer, line, f"{where}: line {number} (trailer)")
    except BadRecord as problem:
        raise BadRecord(f"{problem}; the file may be cut") from None


def _canonical(kind: type[T], line: bytes, where: str) -> T:
    try:
        value = msgspec.json.decode(line, type=kind)
    except DECODE_ERRORS as problem:
        raise BadRecord(f"{where}: {str(problem).splitlines()[0]}") from None
    if canonical_bytes(value) != line:
        raise BadRecord(f"{where}: its bytes differ when it is written again")
    return value


def read_events(lines: list[bytes], codec: StreamCodec, game: str) -> Iterator[EncodedEvent]:
    """The events of these lines, each with its openings; ``CorruptRecord`` names the first that is none."""
    position = 0
    index = 0
    while index < len(lines):
        position += 1
        line, index = lines[index], index + 1
        openings = b""
        if index < len(lines) and lines[index].startswith(b"["):
            openings, index = lines[index], index + 1
        event = codec.read(line, openings, game=game, position=position)
        if event.entry.position != position:
            raise CorruptRecord(game, position, f"the event says it is at position {event.entry.position}")
        yield event
