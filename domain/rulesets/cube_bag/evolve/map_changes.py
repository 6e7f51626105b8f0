"""The state after the events of the map: attack, reaction, conversion, recovery, outcome (CB-1, CB-3, CB-6, CB-9)."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.evolve.bag_changes import with_experience
from oathbook.domain.rulesets.cube_bag.model import events as e
from oathbook.domain.rulesets.cube_bag.model import queries
from oathbook.domain.rulesets.cube_bag.model.cubes import NEUTRAL, add_cubes, take_cubes
from oathbook.domain.rulesets.cube_bag.model.hexes import is_on
from oathbook.domain.rulesets.cube_bag.model.state import Army, Battle, Field, Fighter, Fought, Lost, State
from oathbook.domain.rulesets.cube_bag.rules import CB
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_fit
from oathbook.domain.rulesets.protocol import Ending


def _attack_declared(state: State, event: e.AttackDeclared) -> Field:
    field = state.field
    must_fit(field.maneuvers[:1] == (event.seat,), f"it is not {event.seat} whose maneuver is finished")
    must_fit(event.seat != event.defender, "nobody attacks oneself")
    queries.player_of(field, event.defender)
    armies = tuple(queries.army_of(field, name) for name in event.armies)
    must_fit(all(army.seat == event.seat for army in armies), "an army of another player attacks")
    attacker = Fighter(event.seat, event.armies, tuple(dict.fromkeys(army.hex for army in armies)))
    there = tuple(army.id for army in field.armies if army.hex == event.target and army.seat == event.defender)
    defender = Fighter(event.defender, there, (event.target,))
    return replace(field, battle=Battle(event.target, event.siege, attacker, defender))


def _attack_forgone(state: State, event: e.AttackForgone) -> Field:
    field = state.field
    must_fit(field.maneuvers[:1] == (event.seat,), f"it is not {event.seat} whose maneuver is finished")
    return replace(field, maneuvers=field.maneuvers[1:])


def _stage_began(state: State, event: e.StageBegan) -> Field:
    must_fit(state.field.battle is not None, "stages are those of a battle")
    for asked in event.asked:
        queries.fighter_of(queries.battle_in(state.field), asked.seat)
    must_fit(event.stage not in {"opening", "over"}, f"{event.stage} is no stage of a battle")
    return replace(state.field, stage=event.stage)


def _army_reacted(state: State, event: e.ArmyReacted) -> Field:
    """The army moves to that hex, carries a depletion cube and fights."""
    field, battle = state.field, queries.battle_in(state.field)
    army, defender = queries.army_of(field, event.army), battle.defender
    must_fit(army.seat == event.seat == defender.seat, "only the defender reacts")
    must_fit(not army.depleted and field.neutral > 0, "there is no depletion cube to be put on it")
    must_fit(army.hex == event.origin, f"army {army.id} is not there")
    _must_be_free(state, event.seat, event.to, but=army.id)
    field = queries.with_army(replace(field, neutral=field.neutral - 1), army.id, hex=event.to, depleted=True)
    return _with_fighting_army(field, event.seat, army.id)


def _unit_converted(state: State, event: e.UnitConverted) -> Field:
    """One unit fewer there, one more here: from its owner's supply, and to it."""
    battle = queries.battle_in(state.field)
    must_fit({event.seat, event.owner} == {battle.attacker.seat, battle.defender.seat}, "they are not the fighters")
    must_fit(queries.army_of(state.field, event.army).seat == event.owner, f"army {event.army} is another player's")
    field = without_units(state.field, event.army, event.unit, 1)
    field = _with_new_army(
        replace(state, field=field), Army(event.as_army, event.seat, event.hex, (event.unit,), depleted=True)
    )
    field = _without_fighting_army(field, event.owner, event.as_army)
    if event.fights:
        return _with_fighting_army(field, event.seat, event.as_army)
    return _without_fighting_army(field, event.seat, event.as_army)


def _unit_recovered(state: State, event: e.UnitRecovered) -> Field:
    battle = queries.battle_in(state.field)
    lost = Lost(event.seat, event.unit, event.origin)
    must_fit(lost in battle.lost, f"{event.seat} lost no such unit there")
    rest = list(battle.lost)
    rest.remove(lost)
    army = Army(event.as_army, event.seat, event.hex, (event.unit,), depleted=event.depleted)
    field = _with_new_army(replace(state, field=queries.with_battle(state.field, lost=tuple(rest))), army)
    field = _without_fighting_army(field, queries.enemy_of(battle, event.seat).seat, event.as_army)
    return _with_fighting_army(field, event.seat, event.as_army)


def _battle_decided(state: State, event: e.BattleDecided) -> Field:
    field, battle = state.field, queries.battle_in(state.field)
    fought = Fought(battle.attacker.seat, battle.defender.seat, event.outcome, event.winners)
    return replace(field, fought=(*field.fought, fought))


def _experience_earned(state: State, event: e.ExperienceEarned) -> Field:
    player = queries.player_of(state.field, event.seat)
    must_fit(event.cubes <= player.supply, "there are not as many cubes in the supply")
    return queries.with_player(
        state.field, with_experience(replace(player, supply=player.supply - event.cubes), event.card, event.cubes)
    )


def _battle_ended(state: State, event: e.BattleEnded) -> Field:
    """Bag, drawn and discarded cubes go back to the supplies, but for those kept; the next maneuver counts."""
    field, battle = state.field, queries.battle_in(state.field)
    must_fit(not battle.fallen, "a fallen structure is on nobody's mat yet")
    cubes = add_cubes(add_cubes(battle.bag, battle.drawn), battle.discarded)
    for kept in event.kept:
        player = queries.player_of(field, queries.fighter_of(battle, kept.seat).seat)
        back = kept.actions + sum(each.cubes for each in kept.experience)
        cubes = take_cubes(cubes, {player.colour: back})
        player = replace(player, actions=player.actions + kept.actions)
        for each in kept.experience:
            player = with_experience(player, each.card, each.cubes)
        field = queries.with_player(field, player)
    for player in field.players:
        field = queries.with_player(field, replace(player, supply=player.supply + cubes.get(player.colour, 0)))
    neutral = field.neutral + cubes.get(NEUTRAL, 0)
    return replace(field, stage="opening", neutral=neutral, battle=None, maneuvers=field.maneuvers[1:])


def _game_ended(state: State, event: e.GameEnded) -> Field:
    must_fit(not state.field.maneuvers and state.field.battle is None, "there is a maneuver left")
    clause = CB.OUTCOMES if state.field.fought else CB.ATTACK
    return replace(state.field, stage="over", ending=Ending(event.outcome, event.winners, str(clause)))


def without_units(field: Field, name: str, unit: str, count: int) -> Field:
    """Units go to their owner's supply; the depletion cube of an army that is no more, to the common one."""
    army = queries.army_of(field, name)
    must_fit(army.units.count(unit) >= count, f"army {name} has not as many {unit} units")
    left = list(army.units)
    for _ in range(count):
        left.remove(unit)
    player = queries.player_of(field, army.seat)
    field = queries.with_player(field, replace(player, units=add_cubes(player.units, {unit: count})))
    if left:
        return queries.with_army(field, name, units=tuple(left))
    armies = tuple(each for each in field.armies if each.id != name)
    return replace(field, armies=armies, neutral=field.neutral + int(army.depleted))


def _with_new_army(state: State, army: Army) -> Field:
    """A new army of one unit out of its owner's supply."""
    field = state.field
    must_fit(all(each.id != army.id for each in field.armies), f"there is an army {army.id} already")
    must_fit(field.neutral >= int(army.depleted), "there is no depletion cube to be put on it")
    _must_be_free(state, army.seat, army.hex, but="")
    player = queries.player_of(field, army.seat)
    field = queries.with_player(field, replace(player, units=take_cubes(player.units, {army.units[0]: 1})))
    return replace(field, armies=(*field.armies, army), neutral=field.neutral - int(army.depleted))


def _must_be_free(state: State, seat: Seat, place: str, *, but: str) -> None:
    field = state.field
    must_fit(is_on(state.rules.components.map, place), f"{place} is not on the map")
    must_fit(all(each.hex != place for each in field.armies if each.id != but), f"an army stands on {place}")
    must_fit(all(each.seat == seat for each in field.structures if each.hex == place), f"{place} is another player's")


def _with_fighting_army(field: Field, seat: Seat, name: str) -> Field:
    """The field in which that army fights, too, and its hex is concerned."""
    fighter = queries.fighter_of(queries.battle_in(field), seat)
    armies = tuple(dict.fromkeys((*fighter.armies, name)))
    hexes = tuple(dict.fromkeys((*fighter.hexes, queries.army_of(field, name).hex)))
    return queries.with_fighter(field, seat, armies=armies, hexes=hexes)


def _without_fighting_army(field: Field, seat: Seat, name: str) -> Field:
    """The field in which that army does not fight for a seat, whose own army of that name may be gone.

    Names of armies that are gone stay with their fighter until a new army has them: corrections carry such states.
    """
    fighter = queries.fighter_of(queries.battle_in(field), seat)
    return queries.with_fighter(field, seat, armies=tuple(each for each in fighter.armies if each != name))


MAP_CHANGES: Final = functions_by_type(
    *(_attack_declared, _attack_forgone, _stage_began, _army_reacted, _unit_converted, _unit_recovered),
    *(_battle_decided, _experience_earned, _battle_ended, _game_ended),
)
