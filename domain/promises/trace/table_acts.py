"""What the table did about one promise over a game: rulings, claims, consents, its withdrawal, and the game's end."""

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.trace import lifecycle_facts
from oathbook.domain.promises.trace.trace import Trace


class TableActs(Struct, frozen=True):
    """The acts about a promise after the moment ``signed``."""

    trace: Trace
    signed: int
    promise: str
    agreement: Agreement

    def rulings(self) -> tuple[tuple[int, NodePath, bool], ...]:
        """The moment, the path and the value of each ruling."""
        obligors = self.agreement.obligors
        return tuple(
            (each.index, path, met)
            for each in self._moments_of(lifecycle_facts.RULED)
            for path, met in lifecycle_facts.rulings_in(each, self.promise, obligors)
        )

    def claimed_paths(self, last: int) -> tuple[NodePath, ...]:
        """The paths that had been claimed about by a moment."""
        there = (each for each in self._moments_of(lifecycle_facts.CLAIMED) if each.index <= last)
        return tuple(path for each in there for path in lifecycle_facts.claims_in(each, self.promise))

    def consents(self, last: int) -> tuple[Seat, ...]:
        """The releasers that have consented by a moment."""
        there = (each for each in self._moments_of(lifecycle_facts.CONSENTED) if each.index <= last)
        given = {by for each in there for by in lifecycle_facts.consents_in(each, self.promise)}
        return tuple(sorted(given.intersection(self.agreement.releasers)))

    def release_moment(self) -> int | None:
        """The moment in which the last consent was given."""
        wanted = tuple(sorted(self.agreement.releasers))
        given = self._moments_of(lifecycle_facts.CONSENTED) if wanted else []
        return next((each.index for each in given if self.consents(each.index) == wanted), None)

    def withdrawal_moment(self) -> int | None:
        """The moment in which it was withdrawn."""
        given = self._moments_of(lifecycle_facts.WITHDRAWN)
        return next((each.index for each in given if lifecycle_facts.is_withdrawn_in(each, self.promise)), None)

    def closing_moment(self) -> int | None:
        """The moment in which the game ended."""
        return next((each.index for each in self._moments_of(lifecycle_facts.CLOSED)), None)

    def _moments_of(self, kind: str) -> list[Moment]:
        places = self.trace.facts(kind, self.signed + 1, len(self.trace.moments))
        return [self.trace.moments[index] for index in dict.fromkeys(index for index, _ in places)]
