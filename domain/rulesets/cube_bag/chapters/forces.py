"""What fights: which units reach whom, what can be destroyed, who is garrison (CB-2.3, CB-5, CB-8)."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.model import queries
from oathbook.domain.rulesets.cube_bag.model.components import Hex, Target, UnitFigures
from oathbook.domain.rulesets.cube_bag.model.hexes import distance, sides_crossed
from oathbook.domain.rulesets.cube_bag.model.state import Army, Field, State, Structure
from oathbook.domain.rulesets.cube_bag.rules import CA

INVOLVEMENT_READINGS: Final = (CA.INVOLVED, CA.LINE)  # the switches that say which structures are in the battle


class Object(Struct, frozen=True):
    """Something that can be destroyed: units of a type in an army, or a structure.

    ``each`` is the damage that destroys one of them, ``left`` what destroys all; ``rank`` its place in the priority.
    """

    id: str
    seat: Seat
    hex: Hex
    of_class: Target
    rank: int
    each: int
    left: int
    army: Army | None = None
    unit: str = ""


def is_military(state: State, army: Army) -> bool:
    """Whether it can attack: peasants alone are no army (CA-55)."""
    return any(queries.unit_figures(state.rules.components, unit).reach != "none" for unit in army.units)


def corps_limit(state: State, seat: Seat) -> int:
    """How many armies of that seat may fight as one corps."""
    corps = state.rules.components.corps
    castles = sum(each.kind == "castle" and each.seat == seat for each in state.field.structures)
    return min(corps.base + corps.per_castle * castles, corps.most)


def hit_points(state: State, structure: Structure) -> int:
    """How much damage a structure takes before any fell on it."""
    return queries.structure_figures(state.rules.components, structure.kind).hit_points or structure.stages


def left_of(state: State, structure: Structure) -> int:
    """How much damage would still destroy it; none where it carries as many black cubes as it has hit points."""
    return max(0, hit_points(state, structure) - structure.black)


def is_on_line(state: State, structure: Structure, origins: tuple[Hex, ...]) -> bool:
    """Whether an attack from one of those hexes meets it: walls only where a line crosses their side (CB-8.6)."""
    if not queries.structure_figures(state.rules.components, structure.kind).on_sides:
        return True
    return any(_is_crossed(state, structure, origin) for origin in origins)


def _is_crossed(state: State, wall: Structure, origin: Hex) -> bool:
    """Whether a line from there crosses the wall; at a corner one walled side is enough, or both have to be (CA-48)."""
    crossed = set(sides_crossed(origin, wall.hex))
    if state.rules.switches.corner == "both_sides" and not crossed <= _walled_sides(state.field, wall.hex):
        return False
    return not crossed.isdisjoint(wall.sides)


def _walled_sides(field: Field, place: Hex) -> frozenset[Hex]:
    """The sides of a hex on which some wall stands."""
    return frozenset(side for each in field.structures if each.hex == place for side in each.sides)


def is_fortified(state: State, target: Hex, origins: tuple[Hex, ...]) -> bool:
    """Whether an attack on that hex is a siege (CB-8.1, CA-45)."""
    return any(
        queries.structure_figures(state.rules.components, each.kind).fortification and is_on_line(state, each, origins)
        for each in state.field.structures
        if each.hex == target
    )


def armies_of(state: State, seat: Seat) -> tuple[Army, ...]:
    """The armies a fighter has in the battle and on the map."""
    names = queries.fighter_of(queries.battle_in(state.field), seat).armies
    return tuple(army for army in state.field.armies if army.id in names)


def structures_of(state: State, seat: Seat) -> tuple[Structure, ...]:
    """The structures of a fighter that are in the battle (CA-38)."""
    battle = queries.battle_in(state.field)
    own, enemy = queries.fighter_of(battle, seat), queries.enemy_of(battle, seat)
    hexes = own.hexes if state.rules.switches.involved == "every_hex" else (battle.target,)
    return tuple(
        each
        for each in state.field.structures
        if each.seat == seat and each.hex in hexes and is_on_line(state, each, enemy.hexes)
    )


def objects_of(state: State, seat: Seat) -> tuple[Object, ...]:
    """Everything of a fighter that can be destroyed, structures with nothing left included."""
    units = (each for army in armies_of(state, seat) for each in _units(state, army))
    return (*units, *(_structure(state, each) for each in structures_of(state, seat)))


def _units(state: State, army: Army) -> Iterator[Object]:
    for unit in dict.fromkeys(army.units):
        figures = queries.unit_figures(state.rules.components, unit)
        rank = rank_of(state, "peasants" if figures.reach == "none" else "military")
        left = figures.hit_points * army.units.count(unit)
        name = f"{army.id}/{unit}"
        yield Object(name, army.seat, army.hex, figures.of_class, rank, figures.hit_points, left, army, unit)


def _structure(state: State, each: Structure) -> Object:
    rank = rank_of(state, each.kind)
    return Object(each.id, each.seat, each.hex, "structure", rank, 1, left_of(state, each))


def rank_of(state: State, name: str) -> int:
    """The place in the destruction priority; what is not listed comes last."""
    priority = state.rules.components.priority
    return next((place for place, names in enumerate(priority) if name in names), len(priority))


def is_in_reach(state: State, unit: UnitFigures, origin: Hex, target: Hex) -> bool:
    """Whether a unit there reaches that hex (CB-2.3); melee does not reach water (CB-2.5)."""
    if unit.reach == "none" or not unit.nearest <= distance(origin, target) <= unit.farthest:
        return False
    return unit.reach != "melee" or target not in state.rules.components.map.water


def reached_objects(state: State, army: Army, unit: str) -> tuple[Object, ...]:
    """The enemy objects that a unit of an army in the battle reaches (CA-26)."""
    figures = queries.unit_figures(state.rules.components, unit)
    enemy = queries.enemy_of(queries.battle_in(state.field), army.seat)
    return tuple(each for each in objects_of(state, enemy.seat) if is_in_reach(state, figures, army.hex, each.hex))


def occupied_hexes(state: State, seat: Seat) -> frozenset[Hex]:
    """The hexes on which a fighter has anything that is in the battle."""
    armies = {army.hex for army in armies_of(state, seat)}
    return frozenset(armies | {each.hex for each in structures_of(state, seat)})


def is_active(state: State, army: Army, unit: str) -> bool:
    """Whether a unit of that type in an army reaches anybody."""
    enemy = queries.enemy_of(queries.battle_in(state.field), army.seat).seat
    return _reaches_any(state, army, unit, occupied_hexes(state, enemy))


def active_by_army(state: State, seat: Seat) -> tuple[tuple[Army, frozenset[str]], ...]:
    """The armies of a fighter, each with its active unit types."""
    held = occupied_hexes(state, queries.enemy_of(queries.battle_in(state.field), seat).seat)
    return tuple(
        (army, frozenset(unit for unit in set(army.units) if _reaches_any(state, army, unit, held)))
        for army in armies_of(state, seat)
    )


def _reaches_any(state: State, army: Army, unit: str, places: frozenset[Hex]) -> bool:
    figures = queries.unit_figures(state.rules.components, unit)
    return any(is_in_reach(state, figures, army.hex, each) for each in places)


def active_units(state: State, seat: Seat) -> int:
    """How many units of a fighter are active."""
    return sum(unit in active for army, active in active_by_army(state, seat) for unit in army.units)


def projectile_armies(state: State, seat: Seat) -> int:
    """How many armies with projectile units a fighter has (CB-10.4)."""
    figures = state.rules.components
    return sum(
        any(queries.unit_figures(figures, unit).reach == "projectile" for unit in army.units)
        for army in armies_of(state, seat)
    )


def is_garrison(state: State, army: Army, origin: Hex) -> bool:
    """Whether an army defends a fortification against an attack from that hex (CB-8.2, CB-8.6)."""
    own = (each for each in state.field.structures if each.seat == army.seat and each.hex == army.hex)
    return any(
        queries.structure_figures(state.rules.components, each.kind).fortification
        and is_on_line(state, each, (origin,))
        for each in own
    )
