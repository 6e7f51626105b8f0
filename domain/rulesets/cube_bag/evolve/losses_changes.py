"""The state after the events of losses: damage, choices, what leaves the map and comes back to a mat (CB-5, CB-8)."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.evolve.map_changes import without_units
from oathbook.domain.rulesets.cube_bag.model import events as e
from oathbook.domain.rulesets.cube_bag.model import queries
from oathbook.domain.rulesets.cube_bag.model.cubes import add_cubes, take_cubes
from oathbook.domain.rulesets.cube_bag.model.state import Choice, Field, Lost, Razed, State
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_find, must_fit


def _damage_measured(state: State, event: e.DamageMeasured) -> Field:
    return queries.with_fighter(state.field, event.seat, damage=event.damage)


def _losses_chosen(state: State, event: e.LossesChosen) -> Field:
    battle = queries.battle_in(state.field)
    queries.fighter_of(battle, event.seat)
    must_fit(all(choice.seat != event.seat for choice in battle.choices), f"{event.seat} has chosen already")
    return queries.with_battle(state.field, choices=(*battle.choices, Choice(event.seat, event.losses)))


def _losses_shown(state: State, event: e.LossesShown) -> Field:
    battle = queries.battle_in(state.field)
    shown = {choice.seat: choice.losses.value for choice in event.choices}
    must_fit(set(shown) == {choice.seat for choice in battle.choices}, "those are not the choices made")
    choices = tuple(replace(choice, shown=shown[choice.seat]) for choice in battle.choices)
    return queries.with_battle(state.field, choices=choices)


def _losses_taken(state: State, event: e.LossesTaken) -> Field:
    """Units go back to their owners' supplies; structures fall or carry more black cubes."""
    field = state.field
    for lost in event.units:
        field = _without(field, lost)
    for hit in event.structures:
        field = _hit(field, hit)
    return field


def _without(field: Field, lost: e.UnitsLost) -> Field:
    army = queries.army_of(field, lost.army)
    must_fit(army.seat == lost.seat, f"army {lost.army} is another player's")
    field = without_units(field, lost.army, lost.unit, lost.count)
    gone = (Lost(lost.seat, lost.unit, army.hex),) * lost.count
    return queries.with_battle(field, lost=(*queries.battle_in(field).lost, *gone))


def _hit(field: Field, hit: e.StructureHit) -> Field:
    battle, structure = queries.battle_in(field), queries.structure_of(field, hit.structure)
    if hit.falls:
        left = tuple(each for each in field.structures if each.id != structure.id)
        fallen = (*battle.fallen, replace(structure, black=0))
        field = replace(field, structures=left, black=field.black + structure.black)
        return queries.with_battle(field, fallen=fallen)
    must_fit(hit.black <= field.black, "there are not as many black cubes")
    more = replace(structure, black=structure.black + hit.black)
    structures = tuple(more if each.id == structure.id else each for each in field.structures)
    return replace(field, structures=structures, black=field.black - hit.black)


def _structure_returned(state: State, event: e.StructureReturned) -> Field:
    """It lies on the mat, and what it gave its owner is gone."""
    field, battle = state.field, queries.battle_in(state.field)
    structure = must_find(
        (each for each in battle.fallen if each.id == event.structure), f"structure “{event.structure}”"
    )
    player = queries.player_of(field, structure.seat)
    must_fit(event.seat == player.seat, "it goes back to its owner")
    must_fit(event.actions <= player.actions and event.consumption <= player.consumption, "there is not as much")
    if queries.structure_figures(state.rules.components, structure.kind).in_areas:
        player = replace(player, built=take_cubes(player.built, {event.area: 1}))
    else:
        must_fit(event.area == structure.kind, f"a {structure.kind} has no areas")
    player = replace(
        player,
        mat=add_cubes(player.mat, {event.area: 1}),
        actions=player.actions - event.actions,
        supply=player.supply + event.actions,
        consumption=player.consumption - event.consumption,
    )
    fallen = tuple(each for each in battle.fallen if each.id != structure.id)
    razed = (*field.razed, Razed(structure, event.area, event.actions, event.consumption))
    return queries.with_battle(replace(queries.with_player(field, player), razed=razed), fallen=fallen)


def _structure_rebuilt(state: State, event: e.StructureRebuilt) -> Field:
    """It stands where it stood, and what it gives its owner is back."""
    field = state.field
    razed = must_find(
        (each for each in field.razed if each.structure.id == event.structure), f"razed “{event.structure}”"
    )
    structure, player = razed.structure, queries.player_of(field, razed.structure.seat)
    must_fit((event.seat, event.hex) == (structure.seat, structure.hex), "it is built by its owner, where it stood")
    must_fit(
        all(each.seat == event.seat for each in queries.pieces(field) if each.hex == event.hex),
        "another player is there",
    )
    came = event.actions <= min(razed.actions, player.supply) and event.consumption == razed.consumption
    must_fit(came, "that did not go with it, or is not in the supply")
    if queries.structure_figures(state.rules.components, structure.kind).in_areas:
        player = replace(player, built=add_cubes(player.built, {razed.area: 1}))
    player = replace(
        player,
        mat=take_cubes(player.mat, {razed.area: 1}),
        actions=player.actions + event.actions,
        supply=player.supply - event.actions,
        consumption=player.consumption + event.consumption,
    )
    left = tuple(each for each in field.razed if each != razed)
    return replace(queries.with_player(field, player), structures=(*field.structures, structure), razed=left)


def _achievement_earned(state: State, event: e.AchievementEarned) -> Field:
    player = queries.player_of(state.field, event.seat)
    must_fit(event.achievement not in player.achievements, "an achievement is earned once")
    must_fit(len(player.achievements) < MOST_ACHIEVEMENTS, "nobody has as many achievements")
    return queries.with_player(state.field, replace(player, achievements=(*player.achievements, event.achievement)))


MOST_ACHIEVEMENTS: Final = 20

LOSSES_CHANGES: Final = functions_by_type(
    *(_damage_measured, _losses_chosen, _losses_shown, _losses_taken, _structure_returned, _structure_rebuilt),
    _achievement_earned,
)
