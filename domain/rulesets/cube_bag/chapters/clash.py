"""CB-4: the draw of the attacker, the extra draw of the defender, and what follows up to the losses."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import DrawRequest, Requirement, Seat, Working
from oathbook.domain.rulesets.cube_bag.chapters import forces
from oathbook.domain.rulesets.cube_bag.chapters.cards import offer_card
from oathbook.domain.rulesets.cube_bag.chapters.losses import begin_losses
from oathbook.domain.rulesets.cube_bag.chapters.outcome import end_battle
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, decisive_readings, must_be_asked
from oathbook.domain.rulesets.cube_bag.model import bag_events, queries
from oathbook.domain.rulesets.cube_bag.model.components import CardFigures, card_title
from oathbook.domain.rulesets.cube_bag.model.cubes import count_colours, pile_of, total
from oathbook.domain.rulesets.cube_bag.model.decisions import Draw
from oathbook.domain.rulesets.cube_bag.model.events import StageBegan
from oathbook.domain.rulesets.cube_bag.model.state import State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No

COURAGE_READINGS: Final = (CA.COURAGE_COUNTED, CA.TOWER_COURAGE, CA.PROJECTILE_COURAGE, *forces.INVOLVEMENT_READINGS)
"""The switches that change how much courage there is."""


def begin_clash(play: Play) -> None:
    """Both fighters' courage is measured; an attacker without any draws nothing, or the battle is over (CA-40)."""
    play.emit(StageBegan("clash"), CB.STAGES, CB.DRAW)
    for seat in (play.battle.attacker.seat, play.battle.defender.seat):
        measure_courage(play, seat)
    if play.battle.attacker.courage:
        return
    if play.state.rules.switches.no_courage == "broken_off":
        end_battle(play, readings=(CA.NO_COURAGE,))
    else:
        play.emit(bag_events.CubesDrawn(play.battle.attacker.seat, 0, {}), CB.DRAW, readings=(CA.NO_COURAGE,))


def measure_courage(play: Play, seat: Seat) -> None:
    """What one fighter's courage is."""
    courage = courage_of(play.state, seat)
    play.emit(
        bag_events.CourageMeasured(seat, courage.total),
        *(CB.DRAW, *_courage_clauses(play.state, seat)),
        readings=decisive_readings(play.state, lambda state: courage_of(state, seat), *COURAGE_READINGS),
        working=courage.lines,
    )


def courage_of(state: State, seat: Seat) -> Working:
    """Active units, armies with projectiles in a siege, and cards (CB-4.1, CB-10.2, CB-10.4, CA-15, CA-56, CA-58)."""
    battle = queries.battle_in(state.field)
    fighter, anywhere = queries.fighter_of(battle, seat), state.rules.switches.projectile_courage == "any_battle"
    before = state.rules.switches.courage_counted == "before"
    active = fighter.active if before else forces.active_units(state, seat)
    armies = fighter.projectile if before else forces.projectile_armies(state, seat)
    each = state.rules.components.projectile_courage
    courage = Working.start("courage of active units", active, clause=CB.DRAW)
    if battle.siege or anywhere:
        besieging = bool(forces.structures_of(state, queries.enemy_of(battle, seat).seat))
        gained = armies * each if besieging or anywhere else 0
        courage = courage.add(gained, clause=CB.PROJECTILES, when=gained > 0, named="armies with projectiles")
    for card in cards_with_courage(state, seat):
        counts = battle.siege or state.rules.switches.tower_courage == "any_battle"
        courage = courage.add(card.courage, clause=CB.SIEGE_TOWER, when=counts, named=card_title(card.name))
    return courage


def cards_with_courage(state: State, seat: Seat) -> Iterator[CardFigures]:
    """The cards of a player that give courage."""
    for card in queries.player_of(state.field, seat).cards:
        figures = queries.card_figures(state.rules.components, card.name)
        if figures.courage:
            yield figures


def _courage_clauses(state: State, seat: Seat) -> Iterator[CB]:
    if queries.battle_in(state.field).siege or state.rules.switches.projectile_courage == "any_battle":
        yield CB.PROJECTILES
    if any(True for _ in cards_with_courage(state, seat)):
        yield CB.SIEGE_TOWER


def may_draw(state: State, decision: Draw) -> Iterator[Requirement]:
    """At least one cube, and no more than courage allows: the attacker's, or what the defender's leaves."""
    clause = CB.DRAW if state.field.stage == "clash" else CB.EXTRA_DRAW
    yield must_be_asked(state, decision.by, during=("clash", "extra_draw"), clause=clause)
    most = draw_limit(state)
    yield Requirement(
        No.BEYOND_COURAGE,
        clause,
        asks="is it at least one cube, and no more than courage allows?",
        holds=1 <= decision.cubes <= most,
        says=f"from 1 to {most} cubes can be drawn, not {decision.cubes}",
        values={"cubes": decision.cubes, "least": 1, "most": most},
        readings=(CA.NAMED_FIRST,),
    )


def draw_limit(state: State) -> int:
    """The attacker's courage, or what the extra draw leaves to the defender."""
    battle = queries.battle_in(state.field)
    return battle.attacker.courage if state.field.stage == "clash" else battle.extra or 0


def draw(play: Play, decision: Draw, chance: Chance) -> None:
    """So many cubes, or as many as the bag still holds (CA-10)."""
    first = play.field.stage == "clash"
    bag = play.battle.bag
    request = DrawRequest("clash" if first else "extra draw", pile_of(bag), min(decision.cubes, total(bag)))
    drawn = count_colours(chance.draw(request).drawn)
    short = (CA.EMPTY_BAG,) if decision.cubes > total(bag) else ()
    play.emit(
        bag_events.CubesDrawn(decision.by, decision.cubes, drawn),
        *(CB.DRAW if first else CB.EXTRA_DRAW, CB.SUCCESS),
        readings=(CA.NAMED_FIRST, *(() if first else (CA.EXTRA_DRAW,)), *short),
    )


def forgo_extra_draw(play: Play, seat: Seat) -> None:
    """The defender leaves it at what was drawn."""
    play.emit(bag_events.ExtraDrawForgone(seat), CB.EXTRA_DRAW)


def continue_clash(play: Play) -> None:
    """After each draw: cards, the extra draw, cards, and then the losses (CA-41)."""
    attacker, defender = play.battle.attacker.seat, play.battle.defender.seat
    could = bool(play.battle.drawn)
    matters = (CA.REDRAW_TIME,) if could and queries.uses_left(play.state, attacker, "redraw") else ()
    first = play.state.rules.switches.redraw_time == "before_extra_draw"
    if play.battle.extra is None:
        if first and could and offer_card(play, "redraw", attacker, readings=matters):
            return
        measure_extra_draw(play, readings=matters)
        if queries.seats_to_act(play.state):
            return
    if could and offer_card(play, "redraw", attacker, defender, readings=(CA.REDRAW_TIME,)):
        return
    begin_losses(play)


def measure_extra_draw(play: Play, *, readings: tuple[CA, ...]) -> None:
    """What the defender's courage leaves after the cubes drawn so far (CB-4.2)."""
    battle = play.battle
    drawn = total(battle.drawn)
    allowed = (
        Working.start(f"courage of {battle.defender.seat}, who defends", battle.defender.courage, clause=CB.EXTRA_DRAW)
        .take(drawn, clause=CB.EXTRA_DRAW, when=True, named="cubes drawn so far")
        .at_least(0, clause=CB.EXTRA_DRAW, when=True, named="extra draw")
        .at_most(total(battle.bag), clause=CB.EXTRA_DRAW, when=True, named="cubes in the bag")
    )
    play.emit(
        bag_events.ExtraDrawMeasured(battle.defender.seat, allowed.total),
        CB.EXTRA_DRAW,
        readings=(CA.EXTRA_DRAW, *readings),
        working=allowed.lines,
    )
