"""Revised rulings: which of several rulings on a clause counts.

A ruling on a narrower path counts before one on a wider path. On the same path, a ruling of the judge whom the letter
names counts before one of the table, and a later ruling before an earlier one.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import asdict, replace

from oathbook.domain.games.game_events import Entry, PromiseEvent, PromiseId, PromiseRuled
from oathbook.domain.games.promise_facts import promise_fact
from oathbook.domain.kernel import EMPTY_ROSTER, TABLE, Seat
from oathbook.domain.promises.logic.paths import NodePath, covers
from oathbook.domain.rulesets.vocabulary import Fact


class RevisedRuling(PromiseRuled, frozen=True):
    """The ruling that counts on a path, with its judge, and ``within`` it those that count on narrower paths."""

    within: tuple[tuple[Seat, PromiseRuled], ...] = ()


EffectiveRulings = Mapping[tuple[PromiseId, NodePath], tuple[Entry, PromiseRuled]]  # the ruling that counts, by path


def apply_revisions(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The record with every ruling replaced by the one that counts, as if that had been ruled in the first place."""
    effective = _find_effective(entries)
    return tuple(_revise(entry, effective) for entry in entries) if effective else entries


def effective_rulings(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The ruling that counts on each clause: the last one, or the last of the judge whom the letter names."""
    return tuple(entry for entry, _ in _find_effective(entries).values())


def _find_effective(entries: Iterable[Entry]) -> EffectiveRulings:
    effective: dict[tuple[PromiseId, NodePath], tuple[Entry, PromiseRuled]] = {}
    for entry in entries:
        if isinstance(ruling := entry.body, PromiseRuled):
            before, _ = effective.get((ruling.promise, ruling.path), (entry, ruling))
            if entry.by != TABLE or before.by == TABLE:
                effective[ruling.promise, ruling.path] = entry, ruling
    return effective


def _revise(entry: Entry, effective: EffectiveRulings) -> Entry:
    if not isinstance(entry.body, PromiseRuled):
        return entry
    promise, path = entry.body.promise, entry.body.path
    latest, ruling = effective[promise, path]
    parts = (part for of, part in effective if of == promise and part != path and covers(path, part))
    within = tuple((Seat(by.by), narrower) for by, narrower in (effective[promise, part] for part in parts))
    return replace(entry, by=latest.by, body=RevisedRuling(**asdict(ruling), within=within))


def facts_of_event(by: Seat, event: PromiseEvent) -> Iterator[Fact]:
    """The facts of an event about a promise; a ruling comes with those that count on parts of its clause."""
    yield promise_fact(by, event, EMPTY_ROSTER)
    if isinstance(event, RevisedRuling):
        for judge, ruling in event.within:
            yield promise_fact(judge, ruling, EMPTY_ROSTER)
