"""Each decision, passed on to the step of the rulebook that asks about it and carries it out."""

from collections.abc import Iterator

from oathbook.domain.chance import Chance
from oathbook.domain.kernel.refusals import Requirement
from oathbook.domain.rulesets.gloomhaven_attack.chapters.attacking import begin_draw, carry_on, finish_target
from oathbook.domain.rulesets.gloomhaven_attack.chapters.damage import may_note_damage, note_damage
from oathbook.domain.rulesets.gloomhaven_attack.chapters.declaring import (
    declare_attack,
    may_declare_attack,
    may_name_target,
    may_use_item,
    name_target,
    use_item,
)
from oathbook.domain.rulesets.gloomhaven_attack.chapters.drawing import may_draw_cards
from oathbook.domain.rulesets.gloomhaven_attack.chapters.modifiers import may_order_modifiers, order_modifiers
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play
from oathbook.domain.rulesets.gloomhaven_attack.chapters.playing import choose_card, may_choose_card
from oathbook.domain.rulesets.gloomhaven_attack.chapters.rounds import end_if_decided, end_round, may_end_round
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import (
    ChooseCard,
    Decision,
    DeclareAttack,
    DrawCards,
    EndRound,
    NameTarget,
    NoteDamage,
    OrderModifiers,
    UseItem,
)
from oathbook.domain.rulesets.gloomhaven_attack.model.state import State


def requirements(state: State, decision: Decision) -> Iterator[Requirement]:  # noqa: C901  # a case a decision
    """Return what has to hold for a decision, in the order in which it is asked."""
    match decision:
        case DeclareAttack():
            return may_declare_attack(state, decision)
        case UseItem():
            return may_use_item(state, decision)
        case OrderModifiers():
            return may_order_modifiers(state, decision)
        case DrawCards():
            return may_draw_cards(state, decision)
        case ChooseCard():
            return may_choose_card(state, decision)
        case NameTarget():
            return may_name_target(state, decision)
        case NoteDamage():
            return may_note_damage(state, decision)
        case EndRound():
            return may_end_round(state, decision)


def take(play: Play, decision: Decision, chance: Chance) -> None:  # noqa: C901  # a case a decision: a table
    """Take a decision, and go on to the point where a seat has to decide again."""
    match decision:
        case DeclareAttack():
            declare_attack(play, decision)
        case UseItem():
            use_item(play, decision)
        case OrderModifiers():
            order_modifiers(play, decision)
            if play.battle.stage == "resolving":
                carry_on(play)
        case DrawCards():
            begin_draw(play, chance)
        case ChooseCard():
            choose_card(play, decision)
            finish_target(play)
        case NameTarget():
            name_target(play, decision)
        case NoteDamage():
            note_damage(play, decision)
        case EndRound():
            end_round(play)
    end_if_decided(play)
