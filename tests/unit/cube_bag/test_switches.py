"""The switches: where a setting answers otherwise than the default, and that the default names the reading."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.rulesets.cube_bag.bag_events import (
    CheckFailed,
    ClashReturned,
    CourageMeasured,
    CubesPrepared,
    CubesWithdrawn,
    ExtraDrawMeasured,
)
from domain.rulesets.cube_bag.decisions import Recover
from domain.rulesets.cube_bag.editions import EDITION_G1, Components, Switches
from domain.rulesets.cube_bag.events import (
    BattleDecided,
    BattleEnded,
    DamageMeasured,
    Kept,
    LossesTaken,
    StructureHit,
    UnitConverted,
    UnitRecovered,
)
from domain.rulesets.cube_bag.examples import ALEX, FIELD_BATTLE, LAURA, MIKE, ONE, SHOT_FROM_AFAR, TWO, army, player
from domain.rulesets.cube_bag.model import Field, Structure
from domain.rulesets.cube_bag.samples import AT_SEA, BARE_WALLS, BEHIND_NO_WALL, LOST_GALLEY, ONE_CUBE_LEFT
from tests.unit.cube_bag.table import BAG, Table, last, losses, preparation, taken_up
from tests.unit.cube_bag.test_derived import with_conversions


def prepared(field: Field, switches: Switches, seat: Seat, bonuses: str = "") -> tuple[int, int]:
    """Own and neutral cubes that a seat of a position lays out."""
    event = taken_up(field, switches=switches).prepare(seat, bonuses).the(CubesPrepared).event
    return event.own, event.neutral


def ready(field: Field, **more: object) -> Field:
    """The position at the preparation of an attack by army A on army B."""
    table = taken_up(replace(field, **more)).attack(field.maneuvers[0], "A", field.armies[1].hex)
    return table.forgo(field.armies[1].seat).field


def shot(switches: Switches) -> Table:
    """The second example up to the losses, with Mike's action cube among those drawn."""
    table = taken_up(SHOT_FROM_AFAR, components=TWO, switches=switches).attack(ALEX, "A", "2,0").forgo(MIKE)
    table = table.prepare(ALEX).prepare(MIKE, actions=1)
    return table.drawing("clash", "2 purple, 1 white").draw(ALEX, 3)


def test_every_switch_has_the_settings_of_its_reading() -> None:
    """Every setting can be set by the id of its reading, the default first, and nothing else can."""
    settings = {each.id: each.settings for each in EDITION_G1.rulebook.readings if each.settings}

    assert len(settings) == 23
    assert msgspec.to_builtins(Switches()) == {reading: named[0] for reading, named in settings.items()}


def test_ca_2_a_bonus_counts_once_for_the_army_or_once_for_each_unit() -> None:
    """CA-2: 3 + 3, or 3 + 3 x 3."""
    position = ready(FIELD_BATTLE)

    assert prepared(position, Switches(), LAURA, "A/spearman") == (6, 0)
    assert prepared(position, Switches(bonus_counts="unit"), LAURA, "A/spearman") == (12, 0)


def test_ca_4_the_bonus_of_inactive_units_is_neutral_or_of_their_colour() -> None:
    """CA-4: Mike's swordsmen, out of range, with their bonus of 1 against infantry."""
    table = taken_up(SHOT_FROM_AFAR).attack(ALEX, "A", "2,0").forgo(MIKE).prepare(ALEX)

    assert prepared(table.field, Switches(), MIKE, "B/swordsman") == (0, 3)
    assert prepared(table.field, Switches(bonus_colour="attack"), MIKE, "B/swordsman") == (1, 2)


def test_ca_5_a_cube_of_a_fighter_out_of_range_deals_damage_or_not() -> None:
    """CA-5: Mike reaches nobody, and his action cube is drawn."""
    default, other = shot(Switches()), shot(Switches(out_of_range_cubes="in_range"))

    assert [each.event.damage for each in default.every(DamageMeasured)] == [2, 1]
    assert [each.event.damage for each in other.every(DamageMeasured)] == [2, 0]
    assert "CA-5" in default.every(DamageMeasured)[1].readings


def test_ca_7_some_defense_cubes_may_be_left_out_or_all_or_none() -> None:
    """CA-7: 1 of Mike's 2."""
    table = taken_up(SHOT_FROM_AFAR).attack(ALEX, "A", "2,0").forgo(MIKE).prepare(ALEX)
    strict = taken_up(table.field, switches=Switches(leaving_out="all_or_none"))

    refusal = strict.refused(preparation(MIKE, leave_out=1))

    assert table.prepare(MIKE, leave_out=1).the(CubesPrepared).event.neutral == 1
    assert (refusal.code, refusal.clause, last(refusal)) == (
        *("defense-short", "CB-2.6"),
        {"left out": 1, "defense cubes": 2},
    )
    assert "CA-7" in refusal.readings


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


def test_ca_23_added_cubes_are_spent_or_come_back() -> None:
    """CA-23: Mike's action cube was drawn."""
    default, other = recovered(Switches()), recovered(Switches(added_cubes="returned"))

    assert default.the(BattleEnded).event.kept == ()
    assert other.the(BattleEnded).event.kept == (Kept(MIKE, 1, ()),)
    assert other.player(MIKE).actions == 1
    assert "CA-23" in default.the(BattleEnded).readings


def test_ca_31_damage_has_to_be_dealt_or_may_be_forgone() -> None:
    """CA-31: 2 damage, and one archer spared."""
    spare = losses(ALEX, "B/swordsman 1")

    refusal = shot(Switches()).refused(spare)
    allowed = shot(Switches(unspent_damage="may_forgo")).decide(spare).lose(MIKE, "A/archer 1")

    assert (refusal.code, refusal.clause, last(refusal)["can take more"]) == ("damage-left", "CB-5.1", "B/swordsman")
    assert allowed.the(LossesTaken).event.in_vain == {"purple": 1}


def test_ca_32_a_tough_unit_blocks_what_comes_after_it_or_is_passed_over() -> None:
    """CA-32: 3 damage, two galleys of 2 hit points, a port behind them."""
    pass_over = losses(ALEX, "C/galley 2, port 1")

    refusal = taken_up(AT_SEA).refused(pass_over)
    allowed = taken_up(AT_SEA, switches=Switches(tough_unit="passed_over")).decide(pass_over)
    not_yet = taken_up(AT_SEA, switches=Switches(tough_unit="passed_over")).refused(losses(ALEX, "port 1"))

    assert (refusal.code, last(refusal)["out of order"]) == ("against-priority", "port before C/galley")
    assert "CA-32" in refusal.readings
    assert StructureHit(MIKE, "port", 0, falls=True) in allowed.the(LossesTaken).event.structures
    assert not_yet.code == "against-priority"


def bare(switches: Switches) -> Table:
    """Laura's catapults deal 1 damage to Alex's city, whose mill has nothing left."""
    table = taken_up(BARE_WALLS, switches=switches).attack(LAURA, "A", "0,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)
    return table.drawing("clash", "1 green").draw(LAURA, 1).forgo(LAURA)


def test_ca_33_structures_with_nothing_left_fall_by_themselves_or_are_picked() -> None:
    """CA-33: picked, they are bound by the priority: the palisade comes before the mill."""
    default = bare(Switches()).lose(LAURA, "palisade 1")
    unpicked = bare(Switches(free_destruction="chosen")).lose(LAURA, "palisade 1")
    picked = bare(Switches(free_destruction="chosen")).lose(LAURA, "mill 0, palisade 1")
    refusal = bare(Switches(free_destruction="chosen")).refused(losses(LAURA, "mill 0, school 1"))

    mill = StructureHit(ALEX, "mill", 0, falls=True)
    assert mill in default.the(LossesTaken).event.structures
    assert mill not in unpicked.the(LossesTaken).event.structures
    assert mill in picked.the(LossesTaken).event.structures
    assert refusal.code == "against-priority"
    assert bare(Switches()).refused(losses(LAURA, "mill 0, palisade 1")).code == "wrong-damage"
    assert "CA-33" in default.the(LossesTaken).readings


def test_ca_34_the_attacker_prepares_first_or_anybody() -> None:
    """CA-34."""
    position = ready(FIELD_BATTLE)

    refusal = taken_up(position).refused(preparation(ALEX))
    allowed = taken_up(position, switches=Switches(preparation_order="any_order")).prepare(ALEX)

    assert (refusal.code, refusal.kind, refusal.readings) == ("not-asked", "out-of-turn", ("CA-34",))
    assert "CA-34" in allowed.the(CubesPrepared).readings


def test_ca_35_a_corps_has_the_bonuses_of_its_armies_or_of_technologies_only() -> None:
    """CA-35: spearmen against cavalry, and MARSHALS."""
    players = (player(LAURA, "green", "MARSHALS"), player(ALEX, "purple"))
    armies = (
        army("A", LAURA, "0,0", "spearman"),
        army("B", ALEX, "1,0", "cavalryman"),
        army("C", LAURA, "0,1", "spearman"),
    )
    castle = (Structure("castle", LAURA, "castle", "0,-3"),)
    field = replace(FIELD_BATTLE, players=players, armies=armies, structures=castle)
    position = taken_up(field).attack(LAURA, "A C", "1,0").forgo(ALEX).field
    alone = taken_up(field).attack(LAURA, "A", "1,0").forgo(ALEX).field

    assert prepared(position, Switches(), LAURA, "A/spearman C/spearman") == (2 + 3 + 3 + 1, 0)
    assert prepared(position, Switches(corps_bonus="technologies"), LAURA, "A/spearman C/spearman") == (3, 0)
    assert prepared(alone, Switches(corps_bonus="technologies"), LAURA, "A/spearman") == (4, 0)


def test_ca_35_a_technology_counts_only_while_its_condition_holds() -> None:
    """CB-2.2: MARSHALS for three armies, and two fight."""
    cards = tuple(replace(each, corps_armies=3) if each.corps_bonus else each for each in ONE.cards)
    players = (player(LAURA, "green", "MARSHALS"), player(ALEX, "purple"))
    armies = (*FIELD_BATTLE.armies, army("C", LAURA, "0,1", "spearman"))
    castle = (Structure("castle", LAURA, "castle", "0,-3"),)
    field = replace(FIELD_BATTLE, players=players, armies=armies, structures=castle)

    table = taken_up(field, components=replace(ONE, cards=cards)).attack(LAURA, "A C", "1,0").forgo(ALEX).prepare(LAURA)

    assert table.the(CubesPrepared).event.own == 4


def test_ca_36_bonuses_count_against_others_than_the_garrison_or_not_at_all() -> None:
    """CA-36: cavalry in the city, and cavalry beside it."""
    assert prepared(BEHIND_NO_WALL, Switches(), LAURA, "A/spearman") == (2 + 3, 0)
    assert prepared(BEHIND_NO_WALL, Switches(partial_garrison="whole_siege"), LAURA, "A/spearman") == (2, 0)


def test_ca_37_structures_without_an_army_give_no_cubes_or_their_hit_points() -> None:
    """CA-37: city 3, palisade 1, school 1, tower 1, and the mill with nothing left."""
    table = taken_up(BARE_WALLS).attack(LAURA, "A", "0,0").forgo(ALEX).prepare(LAURA)

    assert prepared(table.field, Switches(), ALEX) == (0, 0)
    assert prepared(table.field, Switches(bare_structures="hit_points"), ALEX) == (0, 6)


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
