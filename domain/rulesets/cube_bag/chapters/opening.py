"""CB-1.1: after a maneuver, an attack on what another player has."""

from collections.abc import Iterable, Iterator

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.cube_bag.chapters import forces
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, decisive_readings, must_be_asked
from oathbook.domain.rulesets.cube_bag.model import events
from oathbook.domain.rulesets.cube_bag.model.components import Hex
from oathbook.domain.rulesets.cube_bag.model.decisions import Attack
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
