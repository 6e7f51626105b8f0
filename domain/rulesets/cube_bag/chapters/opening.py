"""CB-1: the attack after a maneuver, the defender's reaction maneuver, reinforcements among it."""

from collections.abc import Iterable, Iterator

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.cube_bag.chapters import forces
from oathbook.domain.rulesets.cube_bag.chapters.outcome import end_battle
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, decisive_readings, must_be_asked
from oathbook.domain.rulesets.cube_bag.model import events
from oathbook.domain.rulesets.cube_bag.model.components import Hex
from oathbook.domain.rulesets.cube_bag.model.decisions import Attack, React
from oathbook.domain.rulesets.cube_bag.model.hexes import steps_over
from oathbook.domain.rulesets.cube_bag.model.queries import army_of, battle_in, pieces, unit_figures
from oathbook.domain.rulesets.cube_bag.model.state import Army, State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No
from oathbook.domain.rulesets.kit.requirements import is_allowed


def may_attack(state: State, decision: Attack) -> Iterator[Requirement]:
    """Own armies, within the corps limit, on another player's units or structures that one of them reaches."""
    yield must_be_asked(state, decision.by, during=("opening",), clause=CB.ATTACK)
    yield within_corps(state, decision.by, len(decision.armies), clause=CB.ATTACK)
    own = {army.id for army in state.field.armies if army.seat == decision.by and forces.is_military(state, army)}
    named = set(decision.armies)
    yield Requirement(
        No.UNKNOWN_ARMY,
        CB.ATTACK,
        asks="are these armies of one's own, with a military unit each, none twice?",
        holds=bool(named) and named <= own and len(named) == len(decision.armies),
        says="only armies of one's own that have a military unit attack, each once",
        values={"named": ", ".join(decision.armies) or "none", "armies": ", ".join(sorted(own)) or "none"},
        readings=(CA.ARMY,),
    )
    owner = owner_of(state, decision.target)
    yield Requirement(
        No.NOTHING_TO_ATTACK,
        CB.ATTACK,
        asks="does another player have units or structures there?",
        holds=owner is not None and owner != decision.by,
        says=f"there is nothing of another player on {decision.target}",
        values={"hex": decision.target, "owner": owner or "nobody"},
    )
    armies = [army_of(state.field, name) for name in decision.armies]
    yield Requirement(
        No.OUT_OF_REACH,
        CB.ACTIVE,
        asks="does some unit reach them?",
        holds=reach_something(state, armies, decision.target),
        says=f"none of the units reaches {decision.target}",
        values={"hex": decision.target, "armies": ", ".join(f"{army.id} on {army.hex}" for army in armies)},
        readings=(CA.REACHES_NOTHING, CA.LINE),
    )


def within_corps(state: State, seat: Seat, armies: int, *, clause: CB) -> Requirement:
    """No more armies fight as one corps than castles allow."""
    limit = forces.corps_limit(state, seat)
    return Requirement(
        No.CORPS_LIMIT,
        clause,
        asks="may as many armies fight as one corps?",
        holds=armies <= limit,
        says=f"{armies} armies are more than the {limit} that may fight as one corps",
        values={"armies": armies, "limit": limit},
    )


def owner_of(state: State, place: Hex) -> Seat | None:
    """Whose units or structures are on a hex."""
    owners = (each.seat for each in pieces(state.field) if each.hex == place)
    return next(owners, None)


def reach_something(state: State, armies: Iterable[Army], target: Hex) -> bool:
    """Whether a unit of the armies reaches something on the hex; a wall only counts where a line crosses it."""
    armies = tuple(armies)
    origins = tuple(army.hex for army in armies)
    units = any(army.hex == target for army in state.field.armies)
    standing = any(forces.is_on_line(state, each, origins) for each in state.field.structures if each.hex == target)
    return (units or standing) and any(
        forces.is_in_reach(state, unit_figures(state.rules.components, unit), army.hex, target)
        for army in armies
        for unit in army.units
    )


def attack(play: Play, decision: Attack) -> None:
    """The battle begins, and the defender is asked about a reaction."""
    defender = owner_of(play.state, decision.target)
    assert defender is not None, "an attack on nobody was allowed"
    armies = tuple(army_of(play.field, name) for name in decision.armies)
    origins = tuple(army.hex for army in armies)
    siege = forces.is_fortified(play.state, decision.target, origins)
    by_line = decisive_readings(
        play.state,
        lambda s: (is_allowed(may_attack(s, decision)), forces.is_fortified(s, decision.target, origins)),
        CA.LINE,
    )
    play.emit(
        events.AttackDeclared(decision.by, decision.armies, defender, decision.target, siege),
        *(CB.ATTACK, *((CB.SIEGE,) if siege else ())),
        readings=(CA.ARMY, CA.REACHES_NOTHING, *((CA.FORTIFICATION,) if siege else ()), *by_line),
    )
    play.emit(
        events.StageBegan("reaction", (events.Asked(defender, armies=_able_to_react(play.state, defender)),)),
        CB.REACTION,
    )


def _able_to_react(state: State, seat: Seat) -> tuple[str, ...]:
    """Armies without a depletion cube that the corps limit lets in, if there is a cube for them (CB-1.3 to CB-1.5)."""
    fighting, limit = battle_in(state.field).defender.armies, forces.corps_limit(state, seat)
    able = (each.id for each in state.field.armies if each.seat == seat and not each.depleted)
    return tuple(each for each in able if state.field.neutral and len({*fighting, each}) <= limit)


def forgo_attack(play: Play, seat: Seat) -> None:
    """The maneuver ends without an attack."""
    play.emit(events.AttackForgone(seat), CB.ATTACK, readings=(CA.ROW_OF_BATTLES,))


def end_game(play: Play) -> None:
    """After the last maneuver: the last battle says how it came out."""
    if play.field.fought:
        last = play.field.fought[-1]
        play.emit(events.GameEnded(last.outcome, last.winners), CB.OUTCOMES, readings=(CA.ROW_OF_BATTLES,))
    else:
        play.emit(events.GameEnded("no battle", ()), CB.ATTACK, readings=(CA.ROW_OF_BATTLES,))


def may_react(state: State, decision: React) -> Iterator[Requirement]:
    """An army of one's own without a depletion cube, within the corps limit, to a hex it can go to."""
    yield must_be_asked(state, decision.by, during=("reaction",), clause=CB.REACTION)
    own = {army.id for army in state.field.armies if army.seat == decision.by}
    yield Requirement(
        No.UNKNOWN_ARMY,
        CB.REACTION,
        asks="is it an army of one's own?",
        holds=decision.army in own,
        says=f"{decision.by} has no army {decision.army}",
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
    play.emit(
        events.ArmyReacted(decision.by, army.id, army.hex, decision.to), *(CB.REACTION, clause), readings=(CA.HOW_FAR,)
    )


def end_reaction(play: Play) -> None:
    """Both lay out their cubes; an attack that reaches nobody any more may be void (CA-50)."""
    readings = decisive_readings(play.state, is_void, CA.OUT_OF_REACH, *forces.INVOLVEMENT_READINGS)
    if is_void(play.state):
        end_battle(play, readings=readings)
    else:
        play.emit(
            events.StageBegan("preparation"), CB.STAGES, CB.ARMY_CUBES, readings=(CA.PREPARATION_ORDER, *readings)
        )


def is_void(state: State) -> bool:
    """Whether the attack is taken back because no unit of the attacker reaches anything in the battle (CA-50)."""
    attacker = battle_in(state.field).attacker.seat
    return state.rules.switches.out_of_reach == "attack_void" and not forces.active_units(state, attacker)
