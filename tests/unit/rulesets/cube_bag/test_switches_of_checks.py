"""The switches of checks, clash and outcome: both settings, and that the default names the reading."""

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.rulesets.cube_bag.model.bag_events import (
    CheckBegan,
    CheckFailed,
    ClashReturned,
    CourageMeasured,
    CubesWithdrawn,
    ExtraDrawMeasured,
)
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.decisions import Recover
from oathbook.domain.rulesets.cube_bag.model.events import (
    BattleDecided,
    BattleEnded,
    Kept,
    UnitConverted,
    UnitRecovered,
)
from oathbook.domain.rulesets.cube_bag.model.state import Field, Structure
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from tests.support.cube_bag import ALEX, FIELD_BATTLE, LAURA, LOST_GALLEY, MIKE, ONE, ONE_CUBE_LEFT, army, player
from tests.unit.rulesets.cube_bag.table import BAG, Table, taken_up
from tests.unit.rulesets.cube_bag.test_derived import with_conversions
from tests.unit.rulesets.cube_bag.test_switches import shot


def failing(switches: Switches) -> Table:
    """A conversion fails."""
    table = with_conversions(religions={})
    table = taken_up(table.field, switches=switches).drawing("conversion/0/alex", "1 purple, 1 green")
    return table.convert(ALEX, "A", "spearman", "0,1")


def test_ca_11_cubes_of_a_failed_check_go_back_or_are_discarded() -> None:
    """CA-11."""
    default, other = failing(Switches()), failing(Switches(failed_check="discarded"))

    assert sum(default.battle.bag.values()) == 7
    assert other.battle.bag == {"green": 2, "neutral": 1, "purple": 2}
    assert other.battle.discarded == {"green": 1, "purple": 1}
    assert "CA-11" in default.the(CheckFailed).readings


def test_ca_12_cubes_of_the_clash_stay_out_or_go_back_before_a_recovery() -> None:
    """CA-12: Mike has DEMOCRACY."""
    default = shot(Switches()).lose(ALEX, "B/swordsman 2").lose(MIKE, "A/archer 1")
    other = shot(Switches(clash_cubes="go_back")).lose(ALEX, "B/swordsman 2").lose(MIKE, "A/archer 1")

    assert default.every(ClashReturned) == ()
    assert other.the(ClashReturned).event.cubes == {"purple": 2, "white": 1}
    assert "CA-12" in default.readings


def converted(switches: Switches) -> Table:
    """Alex converts a spearman of three; Laura forgoes her conversion."""
    table = taken_up(with_conversions().field, switches=switches).drawing("conversion/0/alex", "1 purple")
    return table.convert(ALEX, "A", "spearman", "0,1").forgo(LAURA)


def test_ca_15_courage_is_counted_after_the_conversion_or_before() -> None:
    """CA-15: 2 of 3 spearmen are left."""
    default, other = converted(Switches()), converted(Switches(courage_counted="before"))

    assert default.every(CourageMeasured)[0].event.courage == 2
    assert other.every(CourageMeasured)[0].event.courage == 3
    assert "CA-15" in default.every(CourageMeasured)[0].readings


@pytest.mark.parametrize(("unit", "place", "colour"), [("archer", "1,1", "purple"), ("peasant", "1,1", "neutral")])
def test_ca_16_cubes_of_a_converted_unit_stay_or_leave_the_bag(unit: str, place: str, colour: str) -> None:
    """CA-16: a cube of the colour for an active unit, a neutral one for an inactive."""

    def played(switches: Switches) -> Table:
        table = taken_up(with_conversions().field, switches=switches).forgo(ALEX)
        table = table.drawing("conversion/0/laura", "2 green")
        return table.convert(LAURA, "B", unit, place)

    default, other = played(Switches()), played(Switches(cubes_of_converted="withdrawn"))

    assert default.every(CubesWithdrawn) == ()
    assert other.the(CubesWithdrawn).event == CubesWithdrawn(ALEX, {colour: 1})
    assert "CA-16" in default.the(UnitConverted).readings


def test_ca_16_nothing_leaves_a_bag_without_such_cubes() -> None:
    """CA-16: the peasant's cube was left out."""
    field = with_conversions().field
    assert field.battle is not None
    field = replace(field, battle=replace(field.battle, bag={"green": 3, "purple": 3}))
    table = taken_up(field, switches=Switches(cubes_of_converted="withdrawn")).forgo(ALEX)

    told = table.drawing("conversion/0/laura", "2 green").convert(LAURA, "B", "peasant", "1,1")

    assert told.every(CubesWithdrawn) == ()


def recovered(switches: Switches) -> Table:
    """One of Mike's swordsmen comes back."""
    table = shot(switches).lose(ALEX, "B/swordsman 2").lose(MIKE, "A/archer 1")
    return table.drawing("recovery/0/mike", "2 neutral").recover(MIKE, "swordsman", "1,0")


def test_ca_20_a_recovered_unit_is_ready_or_depleted() -> None:
    """CA-20."""
    default, other = recovered(Switches()), recovered(Switches(recovered_unit="depleted"))

    assert not default.the(UnitRecovered).event.depleted
    assert other.army("B").depleted
    assert "CA-20" in default.the(UnitRecovered).readings


def test_ca_20_a_unit_that_comes_back_depleted_needs_a_cube_for_it() -> None:
    """CA-18, CA-20: the common supply has none."""
    field = replace(LOST_GALLEY, neutral=0)
    back = Recover(MIKE, "DEMOCRACY", "archer", "0,1")

    refusal = taken_up(field, switches=Switches(recovered_unit="depleted")).refused(back)
    allowed = taken_up(field).drawing("recovery/0/mike", "2 purple").decide(back)

    assert (refusal.code, refusal.clause) == ("supply-empty", "CB-6.4")
    assert {"CA-18", "CA-20"} <= set(refusal.readings)
    assert "CA-20" in allowed.the(CheckBegan).readings


def test_ca_23_added_cubes_are_spent_or_come_back() -> None:
    """CA-23: Mike's action cube was drawn."""
    default, other = recovered(Switches()), recovered(Switches(added_cubes="returned"))

    assert default.the(BattleEnded).event.kept == ()
    assert other.the(BattleEnded).event.kept == (Kept(MIKE, 1, ()),)
    assert other.player(MIKE).actions == 1
    assert "CA-23" in default.the(BattleEnded).readings


def test_ca_38_structures_count_on_every_hex_or_on_the_one_attacked() -> None:
    """CA-38: Laura's army falls, and the castle it stood in remains."""

    def played(switches: Switches) -> Table:
        field = replace(
            FIELD_BATTLE,
            armies=(army("A", LAURA, "0,0", "spearman"), army("B", ALEX, "1,0", "cavalryman cavalryman")),
            structures=(Structure("keep", LAURA, "castle", "0,0"),),
        )
        table = taken_up(field, switches=switches).attack(LAURA, "A", "1,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)
        return table.drawing("clash", "1 purple").draw(LAURA, 1).forgo(ALEX).lose(ALEX, "A/spearman 1")

    default, other = played(Switches()), played(Switches(involved="target_hex"))

    assert default.the(BattleDecided).event.outcome == "undecided"
    assert other.the(BattleDecided).event.outcome == "defender"
    assert "CA-38" in default.the(BattleDecided).readings


def test_ca_39_a_converted_unit_stands_aside_or_fights() -> None:
    """CA-39: it adds to Alex's courage of 3, and can be hit."""
    default, other = converted(Switches()), converted(Switches(converted_unit="fights"))

    assert default.every(CourageMeasured)[1].event.courage == 3
    assert other.every(CourageMeasured)[1].event.courage == 4
    assert other.battle.defender.armies == ("B", "C")


def test_ca_39_a_position_with_a_unit_that_came_over_can_be_taken_up_again() -> None:
    """CA-39: it is more than a corps of Alex may have, and on a hex that is concerned from then on."""
    fights = Switches(converted_unit="fights")
    table = converted(fights)

    again = taken_up(table.field, switches=fights)

    assert table.battle.defender.hexes == ("1,0", "0,1")
    assert again.state == table.state
    with pytest.raises(BadRecord, match="more armies than a corps may have"):
        taken_up(table.field)


def test_ca_41_trained_army_comes_after_all_draws_or_before_the_extra_draw() -> None:
    """CA-41: the attacker has the card, and the defender may draw more."""
    players = (player(LAURA, "green", "TRAINED_ARMY"), player(ALEX, "purple", "TRAINED_ARMY"))

    def played(switches: Switches) -> Table:
        field = replace(FIELD_BATTLE, players=players)
        table = taken_up(field, switches=switches).attack(LAURA, "A", "1,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)
        return table.drawing("clash", "1 purple").draw(LAURA, 1)

    default, other = played(Switches()), played(Switches(redraw_time="before_extra_draw"))

    assert (default.asked, default.field.stage) == ((ALEX,), "extra_draw")
    assert (other.asked, other.field.stage) == ((LAURA,), "redraw")
    assert "CA-41" in default.the(ExtraDrawMeasured).readings
    assert other.forgo(LAURA).field.stage == "extra_draw"
    assert other.forgo(LAURA).forgo(ALEX).asked == (ALEX,)
    assert default.forgo(ALEX).asked == (LAURA,)


def recovering(components: Components, field: Field, switches: Switches, unit: str, place: str) -> str:
    """What is said to a recovery: ``allowed``, or the code of the refusal."""
    table = taken_up(field, components=components, switches=switches)
    refusal = BAG.refusal(table.state, Recover(MIKE, "DEMOCRACY", unit, place))
    return "allowed" if refusal is None else refusal.code


def test_ca_42_a_check_on_too_small_a_bag_draws_what_is_there_or_is_refused() -> None:
    """CA-42: a check of 2 on one cube."""
    assert recovering(ONE, ONE_CUBE_LEFT, Switches(), "archer", "0,1") == "allowed"
    assert recovering(ONE, ONE_CUBE_LEFT, Switches(large_check="not_possible"), "archer", "0,1") == "nothing-to-draw"


def test_ca_43_a_galley_comes_back_or_not() -> None:
    """CA-43: 2 hit points, 1 damage cancelled."""
    assert recovering(ONE, LOST_GALLEY, Switches(), "galley", "-3,3") == "allowed"
    assert recovering(ONE, LOST_GALLEY, Switches(tough_recovery="one_hit_point"), "galley", "-3,3") == "not-lost"
    assert recovering(ONE, LOST_GALLEY, Switches(tough_recovery="one_hit_point"), "archer", "0,1") == "allowed"


def test_ca_44_a_unit_comes_back_beside_where_it_fell_or_beside_an_own_army() -> None:
    """CA-44: the archer fell on 0,2; Mike's armies are at sea."""
    assert recovering(ONE, LOST_GALLEY, Switches(), "archer", "0,1") == "allowed"
    assert recovering(ONE, LOST_GALLEY, Switches(recovery_hex="own_army"), "archer", "0,1") == "no-free-hex"
    assert recovering(ONE, LOST_GALLEY, Switches(recovery_hex="own_army"), "archer", "-2,1") == "allowed"
