"""What lies on the table before the first turn, out of the box."""

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model import state
from oathbook.domain.rulesets.heirless.model.battle_state import BattleCards, Board, War
from oathbook.domain.rulesets.heirless.model.components import Components, Tile, TrackSpots
from oathbook.domain.rulesets.heirless.model.switches import Rules


def initial_field(rules: Rules, seats: tuple[Seat, ...]) -> state.Field:
    """The first turn of the first Season: the order of the seats on the first track (HA-59)."""
    box = rules.components
    tracks = tuple(track(rules, each, seats, seats if each.name == box.first_track else ()) for each in box.tracks)
    spot = next(
        number
        for each in tracks
        for number, seat in enumerate(each.spots, start=1)
        if each.name == box.first_track and seat == seats[0]
    )
    return state.Field(
        stage="turns",
        season=1,
        current=box.first_track,
        tracks=tracks,
        turns=1,
        turn=state.Turn(seats[0], spot),
        players=tuple(player(box, seats, seat) for seat in seats),
        knights=knights(box, seats),
        bandits=tuple(each for tile in box.tiles for each in bandits(tile)),
        sovereign=tuple(each.name for each in box.workplaces if each.deck == "Sovereign"),
        laws=tuple(law.name for law in box.laws),
        war=war(box, seats),
    )


def track(rules: Rules, spots: TrackSpots, seats: tuple[Seat, ...], cubes: tuple[Seat, ...]) -> state.Track:
    """A track with a spot for everybody and the Bandits, and these cubes on it from the top."""
    free = len(seats) - len(cubes)
    on_it = (*cubes, *(None,) * free)
    has_spot = rules.printing.tracker == "two_track" or spots.name == rules.components.first_track
    top = spots.bandit_spot == "top" and has_spot
    return state.Track(spots.name, (None, *on_it) if top else (*on_it, None))


def player(box: Components, seats: tuple[Seat, ...], seat: Seat) -> state.Player:
    """What a player begins with; Hand and marker by the place of the seat."""
    place = seats.index(seat)
    return state.Player(
        seat=seat,
        influence=box.start.influence,
        prestige=box.start.prestige,
        resources=box.start.resources,
        unemployed=box.start.unemployed,
        hand=box.hands[place] if place < len(box.hands) else (),
        markers=box.markers[place : place + 1],
    )


def knights(box: Components, seats: tuple[Seat, ...]) -> tuple[state.Knight, ...]:
    """Every player's Knights, un-deployed."""
    return tuple(state.Knight(f"{seat}-{number}", seat) for seat in seats for number in range(1, box.start.knights + 1))


def bandits(tile: Tile) -> tuple[state.Bandit, ...]:
    """The Bandits that stand on a tile at the start."""
    return tuple(state.Bandit(f"{tile.name}-{number}", tile.name, tile.name) for number in range(1, tile.bandits + 1))


def war(box: Components, seats: tuple[Seat, ...]) -> War:
    """All Battlecards in hand (HA-60), all Attributes at their start."""
    camps = (Board(tile.name, box.camp) for tile in box.tiles if tile.camp)
    return War(
        cards=tuple(BattleCards(seat, len(box.battlecards)) for seat in seats),
        boards=(*(Board(seat, box.knight) for seat in seats), *camps),
    )
