"""Setups to show and to play at random: every number of players, and positions close to whatever is rare."""

from typing import Final

from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.rulesets.heirless.chapters.setup import from_the_box
from domain.rulesets.heirless.editions import EDITION_1
from domain.rulesets.heirless.model.components import Amount, Components, Staff
from domain.rulesets.heirless.model.decisions import Thing, Transfer
from domain.rulesets.heirless.model.printing import SECOND
from domain.rulesets.heirless.model.state import Bandit, Built, Field, Knight, Offer, Player, Request, Track, Turn
from domain.rulesets.heirless.model.switches import Rules, Switches, TurnSwitches
from domain.rulesets.protocol import SeatSetup, Setup

SEATS: Final = tuple(Seat(name) for name in ("ash", "birch", "cedar", "fir", "oak", "yew"))
FULL: Final = 9


def _components() -> Components:
    components = EDITION_1.components["heirless-sample-1"]
    assert isinstance(components, Components)
    return components


SAMPLE: Final = _components()
PEACEFUL: Final = replace(
    SAMPLE,
    start=replace(SAMPLE.start, knights=1),
    tiles=tuple(replace(tile, bandits=0) for tile in SAMPLE.tiles),
)
"""Without Bandits, and with one Knight a player: a Season may end without a Battle."""

VILLAGE: Final = replace(
    PEACEFUL,
    seasons=8,
    tiles=tuple(
        replace(tile, bandits=0, flee=tile.flee and "Capital")
        for tile in SAMPLE.tiles
        if tile.name in {"Capital", "Valley", "Meadow", "Thicket"}
    ),
    workplaces=tuple(replace(each, cost=()) for each in SAMPLE.workplaces),
)
"""A small map, Workplaces that cost nothing, and time."""


def seated(players: int) -> tuple[SeatSetup, ...]:
    """So many seats."""
    return tuple(SeatSetup(seat, f"Player {number}") for number, seat in enumerate(SEATS[:players], 1))


def opening(box: Components, players: int) -> Field:
    """The first position of the box for so many players; it is the same in both editions."""
    return from_the_box(Rules(box, Switches(), SECOND), SEATS[:players])


def rich(player: Player) -> Player:
    """A player with plenty of Resources, Workers and Influence."""
    return replace(
        player,
        influence=6,
        resources=tuple(Amount(name, 4) for name in SAMPLE.resources),
        unemployed=(Staff("Wolf", 3), Staff("Cat", 3), Staff("Fox", 3)),
    )


WHERE: Final = {
    "ash": ("Valley", "Thicket"),
    "birch": ("Meadow",),
    "cedar": ("WolfBandit", "Meadow"),
    "fir": ("CatBandit",),
    "oak": ("Timberland",),
    "yew": ("FoxBandit",),
}
"""Tiles of every Faction, some held against nobody, some against as many Knights or Bandits."""


def in_control(field: Field) -> Field:
    """Knights on tiles, and plenty in everybody's reserves."""
    tiles = {f"{seat}-{number}": tile for seat, where in WHERE.items() for number, tile in enumerate(where, start=1)}
    knights = tuple(replace(knight, tile=tiles.get(knight.id)) for knight in field.knights)
    return replace(field, knights=knights, players=tuple(rich(player) for player in field.players))


def grids(field: Field) -> Field:
    """Ash has nine Workplaces built, birch eight, some of them in use; the last is in ash's Hand."""
    *names, last = (each.name for each in SAMPLE.workplaces if each.deck != "Sovereign")
    ash, _, cedar, *_ = SEATS
    built = tuple(
        Built(name, SEATS[number // FULL], 1 + number % FULL, cedar if number % 3 == 0 else None)
        for number, name in enumerate(names)
    )
    players = tuple(replace(player, hand=(last,) if player.seat == ash else ()) for player in field.players)
    return replace(field, built=built, players=players)


def answering(field: Field) -> Field:
    """Nobody has anything but what is built, and all but ash are Idle: what is left is to answer offers.

    Every offer is a tenth Workplace for ash, in use but for birch's, in the place of one of ash's own; oak's is in the
    place of one that is not.
    """
    ash, *others = (player.seat for player in field.players)
    names = [each.name for each in SAMPLE.workplaces if each.deck != "Sovereign"]
    given = dict(zip(others, names[FULL:], strict=False))
    built = tuple(Built(name, ash, cell) for cell, name in enumerate(names[:FULL], start=1))
    built += tuple(Built(name, seat, 1, None if seat == SEATS[1] else ash) for seat, name in given.items())
    offers = tuple(
        Offer(number, seat, (Transfer(seat, ash, (_tenth(name, seat, names),)),), (seat,))
        for number, (seat, name) in enumerate(given.items(), start=1)
    )
    knights = tuple(replace(each, tile=None, out=True) for each in field.knights)
    tracks = (Track("t1", (None, ash, *(None for _ in others))), Track("t2", (*others, None, None)))
    return replace(
        field,
        players=tuple(Player(player.seat) for player in field.players),
        knights=knights,
        tracks=tracks,
        built=built,
        offers=offers,
        offered=len(offers),
    )


def _tenth(name: str, seat: Seat, names: list[str]) -> Thing:
    return Thing("workplace", name, replaces=names[-1] if seat == SEATS[4] else names[0])


def requested(field: Field) -> Field:
    """The same, and the only one who is not Idle is birch, who has asked ash for the Workplace that would make room."""
    ash, birch, *others = (player.seat for player in field.players)
    left = answering(field)
    wanted = next(each for each in SAMPLE.workplaces if each.name == left.built[0].workplace)
    tracks = (Track("t1", (None, birch, None, *(None for _ in others))), Track("t2", (ash, *others, None, None)))
    return replace(
        left,
        stage="consent",
        tracks=tracks,
        turn=Turn(birch, 2),
        request=Request(birch, wanted.name, wanted.workers),
    )


def busy(field: Field) -> Field:
    """Workers and Workplaces, some of them in use, and nothing to pay with."""
    ash, birch, *_, last = (player.seat for player in field.players)
    names = ("Bakery", "Ropewalk", "Bindery", "Mill", "Orchard", "Treasury", "Theatre", "Tannery")
    built = tuple(
        Built(name, ash if number % 2 else birch, 1 + number // 2, last if number % 3 == 0 else None)
        for number, name in enumerate(names)
    )
    players = tuple(replace(Player(player.seat), unemployed=player.unemployed) for player in field.players)
    knights = tuple(replace(each, out=each.tile is None) for each in field.knights)
    return replace(field, built=built, players=players, knights=knights)


def at_work(field: Field) -> Field:
    """The last player has all the Workers and a Knight on a tile of each Faction; nobody else has anything."""
    left = busy(field)
    *_, last = (player.seat for player in left.players)
    tiles = dict(zip((f"{last}-{number}" for number in (1, 2, 3)), ("Valley", "Farmland", "Timberland"), strict=True))
    worker = replace(rich(Player(last)), influence=0, resources=())
    return replace(
        one_left(left),
        laws=(),
        players=tuple(worker if player.seat == last else Player(player.seat) for player in left.players),
        knights=tuple(replace(each, tile=tiles.get(each.id), out=each.id not in tiles) for each in left.knights),
        bandits=(),
    )


def at_home(field: Field, hand: int) -> Field:
    """The last player has a Worker of each Faction, a Hand, and a Knight on the Capital; nobody else has anything."""
    *_, last = (player.seat for player in field.players)
    builder = replace(
        rich(Player(last)),
        influence=0,
        unemployed=(Staff("Wolf", 1), Staff("Cat", 1), Staff("Fox", 1)),
        hand=tuple(each.name for each in SAMPLE.workplaces if each.deck != "Sovereign")[:hand],
    )
    players = tuple(builder if player.seat == last else Player(player.seat) for player in field.players)
    tiles = ("Capital", "Valley", "Meadow", *(None,) * 5)
    knights = tuple(Knight(f"{last}-{number}", last, tile) for number, tile in enumerate(tiles, start=1))
    return replace(one_left(field), laws=(), in_force=("OpenGates",), players=players, knights=knights)


def owner(field: Field) -> Field:
    """Ash has nine Workplaces built, the others in Hand, and plenty of everything; all others are Idle."""
    ash, *others = (player.seat for player in field.players)
    names = [each.name for each in SAMPLE.workplaces if each.deck != "Sovereign"]
    built = tuple(Built(name, ash, cell) for cell, name in enumerate(names[:FULL], start=1))
    reserves = replace(rich(Player(ash)), hand=tuple(names[FULL:]))
    players = tuple(reserves if player.seat == ash else Player(player.seat) for player in field.players)
    tracks = (Track("t1", (None, ash, *(None for _ in others))), Track("t2", (*others, None, None)))
    return replace(field, built=built, players=players, tracks=tracks, laws=(), turn=Turn(ash, 2))


def one_left(field: Field) -> Field:
    """Everybody but the last player is Idle, in the order of the seats."""
    *idle, last = (player.seat for player in field.players)
    spots = (None, *(None for _ in idle), last)
    tracks = (Track("t1", spots), Track("t2", (*idle, None, None)))
    return replace(field, tracks=tracks, turn=Turn(last, len(spots)))


def roaming(field: Field) -> Field:
    """Bandits off their tiles, on an empty one and beside a Knight."""
    bandits = (Bandit("WolfBandit-1", "WolfBandit", "Cordillera"), Bandit("CatBandit-1", "CatBandit", "Meadow"))
    return replace(field, bandits=bandits)


def samples_of(switches: TurnSwitches) -> tuple[Setup, ...]:
    """All setups, with these switches; the first is the one to show a newcomer."""

    def taken_up(box: Components, field: Field) -> Setup:
        return Setup(seated(len(field.players)), box, switches, field)

    short, brief = replace(SAMPLE, seasons=1), replace(PEACEFUL, seasons=1)
    others = (replace(switches, trade_in_use="illegal"), replace(switches, tenth_by_trade="replace"))
    few = {players: opening(PEACEFUL, players) for players in (3, 4)}
    full = {players: in_control(opening(SAMPLE, players)) for players in (3, 4, 5, 6)}
    return (
        *(Setup(seated(players), SAMPLE, switches) for players in (3, 4, 5, 6)),
        *(Setup(seated(players), PEACEFUL, switches) for players in (3, 4)),
        *(taken_up(short, each) for each in full.values()),
        *(taken_up(short, grids(full[players])) for players in (3, 4, 5)),
        *(replace(taken_up(brief, answering(full[6])), switches=each) for each in (*(switches,) * 3, *others)),
        *(replace(taken_up(brief, answering(full[players])), switches=others[0]) for players in (4, 5, 6, 6, 6)),
        replace(taken_up(brief, requested(full[3])), switches=others[1]),
        *(taken_up(short, busy(full[players])) for players in (3, 4, 5)),
        *(taken_up(brief, at_work(each)) for each in (full[3], full[4]) * 6),
        *(taken_up(replace(brief, workplaces=VILLAGE.workplaces), owner(full[3])) for _ in range(4)),
        *(taken_up(VILLAGE, at_home(opening(VILLAGE, 4), hand)) for hand in (FULL + 2, 0) * 4),
        *(taken_up(short, roaming(full[players])) for players in (3, 4, 5, 6)),
        *(taken_up(short, one_left(grids(full[players]))) for players in (3, 4)),
        *(taken_up(PEACEFUL, one_left(in_control(each))) for each in few.values()),
    )
