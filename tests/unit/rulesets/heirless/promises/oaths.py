"""Games in which people promise each other something: letters signed, decisions, and what an audit says of it."""

from typing import Any, Self

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.promise_audit import PromiseAudit
from oathbook.domain.promises.who_pays.answers import BlameAnswer
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.heirless.model.components import Components
from oathbook.domain.rulesets.heirless.model.decisions import Decision, Idle
from oathbook.domain.rulesets.heirless.model.state import Field
from oathbook.domain.rulesets.heirless.model.switches import TurnSwitches
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HeirlessRules
from tests.support.playing import sources
from tests.support.promises.promising import Bargain
from tests.unit.rulesets.heirless.table import QUIET, THREE, setup_of


class Oaths(Bargain):
    """A game of three without Bandits, unless something else is given."""

    def __init__(
        self,
        start: Field | None = None,
        box: Components = QUIET,
        switches: TurnSwitches | None = None,
        ruleset: HeirlessRules = HEIRLESS_1,
    ) -> None:
        """Open it."""
        setup = setup_of(THREE, box, ruleset.wire.switches() if switches is None else switches, start)
        super().__init__(MemoryWriter.open(ruleset, setup, sources("oaths")))

    def decide(self, *decisions: Decision) -> Self:
        """One after the other."""
        for each in decisions:
            self.scribe.decide(each)
        return self

    def idle(self, *seats: Seat) -> Self:
        """They Idle, in this order."""
        return self.decide(*(Idle(seat) for seat in seats))

    def audited(self, promise: str = "p1") -> PromiseAudit:
        """What an audit of the record says of a promise."""
        record = self.scribe.record
        return next(each for each in audit(record.ruleset, record.entries()).promises if each.promise == promise)

    def status(self, promise: str = "p1") -> str:
        """How it stands, in a word."""
        return self.audited(promise).status

    def pays(self, promise: str = "p1") -> dict[str, int]:
        """Who pays how much, where nothing is left to a judge."""
        dues = [due for part in self.audited(promise).parts for due in part.penalties]
        assert all(each.applies for each in dues)
        return {due.seat: due.amount for due in dues}

    def answer(self, promise: str = "p1") -> BlameAnswer:
        """The answer about the only one who pays."""
        (answer,) = (each for part in self.audited(promise).parts for each in part.blame.answers if each.pays)
        return answer

    def put_in(self, promise: str = "p1") -> list[Any]:
        """What is decided on the line of that answer; nothing where something is left."""
        line = self.answer(promise).line
        return [one for each in (line.puts_in if line else ()) for one in each.decisions or (None,)]
