"""Revised rulings: a record with the ruling that counts on each clause.

Of several rulings the one on the narrower path counts before the wider, of two on the same path that of the judge whom
the letter names before that of the table, and then the later before the earlier.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import asdict, replace

from oathbook.domain.games.game_events import Entry, PromiseEvent, PromiseId, PromiseRuled
from oathbook.domain.games.promise_facts import promise_fact
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.promises.logic.paths import NodePath, covers
from oathbook.domain.rulesets.vocabulary import Fact


class RevisedRuling(PromiseRuled, frozen=True):
    """The ruling that counts on a path, and ``within`` it those that count on narrower paths, each with its judge."""

    within: tuple[tuple[Seat, PromiseRuled], ...] = ()


EffectiveRulings = Mapping[tuple[PromiseId, NodePath], tuple[Entry, PromiseRuled]]
"""The ruling that counts on each path."""


def apply_revisions(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The record with the rulings that count in the place of every ruling on the same clause, or on a part of it.

    A revision says what should have been ruled there; later events follow from the record with it.
    """
    counting = _find_effective(entries)
    return tuple(_revise(each, counting) for each in entries) if counting else entries


def effective_rulings(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The ruling on each clause that was ruled on: the last one, or the last of the judge whom the letter names."""
    return tuple(entry for entry, _ in _find_effective(entries).values())


def _find_effective(entries: Iterable[Entry]) -> EffectiveRulings:
    counting: dict[tuple[PromiseId, NodePath], tuple[Entry, PromiseRuled]] = {}
    for each in entries:
        if isinstance(ruling := each.body, PromiseRuled):
            before, _ = counting.get((ruling.promise, ruling.path), (each, ruling))
            if each.by != TABLE or before.by == TABLE:
                counting[ruling.promise, ruling.path] = each, ruling
    return counting


def _revise(entry: Entry, counting: EffectiveRulings) -> Entry:
    if not isinstance(entry.body, PromiseRuled):
        return entry
    promise, path = entry.body.promise, entry.body.path
    first, ruling = counting[promise, path]
    parts = (there for of, there in counting if of == promise and there != path and covers(path, there))
    within = tuple((Seat(by.by), narrower) for by, narrower in (counting[promise, part] for part in parts))
    return replace(entry, by=first.by, body=RevisedRuling(**asdict(ruling), within=within))


def facts_of_event(by: Seat, event: PromiseEvent) -> Iterator[Fact]:
    """What happened in the life of a promise; a ruling comes with those that count on parts of its clause."""
    yield promise_fact(by, event)
    if isinstance(event, RevisedRuling):
        for judge, ruling in event.within:
            yield promise_fact(judge, ruling)
