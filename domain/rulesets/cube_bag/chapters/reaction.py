"""CB-1.3 to CB-1.5: the reaction maneuver of the defender, reinforcements among it."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.cube_bag.chapters.forces import INVOLVEMENT_READINGS, active_units
from oathbook.domain.rulesets.cube_bag.chapters.opening import within_corps
from oathbook.domain.rulesets.cube_bag.chapters.outcome import end_battle
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, decisive_readings, must_be_asked
from oathbook.domain.rulesets.cube_bag.model.components import Hex
from oathbook.domain.rulesets.cube_bag.model.decisions import React
from oathbook.domain.rulesets.cube_bag.model.events import ArmyReacted, StageBegan
from oathbook.domain.rulesets.cube_bag.model.hexes import steps_over
from oathbook.domain.rulesets.cube_bag.model.queries import army_of, battle_in, unit_figures
from oathbook.domain.rulesets.cube_bag.model.state import Army, State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No


def may_react(state: State, decision: React) -> Iterator[Requirement]:
    """An army of one's own without a depletion cube, within the corps limit, to a hex it can go to."""
    yield must_be_asked(state, decision.by, during=("reaction",), clause=CB.REACTION)
    own = {army.id for army in state.field.armies if army.seat == decision.by}
    yield Requirement(
        No.UNKNOWN_ARMY,
        CB.REACTION,
        asks="is it an army of one's own?",
        holds=decision.army in own,
        says=f"{decision.by!r} has no army {decision.army}",
        values={"army": decision.army, "armies": ", ".join(sorted(own)) or "none"},
    )
    army = army_of(state.field, decision.army)
    yield Requirement(
        No.DEPLETED,
        CB.NO_REACTION,
        asks="is it without a depletion cube?",
        holds=not army.depleted,
        says=f"army {army.id} is depleted and does not react",
        values={"army": army.id, "depleted": "yes" if army.depleted else "no"},
    )
    fighting = {*battle_in(state.field).defender.armies, army.id}
    yield within_corps(state, decision.by, len(fighting), clause=CB.NO_REACTION)
    yield _must_have_cube(state)
    yield Requirement(
        No.TOO_FAR,
        CB.REACTION,
        asks="can the army get to that hex?",
        holds=decision.to in reachable_hexes(state, army),
        says=f"army {army.id} cannot go from {army.hex} to {decision.to}",
        values={"from": army.hex, "to": decision.to, "hexes it can go to": " ".join(reachable_hexes(state, army))},
        readings=(CA.HOW_FAR,),
    )


def _must_have_cube(state: State) -> Requirement:
    return Requirement(
        No.SUPPLY_EMPTY,
        CB.REACTION,
        asks="is there a depletion cube for it?",
        holds=state.field.neutral > 0,
        says="the supply has no depletion cube for an army that reacts",
        values={"neutral cubes": state.field.neutral},
        readings=(CA.HOW_FAR, CA.CUBES_SHORT),
    )


def reachable_hexes(state: State, army: Army) -> tuple[Hex, ...]:
    """Its own hex, and those that its slowest unit gets to over free hexes of its terrain (CA-49)."""
    figures = [unit_figures(state.rules.components, unit) for unit in army.units]
    most = min(each.move for each in figures)
    return (army.hex, *steps_over(army.hex, free_hexes(state, army.seat, afloat=_is_afloat(state, army.units)), most))


def _is_afloat(state: State, units: tuple[str, ...]) -> bool:
    return all(unit_figures(state.rules.components, unit).of_class == "vessel" for unit in units)


def free_hexes(state: State, seat: str, *, afloat: bool) -> tuple[Hex, ...]:
    """Hexes of that terrain with no units and nothing of another player (CA-19)."""
    land = state.rules.components.map
    taken = {army.hex for army in state.field.armies}
    taken |= {each.hex for each in state.field.structures if each.seat != seat}
    return tuple(each for each in (land.water if afloat else land.land) if each not in taken)


def free_for(state: State, seat: str, unit: str) -> tuple[Hex, ...]:
    """The free hexes on which a unit may be put."""
    return free_hexes(state, seat, afloat=_is_afloat(state, (unit,)))


def react(play: Play, decision: React) -> None:
    """The army goes, and is part of the defender's corps; more may follow."""
    army = army_of(play.field, decision.army)
    clause = CB.REACTION if army.id in play.battle.defender.armies else CB.REINFORCEMENT
    play.emit(ArmyReacted(decision.by, army.id, army.hex, decision.to), *(CB.REACTION, clause), readings=(CA.HOW_FAR,))


def end_reaction(play: Play) -> None:
    """Both lay out their cubes; an attack that reaches nobody any more may be void (CA-50)."""
    readings = decisive_readings(play.state, is_void, CA.OUT_OF_REACH, *INVOLVEMENT_READINGS)
    if is_void(play.state):
        end_battle(play, readings=readings)
    else:
        play.emit(StageBegan("preparation"), CB.STAGES, CB.ARMY_CUBES, readings=(CA.PREPARATION_ORDER, *readings))


def is_void(state: State) -> bool:
    """Whether the attack is taken back because no unit of the attacker reaches anything in the battle (CA-50)."""
    attacker = battle_in(state.field).attacker.seat
    return state.rules.switches.out_of_reach == "attack_void" and not active_units(state, attacker)
