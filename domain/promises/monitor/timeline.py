"""The timeline of a game: its moments, with a moment after each breach in which the other promises see it.

A player breaks a promise when what they owe by it has failed, whoever is to blame, and once.

A promise sees a breach one moment later and never in the moment itself, so no letter can depend on its own verdict.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import BadLetter
from oathbook.domain.games.game_events import Entry, PromiseOffered
from oathbook.domain.games.promise_facts import PROMISE_BROKEN, promise_broken_fact
from oathbook.domain.games.promises import Promises
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter.language_versions import agreements_of
from oathbook.domain.promises.letter.names import Names, names_in
from oathbook.domain.promises.letter.phrase_parts import NEXT_DECISION, speaks_of_breaches
from oathbook.domain.promises.logic.finalisation import may_be_decided
from oathbook.domain.promises.logic.formulas import Agreement, conjunction
from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.logic.moments import Moment, Occurrence
from oathbook.domain.promises.logic.shares import duties_of
from oathbook.domain.promises.monitor.monitor import start, step
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.trace.segmentation import Segmentation, segment
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup
from oathbook.domain.rulesets.vocabulary import Fact, Vocabulary

SIGNED: Final = "promise_signed"


class FollowedShare(Struct, frozen=True):
    """What a player owes by a promise, in the monitor: all of it, or their share of what several promise."""

    seat: Seat
    state: MonitorState


class PromiseTimeline(Struct, frozen=True):
    """How far a game has come: its segmentation, and the shares of promises that are open then.

    Without ``names`` no letter of the game speaks of broken promises, so none has to be followed. ``by_consent``: all
    who signed a promise can release it, where its letter does not say who may.
    """

    segmentation: Segmentation
    names: Names | None = None
    shares: tuple[FollowedShare, ...] = ()
    by_consent: bool = True


def start_timeline(ruleset: AnyRuleset, setup: Setup, entries: Iterable[Entry]) -> PromiseTimeline:
    """The timeline before the first of these entries; ``Misfit`` where the setup does not fit."""
    letters = [each.body.letter for each in entries if isinstance(each.body, PromiseOffered)]
    listening, asked = any(map(speaks_of_breaches, letters)), any(NEXT_DECISION in each for each in letters)
    vocabulary = ruleset.vocabulary
    names = names_in(vocabulary, setup) if listening else None
    before = Segmentation((), ruleset.initial(setup), asking={} if asked else None)
    return PromiseTimeline(before, names, by_consent=vocabulary.releasable(setup))


def extend_timeline(ruleset: AnyRuleset, before: PromiseTimeline, entries: Iterable[Entry]) -> PromiseTimeline:
    """The timeline after the next steps, which must be whole; ``Misfit`` where an event does not fit."""
    further = segment(ruleset, before.segmentation, entries)
    if before.names is None:
        return PromiseTimeline(further)
    continued = _Continuation(ruleset.vocabulary, before.names, before, further.promises)
    for moment in further.moments:
        continued.add(moment)
    count = before.segmentation.count + len(continued.moments)
    return replace(
        before,
        segmentation=replace(further, moments=tuple(continued.moments), count=count),
        shares=tuple(continued.shares),
    )


class _Continuation:
    """One stretch of a timeline: carries the promises along, and reports the breaches of each to the others."""

    def __init__(self, vocabulary: Vocabulary, names: Names, before: PromiseTimeline, promises: Promises) -> None:
        self.moments: list[Moment] = []
        self.shares = list(before.shares)
        self._vocabulary, self._names, self._promises = vocabulary, names, promises
        self._reader = StateReader.of(vocabulary)
        self._by_consent = before.by_consent
        self._count = before.segmentation.count

    def add(self, moment: Moment) -> None:
        """Add a moment of the game, and another after each moment in which a promise was broken."""
        doubted: set[str] = set()
        breaches = self._carry(moment, doubted)
        while breaches and any(PROMISE_BROKEN.kind in each.state.interests for each in self.shares):
            first = len(moment.occurrences)
            facts = tuple(Occurrence(moment.position, number, each) for number, each in enumerate(breaches, first))
            moment = Moment(0, moment.position, facts, moment.after, moment.after, moment.ending)
            breaches = self._carry(moment, doubted)

    def _carry(self, moment: Moment, doubted: set[str]) -> tuple[Fact, ...]:
        """Carry the promises over a moment; returns the breaches to be reported in the next one."""
        moment = replace(moment, index=self._count + len(self.moments))
        self.moments.append(moment)
        known = (FollowedShare(each.seat, step(each.state, moment, self._reader)) for each in self.shares)
        after = [*known, *self._start_signed(moment)]
        self.shares = [each for each in after if each.state.status in {"pending", "undetermined"}]
        return tuple(fact for each in after for fact in _breaches(each, doubted))

    def _start_signed(self, moment: Moment) -> Iterator[FollowedShare]:
        """The shares of the promises that bind from this moment on, without those whose letters cannot be read."""
        for each in moment.by_kind.get(SIGNED, ()):
            if each.fact.slots["binds"]:
                promise = str(each.fact.slots["promise"])
                for agreement in self._agreements(self._promises[promise].offer):
                    for seat in agreement.obligors:
                        yield FollowedShare(seat, start(promise, _share(agreement, seat), moment, self._reader))

    def _agreements(self, offer: PromiseOffered) -> tuple[Agreement, ...]:
        try:
            return agreements_of(offer, self._vocabulary, self._names, by_consent=self._by_consent)
        except BadLetter:
            return ()


def _share(agreement: Agreement, seat: Seat) -> Agreement:
    """What a promise comes to for one of those who promise; what they owe together is owed by each."""
    if len(agreement.obligors) == 1:
        return agreement
    return replace(agreement, formula=conjunction(duties_of(agreement.formula, seat, pools=True)))


def _breaches(share: FollowedShare, doubted: set[str]) -> Iterator[Fact]:
    """The fact that a player breaks a promise or, where this reader cannot know, may: once in each moment of a game."""
    state, seat = share.state, share.seat
    sure = state.status == "broken"
    key = f"{state.promise} {seat}"
    if sure or (may_be_decided(state.residual) and key not in doubted):
        doubted.add(key)
        yield promise_broken_fact(state.promise, seat, sure=sure)
