"""Record files taken apart, changed and put together again as a liar would who knows the format.

Written from ``docs/record-format.md`` with the standard library alone: what it computes is computed independently.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_from, record_text
from tests.support.playing import Json, ruleset_of

JsonValue = None | bool | int | str | list["JsonValue"] | dict[str, "JsonValue"]


@dataclass
class Event:
    """The public line of an event, and the openings ``[salt, value]`` of its hidden fields."""

    public: Json
    openings: list[list[Any]] = field(default_factory=list[list[Any]])

    @property
    def topic(self) -> str:
        return str(self.public["type"])

    @property
    def data(self) -> Json:
        data: Json = self.public["data"]
        return data


def canonical(value: object) -> bytes:
    """Canonical JSON (section 2 of the format)."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def digest(salt: str, value: object) -> str:
    """The digest of a hidden value (section 6 of the format)."""
    return sha256(b"oathbook/hidden/1\0" + salt.encode() + b"\0" + canonical(value)).hexdigest()


def hash_of(line: bytes) -> str:
    """The hash of a public line (section 6 of the format)."""
    return sha256(b"oathbook/event/1\0" + line).hexdigest()


class Mark(NamedTuple):
    """A hidden field: its digest, and the seats that may see it."""

    digest: str
    to: tuple[str, ...]


def marks_in(value: JsonValue) -> list[Mark]:
    """The hidden fields of a value in the order they stand (section 5 of the format)."""
    if isinstance(value, list):
        return [mark for part in value for mark in marks_in(part)]
    if not isinstance(value, dict):
        return []
    if value.keys() != {"sd", "to"}:
        return marks_in(list(value.values()))
    to = value["to"]
    assert isinstance(to, list)
    return [Mark(str(value["sd"]), tuple(str(seat) for seat in to))]


def events_in(text: bytes) -> list[Event]:
    """The events of a record file."""
    events: list[Event] = []
    for line in text.splitlines()[1:-1]:
        value = json.loads(line)
        if isinstance(value, list):
            events[-1].openings = value
        else:
            events.append(Event(value))
    return events


def fit_openings(event: Event) -> None:
    """The openings of an event again those of its hidden fields, in their order, after some were taken out."""
    by_digest = {digest(salt, value): [salt, value] for salt, value in event.openings}
    event.openings = [by_digest[mark.digest] for mark in marks_in(event.data) if mark.digest in by_digest]


def chained(events: list[Event]) -> list[Event]:
    """The same events with every ``prev`` computed again."""
    prev = ""
    for event in events:
        event.public["prev"] = prev
        prev = hash_of(canonical(event.public))
    return events


def file_of(events: list[Event]) -> bytes:
    """The record file of these events, with header and trailer that fit them."""
    first, last = events[0].public, events[-1].public
    ends = {"events": len(events), "head": hash_of(canonical(last))}
    header = {**ends, "oathbook": "record/1", "game": first["game"], "edition": first["data"]["edition"]}
    lines: list[object] = [header]
    for event in events:
        lines.append(event.public)
        if event.openings:
            lines.append(event.openings)
    lines.append({**ends, "oathbook": "end/1"})
    return b"".join(canonical(line) + b"\n" for line in lines)


def forged_file(record: Record, change: Callable[[list[Event]], object]) -> bytes:
    """The file of a record after a change to its events, the chain, the count and the head computed again."""
    events = events_in(record_text(record))
    change(events)
    return file_of(chained(events))


def forged(record: Record, change: Callable[[list[Event]], object]) -> Record:
    """The record that such a file holds; it passes strict reading, or this raises what strict reading raises."""
    return record_from(forged_file(record, change), ruleset_of, where="forged")


def another(record: Record, name: str) -> Record:
    """The same game under an id of its own."""
    game = str(uuid5(NAMESPACE_URL, name))

    def renamed(events: list[Event]) -> None:
        for event in events:
            event.public["game"] = game

    return forged(record, renamed)


def renumbered(events: list[Event]) -> None:
    """Positions counted again after a change, and every ``of`` led to its decision again, if that is there."""
    new = {event.public["n"]: number for number, event in enumerate(events, 1)}
    for number, event in enumerate(events, 1):
        event.public["n"] = number
        if "of" in event.data:
            event.data["of"] = new.get(event.data["of"], event.data["of"])


def first(events: list[Event], topic: str) -> Event:
    """The first event of a topic."""
    return next(event for event in events if event.topic == topic)


def outcome_with(events: list[Event], kind: str) -> tuple[Event, int]:
    """The first outcome in which an event of that kind follows, and where in it."""
    for event in events:
        if event.topic == "game.outcome/1":
            for number, consequence in enumerate(event.data["consequences"]):
                if consequence["event"]["kind"] == kind:
                    return event, number
    msg = f"no {kind} in this record"
    raise LookupError(msg)
