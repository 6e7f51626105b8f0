"""KD-8: the pile, the card, and what a miss or a hit does."""

from typing import Literal

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import DrawRequest, Seat, Working
from oathbook.domain.rulesets.knights_duty.chapters import inspiration
from oathbook.domain.rulesets.knights_duty.chapters.attacking import weapon_figures
from oathbook.domain.rulesets.knights_duty.chapters.play import Play
from oathbook.domain.rulesets.knights_duty.model import combat_events
from oathbook.domain.rulesets.knights_duty.model.queries import actors, knight_of
from oathbook.domain.rulesets.knights_duty.model.state import Combat, State
from oathbook.domain.rulesets.knights_duty.rules import KA, KD


def resolve_combat(play: Play, chance: Chance) -> Seat:
    """From the Inspiration choices to the end of the combat; answers whose it was to be the target."""
    inspiration.show_choices(play)
    combat = inspiration.combat_in(play)
    for choice in combat.choices:
        if choice.shown:
            inspiration.spend_inspiration(play, choice.seat)
    hearts, shields = build_pile(play, combat)
    pile = ("heart",) * hearts + ("shield",) * shields
    if pick_card(play, combat, pile, chance) == "shield":
        miss(play, combat)
    else:
        hit(play, combat)
    play.emit(combat_events.CombatEnded(combat.attacker, combat.target), KD.COMBAT)
    return combat.target


def build_pile(play: Play, combat: Combat) -> tuple[int, int]:
    """Hearts and shields by the attacker's weapon, the target's defence and the Inspiration used."""
    cards, capped = play.state.rules.components.cards, play.state.rules.switches.pile == "capped"
    most_hearts = cards.full_heart if knight_of(play.field, combat.target).heart == "full" else cards.broken_heart
    hearts, shields = hearts_called_for(play.state, combat), shields_called_for(play.state, combat)
    readings = [KA.WHOSE_HEARTS]
    if hearts.total > most_hearts or shields.total > cards.shield:
        readings.append(KA.CARDS_IN_PILE)
    if combat.target in play.field.sitting_out:
        readings.append(KA.DEFENCE_WITHOUT_ACTION)
    hearts = hearts.at_most(most_hearts, clause=KD.PILE, when=capped)
    shields = shields.at_most(cards.shield, clause=KD.PILE, when=capped)
    play.emit(
        combat_events.PileBuilt(combat.target, hearts.total, shields.total),
        *(KD.PILE, KD.DEFENDING, KD.INSPIRATION_IN_PILE),
        readings=readings,
        working=(*hearts.lines, *shields.lines),
    )
    return hearts.total, shields.total


def hearts_called_for(state: State, combat: Combat) -> Working:
    """How many hearts the rules call for."""
    return (
        Working.start("hearts", weapon_figures(state.rules, combat.weapon).hearts, clause=KD.PILE)
        .take(1, clause=KD.DEFENDING, when=_is_defending(state, combat.target))
        .add(1, clause=KD.INSPIRATION_IN_PILE, when=_is_inspired(combat, combat.attacker))
    )


def shields_called_for(state: State, combat: Combat) -> Working:
    """How many shields the rules call for."""
    return (
        Working.start("shields", weapon_figures(state.rules, combat.weapon).shields, clause=KD.PILE)
        .add(1, clause=KD.DEFENDING, when=_is_defending(state, combat.target))
        .add(1, clause=KD.INSPIRATION_IN_PILE, when=_is_inspired(combat, combat.target))
    )


def _is_defending(state: State, seat: Seat) -> bool:
    """By a shield token in this slot or, by another reading, for want of an action in it (KA-7)."""
    without_action = state.rules.switches.defence_without_action == "defending" and seat in state.field.sitting_out
    return seat in actors(state.field, "defend") or without_action


def _is_inspired(combat: Combat, seat: Seat) -> bool:
    return any(choice.shown is True and choice.seat == seat for choice in combat.choices)


def pick_card(play: Play, combat: Combat, pile: tuple[str, ...], chance: Chance) -> str:
    """The target shuffles, the attacker picks one card (KD-8.5, KD-8.6)."""
    request = DrawRequest(f"strike/{play.field.slot}/{combat.attacker}", pile)
    (card,) = chance.draw(request).drawn
    assert card in {"heart", "shield"}, "chance answered with a card that was not in the pile"
    picked: Literal["heart", "shield"] = "heart" if card == "heart" else "shield"
    play.emit(combat_events.CardPicked(combat.attacker, combat.target, picked), KD.SHUFFLE, KD.PICK)
    return picked


def miss(play: Play, combat: Combat) -> None:
    """No harm; against a Parrying target the attacker's weapon is gone (KD-8.7)."""
    play.emit(combat_events.AttackMissed(combat.attacker, combat.target), KD.PICK, KD.MISS)
    if combat.target in actors(play.field, "parry"):
        fumbled = combat_events.AttackerFumbled(combat.attacker, combat.weapon)
        play.emit(fumbled, KD.MISS, KD.PARRY, readings=(KA.EVERY_MISS_FUMBLES,))


def hit(play: Play, combat: Combat) -> None:
    """A Full Heart breaks, a Broken one is a defeat, a defeated one cannot be hurt any more."""
    target = knight_of(play.field, combat.target)
    if target.defeated:
        play.emit(
            combat_events.HitWithoutEffect(target.seat, combat.attacker),
            KD.HURT_STILL_FIGHTS,
            readings=(KA.DEFEATED_TARGET,),
        )
    elif target.heart == "full":
        play.emit(combat_events.HeartBroken(target.seat, combat.attacker), KD.HIT_FULL, readings=(KA.SLOT_AFTER_BREAK,))
    else:
        play.emit(combat_events.KnightDefeated(target.seat, combat.attacker), KD.HIT_BROKEN)
        inspiration.regain_by_defeat(play, combat.attacker)
