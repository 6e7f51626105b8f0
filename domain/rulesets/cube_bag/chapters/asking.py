"""Turn order: who is asked what, and the refusal of everybody else."""

from domain.kernel.refusals import Requirement
from domain.kernel.seats import Seat
from domain.rulesets.cube_bag.chapters.play import hanging_on
from domain.rulesets.cube_bag.model.field import asked
from domain.rulesets.cube_bag.model.state import Stage, State
from domain.rulesets.cube_bag.rules import CA, CB, No


def must_be_asked(state: State, seat: Seat, *, during: tuple[Stage, ...], clause: CB) -> Requirement:
    """The seat has to decide this, now."""
    waited_for = asked(state)
    stage = state.field.stage
    holds = stage in during and seat in waited_for
    return Requirement(
        No.NOT_ASKED,
        clause,
        kind="out-of-turn",
        asks="is this seat asked for this decision now?",
        holds=holds,
        says=f"seat {seat!r} is not asked for this now",
        values={"stage": stage, "asked": ", ".join(waited_for) or "nobody"},
        readings=() if holds else hanging_on(state, asked, CA.PREPARATION_ORDER),
    )
