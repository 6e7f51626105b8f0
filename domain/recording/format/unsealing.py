"""Hidden fields by their digests: which an event has, and a record in which only some of them are open."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.canonical import canonical_bytes, hidden_digest
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.envelope import Mark, Opening
from oathbook.domain.recording.format.record import Record


def hidden_fields(event: EncodedEvent) -> Mapping[str, tuple[Seat, ...]]:
    """The hidden fields of an event by their digests, each with the seats that may see it."""
    return {each.sd: each.to for each in _marks(msgspec.json.decode(event.line)) if each.sd in event.hides}


def openings_by_digest(event: EncodedEvent) -> Mapping[str, Opening]:
    """What the record has of an event's hidden fields, by their digests."""
    openings = _OPENINGS.decode(event.openings) if event.openings else ()
    return {hidden_digest(each.salt, bytes(each.value)): each for each in openings}


def with_fields_open(record: Record, fields: Collection[str]) -> Record:
    """The record as everybody may have it, with these hidden fields open besides."""
    return replace(record, events=tuple(_redact_event(record, event, fields) for event in record.events), redacted=True)


def _redact_event(record: Record, event: EncodedEvent, fields: Collection[str]) -> EncodedEvent:
    if not event.openings:
        return event
    kept = [each for digest, each in openings_by_digest(event).items() if digest in fields]
    openings = canonical_bytes(kept) if kept else b""
    return record.codec.read(event.line, openings, game=record.game, position=event.entry.position)


def _marks(value: Any) -> Iterator[Mark]:
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        if members.keys() == {"sd", "to"}:
            yield msgspec.convert(members, Mark)
        for inner in members.values():
            yield from _marks(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from _marks(inner)


_OPENINGS: Final = msgspec.json.Decoder(tuple[Opening, ...])
