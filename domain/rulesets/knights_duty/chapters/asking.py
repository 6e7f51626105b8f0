"""Turn order: who is asked what, and the refusal of everybody else."""

from domain.kernel.refusals import Requirement
from domain.kernel.seats import Seat
from domain.rulesets.knights_duty.model.field import asked
from domain.rulesets.knights_duty.model.state import Stage, State
from domain.rulesets.knights_duty.rules import KA, KD, No


def must_be_asked(state: State, seat: Seat, *, during: tuple[Stage, ...], clause: KD) -> Requirement:
    """The seat has to decide this, now."""
    waited_for = asked(state)
    stage = state.field.stage
    return Requirement(
        No.NOT_ASKED,
        clause,
        kind="out-of-turn",
        asks="is this seat asked for this decision now?",
        holds=stage in during and seat in waited_for,
        says=f"seat {seat!r} is not asked for this now",
        values={"stage": stage, "asked": ", ".join(waited_for) or "nobody"},
        readings=(KA.INSPIRATION_ORDER,) if stage == "inspiration" else (),
    )
