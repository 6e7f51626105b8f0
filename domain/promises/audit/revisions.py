"""Rulings that were revised: a record in which each clause was ruled on as it was in the end."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.events import Entry, GameCorrected, PromiseId, PromiseRuled


def as_revised(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The record with the last ruling on a clause in the place of the first, and none in between.

    A revision says what should have been ruled there: what came of that, and rulings since, are of the record so put
    right.
    """
    last = {(each.body.promise, each.body.path): each for each in entries if isinstance(each.body, PromiseRuled)}
    return tuple(_revised(entries, last))


def _revised(entries: tuple[Entry, ...], last: dict[tuple[PromiseId, str], Entry]) -> Iterator[Entry]:
    """Each of the last rulings is taken at the first place for it."""
    for entry in entries:
        if not isinstance(entry.body, PromiseRuled):
            yield entry
        elif ruling := last.pop((entry.body.promise, entry.body.path), None):
            yield replace(entry, by=ruling.by, body=ruling.body)


def revisions(entries: Iterable[Entry]) -> tuple[int, ...]:
    """The positions at which what was ruled before is ruled anew, or what followed is corrected.

    From there on the audit is of another record.
    """
    ruled: set[tuple[str, str]] = set()
    found: list[int] = []
    for entry in entries:
        if isinstance(entry.body, GameCorrected):
            found.append(entry.position)
        elif isinstance(entry.body, PromiseRuled):
            clause = (entry.body.promise, entry.body.path)
            if clause in ruled:
                found.append(entry.position)
            ruled.add(clause)
    return tuple(found)
