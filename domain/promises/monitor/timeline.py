"""The course of a game: its moments, and what became of a promise told to the others in the moment behind.

A verdict is heard one moment later and never in its own, so that no letter can depend on itself: there is nothing to be
solved, and nobody is made a liar by what the own letter says.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.errors import BadLetter
from domain.games.events import Entry, PromiseOffered
from domain.games.promise_facts import BROKEN, breach
from domain.games.promises import Promises
from domain.promises.letter.linting import as_signed
from domain.promises.letter.lowering import lowered
from domain.promises.letter.names import Names, names_in
from domain.promises.letter.promising import speaks_of_breaches
from domain.promises.logic.finalisation import clouded
from domain.promises.logic.matching import Reader
from domain.promises.logic.moments import Moment, Occurrence
from domain.promises.monitor.monitor import fed, signed
from domain.promises.monitor.monitor_state import Watch
from domain.promises.trace.segmentation import Cut, cut
from domain.rulesets.protocol import AnyRuleset, Setup
from domain.rulesets.vocabulary import Fact, Vocabulary

SIGNED: Final = "promise_signed"


class Course(Struct, frozen=True):
    """How far a game has come: as it is cut, and the promises that are open then.

    Without ``names`` no letter of the game speaks of broken promises, so that none has to be watched. ``by_consent``:
    all who signed a promise can release it, where its letter does not say who may.
    """

    cut: Cut
    names: Names | None = None
    watches: tuple[Watch, ...] = ()
    by_consent: bool = True


def begun(ruleset: AnyRuleset, setup: Setup, entries: Iterable[Entry]) -> Course:
    """The course of the game that these entries are of, before the first of them; ``Misfit`` as ``initial`` has it."""
    letters = (each.body.letter for each in entries if isinstance(each.body, PromiseOffered))
    listening = any(map(speaks_of_breaches, letters))
    vocabulary = ruleset.vocabulary
    names = names_in(vocabulary, setup) if listening else None
    return Course(Cut((), ruleset.initial(setup)), names, by_consent=vocabulary.releasable(setup))


def carried(ruleset: AnyRuleset, before: Course, entries: Iterable[Entry]) -> Course:
    """The course after the next steps, whole ones, with their moments; ``Misfit`` where an event does not fit."""
    further = cut(ruleset, before.cut, entries)
    if before.names is None:
        return Course(further)
    hearing = _Hearing(ruleset.vocabulary, before.names, before, further.promises)
    for moment in further.moments:
        hearing.take(moment)
    count = before.cut.count + len(hearing.moments)
    return replace(
        before, cut=replace(further, moments=tuple(hearing.moments), count=count), watches=tuple(hearing.watches)
    )


class _Hearing:
    """One stretch of a course: promises are carried along, and what comes of one is told to the others."""

    def __init__(self, vocabulary: Vocabulary, names: Names, before: Course, promises: Promises) -> None:
        self.moments: list[Moment] = []
        self.watches = list(before.watches)
        self._vocabulary, self._names, self._promises = vocabulary, names, promises
        self._reader = Reader.of(vocabulary)
        self._by_consent = before.by_consent
        self._count = before.cut.count

    def take(self, moment: Moment) -> None:
        """A moment of the game, and behind it one for each time that it, or what it led to, broke something."""
        doubted: set[str] = set()
        told = self._carry(moment, doubted)
        while told and any(BROKEN.kind in each.heard for each in self.watches):
            first = len(moment.occurrences)
            facts = tuple(Occurrence(moment.position, number, each) for number, each in enumerate(told, first))
            moment = Moment(0, moment.position, facts, moment.after, moment.after)
            told = self._carry(moment, doubted)

    def _carry(self, moment: Moment, doubted: set[str]) -> tuple[Fact, ...]:
        """Hold the promises against a moment; answers what is to be told of them in the next one."""
        moment = replace(moment, index=self._count + len(self.moments))
        self.moments.append(moment)
        after = [*(fed(each, moment, self._reader) for each in self.watches), *self._signed(moment)]
        self.watches = [each for each in after if each.status in {"pending", "undetermined"}]
        return tuple(fact for each in after for fact in _told(each, doubted))

    def _signed(self, moment: Moment) -> Iterator[Watch]:
        """The promises that bind from this moment on; a letter that nobody can read can be broken by nobody."""
        for each in moment.by_kind.get(SIGNED, ()):
            if each.fact.slots["binds"]:
                promise = str(each.fact.slots["promise"])
                try:
                    letter, _ = as_signed(self._promises[promise].offer.letter, self._vocabulary, self._names)
                except BadLetter:
                    continue
                for agreement in lowered(letter, self._vocabulary, self._names, by_consent=self._by_consent):
                    yield signed(promise, agreement, moment, self._reader)


def _told(watch: Watch, doubted: set[str]) -> Iterator[Fact]:
    """That a promise is broken or, where this reader cannot tell, that it may be: once in every moment of the game."""
    sure = watch.status == "broken"
    key = f"{watch.promise} {watch.agreement.obligors}"
    if sure or (clouded(watch.residual) and key not in doubted):
        doubted.add(key)
        yield from (breach(watch.promise, seat, sure=sure) for seat in watch.agreement.obligors)
