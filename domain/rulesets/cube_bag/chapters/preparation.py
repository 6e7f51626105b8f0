"""CB-2: each fighter lays out cubes; cards may discard some; then they are in the bag."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from oathbook.domain.kernel import Requirement, Seat, Working
from oathbook.domain.rulesets.cube_bag.chapters import forces, strength
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, decisive_readings, must_be_asked
from oathbook.domain.rulesets.cube_bag.model.bag_events import BagFilled, CubesPrepared
from oathbook.domain.rulesets.cube_bag.model.components import Cubes, card_title
from oathbook.domain.rulesets.cube_bag.model.cubes import NEUTRAL, add_cubes
from oathbook.domain.rulesets.cube_bag.model.decisions import Prepare, Spent
from oathbook.domain.rulesets.cube_bag.model.queries import battle_in, fighter_of, player_of, unit_figures
from oathbook.domain.rulesets.cube_bag.model.state import State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No

NAMING_READINGS: Final = (CA.CORPS_BONUS, CA.PARTIAL_GARRISON, CA.CONCRETE_TARGET, *forces.INVOLVEMENT_READINGS)
"""The switches that say whether an army has a bonus here."""


class AvailableCubes(Struct, frozen=True):
    """The cubes a fighter can lay out, with their workings; defense before any is left out, nothing added yet."""

    attack: Working
    defense: Working


def available_cubes(state: State, decision: Prepare) -> AvailableCubes:
    """Attack cubes for what is active, defense cubes for what is not, each with its bonuses (CB-2.1 to CB-2.5)."""
    seat = decision.by
    bonuses = tuple(strength.bonuses_of(state, seat, decision.bonuses))
    active, inactive = strength.strengths_of(state, seat)
    attack = Working.start("attack cubes", active, clause=CB.ACTIVE)
    defense = Working.start("defense cubes", inactive, clause=CB.ACTIVE)
    for bonus in bonuses:
        attack = _with_bonus(attack, bonus, when=bonus.attacks)
        defense = _with_bonus(defense, bonus, when=not bonus.attacks)
    if not forces.armies_of(state, seat):
        bare = sum(forces.left_of(state, each) for each in forces.structures_of(state, seat))
        counts = state.rules.switches.bare_structures == "hit_points"
        defense = defense.add(bare, clause=CB.ARMY_CUBES, when=counts, named="hit points of structures")
    return AvailableCubes(
        _limited_by_supply(attack, player_of(state.field, seat).supply, f"supply of {seat}"),
        _limited_by_supply(defense, state.field.neutral, "neutral cubes in the common supply"),
    )


def _with_bonus(working: Working, bonus: strength.Bonus, *, when: bool) -> Working:
    if not when:
        return working
    army, _, unit = bonus.of.partition("/")
    clause = CB.ARMY_CUBES if unit else CB.CORPS_CUBES
    named = f"bonus of army {army} ({unit})" if unit else f"bonus of the corps ({card_title(bonus.of)})"
    working = working.add(bonus.cubes, clause=clause, when=bonus.cubes > 0, named=named)
    if not bonus.covered:
        return working
    return working.add(bonus.covered, clause=CB.SIEGE_BONUSES, when=False, named=f"{named} against the garrison")


def _limited_by_supply(working: Working, supply: int, named: str) -> Working:
    if working.total <= supply:
        return working
    return working.at_most(supply, clause=CB.ARMY_CUBES, when=True, named=named)


def may_prepare(state: State, decision: Prepare) -> Iterator[Requirement]:
    """Bonuses of one's own units, no more left out than there is, no more added than one has."""
    yield must_be_asked(state, decision.by, during=("preparation",), clause=CB.ARMY_CUBES)
    there = {army.id: set(army.units) for army in forces.armies_of(state, decision.by)}
    named = [each.army for each in decision.bonuses]
    yield Requirement(
        No.NO_SUCH_BONUS,
        CB.ARMY_CUBES,
        asks="is each bonus of a unit type in an army that fights, one an army?",
        holds=len(set(named)) == len(named) and all(each.unit in there.get(each.army, ()) for each in decision.bonuses),
        says="an army has the bonus of one of its unit types",
        values={f"army {army}": ", ".join(sorted(units)) for army, units in there.items()},
        readings=(CA.BONUS_COUNTS, CA.PREPARATION_ORDER),
    )
    yield _must_name_bonuses(state, decision)
    if decision.leave_out:
        yield _must_be_left_out_legally(state, decision)
    yield from must_have_cubes(
        *(state, decision.by, decision.actions, decision.experience),
        clause=CB.ADDING,
        readings=(CA.PREPARATION_ORDER, CA.LEAVING_OUT, *cube_readings(state, decision)),
    )


def _must_name_bonuses(state: State, decision: Prepare) -> Requirement:
    """The bonus is added to the strength: only defense cubes may be left out (CB-2.1, CB-2.6, CA-61)."""
    missing = missing_bonuses(state, decision)
    several = len(forces.armies_of(state, decision.by)) > 1
    return Requirement(
        No.BONUS_MISSING,
        CB.CORPS_CUBES if several else CB.ARMY_CUBES,
        asks="does each army that has a bonus here take one?",
        holds=not missing,
        says=f"a bonus is left out: {'; '.join(missing)}",
        values={"left out": "; ".join(missing) or "none"},
        readings=(CA.PREPARATION_ORDER, CA.WHICH_BONUS, *naming_readings(state, decision)),
    )


def missing_bonuses(state: State, decision: Prepare) -> tuple[str, ...]:
    """The armies that have a bonus here and take none, each with the unit types that give one."""
    named = {each.army: each.unit for each in decision.bonuses}
    return tuple(
        f"army {army.id} has that of {' or '.join(units)}"
        for army in strength.armies_with_own_bonus(state, decision.by)
        if named.get(army.id) not in strength.units_with_bonus(state, army)
        and (units := strength.units_with_bonus_here(state, army))
    )


def naming_readings(state: State, decision: Prepare) -> tuple[CA, ...]:
    """The readings with a switch that it rests on whether a bonus is left out."""
    return decisive_readings(state, lambda s: missing_bonuses(s, decision), *NAMING_READINGS)


def _must_be_left_out_legally(state: State, decision: Prepare) -> Requirement:
    defense = available_cubes(state, decision).defense.total
    holds = may_leave_out(state, decision.leave_out, of=defense)
    return Requirement(
        No.DEFENSE_SHORT,
        CB.LEAVING_OUT,
        asks="can as many defense cubes be left out?",
        holds=holds,
        says=f"{decision.leave_out} of {defense} defense cubes cannot be left out",
        values={"left out": decision.leave_out, "defense cubes": defense},
        readings=() if holds else (CA.PREPARATION_ORDER, CA.LEAVING_OUT, *cube_readings(state, decision)),
    )


def may_leave_out(state: State, cubes: int, *, of: int) -> bool:
    """Whether so many of the defense cubes may stay out of the bag (CB-2.6, CA-7)."""
    return cubes in {0, of} if state.rules.switches.leaving_out == "all_or_none" else cubes <= of


def must_have_cubes(
    state: State, seat: Seat, actions: int, experience: tuple[Spent, ...], *, clause: CB, readings: tuple[CA, ...] = ()
) -> Iterator[Requirement]:
    """As many action and experience cubes as a player has, a card named once."""
    player = player_of(state.field, seat)
    yield Requirement(
        No.CUBES_SHORT,
        clause,
        asks="has the player as many action cubes?",
        holds=actions <= player.actions,
        says=f"{seat} has {player.actions} action cubes, not {actions}",
        values={"action cubes": actions, "on the mat": player.actions},
        readings=readings,
    )
    held = {card.name: card.experience for card in player.cards}
    wanted = {each.card: each.cubes for each in experience}
    yield Requirement(
        No.CUBES_SHORT,
        clause,
        asks="has the player as many experience cubes on those cards, each named once?",
        holds=len(wanted) == len(experience) and all(cubes <= held.get(card, -1) for card, cubes in wanted.items()),
        says="there are not as many experience cubes on those cards",
        values={**{f"wanted of {card}": cubes for card, cubes in wanted.items()}, **held},
        readings=readings,
    )


def prepare(play: Play, decision: Prepare) -> None:
    """The cubes lie before the fighter, for everybody to see."""
    state = play.state
    laid = available_cubes(state, decision)
    attack, defense = with_additions(laid, decision)
    short = any(line.op == "at-most" for line in (*laid.attack.lines, *laid.defense.lines))
    play.emit(
        CubesPrepared(
            decision.by,
            attack.total,
            defense.total,
            decision.actions,
            decision.experience,
            forces.active_units(state, decision.by),
            forces.projectile_armies(state, decision.by),
            player_of(state.field, decision.by).colour,
        ),
        *_clauses(state, decision),
        readings=(
            *(CA.ARMY_BY_ARMY, CA.PREPARATION_ORDER, CA.LEAVING_OUT),
            *((CA.CUBES_SHORT,) if short else ()),
            *cube_readings(state, decision),
            *naming_readings(state, decision),
        ),
        working=(*attack.lines, *defense.lines),
    )


def with_additions(laid: AvailableCubes, decision: Prepare) -> tuple[Working, Working]:
    """With the cubes added (CB-2.7), without those left out (CB-2.6)."""
    spent = sum(each.cubes for each in decision.experience)
    attack, defense = laid.attack, laid.defense
    if decision.actions:
        attack = attack.add(decision.actions, clause=CB.ADDING, when=True, named="action cubes")
    if spent:
        attack = attack.add(spent, clause=CB.ADDING, when=True, named="experience cubes")
    if decision.leave_out:
        defense = defense.take(decision.leave_out, clause=CB.LEAVING_OUT, when=True, named="cubes left out")
    return attack, defense


def _clauses(state: State, decision: Prepare) -> Iterator[CB]:
    battle, seat = battle_in(state.field), decision.by
    armies = forces.armies_of(state, seat)
    figures = [unit_figures(state.rules.components, unit) for army in armies for unit in army.units]
    enemies = (battle.attacker if seat == battle.defender.seat else battle.defender).hexes
    yield CB.ARMY_CUBES
    yield CB.ACTIVE
    if seat == battle.defender.seat:
        yield CB.COUNTERATTACK
    if len(armies) > 1:
        yield CB.CORPS_CUBES
    if any(each.reach == "none" for each in figures):
        yield CB.PEASANTS
    if any(each.reach == "melee" for each in figures) and set(enemies) & set(state.rules.components.map.water):
        yield CB.MELEE_AND_WATER
    if decision.leave_out:
        yield CB.LEAVING_OUT
    if decision.actions or decision.experience:
        yield CB.ADDING
    if battle.siege and seat == battle.attacker.seat:
        yield from _siege_clauses(state, battle.defender.seat)


def _siege_clauses(state: State, besieged: Seat) -> Iterator[CB]:
    yield from (CB.SIEGE_BONUSES, CB.COVER)
    if any(each.sides for each in forces.structures_of(state, besieged)):
        yield CB.GARRISON


def cube_readings(state: State, decision: Prepare) -> Iterator[CA]:
    """The readings with a switch that how many cubes of either kind there are rests on, whichever way they are set."""
    armies = forces.armies_of(state, decision.by)
    if not armies:
        yield CA.BARE_STRUCTURES
    if len(armies) > 1 and decision.bonuses:
        yield CA.CORPS_BONUS
    for bonus in decision.bonuses:
        yield from strength.bonus_readings(state, bonus)
    battle = battle_in(state.field)
    concerned = {*battle.attacker.hexes, *battle.defender.hexes}
    structures = [each for each in state.field.structures if each.hex in concerned]
    if structures:
        yield CA.INVOLVED
    if any(each.sides for each in structures):
        yield CA.LINE


def fill_bag(play: Play) -> None:
    """The attacker puts everything into the bag (CB-2.8)."""
    cubes: Cubes = {}
    for seat in (play.battle.attacker.seat, play.battle.defender.seat):
        fighter = fighter_of(play.battle, seat)
        cubes = add_cubes(cubes, {player_of(play.field, seat).colour: fighter.own, NEUTRAL: fighter.neutral})
    play.emit(BagFilled(play.battle.attacker.seat, cubes), CB.FILLING)
