"""What an event cites and rests on besides where its situation asks for it, and does not elsewhere."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.model import bag_events as b
from oathbook.domain.rulesets.cube_bag.model import events as e
from oathbook.domain.rulesets.cube_bag.model.state import Structure
from oathbook.domain.rulesets.protocol import Consequence
from tests.support.cube_bag import (
    ALEX,
    AT_SEA,
    BARE_WALLS,
    BEHIND_NO_WALL,
    DAMAGED_CITY,
    FIELD_BATTLE,
    LAURA,
    LOST_GALLEY,
    MIKE,
    SIEGE_OF_A_CITY,
    army,
    player,
)
from tests.unit.rulesets.cube_bag.table import Table, taken_up
from tests.unit.rulesets.cube_bag.test_citations import unmet
from tests.unit.rulesets.cube_bag.test_derived import SEA, with_conversions
from tests.unit.rulesets.cube_bag.test_vectors import field_battle, shot_from_afar
from tests.unit.rulesets.cube_bag.test_vectors_of_sieges import converted, redrawn, siege


def preparing(**more: object) -> Table:
    """Army A has attacked army B of the first example, which does not react."""
    return taken_up(replace(FIELD_BATTLE, **more)).attack(LAURA, "A", "1,0").forgo(ALEX)


def reinforced() -> Table:
    """Army C comes to the help of army B."""
    armies = (*FIELD_BATTLE.armies, army("C", ALEX, "2,0", "archer"))
    castle = (Structure("castle", ALEX, "castle", "3,0"),)
    return taken_up(replace(FIELD_BATTLE, armies=armies, structures=castle)).attack(LAURA, "A", "1,0")


def with_a_peasant() -> Table:
    """A peasant, whose cube is left out, and an action cube."""
    armies = (army("A", LAURA, "0,0", "spearman peasant"), FIELD_BATTLE.armies[1])
    players = (player(LAURA, "green", actions=1), player(ALEX, "purple"))
    return preparing(armies=armies, players=players).prepare(LAURA, leave_out=1, actions=1)


def few_cubes() -> Table:
    """One cube in Laura's supply, and none for Alex: the bag holds 1 where 3 may be drawn."""
    players = (player(LAURA, "green", supply=1), player(ALEX, "purple", supply=0))
    return preparing(players=players).prepare(LAURA).prepare(ALEX).drawing("clash", "1 green").draw(LAURA, 3)


def without_its_wall() -> Table:
    """The siege of a city that has no wall."""
    structures = tuple(each for each in BEHIND_NO_WALL.structures if each.kind != "wall")
    return taken_up(replace(BEHIND_NO_WALL, structures=structures)).prepare(LAURA)


def drawn_again() -> Table:
    """The attacker draws 1 of 3, and the defender 1 more."""
    return field_battle().drawing("clash", "1 green").draw(LAURA, 1).drawing("extra draw", "1 purple").draw(ALEX, 1)


def fallen() -> Table:
    """The third example after the losses: the city, the workshop and the ruin fall, the wall is damaged."""
    dealt = "city 2, workshop 1, D/peasant 1, D/swordsman 1, E/cavalryman 1, wall 1"
    return redrawn().lose(LAURA, dealt).lose(ALEX, "B/trebuchet 1, C/catapult 1")


def walls_down() -> Table:
    """A palisade falls before a city without an army, and goes back to the mat with what has nothing left."""
    return bare_city_of_one_area().lose(LAURA, "palisade 1")


def bare_city_of_one_area() -> Table:
    """All buildings of Alex came from the same area."""
    players = (BARE_WALLS.players[0], replace(BARE_WALLS.players[1], built={"economy": 2}))
    table = taken_up(replace(BARE_WALLS, players=players)).attack(LAURA, "A", "0,0").forgo(ALEX)
    return table.prepare(LAURA).prepare(ALEX).drawing("clash", "1 green").draw(LAURA, 1).forgo(LAURA)


def recovered_at_sea() -> Table:
    """The galley comes back."""
    return taken_up(LOST_GALLEY).drawing("recovery/0/mike", "2 neutral").recover(MIKE, "galley", "-3,3")


Situation = tuple[Table, type[e.Event], str, str, str]
SITUATIONS: Final[dict[str, Situation]] = {
    "a siege is declared": (
        *(taken_up(SIEGE_OF_A_CITY).attack(LAURA, "A B C", "0,0"), e.AttackDeclared),
        *("CB-8.1", "", "CA-45"),
    ),
    "an army in the field is attacked": (
        *(taken_up(FIELD_BATTLE).attack(LAURA, "A", "1,0"), e.AttackDeclared),
        *("", "CB-8.1", ""),
    ),
    "a reinforcement comes": (reinforced().react(ALEX, "C", "2,0"), e.ArmyReacted, "CB-1.4", "", ""),
    "the army attacked reacts": (reinforced().react(ALEX, "B", "1,1"), e.ArmyReacted, "", "CB-1.4", ""),
    "the attacker prepares": (
        *(preparing().prepare(LAURA, "A/spearman"), b.CubesPrepared),
        *("", "CB-1.2 CB-2.2 CB-2.4 CB-2.5 CB-2.6 CB-2.7 CB-2.9 CB-8.2 CB-8.6", "CA-2 CA-4 CA-47"),
    ),
    "the defender prepares": (
        *(preparing().prepare(LAURA).prepare(ALEX, "B/cavalryman"), b.CubesPrepared),
        *("CB-1.2", "CB-2.9 CB-8.2", "CA-2 CA-4 CA-46 CA-47"),
    ),
    "a corps prepares for a siege": (
        *(siege().prepare(LAURA, "A/spearman B/trebuchet C/spearman"), b.CubesPrepared),
        *("CB-2.2 CB-2.9 CB-8.2 CB-8.6", "CB-1.2", "CA-2 CA-35 CA-36 CA-38 CA-48"),
    ),
    "a city without a wall": (without_its_wall(), b.CubesPrepared, "CB-2.9 CB-8.2", "CB-8.6", "CA-38"),
    "a city without an army": (
        *(taken_up(BARE_WALLS).attack(LAURA, "A", "0,0").forgo(ALEX).prepare(LAURA).prepare(ALEX), b.CubesPrepared),
        *("CB-1.2", "CB-2.2 CB-2.4", "CA-37 CA-38 CA-48"),
    ),
    "a peasant's cube is left out, an action cube added": (
        *(with_a_peasant(), b.CubesPrepared),
        *("CB-2.4 CB-2.6 CB-2.7", "CB-2.2 CB-2.5", "CA-7"),
    ),
    "swordsmen at the shore": (
        *(taken_up(SEA).attack(ALEX, "A", "-3,2").forgo(MIKE).prepare(ALEX), b.CubesPrepared),
        *("CB-2.5", "CB-2.4", ""),
    ),
    "fewer cubes than strength": (
        preparing(players=(player(LAURA, "green", supply=2), FIELD_BATTLE.players[1])).prepare(LAURA),
        *(b.CubesPrepared, "", "CB-2.7", "CA-51"),
    ),
    "a conversion is tried": (converted(), b.CheckBegan, "CB-3.2 CB-7.4", "CB-6.2", ""),
    "a conversion succeeds": (converted(), b.CheckPassed, "CB-3.2", "CB-6.2", "CA-13 CA-14"),
    "a recovery is tried": (recovered_at_sea(), b.CheckBegan, "CB-6.2", "CB-3.2 CB-7.4", "CA-43"),
    "a galley comes back": (recovered_at_sea(), e.UnitRecovered, "CB-6.4", "CB-3.4", "CA-43"),
    "an archer comes back beside where it fell": (
        taken_up(LOST_GALLEY).drawing("recovery/0/mike", "2 neutral").recover(MIKE, "archer", "0,1"),
        *(e.UnitRecovered, "CB-6.4", "", "CA-44"),
    ),
    "the attacker draws": (
        field_battle().drawing("clash", "3 green").draw(LAURA, 3),
        *(b.CubesDrawn, "CB-4.1 CB-4.3", "CB-4.2", "CA-30"),
    ),
    "the defender draws": (drawn_again(), b.CubesDrawn, "CB-4.2 CB-4.3", "CB-4.1", "CA-8 CA-30"),
    "the bag holds fewer cubes than named": (few_cubes(), b.CubesDrawn, "CB-4.1", "", "CA-10 CA-30"),
    "fallen structures": (fallen(), e.LossesTaken, "CB-5.8 CB-5.10 CB-5.11", "CB-5.9", "CA-24 CA-33"),
    "damage in vain on a galley": (
        *(taken_up(AT_SEA).lose(ALEX, "C/galley 2"), e.LossesTaken),
        *("CB-5.9", "CB-5.8 CB-5.10 CB-5.11", "CA-31 CA-32"),
    ),
    "a choice among many kinds on walled hexes": (
        *(
            taken_up(DAMAGED_CITY).lose(
                LAURA, "city 1, workshop 1, D/peasant 1, D/cavalryman 1, D/swordsman 1, wall 2"
            ),
        ),
        *(e.LossesChosen, "CB-5.4 CB-5.5", "CB-5.6 CB-10.2", ""),
    ),
    "a choice with SIEGE TOWER against a corps": (
        redrawn().lose(LAURA, "city 2, workshop 1, D/peasant 1, D/swordsman 1, E/cavalryman 1, wall 1"),
        *(e.LossesChosen, "CB-5.4 CB-5.6 CB-10.2", "CB-5.5", ""),
    ),
    "a choice in the open field": (
        field_battle().drawing("clash", "2 green, 1 purple").draw(LAURA, 3).lose(LAURA, "B/cavalryman 2"),
        *(e.LossesChosen, "", "CB-5.4 CB-5.5 CB-5.6 CB-10.2", ""),
    ),
    "a city goes back": (fallen(), e.StructureReturned, "CB-10.6", "CB-8.4", ""),
    "the cubes of the clash stay out": (
        shot_from_afar().lose(ALEX, "B/swordsman 2"),
        *(e.StageBegan, "CB-6.1", "", "CA-12"),
    ),
    "the defender may draw before or after a card": (
        preparing(players=(player(LAURA, "green", "TRAINED_ARMY"), player(ALEX, "purple")))
        .prepare(LAURA)
        .prepare(ALEX)
        .drawing("clash", "1 green")
        .draw(LAURA, 1),
        *(b.ExtraDrawMeasured, "", "", "CA-41"),
    ),
    "something falls without damage, or not": (bare_city_of_one_area(), e.StageBegan, "CB-5.7", "", "CA-33"),
}
"""Where, what happens, the clauses it cites, some that it must not, and the readings it rests on."""


def happened(table: Table, kind: type[e.Event]) -> Consequence[e.Event]:
    """The last consequence of that kind."""
    return [each for each in table.told if isinstance(each.event, kind)][-1]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_an_event_cites_what_its_situation_asks_for(situation: str) -> None:
    """Worked out from the digest; what does not happen there is not cited."""
    table, kind, cites, never, readings = SITUATIONS[situation]

    given = happened(table, kind)

    assert unmet(given.cites, cites) == []
    assert set(never.split()).isdisjoint(given.cites)
    assert unmet(given.readings, readings) == []


def test_courage_cites_projectiles_and_the_tower_in_a_siege_only() -> None:
    """CB-10.2, CB-10.4: the third example and the first."""
    laura, alex = converted().every(b.CourageMeasured)
    plain = preparing().prepare(LAURA).prepare(ALEX).every(b.CourageMeasured)

    assert {"CB-10.2", "CB-10.4"} <= set(laura.cites)
    assert "CB-10.2" not in alex.cites
    assert {"CA-15"} <= set(laura.readings)
    assert [each.cites for each in plain] == [("CB-4.1",), ("CB-4.1",)]


def test_a_palisade_goes_back_by_a_reading_and_a_building_by_the_letter() -> None:
    """CB-8.3 names cities, castles and buildings; CA-54 the rest."""
    returned = {each.event.structure: each for each in walls_down().every(e.StructureReturned)}

    assert set(returned) == {"palisade", "mill"}
    assert returned["palisade"].readings == ("CA-54",)
    assert returned["mill"].readings == ()
    assert "CB-8.4" in returned["mill"].cites


def test_damage_rests_on_what_a_cube_of_a_fighter_out_of_range_does() -> None:
    """CA-5: Mike reaches nobody; in the first example both do."""
    both = field_battle().drawing("clash", "2 green, 1 purple").draw(LAURA, 3).every(e.DamageMeasured)
    alex, mike = shot_from_afar().every(e.DamageMeasured)

    assert [each.readings for each in (*both, alex)] == [(), (), ()]
    assert mike.readings == ("CA-5",)
    assert "CB-1.2" in {line.clause for line in mike.working}


def test_the_end_of_a_game_cites_the_outcome_or_the_attack_that_was_not_made() -> None:
    """CA-52: with a battle, and without one."""
    fought = field_battle().drawing("clash", "2 green, 1 purple").draw(LAURA, 3)
    ended = fought.lose(LAURA, "B/cavalryman 2").lose(ALEX, "A/spearman 1").the(e.GameEnded)

    assert ended.cites == ("CB-9.2",)
    assert taken_up(FIELD_BATTLE).forgo(LAURA).the(e.GameEnded).cites == ("CB-1.1",)


def test_a_failed_check_of_either_kind_cites_its_own_clause() -> None:
    """CB-3.2 and CB-6.2."""
    conversion = with_conversions(religions={}).drawing("conversion/0/alex", "1 purple, 1 green")
    recovery = taken_up(LOST_GALLEY).drawing("recovery/0/mike", "2 purple")

    assert "CB-3.2" in conversion.convert(ALEX, "A", "spearman", "0,1").the(b.CheckFailed).cites
    assert "CB-6.2" in recovery.recover(MIKE, "archer", "0,1").the(b.CheckFailed).cites
