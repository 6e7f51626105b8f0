"""Revised rulings: a record with the last ruling on each clause."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.events import Entry, PromiseId, PromiseRuled


def as_revised(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The record with the last ruling on a clause in the place of the first, and none in between.

    A revision says what should have been ruled there; later events and rulings follow from the record with it.
    """
    last = {(each.body.promise, each.body.path): each for each in entries if isinstance(each.body, PromiseRuled)}
    return tuple(_revised(entries, last))


def _revised(entries: tuple[Entry, ...], last: dict[tuple[PromiseId, str], Entry]) -> Iterator[Entry]:
    """Each last ruling takes the place of the first ruling on its clause."""
    for entry in entries:
        if not isinstance(entry.body, PromiseRuled):
            yield entry
        elif ruling := last.pop((entry.body.promise, entry.body.path), None):
            yield replace(entry, by=ruling.by, body=ruling.body)
