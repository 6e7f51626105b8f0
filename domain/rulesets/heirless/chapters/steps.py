"""Each decision, passed on to the step of the rulebook that asks about it and carries it out."""

from collections.abc import Iterator

from oathbook.domain.chance import Chance
from oathbook.domain.kernel.refusals import Requirement
from oathbook.domain.rulesets.heirless.chapters.battles.battle_turn import battle_requirements, take_in_battle
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.turns.assigning import assign, may_assign, may_permit, permit
from oathbook.domain.rulesets.heirless.chapters.turns.building import build, may_build
from oathbook.domain.rulesets.heirless.chapters.turns.cards import may_use_card, use_card
from oathbook.domain.rulesets.heirless.chapters.turns.haggling import (
    accept,
    decline,
    haggle,
    may_accept,
    may_decline,
    may_haggle,
)
from oathbook.domain.rulesets.heirless.chapters.turns.knights import deploy, flee, may_deploy, may_flee
from oathbook.domain.rulesets.heirless.chapters.turns.refining import may_refine, refine
from oathbook.domain.rulesets.heirless.chapters.turns.turns import idle, may_idle
from oathbook.domain.rulesets.heirless.chapters.turns.voting import enact, may_enact, may_vote, vote
from oathbook.domain.rulesets.heirless.model.battle_decisions import BattleDecision
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    Assign,
    Build,
    Decision,
    Decline,
    Deploy,
    Enact,
    Flee,
    Haggle,
    Idle,
    Permit,
    Refine,
    TurnDecision,
    UseCard,
    Vote,
)
from oathbook.domain.rulesets.heirless.model.state import State


def requirements(state: State, decision: Decision) -> Iterator[Requirement]:
    """Return what has to hold for a decision, in the order in which it is asked."""
    if isinstance(decision, BattleDecision):
        return battle_requirements(state, decision)
    return _turn_requirements(state, decision)


def _turn_requirements(state: State, decision: TurnDecision) -> Iterator[Requirement]:  # noqa: C901, PLR0912  # a case a decision
    match decision:
        case Assign():
            return may_assign(state, decision)
        case Permit():
            return may_permit(state, decision)
        case Refine():
            return may_refine(state, decision)
        case Build():
            return may_build(state, decision)
        case UseCard():
            return may_use_card(state, decision)
        case Deploy():
            return may_deploy(state, decision)
        case Enact():
            return may_enact(state, decision)
        case Vote():
            return may_vote(state, decision)
        case Flee():
            return may_flee(state, decision)
        case Idle():
            return may_idle(state, decision)
        case Haggle():
            return may_haggle(state, decision)
        case Accept():
            return may_accept(state, decision)
        case Decline():
            return may_decline(state, decision)


def take(play: Play, decision: Decision, chance: Chance) -> None:
    """Take a decision, and go on to the point where a seat has to decide again."""
    if isinstance(decision, BattleDecision):
        take_in_battle(play, decision, chance)
    else:
        _take_in_turn(play, decision)


def _take_in_turn(play: Play, decision: TurnDecision) -> None:  # noqa: C901, PLR0912, PLR0915  # a case a decision: a table
    match decision:
        case Assign():
            assign(play, decision)
        case Permit():
            permit(play, decision)
        case Refine():
            refine(play, decision)
        case Build():
            build(play, decision)
        case UseCard():
            use_card(play, decision)
        case Deploy():
            deploy(play, decision)
        case Enact():
            enact(play, decision)
        case Vote():
            vote(play, decision)
        case Flee():
            flee(play, decision)
        case Idle():
            idle(play, decision)
        case Haggle():
            haggle(play, decision)
        case Accept():
            accept(play, decision)
        case Decline():
            decline(play, decision)
