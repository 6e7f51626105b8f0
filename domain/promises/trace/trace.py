"""The moments of a game up to the last one known, with its facts indexed by kind."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import itemgetter

from msgspec import Struct

from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.logic.moments import Moment, Occurrence
from oathbook.domain.promises.logic.proofs import Ref
from oathbook.domain.rulesets.vocabulary import Fact

PlacedFact = tuple[int, Occurrence]  # the index of a moment, and a fact in that moment


class Trace(Struct, frozen=True):
    """All moments in order, the facts of each kind, and the indices of the moments in which the state changed."""

    moments: tuple[Moment, ...]
    reader: StateReader
    by_kind: dict[str, list[PlacedFact]]
    changes: list[int]

    @classmethod
    def of(cls, moments: Iterable[Moment], reader: StateReader) -> "Trace":
        """The trace of these moments, the first of which has the index 0."""
        return cls((), reader, {}, []).extend(tuple(moments))

    def extend(self, further: Sequence[Moment]) -> "Trace":
        """The trace with the moments that come next."""
        new: dict[str, list[PlacedFact]] = {}
        for moment in further:
            for each in moment.occurrences:
                new.setdefault(each.fact.kind, []).append((moment.index, each))
        by_kind = {**self.by_kind, **{kind: [*self.by_kind.get(kind, ()), *places] for kind, places in new.items()}}
        changes = [moment.index for moment in further if moment.after is not moment.before]
        return Trace((*self.moments, *further), self.reader, by_kind, [*self.changes, *changes])

    def facts(self, kind: str, first: int, last: int) -> Iterator[PlacedFact]:
        """The facts of a kind from one moment to another, both included."""
        places = self.by_kind.get(kind, [])
        for number in range(bisect_left(places, first, key=itemgetter(0)), len(places)):
            if places[number][0] > last:
                return
            yield places[number]

    def fact(self, ref: Ref) -> Fact:
        """The fact that a proof names."""
        place = (ref.position, ref.number)
        return next(each.fact for each in self.moments[ref.moment].occurrences if (each.position, each.number) == place)

    def facts_at(self, positions: Collection[int]) -> tuple[PlacedFact, ...]:
        """The facts of the events at these positions."""
        return tuple(
            (moment.index, each) for moment in self.moments for each in moment.occurrences if each.position in positions
        )

    def moments_to_check(self, first: int, last: int) -> Iterator[int]:
        """The moments in a range that show every state: the first, and each that changed the state."""
        if first <= last:
            yield first
        for number in range(bisect_left(self.changes, first + 1), len(self.changes)):
            if self.changes[number] > last:
                return
            yield self.changes[number]


def ref_of(place: PlacedFact) -> Ref:
    """The reference by which a proof names a fact."""
    return Ref(place[0], place[1].position, place[1].number)
