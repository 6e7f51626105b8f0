"""Each decision, passed on to the step of the rulebook that asks about it and carries it out."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Requirement
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
from oathbook.domain.rulesets.cube_bag.model import decisions
from oathbook.domain.rulesets.cube_bag.model.state import State
from oathbook.domain.rulesets.kit.dispatch import functions_by_type

REQUIREMENTS: Final = functions_by_type(
    *(may_attack, may_react, may_prepare, may_play_card, may_convert, may_draw, may_redraw, may_assign_losses),
    *(may_put_back, may_recover, may_rebuild, may_forgo),
)


def requirements(state: State, decision: decisions.Decision) -> Iterator[Requirement]:
    """Return what has to hold for a decision, in the order in which it is asked."""
    return REQUIREMENTS[type(decision)](state, decision)


def take(play: Play, decision: decisions.Decision, chance: Chance) -> None:  # noqa: C901, PLR0915  # a case a decision: a table
    """Take a decision, and go on to the point where a seat has to decide again."""
    match decision:
        case decisions.Attack():
            attack(play, decision)
        case decisions.React():
            react(play, decision)
        case decisions.Prepare():
            prepare(play, decision)
        case decisions.PlayCard():
            play_card(play, decision)
        case decisions.Convert():
            convert(play, decision, chance)
        case decisions.Draw():
            draw(play, decision, chance)
        case decisions.Redraw():
            redraw(play, decision, chance)
        case decisions.AssignLosses():
            assign_losses(play, decision)
        case decisions.PutBack():
            put_back(play, decision)
        case decisions.Recover():
            recover(play, decision, chance)
        case decisions.Rebuild():
            rebuild(play, decision)
        case decisions.Forgo():
            forgo(play, decision.by)
    advance(play)
