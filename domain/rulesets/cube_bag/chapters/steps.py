"""Each decision, passed on to the step of the rulebook that asks about it and carries it out."""

from collections.abc import Iterator

from oathbook.domain.chance import Chance
from oathbook.domain.kernel.refusals import Requirement
from oathbook.domain.rulesets.cube_bag.chapters.battle import advance, forgo, may_forgo
from oathbook.domain.rulesets.cube_bag.chapters.cards import may_play_card, may_redraw, play_card, redraw
from oathbook.domain.rulesets.cube_bag.chapters.clash import draw, may_draw
from oathbook.domain.rulesets.cube_bag.chapters.conversion import convert, may_convert
from oathbook.domain.rulesets.cube_bag.chapters.losses import assign_losses, may_assign_losses
from oathbook.domain.rulesets.cube_bag.chapters.opening import attack, may_attack
from oathbook.domain.rulesets.cube_bag.chapters.play import Play
from oathbook.domain.rulesets.cube_bag.chapters.preparation import may_prepare, prepare
from oathbook.domain.rulesets.cube_bag.chapters.reaction import may_react, react
from oathbook.domain.rulesets.cube_bag.chapters.rebuilding import may_rebuild, rebuild
from oathbook.domain.rulesets.cube_bag.chapters.recovery import may_recover, recover
from oathbook.domain.rulesets.cube_bag.chapters.siege import may_put_back, put_back
from oathbook.domain.rulesets.cube_bag.model.decisions import (
    AssignLosses,
    Attack,
    Convert,
    Decision,
    Draw,
    Forgo,
    PlayCard,
    Prepare,
    PutBack,
    React,
    Rebuild,
    Recover,
    Redraw,
)
from oathbook.domain.rulesets.cube_bag.model.state import State


def requirements(state: State, decision: Decision) -> Iterator[Requirement]:  # noqa: C901  # a case a decision
    """Return what has to hold for a decision, in the order in which it is asked."""
    match decision:
        case Attack():
            return may_attack(state, decision)
        case React():
            return may_react(state, decision)
        case Prepare():
            return may_prepare(state, decision)
        case PlayCard():
            return may_play_card(state, decision)
        case Convert():
            return may_convert(state, decision)
        case Draw():
            return may_draw(state, decision)
        case Redraw():
            return may_redraw(state, decision)
        case AssignLosses():
            return may_assign_losses(state, decision)
        case PutBack():
            return may_put_back(state, decision)
        case Recover():
            return may_recover(state, decision)
        case Rebuild():
            return may_rebuild(state, decision)
        case Forgo():
            return may_forgo(state, decision)


def take(play: Play, decision: Decision, chance: Chance) -> None:  # noqa: C901, PLR0915  # a case a decision: a table
    """Take a decision, and go on to the point where a seat has to decide again."""
    match decision:
        case Attack():
            attack(play, decision)
        case React():
            react(play, decision)
        case Prepare():
            prepare(play, decision)
        case PlayCard():
            play_card(play, decision)
        case Convert():
            convert(play, decision, chance)
        case Draw():
            draw(play, decision, chance)
        case Redraw():
            redraw(play, decision, chance)
        case AssignLosses():
            assign_losses(play, decision)
        case PutBack():
            put_back(play, decision)
        case Recover():
            recover(play, decision, chance)
        case Rebuild():
            rebuild(play, decision)
        case Forgo():
            forgo(play, decision.by)
    advance(play)
