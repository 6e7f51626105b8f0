"""Tables that do not play by the rules: how a seat lets others go on."""

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.chapters.battle import may_forgo
from oathbook.domain.rulesets.cube_bag.model.decisions import Forgo
from oathbook.domain.rulesets.cube_bag.model.state import State
from oathbook.domain.rulesets.kit.requirements import is_allowed


def quiet_decision(state: State, seat: Seat) -> Forgo | None:
    """To forgo what the seat is asked about; nothing where it has to decide, such as about cubes and losses."""
    forgo = Forgo(seat)
    return forgo if is_allowed(may_forgo(state, forgo)) else None
