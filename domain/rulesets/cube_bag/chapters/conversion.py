"""CB-3: a conversion may make one enemy unit change sides."""

from collections.abc import Iterator
from string import ascii_uppercase

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.cube_bag.chapters.cards import must_be_offered
from oathbook.domain.rulesets.cube_bag.chapters.checks import can_be_checked, make_check
from oathbook.domain.rulesets.cube_bag.chapters.forces import INVOLVEMENT_READINGS, armies_of, is_active
from oathbook.domain.rulesets.cube_bag.chapters.opening import free_for
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, decisive_readings, fighters_with_card
from oathbook.domain.rulesets.cube_bag.model import queries
from oathbook.domain.rulesets.cube_bag.model.bag_events import CubesWithdrawn
from oathbook.domain.rulesets.cube_bag.model.components import Cubes, Hex
from oathbook.domain.rulesets.cube_bag.model.cubes import NEUTRAL
from oathbook.domain.rulesets.cube_bag.model.decisions import Convert, Recover
from oathbook.domain.rulesets.cube_bag.model.events import StageBegan, UnitConverted
from oathbook.domain.rulesets.cube_bag.model.hexes import neighbours
from oathbook.domain.rulesets.cube_bag.model.state import Army, Field, State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No
from oathbook.domain.rulesets.kit.requirements import is_allowed


def begin_conversion(play: Play) -> bool:
    """The stage exists only if a fighter has a conversion action (CB-3.1)."""
    if not queries.users_in_order(play.state, "conversion"):
        return False
    play.emit(
        StageBegan("conversion", fighters_with_card(play.state, "conversion")),
        CB.STAGES,
        CB.CONVERSION,
        CB.SEVERAL_CONVERSIONS,
    )
    return True


def may_convert(state: State, decision: Convert) -> Iterator[Requirement]:
    """A unit of the enemy in the battle, one's own of the type in the supply, a free hex beside it, and the check."""
    yield from must_be_offered(state, decision.by, decision.card, "conversion", during="conversion")
    yield must_have_unit(state, decision, clause=CB.CONVERTED)
    enemy = queries.enemy_of(queries.battle_in(state.field), decision.by)
    there = {army.id: army for army in armies_of(state, enemy.seat)}
    yield Requirement(
        No.NO_SUCH_UNIT,
        CB.CONVERSION,
        asks="is it a unit of the enemy in this battle?",
        holds=decision.army in there and decision.unit in there[decision.army].units,
        says=f"there is no {decision.unit} of {enemy.seat} in army {decision.army} to convert",
        values={f"army {name}": ", ".join(army.units) for name, army in there.items()},
    )
    target = there[decision.army]
    yield must_have_depletion_cube(state, needed=0 if is_cube_freed(target) else 1, clause=CB.CONVERTED)
    yield from can_be_checked(state, decision, target)
    free = hexes_beside(state, decision.by, decision.unit, target.hex)
    yield must_be_free(decision.to, free, clause=CB.CONVERTED, readings=(CA.LARGE_CHECK,))


def is_cube_freed(army: Army) -> bool:
    """Whether the army is gone without one unit, and its depletion cube free."""
    return army.depleted and len(army.units) == 1


def must_have_unit(
    state: State, decision: Convert | Recover, *, clause: CB, readings: tuple[CA, ...] = ()
) -> Requirement:
    """A unit of the type is in one's supply (CA-18)."""
    units = queries.player_of(state.field, decision.by).units.get(decision.unit, 0)
    return Requirement(
        No.SUPPLY_EMPTY,
        clause,
        asks="is a unit of the type in one's supply?",
        holds=units > 0,
        says=f"{decision.by} has no {decision.unit} in the supply",
        values={"unit": decision.unit, "in the supply": units},
        readings=(CA.UNIT_IN_SUPPLY, *readings),
    )


def must_have_depletion_cube(state: State, *, needed: int, clause: CB, readings: tuple[CA, ...] = ()) -> Requirement:
    """The common supply has a cube for a unit that comes depleted (CA-18)."""
    return Requirement(
        No.SUPPLY_EMPTY,
        clause,
        asks="is there a depletion cube for the unit?",
        holds=needed <= state.field.neutral,
        says="the supply has no depletion cube for the unit",
        values={"needed": needed, "neutral cubes": state.field.neutral},
        readings=(CA.UNIT_IN_SUPPLY, *readings),
    )


def hexes_beside(state: State, seat: str, unit: str, *places: Hex) -> tuple[Hex, ...]:
    """The free hexes for a unit beside one of those (CA-19)."""
    beside = {each for place in places for each in neighbours(state.rules.components.map, place)}
    return tuple(each for each in free_for(state, seat, unit) if each in beside)


def must_be_free(place: Hex, free: tuple[Hex, ...], *, clause: CB, readings: tuple[CA, ...] = ()) -> Requirement:
    """The unit may be put on that hex."""
    return Requirement(
        No.NO_FREE_HEX,
        clause,
        asks="is it a free hex beside it?",
        holds=place in free,
        says=f"the unit cannot be put on {place}",
        values={"hex": place, "free": " ".join(free) or "none"},
        readings=(CA.FREE_HEX, *readings),
    )


def convert(play: Play, decision: Convert, chance: Chance) -> None:
    """On a passed check the unit changes sides; what was prepared for it stays, or not (CA-16)."""
    target = queries.army_of(play.field, decision.army)
    active = is_active(play.state, target, decision.unit)
    by_reach = decisive_readings(play.state, lambda s: is_active(s, target, decision.unit), *INVOLVEMENT_READINGS)
    rests_on = decisive_readings(play.state, lambda s: is_allowed(may_convert(s, decision)), CA.LARGE_CHECK)
    if not make_check(play, decision, target, chance, readings=rests_on):
        return
    fights = play.state.rules.switches.converted_unit == "fights"
    play.emit(
        UnitConverted(
            *(decision.by, target.seat, target.id, decision.unit, decision.to, fresh_name(play.field), fights)
        ),
        *(CB.CONVERSION, CB.CONVERTED),
        readings=(CA.CONVERTED_UNIT, CA.CUBES_OF_CONVERTED, CA.FREE_HEX, CA.UNIT_IN_SUPPLY),
    )
    if play.state.rules.switches.cubes_of_converted == "withdrawn":
        withdraw(play, target, decision.unit, active=active, readings=by_reach)


def withdraw(play: Play, target: Army, unit: str, *, active: bool, readings: tuple[CA, ...]) -> None:
    """As many cubes as its strength leave the bag, as far as there are any."""
    colour = queries.player_of(play.field, target.seat).colour if active else NEUTRAL
    strength = queries.unit_figures(play.state.rules.components, unit).strength
    cubes: Cubes = {colour: min(strength, play.battle.bag.get(colour, 0))}
    if cubes[colour]:
        play.emit(CubesWithdrawn(target.seat, cubes), CB.CONVERTED, readings=(CA.CUBES_OF_CONVERTED, *readings))


def fresh_name(field: Field) -> str:
    """A name that no army has."""
    taken = {army.id for army in field.armies}
    numbers = ("", *map(str, range(1, len(taken) + 2)))
    return next(
        f"{letter}{number}" for number in numbers for letter in ascii_uppercase if f"{letter}{number}" not in taken
    )
