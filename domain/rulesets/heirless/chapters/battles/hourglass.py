"""HB-1.3, HB-1.4, HB-3.1, HB-3.2 and HB-5.1: cubes on the Hourglass Board say whose turn it is to attack."""

from oathbook.domain.kernel import Seat, Working
from oathbook.domain.rulesets.heirless.chapters.play import Play, lines_of
from oathbook.domain.rulesets.heirless.chapters.turns.control import tie_of
from oathbook.domain.rulesets.heirless.model.battle_events import BattleTurnBegan, CubesPlaced, CubesReset, TimePassed
from oathbook.domain.rulesets.heirless.model.battle_queries import cubes_for, hourglass_of, owners_in
from oathbook.domain.rulesets.heirless.model.battle_state import Cubes, Hourglass
from oathbook.domain.rulesets.heirless.model.state import BANDITS
from oathbook.domain.rulesets.heirless.rules import HA, HB, HT


def place_cubes(play: Play) -> None:
    """Everybody's cubes go to the top part, as many as their Delay says, rounded up."""
    hourglass = hourglass_of(play.field)
    for seat in owners_in(hourglass):
        clause = HB.BANDIT_PLAYER if seat == BANDITS else HB.FIRST_CUBES
        cubes = cubes_for(play.state, seat, clause=clause)
        play.emit(
            CubesPlaced(hourglass.tile, seat, cubes.total), clause, readings=(HA.WHOSE_ATTRIBUTES,), working=cubes.lines
        )


def begin_turn(play: Play) -> None:
    """Of those without a cube on top, who has fewest is the Attacker; if there is nobody, time passes before."""
    if all(each.top for each in hourglass_of(play.field).cubes):
        pass_time(play)
    hourglass = hourglass_of(play.field)
    candidates = candidates_in(hourglass)
    tied = with_fewest(candidates)
    tie = tie_of(play.state, tied)
    is_tie = len(tied) > 1
    clauses: tuple[HB | HT, ...] = (HB.EQUALITY, *tie.clauses) if is_tie else ()
    play.emit(
        BattleTurnBegan(hourglass.tile, hourglass.turn + 1, tie.winner),
        *(HB.ATTACKER, *clauses),
        readings=(HA.FEWEST_CUBES, *(tie.readings if is_tie else ())),
        working=lines_of(
            *(Working.start(f"cubes of {each.seat}", each.bottom, clause=HB.ATTACKER) for each in candidates)
        ),
    )


def candidates_in(hourglass: Hourglass) -> tuple[Cubes, ...]:
    """The cubes of those who have none on top."""
    return tuple(each for each in hourglass.cubes if not each.top)


def with_fewest(candidates: tuple[Cubes, ...]) -> tuple[Seat, ...]:
    """Who has the fewest on the board: several, if they have as many."""
    fewest = min((each.bottom for each in candidates), default=0)
    return tuple(each.seat for each in candidates if each.bottom == fewest)


def pass_time(play: Play) -> None:
    """The player with fewest cubes on top moves them all to the bottom part, and everybody else as many (HB-3.2)."""
    hourglass = hourglass_of(play.field)
    tops = (Working.start(f"cubes of {each.seat} on top", each.top, clause=HB.TIME_PASSES) for each in hourglass.cubes)
    play.emit(
        TimePassed(hourglass.tile, min(each.top for each in hourglass.cubes)),
        HB.TIME_PASSES,
        readings=(HA.TIME_RESTARTS,),
        working=lines_of(*tops),
    )


def reset_cubes(play: Play) -> None:
    """The Attacker begins to wait anew, with the card still in use (HB-5.1)."""
    hourglass = hourglass_of(play.field)
    attacker = hourglass.attacker
    assert attacker is not None, "a Battle Turn has an Attacker"
    cubes = cubes_for(play.state, attacker, clause=HB.ATTACKERS_CUBES)
    play.emit(
        CubesReset(hourglass.tile, attacker, cubes.total),
        *(HB.ATTACKERS_CUBES, HB.OFFENSIVE),
        readings=(HA.CARD_ADDS, HA.WHOSE_ATTRIBUTES),
        working=cubes.lines,
    )
