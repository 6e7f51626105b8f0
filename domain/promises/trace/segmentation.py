"""A game split into moments: all facts between two clock markers are one moment, and each marker is one by itself.

A marker sees the state at the point where the ruleset reports it: an event takes effect with its first fact that is no
marker, or right after its facts where all are markers. So the end of a season comes before what follows from it. What
begins a season, or another unit, takes effect in the moment of its marker: that is the first moment of the season.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.errors import Misfit
from oathbook.domain.games import game_events
from oathbook.domain.games.promise_facts import PROMISE_BROKEN, PROMISE_KINDS, PROMISE_MADE, promise_made_facts
from oathbook.domain.games.promises import Promises, evolve_promises
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.moments import Moment, Occurrence
from oathbook.domain.promises.trace.revisions import facts_of_event
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.vocabulary import Fact, FactKind

GAME_CLOSED_KIND: Final = FactKind("game_closed", ("outcome",), marker=True)
LIFE_KINDS: Final = (*PROMISE_KINDS, PROMISE_MADE, PROMISE_BROKEN, GAME_CLOSED_KIND)
"""Kinds of fact that every game has, in every ruleset."""


class Segmentation(Struct, frozen=True):
    """How far a game is split: the moments of the last stretch, and what is needed to go on with the next steps.

    ``count`` is the number of all moments so far.
    """

    moments: tuple[Moment, ...]
    state: Any
    promises: Promises = {}
    count: int = 0


def moments_of(ruleset: AnyRuleset, entries: Iterable[game_events.Entry]) -> tuple[Moment, ...]:
    """The moments of a game from its opening on, as these entries show it.

    ``BadRecord`` where an event does not fit.
    """
    first, *rest = entries
    if not isinstance(first.body, game_events.GameOpened):
        raise Misfit("a game begins with its opening")
    return segment(ruleset, Segmentation((), ruleset.initial(first.body.setup())), rest).moments


def segment(ruleset: AnyRuleset, before: Segmentation, entries: Iterable[game_events.Entry]) -> Segmentation:
    """The moments of the next steps, which must be whole; ``Misfit`` where an event does not fit."""
    cutter = _Segmenter(ruleset, before)
    for _, step in groupby(entries, lambda entry: entry.step):
        cutter.add_step(step)
    return Segmentation(tuple(cutter.moments), cutter.state, cutter.promises, before.count + len(cutter.moments))


class _Segmenter:
    """One split under way: the moments found so far, and the state of the game."""

    def __init__(self, ruleset: AnyRuleset, before: Segmentation) -> None:
        self.moments: list[Moment] = []
        self.state = before.state
        self.promises = before.promises
        self._count = before.count
        self._changed_at = 0
        self._ending = False
        self._ruleset = ruleset
        self._markers = {each.kind for each in (*ruleset.vocabulary.kinds, *LIFE_KINDS) if each.marker}
        self._beginnings = {each.begins for each in ruleset.vocabulary.units}

    def add_step(self, step: Iterable[game_events.Entry]) -> None:
        """Add the events of one commit."""
        before, entries = self.state, tuple(step)
        gathered: list[Occurrence] = []
        self._ending = any(isinstance(entry.body, game_events.GameEnded) for entry in entries)
        for entry in entries:
            for number, (fact, there, then) in enumerate(self._facts(entry)):
                occurrence = Occurrence(entry.position, number, fact)
                if fact.kind not in self._markers:
                    gathered.append(occurrence)
                    continue
                self._add(gathered, before, there)
                self._ending = self._ending and fact.kind != GAME_CLOSED_KIND.kind
                self._add([occurrence], there, then)
                before, gathered = then, []
        self._add(gathered, before, self.state)

    def _add(self, occurrences: list[Occurrence], before: object, after: object) -> None:
        """Add a moment; one without facts counts if the state has changed in it."""
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
                    yield from self._apply_consequence(consequence.event)
            case game_events.GameEnded(ending):
                outcome = ending.outcome
                fact = Fact("game_closed", None, {"outcome": outcome}, f"the game ends: {outcome}")
                yield fact, self.state, self.state
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
            ):
                pass  # what a correction says has been read in its place, and a promise goes on in the fork

    def _apply_consequence(self, event: object) -> Iterator[tuple[Fact, Any, Any]]:
        state, self.state = self.state, self._ruleset.evolve(self.state, event)
        for fact in self._ruleset.facts(event):
            before = state
            if fact.kind not in self._markers or fact.kind in self._beginnings:
                state = self.state
            yield fact, before, state


def _signature_facts(promises: Promises, by: Seat, body: game_events.PromiseEvent) -> Iterator[Fact]:
    """The facts of the last signature: a promise is made, and the one that it replaces ends like a withdrawn one."""
    if isinstance(body, game_events.PromiseSigned) and body.binds:
        offer = promises[body.promise].offer
        if offer.replaces is not None:
            says = f"{body.promise} takes the place of {offer.replaces}"
            yield Fact("promise_withdrawn", by, {"promise": offer.replaces}, says)
        yield from promise_made_facts(offer)
