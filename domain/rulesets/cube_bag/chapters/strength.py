"""CB-2: what an army or a corps is worth in cubes: strength, bonuses and what technologies grant."""

from collections.abc import Iterator

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.chapters import forces
from oathbook.domain.rulesets.cube_bag.model import queries
from oathbook.domain.rulesets.cube_bag.model.components import Target, UnitFigures
from oathbook.domain.rulesets.cube_bag.model.decisions import BonusOf
from oathbook.domain.rulesets.cube_bag.model.state import Army, State
from oathbook.domain.rulesets.cube_bag.rules import CA


class Bonus(Struct, frozen=True):
    """Cubes that come of a bonus: whether they are attack cubes, and how many a siege took away."""

    of: str
    cubes: int
    attacks: bool
    covered: int = 0


def strengths_of(state: State, seat: Seat) -> tuple[int, int]:
    """The strength of a fighter's active units, and of the others (CB-2.3, CB-2.4)."""
    strengths = {True: 0, False: 0}
    for army, active in forces.active_by_army(state, seat):
        for unit in army.units:
            strengths[unit in active] += queries.unit_figures(state.rules.components, unit).strength
    return strengths[True], strengths[False]


def bonuses_of(state: State, seat: Seat, chosen: tuple[BonusOf, ...]) -> Iterator[Bonus]:
    """The bonus of each army as chosen (CA-2), and what technologies grant to a corps (CB-2.2, CA-35)."""
    units = {each.army: each.unit for each in chosen}
    for army in armies_with_own_bonus(state, seat):
        if army.id in units:
            yield bonus_of_army(state, army, units[army.id])
    armies = forces.armies_of(state, seat)
    for card in queries.player_of(state.field, seat).cards:
        figures = queries.card_figures(state.rules.components, card.name)
        if figures.corps_bonus and len(armies) > 1:
            granted = figures.corps_bonus if len(armies) >= figures.corps_armies else 0
            yield Bonus(card.name, granted, forces.active_units(state, seat) > 0)


def armies_with_own_bonus(state: State, seat: Seat) -> tuple[Army, ...]:
    """The armies of a fighter whose own bonuses count: all, or none of a corps (CA-35)."""
    armies = forces.armies_of(state, seat)
    return armies if len(armies) == 1 or state.rules.switches.corps_bonus == "each_army" else ()


def units_with_bonus(state: State, army: Army) -> tuple[str, ...]:
    """The unit types of an army that have a bonus against anybody."""
    types = dict.fromkeys(army.units)
    return tuple(unit for unit in types if queries.unit_figures(state.rules.components, unit).bonus)


def units_with_bonus_here(state: State, army: Army) -> tuple[str, ...]:
    """The unit types of an army whose bonus gives cubes in this battle."""
    return tuple(unit for unit in units_with_bonus(state, army) if bonus_of_army(state, army, unit).cubes)


def bonus_of_army(state: State, army: Army, unit: str) -> Bonus:
    """The bonus of one unit type, against the classes it meets, without those that a siege covers."""
    figures = queries.unit_figures(state.rules.components, unit)
    met = met_objects(state, army, unit)
    classes: set[Target] = {each.of_class for each in met}
    uncovered: set[Target] = {each.of_class for each in met if not _is_covered(state, army, unit, each)}
    times = army.units.count(unit) if state.rules.switches.bonus_counts == "unit" else 1
    whole = times * _bonus_against(state, figures, classes)
    cubes = times * _bonus_against(state, figures, uncovered)
    attacks = forces.is_active(state, army, unit) or state.rules.switches.bonus_colour == "attack"
    return Bonus(f"{army.id}/{unit}", cubes, attacks, whole - cubes)


def bonus_readings(state: State, chosen: BonusOf) -> Iterator[CA]:
    """The readings with a switch that the bonus of one unit type rests on."""
    figures, battle = queries.unit_figures(state.rules.components, chosen.unit), queries.battle_in(state.field)
    yield CA.BONUS_COLOUR
    if figures.bonus:
        yield from (CA.BONUS_COUNTS, CA.CONCRETE_TARGET)
    if len(figures.bonus) > 1:
        yield CA.SEVERAL_CLASSES
    if battle.siege and chosen.army in battle.attacker.armies:
        yield CA.PARTIAL_GARRISON


def _bonus_against(state: State, figures: UnitFigures, classes: set[Target]) -> int:
    """The bonuses against those classes together, or the best of them (CA-46)."""
    bonuses = [figures.bonus.get(of_class, 0) for of_class in classes]
    return sum(bonuses) if state.rules.switches.several_classes == "add_up" else max(bonuses, default=0)


def met_objects(state: State, army: Army, unit: str) -> tuple[forces.Object, ...]:
    """What an active unit reaches; all enemies in the battle for an inactive one, or for everybody (CA-47)."""
    everybody = forces.objects_of(state, queries.enemy_of(queries.battle_in(state.field), army.seat).seat)
    if state.rules.switches.concrete_target == "whole_battle":
        return everybody
    return forces.reached_objects(state, army, unit) or everybody


def _is_covered(state: State, army: Army, unit: str, enemy: forces.Object) -> bool:
    """Whether a siege keeps the bonus of a melee or ranged unit from that enemy (CB-2.9, CB-8.2, CA-36)."""
    battle = queries.battle_in(state.field)
    if not battle.siege or queries.unit_figures(state.rules.components, unit).reach not in {"melee", "ranged"}:
        return False
    if army.seat != battle.attacker.seat:
        return False
    if state.rules.switches.partial_garrison == "whole_siege":
        return True
    return enemy.army is not None and forces.is_garrison(state, enemy.army, army.hex)
