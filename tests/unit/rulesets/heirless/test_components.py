"""Components that a table brings along: every name and figure that another one relies on is checked."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.components import (
    Amount,
    AssignEffect,
    CardAction,
    Components,
    Law,
    Recipe,
    Staff,
    Tile,
    Workplace,
)
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2
from tests.unit.rulesets.heirless.table import AS_PRINTED, SAMPLE, THREE, setup_of

LAW: Final = SAMPLE.laws[0]
MILL: Final = SAMPLE.workplaces[0]
CARD: Final = SAMPLE.battlecards[0]


def with_tile(tile: Tile) -> Components:
    return replace(SAMPLE, tiles=(*SAMPLE.tiles, tile))


def starting(*, resources: tuple[Amount, ...] = (), unemployed: tuple[Staff, ...] = ()) -> Components:
    return replace(SAMPLE, start=replace(SAMPLE.start, resources=resources, unemployed=unemployed))


def with_law(law: Law) -> Components:
    return replace(SAMPLE, laws=(law,))


def with_workplace(workplace: Workplace) -> Components:
    return replace(SAMPLE, workplaces=(*SAMPLE.workplaces, workplace))


BOTH_ON_TOP: Final = replace(SAMPLE, tracks=tuple(replace(each, bandit_spot="top") for each in SAMPLE.tracks))

WRONG: Final = {
    "a tile twice": ("components.tiles", with_tile(SAMPLE.tiles[0])),
    "fleeing off the map": ("components.tiles.Moor", with_tile(Tile("Moor", 0, 0, flee="Sea"))),
    "fleeing in a circle": ("components.tiles.Moor", with_tile(Tile("Moor", 0, 0, flee="Moor"))),
    "a camp of no Faction": ("components.tiles.Moor", with_tile(Tile("Moor", 0, 0, camp=True))),
    "Bandits of no camp": ("components.tiles.Moor", with_tile(Tile("Moor", 0, 0, bandits=1))),
    "a tile called as a seat": ("components.tiles.birch", with_tile(Tile("birch", 0, 0, "Wolf", camp=True))),
    "a track twice": ("components.tracks", replace(SAMPLE, tracks=(SAMPLE.tracks[0], SAMPLE.tracks[0]))),
    "both Bandit spots on top": ("components.tracks", BOTH_ON_TOP),
    **{
        f"a Resource called {name}": ("components.resources", replace(SAMPLE, resources=(name, *SAMPLE.resources)))
        for name in ("Wolf", "Influence", "Prestige", "Knights")
    },
    "a Resource twice": ("components.resources", replace(SAMPLE, resources=("wolf0", "wolf0"))),
    "a marker twice": ("components.markers", replace(SAMPLE, markers=("Bond", "Bond"))),
    "a recipe twice": ("components.recipes", replace(SAMPLE, recipes=(SAMPLE.recipes[0], SAMPLE.recipes[0]))),
    "a recipe of one Resource": (
        "components.recipes.wolf1",
        replace(SAMPLE, recipes=(Recipe("wolf0", "wolf0", "wolf1"),)),
    ),
    "an unknown Resource to begin with": ("components.start.resources", starting(resources=(Amount("gold", 1),))),
    "a Resource counted twice": (
        "components.start.resources",
        starting(resources=(Amount("wolf0", 1), Amount("wolf0", 1))),
    ),
    "too much to begin with": ("components.start.resources", starting(resources=(Amount("wolf0", 1_001),))),
    "too many Workers": ("components.start.unemployed", starting(unemployed=(Staff("Wolf", 1_001),))),
    "Workers counted twice": ("components.start.unemployed", starting(unemployed=(Staff("Wolf", 1), Staff("Wolf", 1)))),
    "an unknown cost": (
        "components.workplaces.Inn.cost",
        with_workplace(replace(MILL, name="Inn", cost=(Amount("gold", 1),))),
    ),
    "an unknown Resource for Workers": (
        "components.workplaces.Inn.on_assign.gains",
        with_workplace(replace(MILL, name="Inn", on_assign=AssignEffect("user", gains=(Amount("gold", 1),)))),
    ),
    "a coronation of nobody": ("components.victory", replace(SAMPLE, victory="coronation")),
    "an unknown gain": (
        "components.laws.Tithe.action.gains",
        with_law(replace(LAW, action=CardAction(gains=(Amount("gold", 1),)))),
    ),
    "a Workplace twice": ("components.workplaces", with_workplace(MILL)),
    "a Law twice": ("components.laws", replace(SAMPLE, laws=(LAW, LAW))),
    "a Law called as a Workplace": ("components.laws", with_law(replace(LAW, name="Mill"))),
    "a card in two Hands": ("components.hands", replace(SAMPLE, hands=(("Mill",), ("Mill",)))),
    "an unknown card in a Hand": ("components.hands", replace(SAMPLE, hands=(("Inn",),))),
    "the Sovereign Workplace in a Hand": ("components.hands", replace(SAMPLE, hands=(("CoronationCeremony",),))),
    "a Knight in a hurry": ("components.knight.delay", replace(SAMPLE, knight=replace(SAMPLE.knight, delay="-1"))),
    "a camp in a hurry": ("components.camp.delay", replace(SAMPLE, camp=replace(SAMPLE.camp, delay="-0.5"))),
    "a Battlecard twice": ("components.battlecards", replace(SAMPLE, battlecards=(CARD, CARD))),
    "a Bandit's Battlecard twice": ("components.bandit_battlecards", replace(SAMPLE, bandit_battlecards=(CARD, CARD))),
}


@pytest.mark.parametrize(("where", "box"), WRONG.values(), ids=WRONG)
def test_components_that_do_not_fit_are_refused_by_name(where: str, box: Components) -> None:
    with pytest.raises(BadRecord) as refused:
        HEIRLESS_1.initial(setup_of(THREE, box))

    assert str(refused.value).startswith(f"{where}: ")


def test_at_the_limits_components_fit() -> None:
    """The control, at the edge: as many as there may be, and fewer Hands and markers than players."""
    box = replace(starting(resources=(Amount("wolf0", 1_000),)), hands=(), markers=("Bond",))

    field = HEIRLESS_1.initial(setup_of(THREE, box)).field

    assert [player.hand for player in field.players] == [(), (), ()]
    assert [player.markers for player in field.players] == [("Bond",), (), ()]


def test_a_ring_has_only_one_bandit_spot() -> None:
    """Edition e2: nothing is said of the half on which the Bandit Cube never stands."""
    halves = HEIRLESS_2.initial(setup_of(THREE, BOTH_ON_TOP, HEIRLESS_2.wire.switches())).field.tracks

    assert [each.spots for each in halves] == [(None, *THREE), (None,) * 4]


@pytest.mark.parametrize("number", [2, 7])
def test_heirless_is_for_three_to_six(number: int) -> None:
    seats = tuple(Seat(f"seat{each}") for each in range(number))

    with pytest.raises(BadRecord, match="seats: Heirless is for 3 to 6 players"):
        HEIRLESS_1.initial(setup_of(seats, SAMPLE, AS_PRINTED))


def test_the_map_is_triskell() -> None:
    """The published facts: three arms of three tiles about the Capital, Flee directions inwards."""
    arms = {tile.name: tile.flee for tile in SAMPLE.tiles}

    assert len(arms) == 10
    assert arms["Capital"] is None
    for way in (("Cordillera", "Valley", "WolfBandit"), ("Farmland", "Meadow", "CatBandit")):
        assert [arms[tile] for tile in way] == [*way[1:], "Capital"]
    assert [arms[tile] for tile in ("Timberland", "Thicket", "FoxBandit")] == ["Thicket", "FoxBandit", "Capital"]
    assert {tile.name for tile in SAMPLE.tiles if tile.camp} == {"WolfBandit", "CatBandit", "FoxBandit"}
