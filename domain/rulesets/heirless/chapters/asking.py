"""Turn order: who is asked what, and the refusal of everybody else."""

from collections.abc import Iterator

from oathbook.domain.kernel.refusals import Requirement
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.model.field import asked
from oathbook.domain.rulesets.heirless.model.order import idle_order
from oathbook.domain.rulesets.heirless.model.state import Stage, State
from oathbook.domain.rulesets.heirless.rules import HB, HT, No
from oathbook.domain.rulesets.kit import requirements as kit


def must_be_asked(state: State, seat: Seat, *, during: tuple[Stage, ...], clause: HT | HB) -> Requirement:
    """The seat has to decide this, now."""
    return kit.must_be_asked(seat, asked(state), state.field.stage, during=during, clause=clause)


def may_act(state: State, seat: Seat) -> Iterator[Requirement]:
    """A Standard Action, or Idling, in one's own turn, by a player who is not Idle (HT-1.1, HT-1.4)."""
    idle = idle_order(state.field)
    yield Requirement(
        No.IDLE_ALREADY,
        HT.IDLE_DO_NOTHING,
        kind="out-of-turn",
        asks="is the player not Idle yet?",
        holds=seat not in idle,
        says="an Idle player takes no Standard Action in this Season",
        values={"idle": ", ".join(idle) or "nobody"},
    )
    yield must_be_asked(state, seat, during=("turns",), clause=HT.IN_ORDER)
