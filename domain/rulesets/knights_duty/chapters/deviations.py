"""Tables that do not play by the rules: how a seat lets others go on."""

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.knights_duty.chapters.planning import actions_allowed
from oathbook.domain.rulesets.knights_duty.model import decisions
from oathbook.domain.rulesets.knights_duty.model.queries import knight_of
from oathbook.domain.rulesets.knights_duty.model.state import State


def quiet_decision(state: State, seat: Seat) -> decisions.Decision | None:
    """An empty plan, staying, nobody named, no Inspiration; nothing where a clan is chosen, or nobody is asked."""
    match state.field.stage:
        case "planning":
            return decisions.LayPlan(seat, (None,) * actions_allowed(state, seat))
        case "movement":
            return decisions.Move(seat, Hidden.of(knight_of(state.field, seat).space or "", seat))
        case "clash":
            return decisions.NameMover(seat, None)
        case "targets":
            return decisions.DeclareTarget(seat, None)
        case "order":
            return decisions.NameAttacker(seat, None)
        case "inspiration":
            return decisions.Inspire(seat, Hidden.of(value=False, to=seat))
        case _:
            return None
