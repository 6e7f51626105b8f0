"""The showcase: a game of Heirless that four people play to its end, with their trades, their letters and their words.

Two Seasons. Bram sells Ada his vote and keeps to it; he breaks his word to Cleo for the Valley, and wins it. In the
second Season Dov breaks a promise that he made together with Bram, Ada and Cleo take the Valley back as allies, and
Dov judges what Cleo promised in plain words.
"""

from typing import Final

from tests.golden.heirless import BOX, FIRST, does, gives, votes
from tests.golden.heirless_battles import aims, attacks, defends, resolves, wants
from tests.golden.heirless_game import opens, strikes, trade
from tests.golden.promises import promises
from tests.golden.scripting import Script, Step

PEOPLE: Final = {"ada": "Ada", "bram": "Bram", "cleo": "Cleo", "dov": "Dov"}
VALLEY, CORDILLERA, WOLF = "Valley", "Cordillera", "WolfBandit"


def bound(number: int, letter: str, *signers: str) -> tuple[Step, ...]:
    """A promise that the first of its signers offers and all of them sign."""
    signed = (promises(each, "sign", promise=f"p{number}") for each in signers)
    return promises(signers[0], "offer", letter=letter), *signed


def tithe(by: str) -> Step:
    """A wolf0 for 1 Influence and 1 Prestige."""
    return does(by, "use_card", card="Tithe")


FIRST_SEASON: Final = (
    # Ada buys Bram's vote, for a fox0 and by a letter; Cleo buys peace in the Valley for another one
    *bound(
        1,
        'bram promises ada to spend at least 2 Influence in favour of law "Tithe" in the next vote on law "Tithe".',
        *("bram", "ada"),
    ),
    *trade(1, "ada", "bram", gives("ada", "bram", "resource", "fox0")),
    *bound(2, 'bram promises cleo not to deploy a knight to tile "Valley" until the end of season 1.', "bram", "cleo"),
    *trade(2, "cleo", "bram", gives("cleo", "bram", "resource", "fox0")),
    # 1: the vote, with what was bought
    does("ada", "enact", law="Tithe"),
    votes("dov", 1, "against"),
    votes("cleo", 0, "for"),
    votes("bram", 2, "for"),
    votes("ada", 1, "for"),
    tithe("bram"),
    does("cleo", "deploy", tile=VALLEY),
    tithe("dov"),
    # 5
    tithe("ada"),
    tithe("bram"),
    tithe("cleo"),
    does("dov", "deploy", tile="Meadow"),
    does("ada", "build", workplace="Mill", cell=5),
    # 10: Bram has no wolf0 left, and goes where he promised not to go
    does("bram", "deploy", tile=VALLEY),
    does("cleo", "deploy", tile=WOLF),
    tithe("dov"),
    does("ada", "deploy", tile=CORDILLERA),
    *bound(
        3,
        'bram and dov jointly promise ada not to deploy a knight to tile "Cordillera" until the end of season 2.',
        *("bram", "dov", "ada"),
    ),
    *trade(3, "ada", "dov", gives("ada", "dov", "resource", "fox0"), gives("dov", "ada", "resource", "cat0")),
    # 14
    does("bram", "deploy", tile="Farmland"),
    *trade(4, "ada", "cleo", gives("ada", "cleo", "resource", "cat0"), gives("cleo", "ada", "resource", "wolf0")),
    does("cleo", "idle"),
    does("dov", "idle"),
    tithe("ada"),
    does("bram", "build", workplace="Bakery", cell=1),
    tithe("ada"),
    # 20
    does("bram", "assign", workplace="Bakery", workers=["Cat"]),
    does("ada", "idle"),
    does("bram", "idle"),
    # Cleo beats the Bandit, and loses the Valley to Bram
    resolves("cleo", WOLF, target_1_1="cleo-2"),
    defends("cleo", "P2", WOLF, card_1="B1"),
    aims("cleo", "cleo-2 > WolfBandit-1"),
    attacks("cleo", "P3", "P6", WOLF, card_2="B4", target_3_1="cleo-2"),
    defends("cleo", "P5", WOLF, card_3="B3"),
    aims("cleo", "cleo-2 > WolfBandit-1"),
    attacks("cleo", "P4", "P1", WOLF, card_4="B4"),
    *opens("cleo", VALLEY, "bram"),
    *strikes("cleo", "bram", ("cleo-1 > bram-1",), "P2", "P2", "P5"),
    *strikes("bram", "cleo", ("bram-1 > cleo-1",), "P1", "P4", "P1"),
    *strikes("cleo", "bram", ("cleo-1 > bram-1",), "P3", "P3", "P6"),
    *strikes("bram", "cleo", ("bram-1 > cleo-1",), "P4", "P6", "P5"),
)

SECOND_SEASON: Final = (
    *bound(
        4,
        'cleo promises ada in plain words "to stand by ada until the Valley is won back" judged by dov.',
        *("cleo", "ada"),
    ),
    does("cleo", "deploy", tile=VALLEY),
    # 24: one of two who promised together
    does("dov", "deploy", tile=CORDILLERA),
    does("ada", "deploy", tile=VALLEY),
    tithe("bram"),
    does("cleo", "deploy", tile="Thicket"),
    # 28: Dov pays for Cleo's vote, and has nothing in writing
    *trade(5, "dov", "cleo", gives("dov", "cleo", "resource", "fox0", 2)),
    does("dov", "enact", law="OpenGates"),
    votes("bram", 0, "for"),
    votes("ada", 2, "against"),
    votes("dov", 1, "for"),
    votes("cleo", 4, "for"),
    does("ada", "use_card", card="OpenGates"),
    does("bram", "use_card", card="Bakery"),
    does("cleo", "refine", worker="Fox", makes="cat1", amount=1),
    does("dov", "use_card", card="OpenGates"),
    does("ada", "use_card", card="OpenGates"),
    does("bram", "deploy", tile=VALLEY),
    # 35
    does("cleo", "idle"),
    does("dov", "use_card", card="OpenGates"),
    does("ada", "idle"),
    does("bram", "idle"),
    does("dov", "idle"),
    # Cleo and Ada are allies against Bram
    resolves("cleo", VALLEY),
    wants("cleo", "ada"),
    wants("ada", "cleo"),
    wants("bram"),
    *strikes("cleo", "bram", ("cleo-1 > bram-1",), "P5", "P3", "P5"),
    *strikes("ada", "bram", ("ada-2 > bram-1",), "P2", "P4", "P1"),
    *strikes("bram", "cleo", ("bram-3 > cleo-1",), "P2", "P4", "P1"),
    *strikes("cleo", "bram", ("cleo-1 > bram-3",), "P3", "P4", "P1"),
    *strikes("ada", "bram", ("ada-2 > bram-3",), "P6", "P6", "P5"),
    # Cleo has voted against Ada, for two fox0, and Ada asks whether she stood by her; Dov, who paid her, judges it
    promises(
        "ada", "claim", promise="p4", path="c1", claims="breached", about=[146, 156], says="She sold her vote to Dov."
    ),
    promises("cleo", "answer", promise="p4", claim=217, says="In the Valley I stood by you, and we won it."),
    promises("dov", "rule", promise="p4", path="c1", value="met", reason="The letter is about the Valley, not votes."),
    *opens("ada", CORDILLERA, "dov"),
    *strikes("ada", "dov", ("ada-1 > dov-2",), "P3", "P3", "P2"),
    *strikes("dov", "ada", ("dov-2 > ada-1",), "P2", "P4", "P1"),
    *strikes("ada", "dov", ("ada-1 > dov-2",), "P2", "P4", "P1"),
)

SHOWCASE: Final = Script(
    "four-players-and-their-word",
    PEOPLE,
    (*FIRST_SEASON, *SECOND_SEASON),
    edition=FIRST,
    components=BOX,
    box={"seasons": 2},
    date="2026-11-21",
)
