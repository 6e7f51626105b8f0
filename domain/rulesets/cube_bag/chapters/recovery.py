"""CB-6: a recovery may bring one lost unit back."""

from collections.abc import Iterator

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.cube_bag.chapters import conversion
from oathbook.domain.rulesets.cube_bag.chapters.cards import must_be_offered
from oathbook.domain.rulesets.cube_bag.chapters.checks import can_be_checked, make_check
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, decisive_readings, fighters_with_card
from oathbook.domain.rulesets.cube_bag.model.bag_events import ClashReturned
from oathbook.domain.rulesets.cube_bag.model.components import Hex
from oathbook.domain.rulesets.cube_bag.model.decisions import Recover
from oathbook.domain.rulesets.cube_bag.model.events import StageBegan, UnitRecovered
from oathbook.domain.rulesets.cube_bag.model.queries import battle_in, users_in_order
from oathbook.domain.rulesets.cube_bag.model.state import State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No
from oathbook.domain.rulesets.kit.requirements import is_allowed

RECOVERY_READINGS = (CA.RECOVERY_HEX, CA.TOUGH_RECOVERY, CA.LARGE_CHECK, CA.RECOVERED_UNIT)
"""The switches that say whether a recovery is allowed."""


def begin_recovery(play: Play) -> bool:
    """The stage exists only if a fighter has a recovery action (CB-6.1)."""
    if not users_in_order(play.state, "recovery"):
        return False
    play.emit(
        StageBegan("recovery", fighters_with_card(play.state, "recovery")),
        *(CB.STAGES, CB.RECOVERY, CB.SEVERAL_RECOVERIES),
        readings=(CA.CLASH_CUBES,) if play.battle.drawn else (),
    )
    if play.state.rules.switches.clash_cubes == "go_back" and play.battle.drawn:
        play.emit(ClashReturned(play.battle.drawn), CB.RECOVERY_CHECK, readings=(CA.CLASH_CUBES,))
    return True


def may_recover(state: State, decision: Recover) -> Iterator[Requirement]:
    """A unit lost in this battle, in the supply, a free hex beside where it fell, the check, and what it needs."""
    yield from must_be_offered(state, decision.by, decision.card, "recovery", during="recovery")
    places = loss_hexes(state, decision.by, decision.unit)
    lost = [each.unit for each in battle_in(state.field).lost if each.seat == decision.by]
    yield Requirement(
        No.NOT_LOST,
        CB.RECOVERY,
        asks="was such a unit of one's own lost in this battle, and does 1 damage less bring it back?",
        holds=bool(places) and is_recoverable(state, decision.unit),
        says=f"{decision.by} has lost no {decision.unit} in this battle that 1 damage less brings back",
        values={
            "lost": ", ".join(lost) or "none",
            "brought back by 1 damage less": ", ".join(each for each in lost if is_recoverable(state, each)) or "none",
        },
        readings=(CA.WHOSE_LOSSES, CA.TOUGH_RECOVERY),
    )
    yield conversion.must_have_unit(state, decision, clause=CB.RECOVERED, readings=(CA.TOUGH_RECOVERY,))
    by_size = (CA.TOUGH_RECOVERY, CA.LARGE_CHECK)
    yield from can_be_checked(state, decision, None, readings=by_size)
    free = recovery_hexes(state, decision.by, decision.unit)
    by_hex = decisive_readings(state, lambda s: recovery_hexes(s, decision.by, decision.unit), CA.RECOVERY_HEX)
    yield conversion.must_be_free(decision.to, free, clause=CB.RECOVERED, readings=(*by_size, *by_hex))
    needed = 1 if state.rules.switches.recovered_unit == "depleted" else 0
    yield conversion.must_have_depletion_cube(state, needed=needed, clause=CB.RECOVERED, readings=RECOVERY_READINGS)


def is_recoverable(state: State, unit: str) -> bool:
    """Whether cancelling 1 damage saves a unit of that type (CA-43)."""
    tough = any(each.hit_points > 1 for each in state.rules.components.units if each.name == unit)
    return state.rules.switches.tough_recovery == "any_unit" or not tough


def loss_hexes(state: State, seat: Seat, unit: str) -> tuple[Hex, ...]:
    """The hexes on which such units of a seat were lost."""
    lost = battle_in(state.field).lost
    return tuple(dict.fromkeys(each.hex for each in lost if (each.seat, each.unit) == (seat, unit)))


def recovery_hexes(state: State, seat: Seat, unit: str) -> tuple[Hex, ...]:
    """The free hexes on which a lost unit may come back (CA-44)."""
    if state.rules.switches.recovery_hex == "own_army":
        return conversion.hexes_beside(
            state, seat, unit, *(army.hex for army in state.field.armies if army.seat == seat)
        )
    return conversion.hexes_beside(state, seat, unit, *loss_hexes(state, seat, unit))


def recover(play: Play, decision: Recover, chance: Chance) -> None:
    """On a passed check the unit is back, and fights on (CA-22)."""
    rests_on = decisive_readings(play.state, lambda s: is_allowed(may_recover(s, decision)), *RECOVERY_READINGS)
    if not make_check(play, decision, None, chance, readings=rests_on):
        return
    state = play.state
    depleted = state.rules.switches.recovered_unit == "depleted"
    origins = loss_hexes(state, decision.by, decision.unit)
    origin = next(
        (each for each in origins if decision.to in conversion.hexes_beside(state, decision.by, decision.unit, each)),
        origins[0],
    )
    play.emit(
        UnitRecovered(decision.by, decision.unit, origin, decision.to, conversion.fresh_name(play.field), depleted),
        *(CB.RECOVERY, CB.RECOVERED),
        readings=(*(CA.RECOVERED_UNIT, CA.WHOSE_LOSSES, CA.AFTER_RECOVERY, CA.FREE_HEX, CA.UNIT_IN_SUPPLY), *rests_on),
    )
