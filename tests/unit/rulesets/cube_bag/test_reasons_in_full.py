"""Reasons to the last word: values of refusals, clauses of every line, readings that belong to one use only."""

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.model.bag_events import (
    CheckBegan,
    CheckPassed,
    CubesWithdrawn,
    PreparedDiscarded,
)
from oathbook.domain.rulesets.cube_bag.model.decisions import PutBack, Rebuild
from oathbook.domain.rulesets.cube_bag.model.events import StageBegan, StructureRebuilt
from oathbook.domain.rulesets.cube_bag.model.state import Card
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from tests.support.cube_bag import ALEX, DAMAGED_CITY, LAURA, MIKE, SHOT_FROM_AFAR, TWO
from tests.unit.rulesets.cube_bag.table import BAG, Table, last, losses, taken_up, worked
from tests.unit.rulesets.cube_bag.test_citations import told
from tests.unit.rulesets.cube_bag.test_derived import with_conversions
from tests.unit.rulesets.cube_bag.test_vectors_of_sieges import siege_in_the_bag


@pytest.mark.parametrize(
    ("words", "code", "values"),
    [
        ("moon 1", "unknown-object", {"named": "moon 1"}),
        ("wall 2, city 6", "beyond-damage", {"damage": 7, "assigned": 8}),
        ("wall 5", "wrong-damage", {"dealt": "wall 5"}),
        ("city 2, wall 1", "against-priority", {"damage": 7, "assigned": "city 2, wall 1"}),
        ("wall 1", "damage-left", {"damage": 7, "assigned": 1, "can take more": "wall"}),
    ],
)
def test_a_refusal_of_losses_names_what_was_assigned(words: str, code: str, values: dict[str, str | int]) -> None:
    """CB-5: 7 damage on the city, of which the wall takes 2 and comes first."""
    refusal = taken_up(DAMAGED_CITY).refused(losses(LAURA, words))

    assert refusal.code == code
    assert values.items() <= last(refusal).items()


def test_every_line_of_a_working_names_its_clause_and_its_quantity() -> None:
    """In all examples."""
    lines = [line for each in told() for line in each.working]

    assert lines
    assert all(line.clause.startswith("CB-") and line.of for line in lines)


def test_the_conversion_begins_by_its_own_clauses() -> None:
    """CB-1.6, CB-3.1, CB-3.3."""
    begun = next(each for each in siege_in_the_bag().every(StageBegan) if each.event.stage == "conversion")

    assert begun.cites == ("CB-1.6", "CB-3.1", "CB-3.3")


def recovered() -> Table:
    """CV-2 up to the recovery."""
    table = taken_up(SHOT_FROM_AFAR, components=TWO).attack(ALEX, "A", "2,0").forgo(MIKE).prepare(ALEX, "A/archer")
    table = table.prepare(MIKE, "B/swordsman", leave_out=2, actions=1)
    table = table.drawing("clash", "2 purple, 1 neutral").draw(ALEX, 3).lose(ALEX, "B/swordsman 2")
    return table.drawing("recovery/0/mike", "1 white, 1 neutral").recover(MIKE, "swordsman", "1,0")


def test_neutral_cubes_of_a_check_are_a_question_of_conversions_only() -> None:
    """CA-13: what becomes of them in a recovery is printed."""
    converted = with_conversions().drawing("conversion/0/alex", "1 purple")

    assert "CA-13" in converted.convert(ALEX, "A", "spearman", "0,1").the(CheckPassed).readings
    assert "CA-13" not in recovered().the(CheckPassed).readings


def test_a_check_ends_with_the_least_complexity_there_can_be() -> None:
    """CB-7.1: 2, and 1 at least."""
    began = recovered().the(CheckBegan)

    assert (began.working[-1].clause, began.working[-1].op, began.working[-1].total) == ("CB-7.1", "at-least", 2)


def test_cubes_that_leave_with_a_converted_unit_rest_on_the_reading_that_says_so() -> None:
    """CA-16."""
    table = taken_up(with_conversions().field, switches=Switches(cubes_of_converted="withdrawn"))

    done = table.drawing("conversion/0/alex", "1 purple").convert(ALEX, "A", "spearman", "0,1")

    assert "CA-16" in done.the(CubesWithdrawn).readings


def test_fabian_tactic_is_held_to_the_cubes_of_both_by_name() -> None:
    """CB-10.1, CA-28."""
    lines = worked(siege_in_the_bag().the(PreparedDiscarded))

    assert [line.split(":")[0] for line in lines][-2:] == ["cubes of laura", "cubes of alex"]


def test_nobody_is_ever_out() -> None:
    assert BAG.standing(taken_up(DAMAGED_CITY).state).out == ()


def test_an_action_cube_alone_comes_back_by_its_clause() -> None:
    """CB-8.5, CB-10.6: the city cost no consumption, and 1 action cube went with it."""
    players = tuple(
        replace(each, cards=(Card("SIEGE_TOWER"),), consumption=0)
        if each.seat == LAURA
        else replace(each, consumption=0)
        for each in DAMAGED_CITY.players
    )
    table = taken_up(replace(DAMAGED_CITY, players=players, maneuvers=(LAURA, LAURA)))
    lost = table.lose(LAURA, "city 2, workshop 1, D/peasant 1, D/swordsman 1, D/cavalryman 1, wall 1")
    ended = lost.decide(PutBack(ALEX, "workshop", "economy"), PutBack(ALEX, "ruin", "culture"))

    done = ended.decide(Rebuild(ALEX, "city", "0,0"))

    assert done.the(StructureRebuilt).event == StructureRebuilt(ALEX, "city", "0,0", 1, 0)
    assert done.the(StructureRebuilt).cites == ("CB-8.5", "CB-10.6")
