"""The switches of reach, lines, bonuses and order: both settings, and that the reading is named."""

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.model.bag_events import (
    CourageMeasured,
    CubesDrawn,
    CubesPrepared,
    ExtraDrawMeasured,
)
from oathbook.domain.rulesets.cube_bag.model.decisions import Attack
from oathbook.domain.rulesets.cube_bag.model.events import (
    AttackDeclared,
    BattleDecided,
    LossesTaken,
    StageBegan,
    StructureHit,
)
from oathbook.domain.rulesets.cube_bag.model.state import Structure
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from tests.support.cube_bag import ALEX, BARE_WALLS, DAMAGED_CITY, FIELD_BATTLE, LAURA, army, player
from tests.unit.rulesets.cube_bag.table import Table, last, losses, taken_up


def out_of_reach(switches: Switches) -> Table:
    """Alex's archer goes to where it reaches Laura's spearman, and not the spearman it."""
    armies = (army("A", LAURA, "0,0", "spearman"), army("B", ALEX, "1,0", "archer"))
    table = taken_up(replace(FIELD_BATTLE, armies=armies), switches=switches).attack(LAURA, "A", "1,0")
    return table.react(ALEX, "B", "2,0").forgo(ALEX)


def test_ca_40_an_attacker_without_courage_draws_nothing_or_the_battle_is_broken_off() -> None:
    """CA-40: courage 0 against 1; by the default Alex may still draw."""
    default = out_of_reach(Switches()).prepare(LAURA).prepare(ALEX)
    other = out_of_reach(Switches(no_courage="broken_off")).prepare(LAURA).prepare(ALEX)

    assert [each.event.courage for each in default.every(CourageMeasured)] == [0, 1]
    assert default.the(CubesDrawn).event == CubesDrawn(LAURA, 0, {})
    assert default.the(ExtraDrawMeasured).event.allowed == 1
    assert default.asked == (ALEX,)
    assert default.the(CubesDrawn).readings == ("CA-40",)
    assert other.every(CubesDrawn) == ()
    assert other.the(BattleDecided).event == BattleDecided("undecided", ())
    assert other.every(StageBegan)[-1].readings == ("CA-40",)


def test_ca_40_the_last_unit_converted_away_has_lost_the_battle_either_way() -> None:
    """CA-40: whoever has nothing left in the battle when it is broken off has lost it (CB-9.1)."""
    field = replace(
        FIELD_BATTLE,
        players=(player(LAURA, "green"), player(ALEX, "purple", "THEOCRACY", actions=1)),
        armies=(army("A", LAURA, "0,0", "spearman"), army("B", ALEX, "1,0", "archer")),
    )
    table = taken_up(field, switches=Switches(no_courage="broken_off")).attack(LAURA, "A", "1,0").forgo(ALEX)
    table = table.prepare(LAURA).prepare(ALEX).drawing("conversion/0/alex", "1 purple")

    ended = table.convert(ALEX, "A", "spearman", "0,1", actions=1)

    assert ended.the(BattleDecided).event == BattleDecided("defender", (ALEX,))


def test_ca_50_an_attack_out_of_reach_goes_on_or_is_void() -> None:
    """CA-50: no unit of Laura's reaches anything when the reaction is over."""
    default, other = out_of_reach(Switches()), out_of_reach(Switches(out_of_reach="attack_void"))

    assert default.asked == (LAURA,)
    assert default.the(StageBegan).event.stage == "preparation"
    assert "CA-50" in default.the(StageBegan).readings
    assert [each.event.stage for each in other.every(StageBegan)] == ["outcome"]
    assert "CA-50" in other.the(StageBegan).readings
    assert other.the(BattleDecided).event == BattleDecided("undecided", ())
    assert other.army("B").depleted


def test_ca_50_an_attack_that_still_reaches_somebody_is_never_void() -> None:
    """CA-50: Alex stays where he is, and the reading does not matter."""
    table = taken_up(FIELD_BATTLE, switches=Switches(out_of_reach="attack_void")).attack(LAURA, "A", "1,0").forgo(ALEX)

    assert table.the(StageBegan).event.stage == "preparation"
    assert "CA-50" not in table.the(StageBegan).readings


def own_cubes(switches: Switches, bonuses: str, **more: object) -> int:
    """Cubes of Laura's colour when army A on 0,0 has attacked army B on 1,0, and army C has come to B's help."""
    castle = (Structure("castle", ALEX, "castle", "3,0"),)
    table = taken_up(replace(FIELD_BATTLE, structures=castle, **more), switches=switches).attack(LAURA, "A", "1,0")
    if any(each.id == "C" for each in table.field.armies):
        table = table.react(ALEX, "C", table.army("C").hex)
    prepared = table.forgo(ALEX).prepare(LAURA, bonuses).the(CubesPrepared)
    return prepared.event.own


def test_ca_46_bonuses_against_several_classes_add_up_or_the_best_counts() -> None:
    """CA-46: a cavalryman against infantry, 2, and siege engines, 2."""
    armies = (army("A", LAURA, "0,0", "cavalryman"), army("B", ALEX, "1,0", "spearman catapult"))

    assert own_cubes(Switches(), "A/cavalryman", armies=armies) == 1 + 2 + 2
    assert own_cubes(Switches(several_classes="best"), "A/cavalryman", armies=armies) == 1 + 2


def test_ca_46_a_bonus_against_nothing_is_nothing_whichever_counts() -> None:
    """CA-46: spearmen have none against infantry."""
    armies = (army("A", LAURA, "0,0", "spearman"), army("B", ALEX, "1,0", "archer"))

    assert own_cubes(Switches(several_classes="best"), "A/spearman", armies=armies) == 1


def test_peasants_have_a_bonus_of_nothing_that_rests_on_no_class() -> None:
    """CB-2.1: it may be named, and the readings on classes do not matter."""
    armies = (army("A", LAURA, "0,0", "spearman peasant"), army("B", ALEX, "1,0", "archer"))
    table = taken_up(replace(FIELD_BATTLE, armies=armies)).attack(LAURA, "A", "1,0").forgo(ALEX)

    prepared = table.prepare(LAURA, "A/peasant").the(CubesPrepared)

    assert (prepared.event.own, prepared.event.neutral) == (1, 1)
    assert {"CA-2", "CA-46", "CA-47"}.isdisjoint(prepared.readings)


def test_ca_47_a_bonus_works_on_what_is_reached_or_on_the_whole_battle() -> None:
    """CA-47: 3 against cavalry, which is in the battle and two hexes away."""
    armies = (
        army("A", LAURA, "0,0", "spearman"),
        army("B", ALEX, "1,0", "archer"),
        army("C", ALEX, "2,0", "cavalryman"),
    )

    assert own_cubes(Switches(), "A/spearman", armies=armies) == 1
    assert own_cubes(Switches(concrete_target="whole_battle"), "A/spearman", armies=armies) == 1 + 3


@pytest.mark.parametrize(
    ("switches", "bonuses", "reading"),
    [
        (Switches(), "A/cavalryman", "CA-46"),
        (Switches(several_classes="best"), "A/cavalryman", "CA-46"),
        (Switches(), "A/spearman", "CA-47"),
        (Switches(concrete_target="whole_battle"), "A/spearman", "CA-47"),
    ],
)
def test_a_preparation_names_the_reading_of_its_bonus(switches: Switches, bonuses: str, reading: str) -> None:
    """CA-46, CA-47: under either setting."""
    armies = (
        army("A", LAURA, "0,0", "spearman cavalryman"),
        army("B", ALEX, "1,0", "spearman catapult"),
        army("C", ALEX, "2,0", "cavalryman"),
    )
    field = replace(FIELD_BATTLE, armies=armies, structures=(Structure("castle", ALEX, "castle", "3,0"),))
    table = taken_up(field, switches=switches).attack(LAURA, "A", "1,0").react(ALEX, "C", "2,0").forgo(ALEX)

    assert reading in table.prepare(LAURA, bonuses).the(CubesPrepared).readings


def at_a_corner(switches: Switches, *sides: str) -> Table:
    """Archers whose line comes in between the sides -1,0 and 0,-1 of a hex with palisades on these sides."""
    fences = tuple(Structure(f"fence-{side}", ALEX, "palisade", "0,0", sides=(side,)) for side in sides)
    fences = tuple(replace(each, id=f"fence-{number}") for number, each in enumerate(fences, 1))
    armies = (army("A", LAURA, "-1,-1", "archer"),)
    return taken_up(replace(FIELD_BATTLE, armies=armies, structures=fences), switches=switches)


def test_ca_48_at_a_corner_one_walled_side_is_enough_or_both_have_to_be() -> None:
    """CA-48: one palisade can be attacked, or not; two can be under either setting."""
    shot = Attack(LAURA, ("A",), "0,0")
    strict = Switches(corner="both_sides")

    declared = at_a_corner(Switches(), "0,-1").decide(shot).the(AttackDeclared)
    refusal = at_a_corner(strict, "0,-1").refused(shot)

    assert declared.event.siege
    assert "CA-48" in declared.readings
    assert (refusal.code, refusal.clause) == ("out-of-reach", "CB-2.3")
    assert "CA-48" in refusal.readings
    assert at_a_corner(strict, "0,-1", "-1,0").decide(shot).the(AttackDeclared).event.siege


def test_ca_48_a_wall_that_is_on_no_line_is_not_in_the_battle() -> None:
    """CA-48: what it decides of the siege, it decides of the losses: an archer behind half a corner."""

    def played(switches: Switches) -> Table:
        table = at_a_corner(switches, "0,-1")
        armies = (*table.field.armies, army("B", ALEX, "0,0", "archer"))
        table = taken_up(replace(table.field, armies=armies), switches=switches).attack(LAURA, "A", "0,0").forgo(ALEX)
        return table.prepare(LAURA).prepare(ALEX).drawing("clash", "1 green").draw(LAURA, 1)

    default, other = played(Switches()), played(Switches(corner="both_sides"))

    refusal = default.refused(losses(LAURA, "B/archer 1"))
    assert (refusal.code, last(refusal)["out of order"]) == ("against-priority", "B/archer before fence-1")
    assert "CA-48" in refusal.readings
    assert other.lose(LAURA, "B/archer 1").the(BattleDecided).event.outcome == "attacker"


def test_ca_56_siege_tower_gives_courage_in_any_battle_or_in_a_siege_only() -> None:
    """CA-56: a catapult in the open field."""
    players = (player(LAURA, "green", "SIEGE_TOWER"), player(ALEX, "purple"))

    def courage(switches: Switches) -> tuple[int, tuple[str, ...]]:
        armies = (army("A", LAURA, "0,0", "catapult"), FIELD_BATTLE.armies[1])
        table = taken_up(replace(FIELD_BATTLE, players=players, armies=armies), switches=switches)
        table = table.attack(LAURA, "A", "1,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)
        measured = table.every(CourageMeasured)[0]
        return measured.event.courage, measured.readings

    assert courage(Switches()) == (2, ("CA-56", "CA-58"))
    assert courage(Switches(tower_courage="siege_only")) == (1, ("CA-56", "CA-58"))


def test_ca_58_projectiles_give_courage_in_a_siege_only_or_in_any_battle() -> None:
    """CA-58: a catapult in the open field, and no card."""

    def courage(switches: Switches) -> tuple[int, tuple[str, ...], bool]:
        armies = (army("A", LAURA, "0,0", "catapult"), FIELD_BATTLE.armies[1])
        table = taken_up(replace(FIELD_BATTLE, armies=armies), switches=switches)
        table = table.attack(LAURA, "A", "1,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)
        measured = table.every(CourageMeasured)[0]
        return measured.event.courage, measured.readings, "CB-10.4" in measured.cites

    assert courage(Switches()) == (1, ("CA-58",), False)
    assert courage(Switches(projectile_courage="any_battle")) == (2, ("CA-58",), True)


def bare(switches: Switches, *, fence: str = "palisade") -> Table:
    """Laura's catapults deal 1 damage to Alex's city without an army, behind a palisade or a wall."""
    structures = tuple(replace(each, kind=fence) if each.id == "palisade" else each for each in BARE_WALLS.structures)
    table = taken_up(replace(BARE_WALLS, structures=structures), switches=switches).attack(LAURA, "A", "0,0")
    table = table.forgo(ALEX).prepare(LAURA).prepare(ALEX)
    return table.drawing("clash", "1 green").draw(LAURA, 1).forgo(LAURA)


def test_ca_57_structures_without_an_army_have_an_order_or_none() -> None:
    """CA-57: the school behind the palisade."""
    school = losses(LAURA, "school 1")

    refusal = bare(Switches()).refused(school)
    allowed = bare(Switches(bare_priority="free")).decide(school)

    assert (refusal.code, last(refusal)["out of order"]) == ("against-priority", "school before palisade")
    assert "CA-57" in refusal.readings
    assert StructureHit(ALEX, "school", 0, falls=True) in allowed.the(LossesTaken).event.structures


def test_ca_57_where_an_army_stands_the_order_is_kept_either_way() -> None:
    """CA-57: the printed example without SIEGE TOWER."""
    table = taken_up(DAMAGED_CITY, switches=Switches(bare_priority="free"))

    assert table.refused(losses(LAURA, "city 2, workshop 1, wall 2")).code == "against-priority"


def test_ca_33_a_structure_with_nothing_left_is_picked_in_order_or_at_any_time() -> None:
    """CA-33: 1 black cube on the wall, and the mill behind it has nothing left."""
    pick = losses(LAURA, "mill 0, palisade 1")

    refusal = bare(Switches(free_destruction="chosen"), fence="wall").refused(pick)
    taken = bare(Switches(free_destruction="chosen_freely"), fence="wall").decide(pick).the(LossesTaken)

    assert (refusal.code, last(refusal)["out of order"]) == ("against-priority", "mill before palisade")
    assert set(taken.event.structures) == {
        StructureHit(ALEX, "palisade", 1, falls=False),
        StructureHit(ALEX, "mill", 0, falls=True),
    }


def test_ca_33_a_structure_with_nothing_left_that_is_not_picked_keeps_the_rest_waiting_or_not() -> None:
    """CA-33: the ruin before the city."""
    spare = losses(LAURA, "city 1, workshop 1, D/peasant 1, D/cavalryman 1, D/swordsman 1, wall 2")

    refusal = taken_up(DAMAGED_CITY, switches=Switches(free_destruction="chosen")).refused(spare)
    table = taken_up(DAMAGED_CITY, switches=Switches(free_destruction="chosen_freely")).decide(spare)

    assert (refusal.code, last(refusal)["out of order"]) == ("against-priority", "city before ruin")
    assert "CA-33" in refusal.readings
    assert table.structure("ruin").black == 1
