"""Each decision, passed on to the step of the rulebook that asks about it and carries it out."""

from collections.abc import Iterator

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


def requirements(state: State, decision: decisions.Decision) -> Iterator[Requirement]:
    """Return what has to hold for a decision, in the order in which it is asked."""
    if isinstance(decision, BattleDecision):
        return battle_requirements(state, decision)
    return _turn_requirements(state, decision)


def _turn_requirements(state: State, decision: decisions.TurnDecision) -> Iterator[Requirement]:  # noqa: C901, PLR0912  # a case a decision
    match decision:
        case decisions.Assign():
            return may_assign(state, decision)
        case decisions.Permit():
            return may_permit(state, decision)
        case decisions.Refine():
            return may_refine(state, decision)
        case decisions.Build():
            return may_build(state, decision)
        case decisions.UseCard():
            return may_use_card(state, decision)
        case decisions.Deploy():
            return may_deploy(state, decision)
        case decisions.Enact():
            return may_enact(state, decision)
        case decisions.Vote():
            return may_vote(state, decision)
        case decisions.Flee():
            return may_flee(state, decision)
        case decisions.Idle():
            return may_idle(state, decision)
        case decisions.Haggle():
            return haggling.may_haggle(state, decision)
        case decisions.Accept():
            return haggling.may_accept(state, decision)
        case decisions.Decline():
            return haggling.may_decline(state, decision)


def take(play: Play, decision: decisions.Decision, chance: Chance) -> None:
    """Take a decision, and go on to the point where a seat has to decide again."""
    if isinstance(decision, BattleDecision):
        take_in_battle(play, decision, chance)
    else:
        _take_in_turn(play, decision)


def _take_in_turn(play: Play, decision: decisions.TurnDecision) -> None:  # noqa: C901, PLR0912, PLR0915  # a case a decision: a table
    match decision:
        case decisions.Assign():
            assign(play, decision)
        case decisions.Permit():
            permit(play, decision)
        case decisions.Refine():
            refine(play, decision)
        case decisions.Build():
            build(play, decision)
        case decisions.UseCard():
            use_card(play, decision)
        case decisions.Deploy():
            deploy(play, decision)
        case decisions.Enact():
            enact(play, decision)
        case decisions.Vote():
            vote(play, decision)
        case decisions.Flee():
            flee(play, decision)
        case decisions.Idle():
            idle(play, decision)
        case decisions.Haggle():
            haggling.haggle(play, decision)
        case decisions.Accept():
            haggling.accept(play, decision)
        case decisions.Decline():
            haggling.decline(play, decision)
