"""Games in which people promise each other something: letters signed, decisions, and what the record says of it."""

from typing import Self

from domain.kernel.seats import Seat
from domain.promises.cutting import moments_of
from domain.promises.judging import judged
from domain.promises.letter.lowering import lowered
from domain.promises.letter.names import names_in
from domain.promises.letter.reading import read
from domain.promises.matching import Reader
from domain.promises.proof import Proof
from domain.promises.trace import Trace
from domain.recording.scribe import Scribe
from domain.rulesets.heirless.box import Components
from domain.rulesets.heirless.decisions import Decision, Idle
from domain.rulesets.heirless.facts import VOCABULARY
from domain.rulesets.heirless.model import Field
from domain.rulesets.heirless.ruleset import HEIRLESS_1, Heirless
from domain.rulesets.heirless.switches import TurnSwitches
from tests.support.playing import sources
from tests.support.promising import Bargain
from tests.unit.heirless.table import QUIET, THREE, setup_of


class Oaths(Bargain):
    """A game of three without Bandits, unless something else is given."""

    def __init__(
        self,
        start: Field | None = None,
        box: Components = QUIET,
        switches: TurnSwitches | None = None,
        ruleset: Heirless = HEIRLESS_1,
    ) -> None:
        """Open it."""
        setup = setup_of(THREE, box, ruleset.switches() if switches is None else switches, start)
        super().__init__(Scribe.opened(ruleset, setup, sources("oaths")))

    def decide(self, *decisions: Decision) -> Self:
        """One after the other."""
        for each in decisions:
            self.scribe.decide(each)
        return self

    def idle(self, *seats: Seat) -> Self:
        """They Idle, in this order."""
        return self.decide(*(Idle(seat) for seat in seats))

    def proof(self, promise: str = "p1", part: int = 0) -> Proof:
        """What has become of a promise, or of a part of it where each promises alone."""
        record = self.scribe.record
        names = names_in(VOCABULARY, record.opened.setup())
        agreement = lowered(read(self[promise].offer.letter, VOCABULARY, names), VOCABULARY, names)[part]
        moments = moments_of(record.ruleset, record.entries())
        signed = next(each.index for each in moments if each.position == self[promise].bound_at)
        return judged(promise, agreement, signed, Trace.of(moments, Reader.of(VOCABULARY)))

    def status(self, promise: str = "p1", part: int = 0) -> str:
        """The same in a word."""
        return self.proof(promise, part).status
