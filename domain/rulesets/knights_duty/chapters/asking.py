"""Turn order: who is asked what, and the refusal of everybody else."""

from oathbook.domain.kernel.refusals import Requirement
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.kit import requirements as kit
from oathbook.domain.rulesets.knights_duty.model.field import asked
from oathbook.domain.rulesets.knights_duty.model.state import Stage, State
from oathbook.domain.rulesets.knights_duty.rules import KA, KD


def must_be_asked(state: State, seat: Seat, *, during: tuple[Stage, ...], clause: KD) -> Requirement:
    """The seat has to decide this, now."""
    stage = state.field.stage
    readings = (KA.INSPIRATION_ORDER,) if stage == "inspiration" else ()
    return kit.must_be_asked(seat, asked(state), stage, during=during, clause=clause, readings=readings)
