"""The golden Battles of Heirless as they are fought: Seasons that begin with one, and a Season around one."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from tests.golden.heirless import BOX, FIRST, THREE, does
from tests.golden.scripting import Script, Step

KNIGHT: Final = {"health": 4, "defense": 1, "dodge": 4, "damage": 3, "precision": 4, "delay": "2.5"}
CAMP: Final = {"health": 3, "defense": 1, "dodge": 4, "damage": 2, "precision": 4, "delay": "3"}
NO_CHANGE: Final[Mapping[str, Mapping[str, object]]] = {}
CAMPS: Final = ("WolfBandit", "CatBandit", "FoxBandit")

# What is decided ----------------------------------------------------------------------------------------------


def resolves(by: str, tile: str, **draws: str) -> Step:
    """Choose a Battle; where Bandits attack first, their targets are drawn."""
    return {"kind": "resolve", "by": by, "tile": tile}, drawn(tile, draws)


def wants(by: str, ally: str | None = None, tile: str = "", **draws: str) -> Step:
    """Say whom one wants as an ally; the last word begins the Battle."""
    return {"kind": "ally", "by": by, "ally": ally}, drawn(tile, draws)


def aims(by: str, *pairs: str) -> Step:
    """Give Knights their targets, as ``ash-1 > birch-1``."""
    split = (pair.split(" > ") for pair in pairs)
    return {"kind": "target", "by": by, "aims": [{"figure": one, "target": other} for one, other in split]}, {}


def defends(by: str, card: str, tile: str = "", **draws: str) -> Step:
    """Place a Battlecard face down; the last Defender's lets Bandits attack."""
    return {"kind": "place_card", "by": by, "card": card}, drawn(tile, draws)


def attacks(by: str, card: str, discard: str | None = None, tile: str = "", **draws: str) -> Step:
    """Place a Battlecard face up and discard another one."""
    decision: dict[str, Any] = {"kind": "attack", "by": by, "card": card}
    if discard is not None:
        decision["discard"] = discard
    return decision, drawn(tile, draws)


def drawn(tile: str, draws: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """``card_2="B4"`` is the draw ``card/<tile>/2``, ``target_1_2="ash-1"`` that of the second Bandit there."""
    labels = dict[str, tuple[str, ...]]()
    for short, what in draws.items():
        kind, turn, *number = short.split("_")
        label = f"{kind}/{tile}/{turn}" + (f"/{tile}-{number[0]}" if number else "")
        labels[label] = (what,)
    return labels


# Where a Battle is about to be resolved -----------------------------------------------------------------------


def before(
    tile: str, *knights: str, bandits: int = 0, changed: Mapping[str, Mapping[str, object]] = NO_CHANGE
) -> dict[str, Any]:
    """Everybody is Idle, in the order of the seats, and there is a Battle on that tile; attributes may be others."""
    seats = tuple(THREE)
    tracks = [{"name": "t1", "spots": [None] * 4}, {"name": "t2", "spots": [*seats, None]}]
    here = [{"id": f"{tile}-{number}", "camp": tile, "tile": tile} for number in range(1, bandits + 1)]
    players = [seat for seat in seats if any(name.startswith(f"{seat}-") for name in knights)]
    return {
        "stage": "battles",
        "season": 1,
        "current": "t1",
        "turns": 3,
        "turn": None,
        "tracks": tracks,
        "players": [{"seat": seat} for seat in seats],
        "knights": [{"id": name, "seat": name.split("-")[0], "tile": tile} for name in knights],
        "bandits": here,
        "war": {
            "boards": [
                {"owner": owner, "figures": {**(KNIGHT if owner in seats else CAMP), **changed.get(owner, {})}}
                for owner in (*seats, *CAMPS)
            ],
            "battles": [{"tile": tile, "players": players, "bandits": bool(bandits)}],
        },
    }


def hand(seat: str, *cards: str) -> dict[str, Any]:
    """A player who holds these Battlecards, and has discarded the others of six."""
    return {"seat": seat, "held": len(cards), "hand": {"to": [seat], "value": list(cards)}, "discarded": 6 - len(cards)}


ONE_SEASON: Final = {"seasons": 1}
BATTLE: Final = Script("", THREE, (), edition=FIRST, components=BOX, box=ONE_SEASON)
TO_BLOWS: Final = (resolves("ash", "Valley"), wants("ash"), wants("birch"))


def duel(name: str, *steps: Step, **attributes: Mapping[str, object]) -> Script:
    """Ash and birch, one Knight each on Valley; ash wins ties."""
    start = before("Valley", "ash-1", "birch-1", changed=attributes)
    return replace(BATTLE, name=name, steps=(*TO_BLOWS, *steps), start=start)


BANDS: Final = (
    duel(
        "attack-misses",
        aims("ash", "ash-1 > birch-1"),
        defends("birch", "P1"),
        attacks("ash", "P1", "P2"),
        aims("birch", "birch-1 > ash-1"),
        defends("ash", "P4"),
        attacks("birch", "P5", "P2"),
        ash={"precision": 2, "damage": 5},
        birch={"precision": 5, "damage": 5, "dodge": 6, "delay": "3.5"},
    ),
    duel(
        "attack-grazes",
        aims("ash", "ash-1 > birch-1"),
        defends("birch", "P1"),
        attacks("ash", "P1", "P2"),
        ash={"precision": 3, "damage": 5},
        birch={"dodge": 6, "health": 2},
    ),
    duel(
        "attack-hits",
        aims("ash", "ash-1 > birch-1"),
        defends("birch", "P1"),
        attacks("ash", "P1", "P2"),
        ash={"precision": 6, "damage": 5},
        birch={"dodge": 6},
    ),
    duel(
        "attack-is-critical",
        aims("ash", "ash-1 > birch-1"),
        defends("birch", "P1"),
        attacks("ash", "P1", "P2"),
        ash={"precision": 12, "damage": 5},
        birch={"dodge": 6, "health": 9},
    ),
)

WOLF: Final = "WolfBandit"
BANDITS_WIN_TIES: Final = replace(
    BATTLE,
    name="bandits-win-ties",
    steps=(
        does("ash", "deploy", tile=WOLF),
        does("birch", "idle"),
        does("cedar", "idle"),
        does("ash", "idle"),
        resolves("ash", WOLF, target_1_1="ash-1"),
        defends("ash", "P2", WOLF, card_1="B1"),
        aims("ash", "ash-1 > WolfBandit-1"),
        attacks("ash", "P4", "P1", WOLF, card_2="B2", target_3_1="ash-1"),
        defends("ash", "P3", WOLF, card_3="B3"),
        aims("ash", "ash-1 > WolfBandit-1"),
        attacks("ash", "P6", "P5", WOLF, card_4="B5", target_5_1="ash-1"),
        defends("ash", "P1", WOLF, card_5="B6"),
    ),
)
SECOND_SEASON: Final = {
    "stage": "turns",
    "season": 2,
    "current": "t2",
    "turns": 4,
    "turn": {"seat": "ash", "spot": 1},
    "tracks": [{"name": "t1", "spots": [None] * 4}, {"name": "t2", "spots": [*THREE, None]}],
    "players": [
        {
            "seat": "ash",
            "resources": [{"of": "wolf0", "count": 2}, {"of": "cat0", "count": 2}],
            "unemployed": [{"faction": "Wolf", "count": 1}],
        },
        {"seat": "birch"},
        {"seat": "cedar"},
    ],
    "knights": [{"id": "ash-1", "seat": "ash"}],
    "bandits": [{"id": "WolfBandit-1", "camp": WOLF, "tile": WOLF}],
}
BANDITS_LOSE_TIES: Final = replace(
    BATTLE,
    name="bandits-lose-ties",
    box={"seasons": 2},
    start=SECOND_SEASON,
    steps=(
        does("ash", "deploy", tile=WOLF),
        does("birch", "idle"),
        does("cedar", "idle"),
        does("ash", "refine", worker="Wolf", makes="wolf1", amount=2),
        does("ash", "idle"),
        resolves("ash", WOLF),
        aims("ash", "ash-1 > WolfBandit-1"),
        attacks("ash", "P4", "P1", WOLF, card_1="B2", target_2_1="ash-1"),
        defends("ash", "P2", WOLF, card_2="B1", target_3_1="ash-1"),
        defends("ash", "P3", WOLF, card_3="B3"),
        aims("ash", "ash-1 > WolfBandit-1"),
        attacks("ash", "P6", "P5", WOLF, card_4="B4"),
    ),
)
FOX: Final = "FoxBandit"
ALLIANCE: Final = replace(
    BATTLE,
    name="alliance-of-two-against-bandits",
    start=before(FOX, "ash-1", "birch-1", bandits=2),
    steps=(
        resolves("ash", FOX),
        wants("ash", "birch"),
        wants("birch", "ash", FOX, target_1_1="ash-1", target_1_2="birch-1"),
        defends("birch", "P3"),
        defends("ash", "P2", FOX, card_1="B1"),
        aims("ash", "ash-1 > FoxBandit-1"),
        attacks("ash", "P4", "P1", FOX, card_2="B4"),
        aims("birch", "birch-1 > FoxBandit-1"),
        attacks("birch", "P2", "P1", FOX, card_3="B6", target_4_1="birch-1", target_4_2="birch-1"),
        defends("birch", "P5", FOX, card_4="B5"),
        aims("birch", "birch-1 > FoxBandit-1"),
        attacks("birch", "P4", "P6", FOX, card_5="B1"),
        aims("ash", "ash-1 > FoxBandit-2"),
        attacks("ash", "P3", "P5", FOX, card_6="B4", target_7_2="ash-1"),
        defends("ash", "P6", FOX, card_7="B3"),
        aims("birch", "birch-1 > FoxBandit-2"),
        attacks("birch", "P2", "P1", FOX, card_8="B1"),
    ),
)
EMPTY_HANDS: Final = before("Valley", "ash-1", "birch-1")
EMPTY_HANDS["war"]["cards"] = [hand("ash"), hand("birch"), {"seat": "cedar", "held": 6}]
PICKED_UP: Final = replace(
    BATTLE,
    name="hand-picked-up-when-empty",
    start=EMPTY_HANDS,
    steps=(*TO_BLOWS, aims("ash", "ash-1 > birch-1"), defends("birch", "P1"), attacks("ash", "P4", "P2")),
)
STALL: Final = replace(
    duel(
        "stall-ended-by-the-table",
        aims("ash", "ash-1 > birch-1"),
        defends("birch", "P2"),
        attacks("ash", "P4", "P1"),
        aims("birch", "birch-1 > ash-1"),
        defends("ash", "P2"),
        attacks("birch", "P4", "P1"),
        does("table", "agree_to_end"),
        ash={"defense": 9},
        birch={"defense": 9},
    ),
    box={**ONE_SEASON, "stall_battle_turns": 2},
)

SCRIPTS: Final = (*BANDS, BANDITS_WIN_TIES, BANDITS_LOSE_TIES, ALLIANCE, PICKED_UP, STALL)
