"""HT-4.2 to HT-4.4: who controls a tile, and whose Workers a player may use."""

from collections.abc import Iterator

from msgspec import Struct

from oathbook.domain.kernel import Line, Requirement, Seat, Working
from oathbook.domain.rulesets.heirless.model.components import Faction, Tile
from oathbook.domain.rulesets.heirless.model.queries import knights_on
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.heirless.model.turn_order import tie_winner
from oathbook.domain.rulesets.heirless.rules import HA, HT, No


class Control(Struct, frozen=True):
    """Who has how many figures on a tile, who controls it, and what that rests on."""

    tile: Tile
    figures: tuple[tuple[Seat, int], ...]
    holder: Seat | None
    clauses: tuple[HT, ...]
    readings: tuple[HA, ...]

    @property
    def working(self) -> tuple[Line, ...]:
        """The figures that were compared, of every player who has some."""
        name = self.tile.name
        return tuple(
            line
            for seat, number in self.figures
            if number
            for line in Working.start(f"{seat} on {name}", number, clause=HT.CONTROL).lines
        )


def control_of(state: State, tile: Tile) -> Control:
    """The player who has most on the tile; the Tie Breaker names one of several (HA-50)."""
    figures = tuple(_figures(state, tile))
    most = max(number for _, number in figures)
    leaders = tuple(seat for seat, number in figures if number == most)
    clauses, readings = [HT.CONTROL], list[HA]()
    if tile.camp:
        clauses.append(HT.BANDIT_TILES)
    elif _bandits_on(state, tile):
        readings.append(HA.WHERE_BANDITS_COMPETE)
    if most == 0:
        readings.append(HA.EMPTY_TILE)
        if state.rules.switches.empty_tile == "nobody":
            return Control(tile, figures, None, tuple(clauses), tuple(readings))
    if len(leaders) == 1:
        return Control(tile, figures, leaders[0], tuple(clauses), tuple(readings))
    readings.append(HA.SHARED_CONTROL)
    if state.rules.switches.shared_control == "nobody":
        return Control(tile, figures, None, tuple(clauses), tuple(readings))
    tie = tie_of(state, leaders)
    return Control(tile, figures, tie.winner, (*clauses, *tie.clauses), (*readings, *tie.readings))


def _figures(state: State, tile: Tile) -> Iterator[tuple[Seat, int]]:
    """How many figures everybody has who may control the tile (HT-4.4, HA-10)."""
    knights = knights_on(state.field, tile.name)
    for seat in state.seats:
        yield seat, sum(knight.seat == seat for knight in knights)
    bandits = _bandits_on(state, tile)
    if tile.camp or (bandits and state.rules.switches.bandits_compete == "everywhere"):
        yield BANDITS, bandits


def _bandits_on(state: State, tile: Tile) -> int:
    return sum(bandit.tile == tile.name for bandit in state.field.bandits)


class Grounds(Struct, frozen=True):
    """On what it rests whether a player controls some tile of a Faction."""

    holds: bool
    clauses: tuple[HT, ...]
    readings: tuple[HA, ...]
    working: tuple[Line, ...]
    holders: tuple[tuple[str, str], ...]


def control_grounds(state: State, seat: Seat, faction: Faction) -> Grounds:
    """Whether the player controls a tile of the Faction, and which tiles were looked at."""
    looked_at = tuple(control_of(state, tile) for tile in state.rules.components.tiles if tile.faction == faction)
    return Grounds(
        holds=any(each.holder == seat for each in looked_at),
        clauses=_unique(clause for each in looked_at for clause in each.clauses),
        readings=tuple(dict.fromkeys(reading for each in looked_at for reading in each.readings)),
        working=tuple(line for each in looked_at for line in each.working),
        holders=tuple((each.tile.name, each.holder or "nobody") for each in looked_at),
    )


def _unique(clauses: Iterator[HT]) -> tuple[HT, ...]:
    return tuple(dict.fromkeys((HT.CONTROL_FOR_WORKERS, *clauses)))


def must_control(grounds: Grounds, faction: Faction, *, readings: tuple[HA, ...]) -> Requirement:
    """At least one tile of the Faction of the Workers (HT-4.2)."""
    return Requirement(
        No.NO_CONTROL,
        HT.CONTROL_FOR_WORKERS,
        asks=f"does the player control a {faction} tile?",
        holds=grounds.holds,
        says=f"no {faction} tile is controlled, and so no {faction} Worker can be used",
        values=dict(grounds.holders),
        readings=readings,
    )


class Tie(Struct, frozen=True):
    """A tie that the tracker decides."""

    winner: Seat
    clauses: tuple[HT, ...]
    readings: tuple[HA, ...]


def tie_of(state: State, tied: tuple[Seat, ...]) -> Tie:
    """Between players, or players and the Bandits, as the tracks stand now."""
    clauses, readings = [HT.PRIORITY, HT.WINNING_A_TIE], [HA.TRACKS_AS_THEY_ARE]
    if BANDITS in tied:
        clauses.append(HT.BANDITS_IN_TIES)
        readings += [HA.BANDIT_TIES] if state.rules.printing.tie_order == "next_track_first" else []
    return Tie(tie_winner(state, tied), tuple(clauses), tuple(readings))
