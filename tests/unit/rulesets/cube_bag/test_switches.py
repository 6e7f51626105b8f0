"""The switches of preparation and losses: both settings, and that the default names the reading."""

import msgspec
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.editions import EDITION_G1
from oathbook.domain.rulesets.cube_bag.model.bag_events import CubesPrepared
from oathbook.domain.rulesets.cube_bag.model.events import DamageMeasured, LossesTaken, StructureHit
from oathbook.domain.rulesets.cube_bag.model.state import Field, Structure
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from tests.support.cube_bag import (
    ALEX,
    AT_SEA,
    BARE_WALLS,
    BEHIND_NO_WALL,
    FIELD_BATTLE,
    LAURA,
    MIKE,
    ONE,
    SHOT_FROM_AFAR,
    TWO,
    army,
    player,
)
from tests.unit.rulesets.cube_bag.table import Table, last, losses, preparation, taken_up


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

    assert len(settings) == 31
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
    """CA-7: 1 of Mike's 3: 2 of strength and 1 of their bonus."""
    table = taken_up(SHOT_FROM_AFAR).attack(ALEX, "A", "2,0").forgo(MIKE).prepare(ALEX)
    strict = taken_up(table.field, switches=Switches(leaving_out="all_or_none"))

    refusal = strict.refused(preparation(MIKE, "B/swordsman", leave_out=1))

    assert table.prepare(MIKE, leave_out=1).the(CubesPrepared).event.neutral == 2
    assert (refusal.code, refusal.clause, last(refusal)) == (
        *("defense-short", "CB-2.6"),
        {"left out": 1, "defense cubes": 3},
    )
    assert "CA-7" in refusal.readings


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
    """CB-2.2: MARSHALS for three armies, and two fight: 4 of strength and a bonus of 3 each."""
    cards = tuple(replace(each, corps_armies=3) if each.corps_bonus else each for each in ONE.cards)
    players = (player(LAURA, "green", "MARSHALS"), player(ALEX, "purple"))
    armies = (*FIELD_BATTLE.armies, army("C", LAURA, "0,1", "spearman"))
    castle = (Structure("castle", LAURA, "castle", "0,-3"),)
    field = replace(FIELD_BATTLE, players=players, armies=armies, structures=castle)

    table = taken_up(field, components=replace(ONE, cards=cards)).attack(LAURA, "A C", "1,0").forgo(ALEX).prepare(LAURA)

    assert table.the(CubesPrepared).event.own == 4 + 3 + 3


def test_ca_36_bonuses_count_against_others_than_the_garrison_or_not_at_all() -> None:
    """CA-36: cavalry in the city, and cavalry beside it."""
    assert prepared(BEHIND_NO_WALL, Switches(), LAURA, "A/spearman") == (2 + 3, 0)
    assert prepared(BEHIND_NO_WALL, Switches(partial_garrison="whole_siege"), LAURA, "A/spearman") == (2, 0)


def test_ca_37_structures_without_an_army_give_no_cubes_or_their_hit_points() -> None:
    """CA-37: city 3, palisade 1, school 1, tower 1, and the mill with nothing left."""
    table = taken_up(BARE_WALLS).attack(LAURA, "A", "0,0").forgo(ALEX).prepare(LAURA)

    assert prepared(table.field, Switches(), ALEX) == (0, 0)
    assert prepared(table.field, Switches(bare_structures="hit_points"), ALEX) == (0, 6)
