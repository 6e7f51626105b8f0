"""CB-8.5: a structure lost in this round is built again."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.rulesets.cube_bag.model.decisions import PutBack, Rebuild
from oathbook.domain.rulesets.cube_bag.model.events import AttackDeclared, StructureRebuilt
from oathbook.domain.rulesets.cube_bag.model.state import Card, Field, Razed, Structure
from oathbook.domain.rulesets.cube_bag.presentation.view import view_of
from tests.support.cube_bag import ALEX, DAMAGED_CITY, LAURA, army
from tests.unit.rulesets.cube_bag.table import BAG, Table, taken_up

CITY: Final = Structure("city", ALEX, "city", "0,0")
RAZED_CITY: Final = Razed(CITY, "city", 1, 1)


def besieged(*maneuvers: str) -> Table:
    """The city with 2 hit points left, 7 damage to be dealt, and SIEGE TOWER to deal it in any order."""
    players = tuple(
        replace(each, cards=(Card("SIEGE_TOWER"),)) if each.seat == LAURA else each for each in DAMAGED_CITY.players
    )
    seats = tuple(LAURA if each == "laura" else ALEX for each in maneuvers)
    return taken_up(replace(DAMAGED_CITY, players=players, maneuvers=seats))


def razed(*maneuvers: str) -> Table:
    """The city, the workshop and the ruin have fallen, and are on the mat."""
    lost = besieged(*(maneuvers or ("laura", "laura"))).lose(
        LAURA, "city 2, workshop 1, D/peasant 1, D/swordsman 1, D/cavalryman 1, wall 1"
    )
    return lost.decide(PutBack(ALEX, "workshop", "economy"), PutBack(ALEX, "ruin", "culture"))


def test_a_lost_city_is_built_again_in_the_same_round_with_what_went_with_it() -> None:
    """CB-8.5, CB-10.6: the loss took 1 action cube of 2 and a consumption of 1; both are back, and so is the city."""
    before = razed()
    assert (before.player(ALEX).actions, before.player(ALEX).consumption) == (1, 0)
    assert before.player(ALEX).mat == {"city": 1, "culture": 1, "economy": 1}

    after = before.decide(Rebuild(ALEX, "city", "0,0"))

    rebuilt = after.the(StructureRebuilt)
    assert rebuilt.event == StructureRebuilt(ALEX, "city", "0,0", 1, 1)
    assert rebuilt.cites == ("CB-8.5", "CB-10.6")
    assert rebuilt.readings == ("CA-59", "CA-60", "CA-52")
    assert after.structure("city") == CITY
    assert (after.player(ALEX).actions, after.player(ALEX).consumption) == (2, 1)
    assert after.player(ALEX).supply == before.player(ALEX).supply - 1
    assert after.player(ALEX).mat == {"culture": 1, "economy": 1}
    assert after.asked == before.asked == (LAURA,)
    assert [fact.sentence for each in after.events for fact in BAG.facts(each)] == [
        "alex builds city again on 0,0; 1 action cube comes from the supply and consumption rises by 1"
    ]


def test_a_building_is_taken_from_the_area_of_the_mat_to_which_it_went() -> None:
    """CB-8.4, CB-8.5: the workshop lies in economy; its undamaged self stands again, for nothing."""
    after = razed().decide(Rebuild(ALEX, "workshop", "0,0"))

    assert after.the(StructureRebuilt).cites == ("CB-8.5",)
    assert after.player(ALEX).built == {"economy": 1}
    assert after.player(ALEX).mat == {"city": 1, "culture": 1}
    assert after.structure("workshop").black == 0


def test_what_is_built_again_can_be_attacked_again() -> None:
    """The next maneuver of the round is at the city once more, a siege like the first."""
    empty, city = razed(), razed().decide(Rebuild(ALEX, "city", "0,0"))

    attacked = city.attack(LAURA, "A", "0,0")

    assert attacked.the(AttackDeclared).event.siege
    assert {each.structure.id for each in empty.field.razed} == {"city", "workshop", "ruin"}
    assert {each.structure.id for each in attacked.field.razed} == {"workshop", "ruin"}


def test_a_cube_comes_back_as_far_as_the_supply_goes() -> None:
    """CA-59: nothing is left in it, so only the consumption is back."""
    before = razed()
    players = tuple(replace(each, supply=0) if each.seat == ALEX else each for each in before.field.players)
    poor = replace(before, state=replace(before.state, field=replace(before.field, players=players)))

    after = poor.decide(Rebuild(ALEX, "city", "0,0"))

    assert after.the(StructureRebuilt).event == StructureRebuilt(ALEX, "city", "0,0", 0, 1)
    assert [fact.sentence for each in after.events for fact in BAG.facts(each)] == [
        "alex builds city again on 0,0; consumption rises by 1"
    ]


def test_the_owner_is_offered_it_without_being_asked() -> None:
    """CA-59: Laura's maneuver is next, and Alex may build at any time before it."""
    table = razed()

    options = BAG.options(table.state, ALEX)

    assert options.complete
    assert options.listed == tuple(Rebuild(ALEX, name, "0,0") for name in ("city", "workshop", "ruin"))
    assert not any(isinstance(each, Rebuild) for each in BAG.options(table.state, LAURA).listed)
    own = razed("laura", "alex")
    assert own.asked == (ALEX,)
    assert Rebuild(ALEX, "city", "0,0") in BAG.options(own.state, ALEX).listed
    assert view_of(table.state, LAURA).razed == table.field.razed


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (Rebuild(LAURA, "city", "0,0"), "not-razed"),
        (Rebuild(ALEX, "castle-3", "0,3"), "not-razed"),
        (Rebuild(ALEX, "city", "0,1"), "no-free-hex"),
    ],
)
def test_only_what_was_lost_is_built_again_by_its_owner_where_it_stood(decision: Rebuild, code: str) -> None:
    refusal = razed().refused(decision)

    assert (refusal.code, refusal.clause) == (code, "CB-8.5")


def test_it_is_built_again_once() -> None:
    table = razed().decide(Rebuild(ALEX, "city", "0,0"))

    refusal = table.refused(Rebuild(ALEX, "city", "0,0"))

    assert (refusal.code, refusal.says) == ("not-razed", "alex has no city to build again")


def test_nothing_is_built_in_the_middle_of_a_battle() -> None:
    """CA-59: neither while the losses of this one are taken, nor in the next one."""
    lost = besieged("laura", "laura").lose(
        LAURA, "city 2, workshop 1, D/peasant 1, D/swordsman 1, D/cavalryman 1, wall 1"
    )
    next_one = razed().attack(LAURA, "A", "0,0")

    for table, stage in ((lost, "mat"), (next_one, "reaction")):
        refusal = table.refused(Rebuild(ALEX, "city", "0,0"))
        assert (refusal.code, refusal.kind, refusal.clause) == ("not-asked", "out-of-turn", "CB-8.5")
        assert refusal.readings == ("CA-59",)
        assert refusal.conditions[-1].values == {"stage": stage}


def test_with_the_last_maneuver_the_round_is_over() -> None:
    """CA-52, CA-59: the control of the first test."""
    table = razed("laura")

    assert table.field.stage == "over"
    assert BAG.options(table.state, ALEX).listed == ()
    assert table.refused(Rebuild(ALEX, "city", "0,0")).code == "not-asked"


def occupied() -> Table:
    """An army of Laura's has come to the hex of the city."""
    table = razed()
    armies = (*table.field.armies, army("N", LAURA, "0,0", "spearman"))
    structures = tuple(each for each in table.field.structures if each.hex != "0,0")
    field = replace(table.field, armies=armies, structures=structures)
    return replace(table, state=replace(table.state, field=field))


def test_nobody_builds_where_somebody_else_stands() -> None:
    """CA-60."""
    refusal = occupied().refused(Rebuild(ALEX, "city", "0,0"))

    assert refusal.code == "no-free-hex"
    assert refusal.conditions[-1].values == {"hex": "0,0", "stood on": "0,0", "there now": "laura"}


@pytest.mark.parametrize(
    ("table", "event"),
    [
        (razed(), StructureRebuilt(ALEX, "castle-3", "0,3", 0, 0)),
        (razed(), StructureRebuilt(LAURA, "city", "0,0", 1, 1)),
        (razed(), StructureRebuilt(ALEX, "city", "0,1", 1, 1)),
        (razed(), StructureRebuilt(ALEX, "city", "0,0", 2, 1)),
        (razed(), StructureRebuilt(ALEX, "city", "0,0", 1, 0)),
        (occupied(), StructureRebuilt(ALEX, "city", "0,0", 1, 1)),
        (besieged("laura"), StructureRebuilt(ALEX, "city", "0,0", 1, 1)),
    ],
)
def test_an_event_of_building_that_does_not_fit(table: Table, event: StructureRebuilt) -> None:
    with pytest.raises(Misfit):
        BAG.evolve(table.state, event)


def test_a_round_does_not_begin_with_something_lost() -> None:
    field: Field = replace(DAMAGED_CITY, razed=(RAZED_CITY,))

    with pytest.raises(BadRecord) as refused:
        taken_up(field)

    assert str(refused.value) == "start: a game is not taken up after a battle"
