"""Records with the same text wherever strict reading takes any: names, labels, reasons, and whatever else is free."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from oathbook.domain.errors import Refused
from oathbook.domain.recording.format.record import Record, fold_playable
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from tests.support.playing import ruleset_of
from tests.support.tampering import Event, JsonValue, chained, events_in, file_of

PROBE: Final = '<b title="1">&amp;'
"""Text that is nothing else: neither a name, nor a number, nor one of a few words."""

BOUND: Final = frozenset({"game", "prev", "type"})
"""Members of a line that say which game it is of, and where it belongs."""


class Leaf(NamedTuple):
    """A text in a record: the event's position counted from 0, and the way to the text in the line."""

    event: int
    way: tuple[str | int, ...]

    @property
    def name(self) -> str:
        """The way with the places in lists left out."""
        return ".".join(each for each in self.way if isinstance(each, str))


def sprayed(record: Record, text: str) -> bytes:
    """The file of a record with this text in every free place, the hashes computed again."""
    events = events_in(record_text(record))
    for leaf in free(record_text(record)):
        _put(events, leaf, text)
    return file_of(chained(events))


@cache
def free(file: bytes) -> tuple[Leaf, ...]:
    """The texts in a record file that may be any text, as far as reading it goes: each is tried."""
    events, found = events_in(file), list[Leaf]()
    for leaf in [leaf for number, event in enumerate(events) for leaf in _leaves(number, event.public)]:
        before = _put(events, leaf, PROBE)
        if _is_read(file_of(chained(events))):
            found.append(leaf)
        _put(events, leaf, before)
    return tuple(found)


def _is_read(file: bytes) -> bool:
    try:
        fold_playable(whole_record_from(file, ruleset_of, where="sprayed"))
    except Refused:
        return False
    return True


def _leaves(event: int, value: JsonValue, way: tuple[str | int, ...] = ()) -> Iterator[Leaf]:
    if isinstance(value, str):
        yield Leaf(event, way)
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        if key not in BOUND:
            yield from _leaves(event, each, (*way, key))


def _put(events: list[Event], leaf: Leaf, text: str) -> str:
    """Put a text there and say what was there."""
    value: Any = events[leaf.event].public
    *way, last = leaf.way
    for each in way:
        value = value[each]
    before: str = value[last]
    value[last] = text
    return before
