"""Setups in which a Season's Battles begin at once: sturdy, frail and stalwart figures, alone and in crowds."""

from typing import Final

from msgspec.structs import replace

from domain.rulesets.heirless.model.battle_state import Battle, Cubes, Hourglass, Participant
from domain.rulesets.heirless.model.components import Battlecard, Components, Name
from domain.rulesets.heirless.model.state import Field, Player, Track
from domain.rulesets.heirless.model.switches import Switches
from domain.rulesets.heirless.setup.samples import SAMPLE, one_left, opening, seated
from domain.rulesets.protocol import Setup

DUEL: Final = replace(SAMPLE, seasons=1)


def _card(name: str, **values: int | str) -> Battlecard:
    nothing = Battlecard(name, defense=0, dodge=0, wound=0, damage=0, precision=0, delay="0")
    return replace(nothing, **values)


WILD_CARDS: Final = (
    _card("Gash", wound=2, precision=-2, delay="-1"),
    _card("Mend", wound=-2, defense=-3, damage=1),
    _card("Feint", dodge=-3, damage=-4, precision=1),
)
FRAIL: Final = replace(
    DUEL,
    knight=replace(SAMPLE.knight, health=2, defense=0, dodge=1, damage=2, precision=1, delay="0.5"),
    camp=replace(SAMPLE.camp, health=2, dodge=2, precision=1, delay="1"),
    battlecards=WILD_CARDS,
    bandit_battlecards=WILD_CARDS[:2],
)
"""Cards wound, heal, and bring Attributes below zero and Delays to nothing."""

STALWART: Final = replace(
    DUEL,
    knight=replace(SAMPLE.knight, defense=50),
    camp=replace(SAMPLE.camp, defense=50),
    battlecards=SAMPLE.battlecards[:2],
    stall_battle_turns=2,
)
"""Nobody can be wounded, so that only an agreement ends a Battle."""

LASTING: Final = replace(STALWART, stall_battle_turns=12)
"""Nobody can be wounded for a while."""

PLACES: Final[tuple[tuple[Name, ...], ...]] = (
    ("Valley", "Valley", "FoxBandit"),
    ("Valley", "Meadow", "FoxBandit"),
    ("Meadow", "Valley", "Valley"),
    ("Meadow", "Valley", "CatBandit"),
    ("Valley", "Capital", "Capital"),
    ("FoxBandit", "Capital", "Meadow"),
)
CROWD: Final[tuple[tuple[Name, ...], ...]] = (("Valley",) * 3,) * 6
ALONE: Final[tuple[tuple[Name, ...], ...]] = (("FoxBandit",) * 3, (), (), (), (), ())


def mustered(box: Components, places: tuple[tuple[Name, ...], ...], players: int) -> Field:
    """Knights on these tiles, by the place of their seat; all but the last player are Idle, and nobody has anything."""
    field = opening(box, players)
    where = {
        f"{player.seat}-{number}": tile
        for player, tiles in zip(field.players, places, strict=False)
        for number, tile in enumerate(tiles, start=1)
    }
    knights = tuple(replace(each, tile=where.get(each.id), out=each.id not in where) for each in field.knights)
    bare = tuple(Player(player.seat) for player in field.players)
    return one_left(replace(field, knights=knights, players=bare))


def allied(field: Field) -> Field:
    """Ash and birch are allied on Valley against whoever else is there, and it is ash's Battle Turn."""
    seats = tuple(player.seat for player in field.players)
    figures = tuple(Participant(each.id, each.seat) for each in field.knights if each.tile == "Valley")
    cubes = tuple(Cubes(seat, int(seat != seats[0])) for seat in seats)
    hourglass = Hourglass(
        "Valley", seats, alliances=(seats[:2],), cubes=cubes, figures=figures, turn=1, attacker=seats[0]
    )
    tracks = (Track("t1", (None,) * (len(seats) + 1)), Track("t2", (*seats, None)))
    battles = (Battle("Valley", seats, bandits=False, status="open"),)
    war = replace(field.war, battles=battles, hourglass=hourglass)
    return replace(field, stage="targets", turn=None, tracks=tracks, war=war)


def stalled(field: Field) -> Field:
    """Everybody but the last two has one Knight on Valley, and nobody has been wounded for long."""
    *fighters, _, _ = (player.seat for player in field.players)
    there = {f"{seat}-1" for seat in fighters}
    knights = tuple(each if each.id in there else replace(each, tile=None, out=True) for each in field.knights)
    begun = allied(replace(field, knights=knights))
    assert begun.war.hourglass is not None, "it has just begun"
    fought = replace(
        begun.war.hourglass,
        players=tuple(fighters),
        alliances=(),
        cubes=begun.war.hourglass.cubes[: len(fighters)],
        turn=STALWART.stall_battle_turns,
        quiet=STALWART.stall_battle_turns,
        stalled=True,
    )
    battles = (Battle("Valley", tuple(fighters), bandits=False, status="open"),)
    return replace(begun, war=replace(begun.war, battles=battles, hourglass=fought))


def battle_samples(switches: Switches) -> tuple[Setup, ...]:
    """All of these setups, with these switches, and some with others that are rarely set together."""
    others = replace(
        switches,
        ally_as_target="forbidden",
        bandit_policy="most_wounded",
        removal="after_cards",
        attributes="at_least_zero",
    )

    def taken_up(
        box: Components, places: tuple[tuple[Name, ...], ...], players: int, switches: Switches = switches
    ) -> Setup:
        return Setup(seated(players), box, switches, mustered(box, places, players))

    return (
        *(taken_up(box, PLACES, players) for box in (DUEL, FRAIL) for players in (3, 4)),
        *(taken_up(FRAIL, places, 4, others) for places in (CROWD, PLACES)),
        *(taken_up(box, CROWD, 3) for box in (FRAIL, STALWART)),
        *(taken_up(box, ALONE, 3) for box in (DUEL, FRAIL)),
        taken_up(STALWART, PLACES, 3),
        *(
            Setup(seated(players), STALWART, switches, stalled(mustered(STALWART, CROWD, players)))
            for players in (4, 5, 6) * 3
        ),
        *(
            Setup(seated(players), box, each, allied(mustered(box, CROWD, players)))
            for players, box, each in ((4, DUEL, switches), (3, DUEL, others), *((3, LASTING, others),) * 5)
        ),
    )
