"""Turn order: who is asked what, and the refusal of everybody else."""

from msgspec.structs import replace

from oathbook.domain.kernel.refusals import Requirement
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.cube_bag.chapters.play import hanging_on
from oathbook.domain.rulesets.cube_bag.model.field import asked
from oathbook.domain.rulesets.cube_bag.model.state import Stage, State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB
from oathbook.domain.rulesets.kit import requirements as kit


def must_be_asked(state: State, seat: Seat, *, during: tuple[Stage, ...], clause: CB) -> Requirement:
    """The seat has to decide this, now."""
    needed = kit.must_be_asked(seat, asked(state), state.field.stage, during=during, clause=clause)
    return needed if needed.holds else replace(needed, readings=hanging_on(state, asked, CA.PREPARATION_ORDER))
