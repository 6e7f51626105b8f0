"""A whole game of Heirless: four players, three Seasons, from the box to the end; draws are those the table saw."""

from typing import Final

from tests.golden.heirless import BOX, FIRST, FOUR, does, gives, votes
from tests.golden.heirless_battles import aims, attacks, defends, resolves, wants
from tests.golden.scripting import Script, Step

VALLEY, MEADOW, FARMLAND, CAPITAL = "Valley", "Meadow", "Farmland", "Capital"
WOLF, CAT, FOX = "WolfBandit", "CatBandit", "FoxBandit"


def trade(number: int, one: str, other: str, *given: dict[str, object]) -> tuple[Step, Step]:
    """An offer that the other one agrees to at once."""
    return does(one, "haggle", terms=list(given)), does(other, "accept", offer=number)


def strikes(attacker: str, defender: str, pairs: tuple[str, ...], shield: str, *cards: str) -> tuple[Step, ...]:
    """A Battle Turn of one player against another: the Attacker's card, and the discard if there is one."""
    return aims(attacker, *pairs), defends(defender, shield), attacks(attacker, *cards)


def opens(by: str, tile: str, *others: str) -> tuple[Step, ...]:
    """A Battle in which nobody wants an ally."""
    return (resolves(by, tile), *(wants(each) for each in (by, *others)))


FIRST_SEASON: Final = (
    does("ash", "deploy", tile=VALLEY),
    does("birch", "deploy", tile=MEADOW),
    does("cedar", "deploy", tile="Thicket"),
    does("fir", "deploy", tile=FOX),
    does("ash", "build", workplace="Mill", cell=5),
    does("birch", "build", workplace="Bakery", cell=1),
    does("cedar", "build", workplace="Sheepfold", cell=1),
    does("fir", "build", workplace="Smokehouse", cell=1),
    # 9: the first vote is won
    does("ash", "enact", law="Tithe"),
    votes("fir", 1, "against"),
    votes("cedar", 1, "for"),
    votes("birch", 0, "for"),
    votes("ash", 2, "for"),
    does("birch", "assign", workplace="Bakery", workers=["Cat"]),
    does("cedar", "deploy", tile=MEADOW),
    does("fir", "deploy", tile=VALLEY),
    *trade(1, "ash", "birch", gives("ash", "birch", "resource", "fox0"), gives("birch", "ash", "resource", "cat0")),
    does("ash", "refine", worker="Wolf", makes="wolf1", amount=1),
    does("birch", "use_card", card="Tithe"),
    does("cedar", "refine", worker="Fox", makes="cat1", amount=2),
    does("fir", "deploy", tile=FOX),
    does("ash", "use_card", card="Tithe"),
    does("birch", "deploy", tile=CAPITAL),
    *trade(2, "cedar", "fir", gives("cedar", "fir", "resource", "cat1"), gives("fir", "cedar", "resource", "wolf0")),
    does("cedar", "build", workplace="Dyehouse", cell=2),
    does("fir", "use_card", card="Tithe"),
    does("ash", "deploy", tile="Cordillera"),
    *trade(3, "birch", "fir", gives("birch", "fir", "resource", "fox0"), gives("fir", "birch", "resource", "cat0")),
    does("birch", "use_card", card="Bakery"),
    does("cedar", "idle"),
    # 24: the second vote is lost, and an Idle player is asked first
    does("fir", "enact", law="Muster"),
    votes("cedar", 0, "for"),
    votes("fir", 2, "for"),
    votes("birch", 2, "for"),
    votes("ash", 0, "for"),
    does("ash", "idle"),
    does("birch", "deploy", tile=FARMLAND),
    does("fir", "idle"),
    does("birch", "idle"),
    *opens("cedar", MEADOW, "birch"),
    *strikes("cedar", "birch", ("cedar-2 > birch-1",), "P2", "P4", "P1"),
    *strikes("birch", "cedar", ("birch-1 > cedar-2",), "P3", "P3", "P5"),
    *strikes("cedar", "birch", ("cedar-2 > birch-1",), "P1", "P2", "P5"),
    *opens("ash", VALLEY, "fir"),
    *strikes("ash", "fir", ("ash-1 > fir-2",), "P2", "P1", "P5"),
    *strikes("fir", "ash", ("fir-2 > ash-1",), "P3", "P4", "P1"),
    *strikes("ash", "fir", ("ash-1 > fir-2",), "P5", "P4", "P2"),
    *strikes("fir", "ash", ("fir-2 > ash-1",), "P6", "P6", "P3"),
    *strikes("fir", "ash", ("fir-2 > ash-1",), "P2", "P4", "P6"),
    *strikes("ash", "fir", ("ash-1 > fir-2",), "P1", "P4", "P1"),
    resolves("fir", FOX, target_1_1="fir-1", target_1_2="fir-1"),
    defends("fir", "P2", FOX, card_1="B1"),
    aims("fir", "fir-1 > FoxBandit-1", "fir-3 > FoxBandit-1"),
    attacks("fir", "P3", "P5", FOX, card_2="B4", target_3_2="fir-3"),
    defends("fir", "P3", FOX, card_3="B3"),
    aims("fir", "fir-1 > FoxBandit-2", "fir-3 > FoxBandit-2"),
    attacks("fir", "P4", "P5", FOX, card_4="B5", target_5_2="fir-1"),
    defends("fir", "P1", FOX, card_5="B6"),
    aims("fir", "fir-1 > FoxBandit-2", "fir-3 > FoxBandit-2"),
    attacks("fir", "P2", "P6", FOX, card_6="B1"),
)

SECOND_SEASON: Final = (
    does("cedar", "assign", workplace="Mill", workers=["Cat", "Cat"]),
    does("ash", "permit", allow=True),
    *trade(4, "ash", "cedar", gives("ash", "cedar", "worker", "Cat"), gives("cedar", "ash", "worker", "Wolf")),
    does("ash", "build", workplace="Forge", cell=1),
    # 31: a vote on a Law with a Threshold of nothing
    does("fir", "enact", law="OpenGates"),
    votes("birch", 1, "against"),
    votes("fir", 1, "for"),
    votes("ash", 1, "for"),
    votes("cedar", 0, "for"),
    does("birch", "use_card", card="OpenGates"),
    does("cedar", "use_card", card="OpenGates"),
    does("ash", "deploy", tile=WOLF),
    does("fir", "deploy", tile=WOLF),
    does("birch", "deploy", tile=MEADOW),
    does("cedar", "deploy", tile=FARMLAND),
    does("ash", "flee", tile="Cordillera"),
    does("fir", "refine", worker="Fox", makes="cat1", amount=1),
    does("birch", "use_card", card="Bakery"),
    does("cedar", "use_card", card="OpenGates"),
    does("ash", "use_card", card="OpenGates"),
    *trade(5, "ash", "fir", gives("ash", "fir", "workplace", "Court"), gives("fir", "ash", "resource", "cat1")),
    does("fir", "use_card", card="OpenGates"),
    does("birch", "idle"),
    # 45: a vote on Influence that one player has alone
    does("cedar", "enact", law="Succession"),
    votes("birch", 0, "for"),
    votes("fir", 0, "for"),
    votes("ash", 0, "for"),
    votes("cedar", 4, "for"),
    does("ash", "idle"),
    does("fir", "idle"),
    does("cedar", "idle"),
    *opens("birch", FARMLAND, "cedar"),
    *strikes("birch", "cedar", ("birch-3 > cedar-3",), "P6", "P4", "P6"),
    *opens("birch", MEADOW, "cedar"),
    *strikes("birch", "cedar", ("birch-1 > cedar-2",), "P2", "P2", "P1"),
    *strikes("cedar", "birch", ("cedar-2 > birch-1",), "P5", "P3", "P1"),
    *strikes("birch", "cedar", ("birch-1 > cedar-2",), "P4", "P4", "P6"),
    resolves("ash", WOLF),
    wants("ash", "fir"),
    wants("fir", "ash"),
    aims("ash", "ash-3 > WolfBandit-1"),
    attacks("ash", "P5", "P6", WOLF, card_1="B2"),
    aims("fir", "fir-2 > WolfBandit-1"),
    attacks("fir", "P6", "P1", WOLF, card_2="B5", target_3_1="fir-2"),
    defends("fir", "P3", WOLF, card_3="B4"),
    aims("ash", "ash-3 > WolfBandit-1"),
    attacks("ash", "P3", None, WOLF, card_4="B1"),
    aims("fir", "fir-2 > WolfBandit-1"),
    attacks("fir", "P4", "P5", WOLF, card_5="B6"),
)

THIRD_SEASON: Final = (
    does("birch", "assign", workplace="Bakery", workers=["Cat"]),
    does("ash", "flee", tile=VALLEY),
    does("fir", "flee", tile=FOX),
    does("cedar", "deploy", tile=CAPITAL),
    does("birch", "use_card", card="Tithe"),
    does("ash", "use_card", card="OpenGates"),
    does("fir", "use_card", card="OpenGates"),
    does("cedar", "deploy", tile=CAT),
    *trade(
        6, "birch", "cedar", gives("birch", "cedar", "resource", "fox0"), gives("cedar", "birch", "resource", "cat0")
    ),
    does("birch", "use_card", card="Bakery"),
    *trade(7, "ash", "fir", gives("ash", "fir", "marker", "Bond"), gives("fir", "ash", "resource", "cat1")),
    # 58: the Threshold is reached, and not passed
    does("ash", "enact", law="Muster"),
    votes("cedar", 0, "for"),
    votes("fir", 0, "for"),
    votes("ash", 1, "for"),
    votes("birch", 4, "for"),
    does("fir", "use_card", card="OpenGates"),
    does("cedar", "refine", worker="Fox", makes="cat1", amount=1),
    does("birch", "idle"),
    does("ash", "use_card", card="OpenGates"),
    does("fir", "idle"),
    does("cedar", "use_card", card="OpenGates"),
    does("ash", "idle"),
    does("cedar", "idle"),
    resolves("birch", CAPITAL),
    wants("birch", "cedar"),
    wants("fir"),
    wants("cedar", "birch"),
    *strikes("birch", "fir", ("birch-2 > fir-1",), "P2", "P3"),
    *strikes("fir", "cedar", ("fir-1 > cedar-2",), "P5", "P3", "P1"),
    *strikes("cedar", "fir", ("cedar-2 > fir-1",), "P4", "P6"),
    *strikes("cedar", "fir", ("cedar-2 > fir-1",), "P5", "P2", "P1"),
    *strikes("birch", "fir", ("birch-2 > fir-1",), "P2", "P4", "P6"),
    *opens("fir", WOLF, "ash"),
    *strikes("fir", "ash", ("fir-2 > ash-1",), "P2", "P6"),
    *strikes("ash", "fir", ("ash-1 > fir-2", "ash-3 > fir-2"), "P3", "P3", "P1"),
    *strikes("fir", "ash", ("fir-2 > ash-3",), "P6", "P4", "P1"),
    *strikes("ash", "fir", ("ash-1 > fir-2",), "P5", "P4", "P5"),
    resolves("cedar", CAT, target_1_1="cedar-3"),
    defends("cedar", "P3", CAT, card_1="B3"),
    aims("cedar", "cedar-3 > CatBandit-1"),
    attacks("cedar", "P5", "P6", CAT, card_2="B1"),
    aims("cedar", "cedar-3 > CatBandit-1"),
    attacks("cedar", "P4", None, CAT, card_3="B4", target_4_1="cedar-3"),
    defends("cedar", "P2", CAT, card_4="B2", target_5_1="cedar-3"),
    defends("cedar", "P1", CAT, card_5="B6"),
)

WHOLE_GAME: Final = Script(
    "three-seasons-of-four-players", FOUR, (*FIRST_SEASON, *SECOND_SEASON, *THIRD_SEASON), edition=FIRST, components=BOX
)
