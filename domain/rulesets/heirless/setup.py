"""The beginning of a game: from the box, or from a start position."""

from typing import Final

from msgspec import convert, to_builtins
from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.rulesets.heirless.battle_model import BattleCards, Board, War
from domain.rulesets.heirless.box import Components, Tile, TrackSpots
from domain.rulesets.heirless.editions import Rules
from domain.rulesets.heirless.model import Bandit, Field, Knight, Player, State, Track, Turn
from domain.rulesets.heirless.printing import Printing
from domain.rulesets.heirless.start import check_start
from domain.rulesets.heirless.start_box import check_components
from domain.rulesets.heirless.start_fits import fits
from domain.rulesets.heirless.switches import Switches, TurnSwitches
from domain.rulesets.protocol import Setup

FEWEST: Final = 3
MOST: Final = 6


def first_state(setup: Setup, printing: Printing) -> State:
    """The state a setup describes; ``BadRecord`` names the field that does not fit."""
    assert isinstance(setup.components, Components)
    assert isinstance(setup.switches, TurnSwitches)
    assert isinstance(setup.start, Field | None)
    check_components(setup.components, printing)
    seats = tuple(each.seat for each in setup.seats)
    fits(FEWEST <= len(seats) <= MOST, "seats", f"Heirless is for {FEWEST} to {MOST} players, not {len(seats)}")
    for tile in setup.components.tiles:
        fits(tile.name not in seats, f"components.tiles.{tile.name}", "a seat is called so too")
    rules = Rules(setup.components, convert(to_builtins(setup.switches), Switches), printing)
    if setup.start is None:
        return State(rules, seats, from_the_box(rules, seats))
    in_order = tuple(player.seat for player in setup.start.players) == seats
    fits(in_order, "start.players", "not the seats, in their order")
    state = State(rules, seats, with_war(setup.start, rules.components, seats))
    check_start(state)
    return state


def with_war(field: Field, box: Components, seats: tuple[Seat, ...]) -> Field:
    """A position that does not speak of Battlecards or Attributes has those of the box."""
    of_the_box = war(box, seats)
    cards, boards = field.war.cards or of_the_box.cards, field.war.boards or of_the_box.boards
    return replace(field, war=replace(field.war, cards=cards, boards=boards))


def from_the_box(rules: Rules, seats: tuple[Seat, ...]) -> Field:
    """The first turn of the first Season: the order of the seats on the first track (HA-59)."""
    box = rules.components
    tracks = tuple(track(rules, each, seats, seats if each.name == box.first_track else ()) for each in box.tracks)
    spot = next(
        number
        for each in tracks
        for number, seat in enumerate(each.spots, start=1)
        if each.name == box.first_track and seat == seats[0]
    )
    return Field(
        stage="turns",
        season=1,
        current=box.first_track,
        tracks=tracks,
        turns=1,
        turn=Turn(seats[0], spot),
        players=tuple(player(box, seats, seat) for seat in seats),
        knights=knights(box, seats),
        bandits=tuple(each for tile in box.tiles for each in bandits(tile)),
        sovereign=tuple(each.name for each in box.workplaces if each.deck == "Sovereign"),
        laws=tuple(law.name for law in box.laws),
        war=war(box, seats),
    )


def track(rules: Rules, spots: TrackSpots, seats: tuple[Seat, ...], cubes: tuple[Seat, ...]) -> Track:
    """A track with a spot for everybody and the Bandits, and these cubes on it from the top."""
    free = len(seats) - len(cubes)
    on_it = (*cubes, *(None,) * free)
    has_spot = rules.printing.tracker == "two_track" or spots.name == rules.components.first_track
    top = spots.bandit_spot == "top" and has_spot
    return Track(spots.name, (None, *on_it) if top else (*on_it, None))


def player(box: Components, seats: tuple[Seat, ...], seat: Seat) -> Player:
    """What a player begins with; Hand and marker by the place of the seat."""
    place = seats.index(seat)
    return Player(
        seat=seat,
        influence=box.start.influence,
        prestige=box.start.prestige,
        resources=box.start.resources,
        unemployed=box.start.unemployed,
        hand=box.hands[place] if place < len(box.hands) else (),
        markers=box.markers[place : place + 1],
    )


def knights(box: Components, seats: tuple[Seat, ...]) -> tuple[Knight, ...]:
    """Every player's Knights, un-deployed."""
    return tuple(Knight(f"{seat}-{number}", seat) for seat in seats for number in range(1, box.start.knights + 1))


def bandits(tile: Tile) -> tuple[Bandit, ...]:
    """The Bandits that stand on a tile at the start."""
    return tuple(Bandit(f"{tile.name}-{number}", tile.name, tile.name) for number in range(1, tile.bandits + 1))


def war(box: Components, seats: tuple[Seat, ...]) -> War:
    """All Battlecards in hand (HA-60), all Attributes at their start."""
    camps = (Board(tile.name, box.camp) for tile in box.tiles if tile.camp)
    return War(
        cards=tuple(BattleCards(seat, len(box.battlecards)) for seat in seats),
        boards=(*(Board(seat, box.knight) for seat in seats), *camps),
    )
