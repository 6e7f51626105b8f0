"""Each decision, passed on to the step of the rulebook that asks about it and carries it out."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.gloomhaven_attack.chapters import declaring
from oathbook.domain.rulesets.gloomhaven_attack.chapters.attacking import begin_draw, finish_target, resolve_steps
from oathbook.domain.rulesets.gloomhaven_attack.chapters.damage import may_note_damage, note_damage
from oathbook.domain.rulesets.gloomhaven_attack.chapters.drawing import may_draw_cards
from oathbook.domain.rulesets.gloomhaven_attack.chapters.modifiers import may_order_modifiers, order_modifiers
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play
from oathbook.domain.rulesets.gloomhaven_attack.chapters.playing import choose_card, may_choose_card
from oathbook.domain.rulesets.gloomhaven_attack.chapters.rounds import end_if_one_side_left, end_round, may_end_round
from oathbook.domain.rulesets.gloomhaven_attack.model import decisions
from oathbook.domain.rulesets.gloomhaven_attack.model.state import State
from oathbook.domain.rulesets.kit.dispatch import functions_by_type

REQUIREMENTS: Final = functions_by_type(
    *(declaring.may_declare_attack, declaring.may_use_item, may_order_modifiers, may_draw_cards),
    *(may_choose_card, declaring.may_name_target, may_note_damage, may_end_round),
)


def requirements(state: State, decision: decisions.Decision) -> Iterator[Requirement]:
    """Return what has to hold for a decision, in the order in which it is asked."""
    return REQUIREMENTS[type(decision)](state, decision)


def take(play: Play, decision: decisions.Decision, chance: Chance) -> None:  # noqa: C901  # a case a decision: a table
    """Take a decision, and go on to the point where a seat has to decide again."""
    match decision:
        case decisions.DeclareAttack():
            declaring.declare_attack(play, decision)
        case decisions.UseItem():
            declaring.use_item(play, decision)
        case decisions.OrderModifiers():
            order_modifiers(play, decision)
            if play.battle.stage == "resolving":
                resolve_steps(play)
        case decisions.DrawCards():
            begin_draw(play, chance)
        case decisions.ChooseCard():
            choose_card(play, decision)
            finish_target(play)
        case decisions.NameTarget():
            declaring.name_target(play, decision)
        case decisions.NoteDamage():
            note_damage(play, decision)
        case decisions.EndRound():
            end_round(play)
    end_if_one_side_left(play)
