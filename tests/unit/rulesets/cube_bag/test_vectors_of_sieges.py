"""The vectors CV-3 and CV-4: the third printed example with SIEGE TOWER and without, number for number."""

from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.chapters.allocation import choices, question_of
from oathbook.domain.rulesets.cube_bag.model.bag_events import (
    BagFilled,
    CheckBegan,
    CourageMeasured,
    CubesPrepared,
    CubesRedrawn,
    PreparedDiscarded,
)
from oathbook.domain.rulesets.cube_bag.model.decisions import PutBack
from oathbook.domain.rulesets.cube_bag.model.events import (
    AchievementEarned,
    AttackDeclared,
    BattleDecided,
    DamageMeasured,
    LossesTaken,
    StructureHit,
    StructureReturned,
    UnitConverted,
)
from tests.support.cube_bag import ALEX, DAMAGED_CITY, LAURA, SIEGE_OF_A_CITY, army
from tests.unit.rulesets.cube_bag.table import Table, last, losses, taken_up, worked


def siege() -> Table:
    """CV-3 up to the preparation: E comes between B and C."""
    table = taken_up(SIEGE_OF_A_CITY).attack(LAURA, "A B C", "0,0")
    return table.react(ALEX, "E", "2,0").forgo(ALEX)


def siege_in_the_bag() -> Table:
    """CV-3 up to the conversion."""
    prepared = siege().prepare(LAURA, "A/spearman B/trebuchet C/spearman")
    return prepared.prepare(ALEX, "D/swordsman E/cavalryman", actions=1).play(LAURA, "FABIAN_TACTIC")


def converted() -> Table:
    """CV-3 up to the clash."""
    return siege_in_the_bag().drawing("conversion/0/alex", "1 purple").convert(ALEX, "A", "spearman", "-1,1")


def redrawn() -> Table:
    """CV-3 up to the losses."""
    drawn = converted().drawing("clash", "6 green, 3 purple, 1 neutral").draw(LAURA, 10)
    return drawn.drawing("redraw/laura", "1 green, 1 purple").redraw(LAURA, "purple", "purple")


def test_cv_3_the_attack_on_the_city_is_a_siege_with_bonuses_of_seven_and_five() -> None:
    """CV-3 (CB-2.2, CB-2.9, CB-8.1): A's spearmen get nothing against the garrison, B 4, C 3; D 1, E 4."""
    declared = taken_up(SIEGE_OF_A_CITY).attack(LAURA, "A B C", "0,0")
    laura = siege().prepare(LAURA, "A/spearman B/trebuchet C/spearman")
    alex = laura.prepare(ALEX, "D/swordsman E/cavalryman", actions=1)

    assert declared.the(AttackDeclared).event.siege
    assert "CB-8.1" in declared.the(AttackDeclared).cites
    assert worked(laura.the(CubesPrepared)) == [
        "attack cubes: 8",
        "bonus of army A (spearman): add 0 → 8 (does not apply)",
        "bonus of army B (trebuchet): add 4 → 12",
        "bonus of army C (spearman): add 3 → 15",
        "defense cubes: 0",
    ]
    assert worked(alex.the(CubesPrepared)) == [
        "attack cubes: 2",
        "bonus of army D (swordsman): add 1 → 3",
        "bonus of army E (cavalryman): add 4 → 7",
        "action cubes: add 1 → 8",
        "defense cubes: 1",
    ]


def test_cv_3_fabian_tactic_discards_four_of_each_before_the_bag_is_filled() -> None:
    """CV-3 (CB-10.1)."""
    table = siege_in_the_bag()

    assert table.the(PreparedDiscarded).event == PreparedDiscarded(LAURA, "FABIAN_TACTIC", 4)
    assert table.the(BagFilled).event.cubes == {"green": 11, "neutral": 1, "purple": 4}
    assert table.asked == (ALEX,)


def test_cv_3_a_check_of_one_converts_a_spearman_of_army_a() -> None:
    """CV-3 (CB-3.4, CB-7.4): 2, less 1 for the state religion; the relic of army B does not count."""
    table = converted()

    assert worked(table.the(CheckBegan)) == [
        "complexity: 2",
        "complexity: take 1 → 1",
        "complexity: add 1 → 1 (does not apply)",
        "complexity: at least 1 → 1 (does not apply)",
    ]
    assert table.the(UnitConverted).event == UnitConverted(*(ALEX, LAURA, "A", "spearman", "-1,1", "F"), fights=False)
    assert table.army("A").units == ("spearman", "spearman")
    assert table.army("F").depleted
    assert table.player(ALEX).cards[0].experience == 1


def test_cv_3_seven_active_units_two_armies_with_projectiles_and_the_tower_give_courage_ten() -> None:
    """CV-3 (CB-4.1, CB-10.2, CB-10.4)."""
    courage = converted().every(CourageMeasured)[0]

    assert courage.event.courage == 10
    assert worked(courage) == [
        "courage of active units: 7",
        "armies with projectiles: add 2 → 9",
        "Siege Tower: add 1 → 10",
    ]


def test_cv_3_trained_army_puts_two_purple_cubes_back() -> None:
    """CV-3 (CB-10.3): 6 green, 3 purple, 1 neutral become 7, 2 and 1."""
    table = redrawn()

    assert table.the(CubesRedrawn).event.back == {"purple": 2}
    assert table.battle.drawn == {"green": 7, "neutral": 1, "purple": 2}
    assert [each.event.damage for each in table.every(DamageMeasured)] == [7, 2]


def test_cv_3_the_city_falls_and_the_wall_is_passed_over() -> None:
    """CV-3 (CB-5.8, CB-5.11, CB-10.2, CB-10.6, CB-10.7): seven damage, and the ruin for nothing."""
    table = redrawn()
    dealt = "city 2, workshop 1, D/peasant 1, D/swordsman 1, E/cavalryman 1, wall 1"

    lost = table.lose(LAURA, dealt).lose(ALEX, "B/trebuchet 1, C/catapult 1")

    taken = lost.the(LossesTaken)
    assert set(taken.event.structures) == {
        StructureHit(ALEX, "city", 0, falls=True),
        StructureHit(ALEX, "wall", 1, falls=False),
        StructureHit(ALEX, "workshop", 0, falls=True),
        StructureHit(ALEX, "ruin", 0, falls=True),
    }
    assert {"CB-5.8", "CB-5.10", "CB-5.11"} <= set(taken.cites)
    assert [(each.army, each.unit, each.count) for each in taken.event.units if each.seat == LAURA] == [
        ("B", "trebuchet", 1),
        ("C", "catapult", 1),
    ]
    assert lost.structure("wall").black == 1
    assert lost.the(AchievementEarned).event == AchievementEarned(LAURA, "MIGHTINESS", "city")
    assert lost.the(StructureReturned).event == StructureReturned(ALEX, "city", "city", 1, 1)
    assert "CB-10.6" in lost.the(StructureReturned).cites
    assert lost.player(ALEX).actions == 0
    assert lost.player(ALEX).consumption == 0


def test_cv_3_the_owner_says_which_buildings_they_were() -> None:
    """CV-3 (CB-8.4): two buildings from two areas of the mat."""
    dealt = "city 2, workshop 1, D/peasant 1, D/swordsman 1, E/cavalryman 1, wall 1"
    asked = redrawn().lose(LAURA, dealt).lose(ALEX, "B/trebuchet 1, C/catapult 1")

    ended = asked.decide(PutBack(ALEX, "workshop", "economy"), PutBack(ALEX, "ruin", "culture"))

    assert asked.asked == (ALEX,)
    assert ended.player(ALEX).mat == {"city": 1, "culture": 1, "economy": 1}
    assert ended.the(BattleDecided).event == BattleDecided("undecided", ())


def test_cv_4_without_the_tower_the_priority_leaves_one_allocation() -> None:
    """CV-4 (CB-5.5): wall, cavalry, swordsman, peasant, building, and 1 on the city, which has 2 left."""
    table = taken_up(DAMAGED_CITY)

    legal = list(choices(question_of(table.state, LAURA)))
    survived = table.lose(LAURA, "city 1, workshop 1, D/peasant 1, D/cavalryman 1, D/swordsman 1, wall 2")

    assert [{loss.of: loss.damage for loss in each} for each in legal] == [
        {"city": 1, "workshop": 1, "D/peasant": 1, "D/swordsman": 1, "D/cavalryman": 1, "wall": 2}
    ]
    assert survived.structure("city").black == 2


def test_cv_4_sparing_the_cavalry_is_against_the_priority() -> None:
    """CV-4 (CB-5.5): the city before a cavalryman on its hex."""
    refusal = taken_up(DAMAGED_CITY).refused(losses(LAURA, "city 2, workshop 1, D/peasant 1, D/swordsman 1, wall 2"))

    assert (refusal.code, refusal.clause) == ("against-priority", "CB-5.5")
    assert last(refusal)["out of order"] == "D/peasant before D/cavalryman"
    assert "CA-6" in refusal.readings


def test_cv_4_on_a_hex_of_its_own_the_cavalry_may_be_spared_and_the_city_falls() -> None:
    """CV-4 (CB-5.6): the priority holds on every hex by itself."""
    armies = (
        *DAMAGED_CITY.armies[:3],
        army("D", ALEX, "0,0", "swordsman peasant"),
        army("E", ALEX, "2,0", "cavalryman"),
    )
    battle = DAMAGED_CITY.battle
    assert battle is not None
    defender = replace(battle.defender, armies=("D", "E"), hexes=("0,0", "2,0"))
    apart = replace(DAMAGED_CITY, armies=armies, battle=replace(battle, defender=defender))

    fallen = taken_up(apart).lose(LAURA, "city 2, workshop 1, D/peasant 1, D/swordsman 1, wall 2")

    assert StructureHit(ALEX, "city", 0, falls=True) in fallen.the(LossesTaken).event.structures
