"""A new army may have the name of one that is gone; it still fights for its own side (CB-4.1, CB-9.1, CA-39)."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.model.bag_events import CourageMeasured
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.events import BattleDecided, UnitConverted, UnitRecovered
from oathbook.domain.rulesets.cube_bag.model.state import Army, Field, Structure
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from tests.support.cube_bag import ALEX, LAURA, ONE, army, player
from tests.unit.rulesets.cube_bag.table import AS_PRINTED, Table, taken_up

TWICE: Final = replace(ONE, cards=tuple(replace(each, conversions=2 * each.conversions) for each in ONE.cards))
"""A box of one's own, in which a government converts twice."""

CORPS: Final = (
    army("A", LAURA, "0,0", "swordsman"),
    army("C", LAURA, "0,1", "swordsman swordsman"),
    army("B", ALEX, "1,0", "spearman swordsman"),
)


def attacked(
    *armies: Army, laura: str = "", alex: str = "", box: Components = ONE, switches: Switches = AS_PRINTED
) -> Table:
    """Laura attacks Alex's army B with all she has; she has a castle far away."""
    field = Field(
        maneuvers=(LAURA,),
        players=(player(LAURA, "green", laura), player(ALEX, "purple", alex, actions=2)),
        armies=armies,
        structures=(Structure("castle", LAURA, "castle", "-2,2"),),
        neutral=10,
        black=10,
    )
    own = " ".join(each.id for each in armies if each.seat == LAURA)
    table = taken_up(field, components=box, switches=switches)
    return table.attack(LAURA, own, "1,0").forgo(ALEX).prepare(LAURA)


def test_what_a_defender_recovers_under_the_name_of_the_destroyed_attacker_is_no_enemy() -> None:
    """CB-9.1: all that Laura had in the battle is destroyed, so Alex has won."""
    armies = (army("A", LAURA, "0,0", "swordsman"), army("B", ALEX, "1,0", "swordsman swordsman"))
    table = attacked(*armies, alex="DEMOCRACY").prepare(ALEX)
    table = table.drawing("clash", "1 green").draw(LAURA, 1).drawing("extra draw", "1 purple").draw(ALEX, 1)
    table = table.lose(LAURA, "B/swordsman 1").lose(ALEX, "A/swordsman 1")

    told = table.drawing("recovery/0/alex", "2 purple").recover(ALEX, "swordsman", "1,1")

    assert told.the(UnitRecovered).event.as_army == "A"
    assert told.the(BattleDecided).event == BattleDecided("defender", (ALEX,))


def test_what_an_attacker_recovers_under_the_name_of_the_destroyed_defender_is_no_enemy() -> None:
    """CB-9.1: all that Alex had in the battle is destroyed, so Laura has won, and earns what a victory earns."""
    armies = (army("A", LAURA, "0,0", "swordsman swordsman"), army("B", ALEX, "1,0", "swordsman"))
    table = attacked(*armies, laura="DEMOCRACY MILITARISM").prepare(ALEX)
    table = table.drawing("clash", "1 green, 1 purple").draw(LAURA, 2)
    table = table.lose(LAURA, "B/swordsman 1").lose(ALEX, "A/swordsman 1")

    told = table.drawing("recovery/0/laura", "2 green").recover(LAURA, "swordsman", "0,1")

    assert told.the(UnitRecovered).event.as_army == "B"
    assert told.the(BattleDecided).event == BattleDecided("attacker", (LAURA,))
    assert [card.experience for card in told.player(LAURA).cards] == [2, 1]


@pytest.mark.parametrize(("switches", "courage"), [(AS_PRINTED, 2), (Switches(converted_unit="fights"), 3)])
def test_what_a_fighter_converts_under_the_name_of_an_own_lost_army_fights_only_by_the_reading(
    switches: Switches, courage: int
) -> None:
    """CA-39, CB-4.1: Alex took army A; what Laura took is called so now, and adds to her courage only if it fights."""
    table = attacked(*CORPS, laura="THEOCRACY", alex="THEOCRACY", switches=switches)
    table = (
        table.prepare(ALEX, actions=2).drawing("conversion/0/alex", "2 purple").convert(ALEX, "A", "swordsman", "0,-1")
    )

    told = table.drawing("conversion/0/laura", "2 green").convert(LAURA, "B", "spearman", "1,1")

    assert told.the(UnitConverted).event.as_army == "A"
    assert told.every(CourageMeasured)[0].event == CourageMeasured(LAURA, courage)


@pytest.mark.parametrize(("switches", "courage"), [(AS_PRINTED, 2), (Switches(converted_unit="fights"), 3)])
def test_what_a_fighter_converts_under_the_name_of_a_lost_army_of_the_enemy_is_no_enemy(
    switches: Switches, courage: int
) -> None:
    """CB-4.1, CA-39: Alex took army A, and then a unit of C that is called A now; Laura has one unit left."""
    table = attacked(*CORPS, alex="THEOCRACY", box=TWICE, switches=switches)
    table = (
        table.prepare(ALEX, actions=2).drawing("conversion/0/alex", "2 purple").convert(ALEX, "A", "swordsman", "0,-1")
    )

    told = table.drawing("conversion/1/alex", "2 purple").convert(ALEX, "C", "swordsman", "1,1")

    assert told.the(UnitConverted).event.as_army == "A"
    assert [each.event for each in told.every(CourageMeasured)] == [
        CourageMeasured(LAURA, 1),
        CourageMeasured(ALEX, courage),
    ]
