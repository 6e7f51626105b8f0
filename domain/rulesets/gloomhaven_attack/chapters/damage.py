"""GH-5, GH-8.3, GH-8.4, GH-8.8: damage, death, added effects, Retaliate, and the cards on the discards."""

from collections.abc import Iterator, Mapping
from typing import Final

from oathbook.domain.kernel import Requirement, Working
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import (
    Play,
    must_be_asked,
    must_be_the_table,
    must_be_there,
    must_live,
)
from oathbook.domain.rulesets.gloomhaven_attack.model import events, queries
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Effect, Name
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import NoteDamage
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Figure, State, Through
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH, No

OUTSIDE_THE_STEPS: Final[Mapping[Through, tuple[GH, ...]]] = {
    "attack": (),
    "retaliate": (GH.RETALIATE,),
    "other": (GH.OTHER_DAMAGE,),
}
"""The clause by which damage is dealt, where it does not come out of the steps of an attack."""


def deal_damage(play: Play) -> None:
    """What is left of the attack value, never below zero (FA-12)."""
    reached = play.attack.values[-1].value
    working = Working.start("damage", reached, clause=GH.DEFENDER)
    if reached < 0:
        working = working.at_least(0, clause=GH.DAMAGE, when=True)
    _suffer_damage(play, play.target, working, "attack")


def _suffer_damage(play: Play, figure: Figure, working: Working, through: Through) -> None:
    """Ward and Brittle in ``fh``, then hit points, then death."""
    working, used_up = _through_conditions(play, figure, working)
    left = max(0, figure.hit_points)
    too_much = working.total > left
    if too_much:
        working = working.at_most(left, clause=GH.DAMAGE, when=play.switches.recorded_damage == "capped")
    after = Working.start("hit points", figure.hit_points, clause=GH.DAMAGE)
    after = after.take(working.total, clause=GH.DAMAGE, when=working.total > 0, named="damage")
    cites = (GH.WARD_AND_BRITTLE, GH.DAMAGE) if used_up else (GH.DAMAGE,)
    readings = (*((FA.CAPPED,) if too_much else ()), *_readings_of(figure, after.total, through))
    play.emit(
        events.DamageSuffered(figure.id, working.total, after.total, through),
        *(*OUTSIDE_THE_STEPS[through], *cites),
        readings=readings,
        working=(*working.lines, *after.lines),
    )
    for condition in figure.conditions:
        if used_up and condition != "poison":
            play.emit(events.ConditionEnded(figure.id, condition), GH.WARD_AND_BRITTLE)
    if after.total <= 0:
        _die(play, figure)


def _readings_of(figure: Figure, hit_points: int, through: Through) -> Iterator[FA]:
    """Who dies at zero, and that Shield does not help against what is no attack."""
    if figure.kind != "monster" and hit_points <= 0:
        yield FA.WHO_DIES
    if figure.shield and through != "attack":
        yield FA.ONLY_ATTACKS


def _through_conditions(play: Play, figure: Figure, working: Working) -> tuple[Working, bool]:
    """Damage halved by Ward or doubled by Brittle, or neither where a figure has both (FH-1.1)."""
    ward, brittle = "ward" in figure.conditions, "brittle" in figure.conditions
    if not queries.edition_differences(play.state).ward_and_brittle or not (ward or brittle) or working.total <= 0:
        return working, False
    clause = GH.WARD_AND_BRITTLE
    working = working.halved_down(clause=clause, when=ward and not brittle, named="Ward")
    return working.times(2, clause=clause, when=brittle and not ward, named="Brittle"), True


def _die(play: Play, figure: Figure) -> None:
    """A monster leaves the board and a token is placed; by another reading of FA-17 any figure dies."""
    monster = figure.kind == "monster"
    if not monster and play.switches.who_dies == "monsters":
        return
    play.emit(events.FigureDied(figure.id), GH.DEATH, readings=() if monster else (FA.WHO_DIES,))
    if monster and figure.origin == "set_up":
        play.emit(events.TokenPlaced(figure.id), GH.TOKEN)
    elif monster and queries.edition_differences(play.state).token_for_summoned:
        play.emit(events.TokenPlaced(figure.id), GH.FH_TOKEN)


# Damage from elsewhere -----------------------------------------------------------------------------------------


def may_note_damage(state: State, decision: NoteDamage) -> Iterator[Requirement]:
    """The table, between attacks, of a figure that lives."""
    yield must_be_asked(state, decision.by, during=("round",), clause=GH.OTHER_DAMAGE)
    yield must_be_the_table(decision.by, GH.OTHER_DAMAGE, "the table says what deals damage besides attacks")
    yield must_be_there(state, decision.figure, "figure", GH.OTHER_DAMAGE)
    yield must_live(queries.figure_of(state.battle, decision.figure), "figure", No.ALREADY_DEAD)
    yield Requirement(
        No.NO_DAMAGE,
        GH.OTHER_DAMAGE,
        asks="is it any damage?",
        holds=decision.damage > 0,
        says="at least 1 damage is suffered",
        values={"damage": decision.damage},
    )


def note_damage(play: Play, decision: NoteDamage) -> None:
    """The figure suffers it as it is: no card, no Shield (FA-18)."""
    play.emit(
        events.DamageNoted(decision.figure, decision.source, decision.damage),
        GH.OTHER_DAMAGE,
        readings=(FA.OTHER_SOURCES,),
    )
    working = Working.start("damage", decision.damage, clause=GH.OTHER_DAMAGE)
    _suffer_damage(play, queries.figure_of(play.battle, decision.figure), working, "other")


# Added effects ------------------------------------------------------------------------------------------------


def apply_effects(play: Play) -> tuple[Effect, ...]:
    """Those that are applied of the effects of the ability, then of the cards that count, in their order (FA-34)."""
    attack = play.attack
    cards = tuple(queries.card_of(play.state, attack.drawn[number].card) for number in attack.played or ())
    null = any(card.op == "null" for card in cards)
    effects = (*attack.effects, *(effect for card in cards for effect in card.effects))
    return tuple(effect for effect in effects if _apply_effect(play, effect, null=null))


def _apply_effect(play: Play, effect: Effect, *, null: bool) -> bool:
    """Whether an effect is applied: it lapses with a Null, by another reading, and with a target that has died."""
    attacker, target = play.attacker, play.target
    by_null = (FA.NULL_AND_EFFECTS,) if null else ()
    if null and play.switches.null_and_effects == "lapse":
        play.emit(events.EffectLapsed(attacker.id, effect, "null"), GH.TWICE_AND_NULL, GH.EFFECTS, readings=by_null)
        return False
    undecided = target.dead and effect.on != "target"
    if target.dead and (effect.on == "target" or play.switches.effects_lapse == "all"):
        readings = (FA.EFFECTS_LAPSE,) if undecided else ()
        play.emit(events.EffectLapsed(attacker.id, effect, "target dead"), GH.LAPSE, readings=(*readings, *by_null))
        return False
    on = {"target": target.id, "self": attacker.id, "others": None}[effect.on]
    away = (FA.RETALIATE_FROM,) if target.retaliate and _moves_target(effect) else ()
    readings = (FA.ALL_EFFECTS, *by_null, *((FA.EFFECTS_LAPSE,) if undecided else ()), *away)
    if effect.name in {"bless", "curse"} and on is not None:
        _add_card(play, effect, on, readings)
    else:
        play.emit(events.EffectApplied(attacker.id, on, effect), GH.EFFECTS, readings=readings)
    return True


def _add_card(play: Play, effect: Effect, on: Name, readings: tuple[FA, ...]) -> None:
    """A Bless or a Curse for the deck of a figure, if one lies ready (GH-8.5)."""
    figure = queries.figure_of(play.battle, on)
    if not any(queries.is_supply_for(each, effect.name, figure.deck) and each.left for each in play.battle.supplies):
        lapsed = events.EffectLapsed(play.attacker.id, effect, "no card left")
        play.emit(lapsed, GH.BLESS_AND_CURSE, GH.EFFECTS, readings=readings)
        return
    play.emit(events.EffectApplied(play.attacker.id, on, effect), GH.EFFECTS, readings=readings)
    play.emit(events.CardAdded(figure.deck, effect.name), GH.BLESS_AND_CURSE, GH.WHOSE_DECK)


# After the attack ---------------------------------------------------------------------------------------------


def discard(play: Play) -> None:
    """The cards drawn go to the discards, used or not; in ``fh`` Bless and Curse go back now (GH-6.1, FH-6.1)."""
    deck = play.attacker.deck
    for each in play.attack.drawn:
        if each.on_table and queries.card_of(play.state, each.card).leaves:
            play.emit(events.CardLeft(deck, each.card), GH.FH_SUPPLY)
    left = tuple(each.card for each in play.attack.drawn if each.on_table)
    if left:
        play.emit(events.CardsDiscarded(deck, left), GH.DISCARDS)


def retaliate(play: Play, applied: tuple[Effect, ...]) -> None:
    """A figure that lives strikes back at an attacker that has not left, if it stands within its range (GH-8.3)."""
    target, attack = play.target, play.attack
    moves = tuple(filter(_moves_target, applied))
    distance = _distance_after(play, moves)
    if target.retaliate and distance.total <= target.retaliate_range and not target.dead and not play.attacker.dead:
        play.emit(
            events.Retaliated(target.id, attack.attacker, target.retaliate),
            GH.RETALIATE,
            readings=(FA.DISTANCES, FA.RETALIATE_FROM) if moves else (FA.DISTANCES,),
            working=distance.lines if moves else (),
        )
        working = Working.start("damage", target.retaliate, clause=GH.RETALIATE)
        _suffer_damage(play, play.attacker, working, "retaliate")


def _moves_target(effect: Effect) -> bool:
    return effect.on == "target" and effect.name in {"push", "pull"}


def _distance_after(play: Play, moves: tuple[Effect, ...]) -> Working:
    """How far away the target stands after every Push and Pull; adjacent at the nearest (FA-37)."""
    attack, counts = play.attack, play.switches.retaliate_from != "as_attacked"
    working = Working.start("distance", attack.targets[attack.current].distance, clause=GH.RETALIATE)
    for move in moves:
        change = working.add if move.name == "push" else working.take
        working = change(move.size, clause=GH.RETALIATE, when=counts, named=f"{move.name} {move.size}")
        working = working.at_least(1, clause=GH.RETALIATE, when=True) if working.total < 1 else working
    return working
