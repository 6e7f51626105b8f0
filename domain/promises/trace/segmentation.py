"""Splits a game into moments: all facts between two clock markers are one moment, and each marker is one by itself.

The state changes with the first fact of an event that is no marker, or after its facts if all are markers. So the end
of a season comes before what follows from it. A marker that begins a season, or another unit, is in the moment in which
the state changes: that is the first moment of the season.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.games import game_events
from oathbook.domain.games.promise_facts import PROMISE_BROKEN, PROMISE_KINDS, PROMISE_MADE, promise_made_facts
from oathbook.domain.games.promises import Promises, evolve_promises
from oathbook.domain.games.table_events import AnyTableActed, TableActed, evolve_table_act
from oathbook.domain.games.takeback_events import TakebackEventBase
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.finalisation import DECIDED
from oathbook.domain.promises.logic.moments import Moment, Occurrence
from oathbook.domain.promises.trace.lifecycle_facts import CLOSED, WITHDRAWN
from oathbook.domain.promises.trace.revisions import facts_of_event
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.vocabulary import Fact, FactKind, Vocabulary

GAME_CLOSED_KIND: Final = FactKind(CLOSED, ("outcome",), marker=True)
LIFE_KINDS: Final = (*PROMISE_KINDS, PROMISE_MADE, PROMISE_BROKEN, GAME_CLOSED_KIND)  # in every ruleset


class Segmentation(Struct, frozen=True):
    """The moments of the last steps that were split, the ``count`` of all moments so far, and the state after them.

    ``asking`` are decisions that wait for the answers of others, by the seat; ``None`` where no letter speaks of them.
    """

    moments: tuple[Moment, ...]
    state: Any
    promises: Promises = {}
    count: int = 0
    asking: Mapping[Seat, Any] | None = None


def moments_of(ruleset: AnyRuleset, entries: Iterable[game_events.Entry]) -> tuple[Moment, ...]:
    """The moments of a game from its opening on; ``Misfit`` where an event does not fit."""
    first, *rest = entries
    if not isinstance(first.body, game_events.GameOpened):
        raise Misfit("a game begins with its opening")
    return segment(ruleset, Segmentation((), ruleset.initial(first.body.setup())), rest).moments


def segment(ruleset: AnyRuleset, before: Segmentation, entries: Iterable[game_events.Entry]) -> Segmentation:
    """The moments of the next steps, which must be whole; ``Misfit`` where an event does not fit."""
    segmenter = _Segmenter(ruleset, before)
    for _, step in groupby(entries, lambda entry: entry.step):
        segmenter.add_step(step)
    count = before.count + len(segmenter.moments)
    return Segmentation(tuple(segmenter.moments), segmenter.state, segmenter.promises, count, segmenter.asking)


@cache
def _clock_kinds(vocabulary: Vocabulary) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds of clock markers, and of those that begin a season or another unit."""
    markers = (each.kind for each in (*vocabulary.kinds, *LIFE_KINDS) if each.marker)
    return frozenset(markers), frozenset(each.begins for each in vocabulary.units)


class _Segmenter:
    def __init__(self, ruleset: AnyRuleset, before: Segmentation) -> None:
        self.moments: list[Moment] = []
        self.state = before.state
        self.promises = before.promises
        self.asking = before.asking
        self._count = before.count
        self._changed_at = 0
        self._ending = False
        self._ruleset = ruleset
        self._markers, self._beginnings = _clock_kinds(ruleset.vocabulary)

    def add_step(self, step: Iterable[game_events.Entry]) -> None:
        """Add the events of one step."""
        before, entries, first = self.state, tuple(step), len(self.moments)
        waiting: list[Occurrence] = []
        self._ending = any(isinstance(entry.body, game_events.GameEnded) for entry in entries)
        for entry in entries:
            for number, (fact, state, after) in enumerate(self._facts(entry)):
                occurrence = Occurrence(entry.position, number, fact)
                if fact.kind not in self._markers:
                    waiting.append(occurrence)
                    continue
                self._add(waiting, before, state)
                self._ending = self._ending and fact.kind != CLOSED
                self._add([occurrence], state, after)
                before, waiting = after, []
        self._add(waiting, before, self.state)
        if self.asking is not None and len(self.moments) > first:
            self.asking = self._add_decided(first, entries[0], self.asking)

    def _add_decided(self, first: int, entry: game_events.Entry, asking: Mapping[Seat, Any]) -> Mapping[Seat, Any]:
        """Add to the first moment of a step who has decided by it, and been answered; returns what is open still."""
        made = {Seat(entry.by): entry.body.decision} if isinstance(entry.body, game_events.DecisionMade) else {}
        every, moment = {**asking, **made}, self.moments[first]
        still = {seat: each for seat, each in every.items() if any(self._ruleset.vocabulary.answers(self.state, each))}
        taken = (seat for seat in every if seat not in still or (seat in made and seat in asking))
        facts = enumerate((Fact(DECIDED, seat, {}, f"{seat} has decided") for seat in taken), len(moment.occurrences))
        told = (Occurrence(entry.position, number, fact) for number, fact in facts)
        self.moments[first] = replace(moment, occurrences=(*moment.occurrences, *told))
        return still

    def _add(self, occurrences: list[Occurrence], before: object, after: object) -> None:
        """Add a moment, unless it has no facts and does not change the state."""
        if occurrences or after is not before:
            position = occurrences[-1].position if occurrences else self._changed_at
            index = self._count + len(self.moments)
            self.moments.append(Moment(index, position, tuple(occurrences), before, after, self._ending))

    def _facts(self, entry: game_events.Entry) -> Iterator[tuple[Fact, Any, Any]]:
        """The facts of an event, each with the states of the game before and after it."""
        match entry.body:
            case game_events.OutcomeFollowed(_, consequences):
                self._changed_at = entry.position
                for consequence in consequences:
                    yield from self._apply_event(consequence.event)
            case TableActed() as act:
                self._changed_at = entry.position
                yield from self._apply_table_act(act)
            case game_events.GameEnded(ending):
                outcome = ending.outcome
                yield Fact(CLOSED, None, {"outcome": outcome}, f"the game ends: {outcome}"), self.state, self.state
            case game_events.PromiseEventBase() as body:
                by = Seat(entry.by)
                self.promises = evolve_promises(self.promises, entry.position, by, body)
                for fact in (*facts_of_event(by, body), *_signature_facts(self.promises, by, body)):
                    yield fact, self.state, self.state
            case (
                game_events.GameOpened()
                | game_events.DecisionMade()
                | game_events.DrawMade()
                | game_events.SeedRevealed()
                | game_events.RulingEventBase()
                | TakebackEventBase()
            ):
                pass  # the record is as it was played and as corrections have it, and promises go on in a fork

    def _apply_table_act(self, act: AnyTableActed) -> Iterator[tuple[Fact, Any, Any]]:
        """What the table did; where it says what it came to, the first marker parts the states before and after."""
        if act.after is None:
            for event in act.did:
                yield from self._apply_event(event)
            return
        before, self.state = self.state, evolve_table_act(self._ruleset, self.state, act)
        for event in act.did:
            for fact in self._ruleset.facts(event):
                yield fact, before, self.state
                if fact.kind in self._markers:
                    before = self.state

    def _apply_event(self, event: object) -> Iterator[tuple[Fact, Any, Any]]:
        state, self.state = self.state, self._ruleset.evolve(self.state, event)
        for fact in self._ruleset.facts(event):
            before = state
            if fact.kind not in self._markers or fact.kind in self._beginnings:
                state = self.state
            yield fact, before, state


def _signature_facts(promises: Promises, by: Seat, body: game_events.PromiseEvent) -> Iterator[Fact]:
    """The facts of the last signature: a promise is made, and one that it replaces is withdrawn."""
    if isinstance(body, game_events.PromiseSigned) and body.binds:
        offer = promises[body.promise].offer
        if offer.replaces is not None:
            says = f"{body.promise} takes the place of {offer.replaces}"
            yield Fact(WITHDRAWN, by, {"promise": offer.replaces}, says)
        yield from promise_made_facts(offer)
