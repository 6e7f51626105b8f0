"""Each decision, passed on to the step of the rulebook that asks about it and carries it out."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.heirless.chapters.battles.battle_turn import battle_requirements, take_in_battle
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.turns import haggling
from oathbook.domain.rulesets.heirless.chapters.turns.assigning import assign, may_assign, may_permit, permit
from oathbook.domain.rulesets.heirless.chapters.turns.building import build, may_build
from oathbook.domain.rulesets.heirless.chapters.turns.cards import may_use_card, use_card
from oathbook.domain.rulesets.heirless.chapters.turns.knights import deploy, flee, may_deploy, may_flee
from oathbook.domain.rulesets.heirless.chapters.turns.refining import may_refine, refine
from oathbook.domain.rulesets.heirless.chapters.turns.turns import idle, may_idle
from oathbook.domain.rulesets.heirless.chapters.turns.voting import enact, may_enact, may_vote, vote
from oathbook.domain.rulesets.heirless.model import decisions
from oathbook.domain.rulesets.heirless.model.decisions import BattleDecision
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.kit.dispatch import functions_by_type

REQUIREMENTS: Final = functions_by_type(
    *(may_assign, may_permit, may_refine, may_build, may_use_card, may_deploy, may_enact, may_vote, may_flee),
    *(may_idle, haggling.may_haggle, haggling.may_accept, haggling.may_decline),
)
STEPS: Final = functions_by_type(
    *(assign, permit, refine, build, use_card, deploy, enact, vote, flee, idle, haggling.haggle),
    *(haggling.accept, haggling.decline),
)


def requirements(state: State, decision: decisions.Decision) -> Iterator[Requirement]:
    """Return what has to hold for a decision, in the order in which it is asked."""
    if isinstance(decision, BattleDecision):
        return battle_requirements(state, decision)
    return REQUIREMENTS[type(decision)](state, decision)


def take(play: Play, decision: decisions.Decision, chance: Chance) -> None:
    """Take a decision, and go on to the point where a seat has to decide again."""
    if isinstance(decision, BattleDecision):
        take_in_battle(play, decision, chance)
    else:
        STEPS[type(decision)](play, decision)
