"""The golden games of the attack of Gloomhaven, most of them in both editions."""

from typing import Any, Final

from msgspec.structs import replace

from tests.golden.scripting import Script, Step

GH1: Final = "gloomhaven_attack/gh1"
FH: Final = "gloomhaven_attack/fh"
ONE: Final = {"ash": "The Scoundrel's player"}


def attacks(by: str, attacker: str, target: str, base: int, **more: object) -> Step:
    """Declare an attack on an adjacent enemy."""
    decision = {"kind": "declare_attack", "by": by, "attacker": attacker, "base": base, "targets": [{"figure": target}]}
    return {**decision, **more}, {}


def draws(by: str, deck: str, *cards: str) -> Step:
    """Turn over cards, which come in this order."""
    return {"kind": "draw_cards", "by": by}, {f"{deck}/{number}": (card,) for number, card in enumerate(cards, 1)}


def orders(by: str, *order: int) -> Step:
    """Choose an order of modifiers."""
    return {"kind": "order_modifiers", "by": by, "order": list(order)}, {}


def chooses(by: str, card: str) -> Step:
    """Choose between two cards."""
    return {"kind": "choose_card", "by": by, "card": card}, {}


ROUND_ENDS: Final[Step] = ({"kind": "end_round", "by": "table"}, {})


def scoundrel(**more: object) -> dict[str, Any]:
    """The character of ash."""
    return {"id": "scoundrel", "kind": "character", "seat": "ash", "deck": "scoundrel", "hit_points": 8, **more}


def monster(name: str, **more: object) -> dict[str, Any]:
    """A monster, for which the table decides."""
    return {"id": name, "kind": "monster", "seat": "table", "deck": "monsters", "hit_points": 10, **more}


def start(*figures: dict[str, Any], own: list[str], monsters: list[str], **more: object) -> dict[str, Any]:
    """A position between two attacks; the piles are listed in the order of the box."""
    decks = [{"name": "monsters", "pile": monsters}, {"name": "scoundrel", "pile": own}]
    return {"figures": list(figures), "decks": decks, "supplies": SUPPLIES, **more}


SUPPLIES: Final = [
    {"card": "bless", "decks": "all", "left": 9},
    {"card": "curse", "decks": "monsters", "left": 10},
    {"card": "curse", "decks": "characters", "left": 10},
]


def script(name: str, position: dict[str, Any], *steps: Step, **switches: str) -> Script:
    """A game with the standard box, in the first edition."""
    named = {reading.replace("_", "-"): setting for reading, setting in switches.items()}
    return Script(name, ONE, steps, start=position, edition=GH1, components="gloomhaven-sample-1", switches=named)


GUARD: Final = monster("guard-elite", standee=1, shield=1)

PRINTED_EXAMPLE: Final = script(
    "printed-example",
    start(scoundrel(), GUARD, own=["+0", "-1"], monsters=["+0"]),
    attacks(
        "ash",
        "scoundrel",
        "guard-elite",
        3,
        modifiers=[{"of": "condition of the card", "op": "add", "by": 2}, {"of": "active card", "op": "double"}],
    ),
    draws("ash", "scoundrel", "-1"),
)

PIERCE_EXAMPLE: Final = script(
    "pierce-example",
    start(scoundrel(), monster("spiked", standee=3, shield=3, hit_points=6), own=["+0"], monsters=["+0"]),
    attacks("ash", "scoundrel", "spiked", 3, pierce=2),
    draws("ash", "scoundrel", "+0"),
)

ROLLING_AND_DOUBLE: Final = script(
    "rolling-and-double",
    start(scoundrel(), monster("guard"), own=["+0", "2x", "rolling+1"], monsters=["+0"]),
    attacks("ash", "scoundrel", "guard", 3),
    draws("ash", "scoundrel", "rolling+1", "2x"),
    orders("ash", 1, 0),
)

MONSTERS_DEFEATED: Final = script(
    "monsters-defeated",
    start(scoundrel(), monster("guard", hit_points=4, retaliate=2), own=["+0"], monsters=["+0"]),
    attacks("ash", "scoundrel", "guard", 4, effects=[{"name": "push", "size": 2}]),
    draws("ash", "scoundrel", "+0"),
)

CHARACTERS_DEFEATED: Final = script(
    "characters-defeated",
    start(scoundrel(hit_points=3, conditions=["poison"]), monster("guard"), own=["+0"], monsters=["+0", "-1"]),
    attacks("table", "guard", "scoundrel", 3),
    draws("table", "monsters", "-1"),
    FA_17="every_figure",
)

ROUNDS_OVER: Final = script(
    "rounds-over",
    start(scoundrel(), monster("guard"), own=["+0"], monsters=["+0", "+1", "null"], round=5),
    attacks("table", "guard", "scoundrel", 3, advantage=["strengthen"]),
    draws("table", "monsters", "null", "+1"),
    ROUND_ENDS,
    attacks("ash", "scoundrel", "guard", 2),
    draws("ash", "scoundrel", "+0"),
    ROUND_ENDS,
)

ADVANTAGE: Final = start(
    scoundrel(),
    monster("guard", shield=1, conditions=["ward"]),
    own=["+0", "+2", "rolling+1", "rolling+1"],
    monsters=["+0"],
)
ROLLING_ADVANTAGE: Final = script(
    "rolling-advantage",
    ADVANTAGE,
    attacks("ash", "scoundrel", "guard", 3, advantage=["strengthen"]),
    draws("ash", "scoundrel", "rolling+1", "rolling+1", "+0"),
)
ROLLING_ADVANTAGE_FH: Final = replace(
    ROLLING_ADVANTAGE,
    edition=FH,
    steps=(
        ROLLING_ADVANTAGE.steps[0],
        draws("ash", "scoundrel", "rolling+1", "rolling+1", "+0", "+2"),
        chooses("ash", "second"),
    ),
)

FOR_ANOTHER_EDITION: Final = script(
    "for-another-edition",
    start(
        scoundrel(hit_points=60),
        monster("guard", hit_points=60),
        monster("bones", hit_points=1, origin="summoned"),
        monster("spiked", hit_points=1),
        monster("warded", conditions=["ward"]),
        own=["+0", "+0", "+0", "+0", "+0", "+0", "+1", "-1", "bless"],
        monsters=["+1", "+1", "-1", "-1", "+2", "-2", "-2", "rolling+1", "rolling+1", "rolling+1"],
    ),
    # 1 and 2: an ordinary attack, and a monster with Advantage and without a rolling card
    attacks("ash", "scoundrel", "guard", 3),
    draws("ash", "scoundrel", "+0"),
    attacks("table", "guard", "scoundrel", 3, advantage=["strengthen"]),
    draws("table", "monsters", "-1", "+1"),
    # 3 and 4: a rolling card with Advantage, drawn first and drawn second
    attacks("table", "guard", "scoundrel", 3, advantage=["strengthen"]),
    draws("table", "monsters", "rolling+1", "-2"),
    attacks("table", "guard", "scoundrel", 3, advantage=["strengthen"]),
    draws("table", "monsters", "-2", "rolling+1"),
    # 5 and 6: a character with Advantage, with two cards that differ and with two alike
    attacks("ash", "scoundrel", "guard", 3, advantage=["strengthen"]),
    draws("ash", "scoundrel", "-1", "+1"),
    attacks("ash", "scoundrel", "guard", 3, advantage=["strengthen"]),
    draws("ash", "scoundrel", "+0", "+0"),
    # 7 and 8: Disadvantage, with a rolling card and without
    attacks("table", "guard", "scoundrel", 3, disadvantage=["muddle"]),
    draws("table", "monsters", "rolling+1", "+2"),
    attacks("table", "guard", "scoundrel", 3, disadvantage=["muddle"]),
    draws("table", "monsters", "+1", "-1"),
    # 9 and 10: a Bless, and a target with Ward
    attacks("ash", "scoundrel", "guard", 3),
    draws("ash", "scoundrel", "bless"),
    attacks("ash", "scoundrel", "warded", 4),
    draws("ash", "scoundrel", "+0"),
    # 11 and 12: the death of a monster that was summoned, and of one that was not
    attacks("ash", "scoundrel", "bones", 3),
    draws("ash", "scoundrel", "+0"),
    attacks("ash", "scoundrel", "spiked", 3),
    draws("ash", "scoundrel", "+0"),
    # 13: Disadvantage with a rolling card drawn second, which comes out alike by another clause
    attacks("table", "guard", "scoundrel", 3, disadvantage=["muddle"]),
    draws("table", "monsters", "-2", "rolling+1"),
)

WHOLE_SCENARIO: Final = Script(
    "whole-scenario",
    {**ONE, "birch": "The Brute's player"},
    (
        attacks("ash", "scoundrel", "guard-elite", 3),
        draws("ash", "scoundrel"),
        attacks("table", "guard-elite", "brute", 3, advantage=["strengthen"]),
        draws("table", "monsters"),
        *(ROUND_ENDS for _ in range(6)),
    ),
    edition=GH1,
    components="gloomhaven-sample-1",
    seed=f"{39:064x}",  # the first whose draws tell this story: a 2x, then two cards that differ
)

ALIKE: Final = (
    PRINTED_EXAMPLE,
    PIERCE_EXAMPLE,
    ROLLING_AND_DOUBLE,
    MONSTERS_DEFEATED,
    CHARACTERS_DEFEATED,
    ROUNDS_OVER,
)
"""Games that come out the same in both editions, and are kept in each."""

SCRIPTS: Final = (
    *ALIKE,
    ROLLING_ADVANTAGE,
    FOR_ANOTHER_EDITION,
    *(replace(game, edition=FH) for game in ALIKE),
    ROLLING_ADVANTAGE_FH,
    WHOLE_SCENARIO,
)
