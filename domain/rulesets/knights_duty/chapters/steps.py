"""Each decision, passed on to the step of the rulebook that asks about it and carries it out."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.knights_duty.chapters import attacking
from oathbook.domain.rulesets.knights_duty.chapters.ending import agree_to_end, may_agree_to_end
from oathbook.domain.rulesets.knights_duty.chapters.inspiration import inspire, may_inspire
from oathbook.domain.rulesets.knights_duty.chapters.movement import may_move, may_name_mover, move, name_mover
from oathbook.domain.rulesets.knights_duty.chapters.planning import lay_plan, may_lay_plan
from oathbook.domain.rulesets.knights_duty.chapters.play import Play
from oathbook.domain.rulesets.knights_duty.chapters.setup import choose_clan, may_choose_clan
from oathbook.domain.rulesets.knights_duty.chapters.turn import advance
from oathbook.domain.rulesets.knights_duty.model import decisions
from oathbook.domain.rulesets.knights_duty.model.state import State

REQUIREMENTS: Final = functions_by_type(
    *(may_choose_clan, may_lay_plan, may_move, may_name_mover, attacking.may_declare_target),
    *(attacking.may_name_attacker, may_inspire, may_agree_to_end),
)


def requirements(state: State, decision: decisions.Decision) -> Iterator[Requirement]:
    """Return what has to hold for a decision, in the order in which it is asked."""
    return REQUIREMENTS[type(decision)](state, decision)


def take(play: Play, decision: decisions.Decision, chance: Chance) -> None:  # noqa: C901  # a case a decision: a table
    """Take a decision, and go on to the point where a seat has to decide again."""
    match decision:
        case decisions.ChooseClan():
            choose_clan(play, decision)
        case decisions.LayPlan():
            lay_plan(play, decision)
        case decisions.Move():
            move(play, decision)
        case decisions.NameMover():
            name_mover(play, decision)
        case decisions.DeclareTarget():
            attacking.declare_target(play, decision)
        case decisions.NameAttacker():
            attacking.name_attacker(play, decision, chance)
        case decisions.Inspire():
            inspire(play, decision)
        case decisions.AgreeToEnd():
            agree_to_end(play, decision)
    advance(play, chance)
