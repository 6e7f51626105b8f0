"""Whatever follows by the text, all, each or as many as: a record that leaves it out is found (CB)."""

from typing import Final

import pytest

from tests.unit.rulesets.cube_bag import situations as s
from tests.unit.rulesets.cube_bag.test_obligations import REFUSED
from tests.unit.rulesets.obligations import UNWRITABLE, LeftOut, Situation, clauses_of, found

SIEGE: Final = Situation("cube_bag/g1", "siege-of-a-city").then("laura: attack 0,0 with A, B, C")
ALL_LOST: Final = (
    {"seat": "alex", "army": "D", "unit": "swordsman", "count": 1},
    {"seat": "alex", "army": "D", "unit": "peasant", "count": 1},
    {"seat": "alex", "army": "E", "unit": "cavalryman", "count": 1},
)
CITY: Final = {"seat": "alex", "structure": "city", "black": 0, "falls": True}
WALL: Final = {"seat": "alex", "structure": "wall", "black": 1, "falls": False}
WORKSHOP: Final = {"seat": "alex", "structure": "workshop", "black": 0, "falls": True}
RUIN: Final = {"seat": "alex", "structure": "ruin", "black": 0, "falls": True}
CAVALRY_LOST: Final = ({"seat": "alex", "army": "B", "unit": "cavalryman", "count": 2},)
ONE_EACH: Final = (
    {"seat": "alex", "army": "B", "unit": "cavalryman", "count": 1},
    {"seat": "laura", "army": "A", "unit": "spearman", "count": 1},
)

LEFT_OUT: Final = (
    LeftOut("CB-1.2", "the defender's counterattack", s.CLASH, "cubes_prepared", {"own": 2, "neutral": 2}),
    LeftOut("CB-1.3", "an army that may react", s.ATTACKED, "stage_began", {"asked": []}),
    LeftOut("CB-1.4", "the reinforcement that came", s.REINFORCED, "army_reacted"),
    LeftOut("CB-1.6", "the stage of preparation", s.PREPARING, "stage_began"),
    LeftOut("CB-2.1", "the bonus of the army", s.ALEX_PREPARES, "cubes_prepared", {"own": 3}),
    LeftOut("CB-2.2", "the bonus of an army of the corps", s.FABIAN_NEXT, "cubes_prepared", {"own": 12}),
    LeftOut("CB-2.3", "the attack cube of an active unit", s.ALEX_PREPARES, "cubes_prepared", {"own": 5, "neutral": 1}),
    LeftOut("CB-2.4", "that the peasant is inactive", s.FABIAN, "cubes_prepared", {"own": 9, "neutral": 0}),
    LeftOut("CB-2.5", "that swordsmen do not reach the sea", s.SHORE, "cubes_prepared", {"own": 3, "neutral": 0}),
    LeftOut("CB-2.8", "the filling of the bag", s.CLASH, "bag_filled"),
    LeftOut("CB-2.8", "a cube that was prepared", s.CLASH, "bag_filled", {"cubes": {"green": 5, "purple": 4}}),
    LeftOut("CB-2.9", "that the garrison is covered", s.FABIAN_NEXT, "cubes_prepared", {"own": 18}),
    LeftOut("CB-8.2", "that the garrison is covered", s.FABIAN_NEXT, "cubes_prepared", {"own": 18}),
    LeftOut("CB-8.6", "that it stands behind a wall", s.FABIAN_NEXT, "cubes_prepared", {"own": 18}),
    LeftOut("CB-3.1", "the stage of the conversion", s.CONVERSION, "stage_began"),
    LeftOut("CB-3.2", "the check", s.CONVERTED, "check_began"),
    LeftOut("CB-3.2", "that the check has failed", s.NOT_CONVERTED, "check_failed"),
    LeftOut("CB-3.4", "the unit that came over", s.CONVERTED, "unit_converted"),
    LeftOut("CB-3.4", "the hex it was put on", s.CONVERTED, "unit_converted", {"hex": "-2,0"}),
    LeftOut("CB-4.1", "an active unit in the courage", s.CLASH, "courage_measured", {"courage": 2}),
    LeftOut("CB-4.1", "a cube of the draw", s.LOSSES, "cubes_drawn", {"drawn": {"green": 2}}),
    LeftOut("CB-4.2", "the extra draw of the defender", s.EXTRA_DRAW, "extra_draw_measured", {"allowed": 0}),
    LeftOut("CB-4.3", "a cube of one's own colour", s.LOSSES, "damage_measured", {"damage": 1}),
    LeftOut("CB-5.1", "the damage of a cube", s.LOSSES, "damage_measured", {"damage": 1}),
    LeftOut("CB-5.1", "the damage of the other", s.LOSSES, "damage_measured", number=2),
    LeftOut("CB-5.2", "a unit of two", s.WON, "losses_taken", {"units": ONE_EACH}),
    LeftOut("CB-5.3", "the losses of the other", s.WON, "losses_taken", {"units": CAVALRY_LOST}),
    LeftOut("CB-5.4", "what the dealer chose", s.MAT, "losses_chosen"),
    LeftOut("CB-5.6", "what the dealer chose", s.MAT, "losses_chosen"),
    LeftOut("CB-5.7", "to show both choices", s.WON, "losses_shown"),
    LeftOut("CB-5.8", "the black cube", s.MAT, "losses_taken", {"structures": [CITY, WORKSHOP, RUIN]}),
    LeftOut("CB-5.10", "that the city falls", s.MAT, "losses_taken", {"structures": [WALL, WORKSHOP, RUIN]}),
    LeftOut("CB-5.11", "what has nothing left", s.MAT, "losses_taken", {"structures": [CITY, WALL, WORKSHOP]}),
    LeftOut("CB-5.9", "that a galley ignores the rest", s.BOTH_RECOVER, "losses_taken", {"in_vain": {}}),
    LeftOut("CB-6.1", "the stage of the recovery", s.RECOVERY, "stage_began"),
    LeftOut("CB-6.2", "the check", s.RECOVERED, "check_began"),
    LeftOut("CB-6.4", "the unit that comes back", s.RECOVERED, "unit_recovered"),
    LeftOut("CB-7.1", "what makes the check easier", s.CONVERTED, "check_began", {"complexity": 2}),
    LeftOut("CB-7.4", "the religion of the province", s.CONVERTED, "check_began", {"complexity": 2}),
    LeftOut("CB-7.2", "a cube of the check", s.RECOVERED, "check_passed", {"drawn": {"white": 1}}),
    LeftOut("CB-7.3", "that the check is passed", s.CONVERTED, "check_passed"),
    LeftOut("CB-8.1", "that it is a siege", SIEGE, "attack_declared", {"siege": False}),
    LeftOut("CB-8.3", "that the city is back on the mat", s.MAT, "structure_returned"),
    LeftOut("CB-8.4", "to ask the owner", s.MAT, "stage_began"),
    LeftOut("CB-9.1", "the victory", s.WON, "battle_decided", {"outcome": "undecided", "winners": []}),
    LeftOut("CB-9.2", "how it came out", s.WON, "battle_decided"),
    LeftOut("CB-9.3", "the experience of the winner", s.WON_WITH_MILITARISM, "experience_earned"),
    LeftOut("CB-10.1", "a cube of the four", s.CONVERSION, "prepared_discarded", {"each": 3}),
    LeftOut("CB-10.2", "the courage of the tower", s.CONVERTED, "courage_measured", {"courage": 9}),
    LeftOut("CB-10.3", "to ask about the card", s.REDRAW, "card_offered"),
    LeftOut("CB-10.3", "a cube that is drawn again", s.REDRAWN, "cubes_redrawn", {"drawn": {"green": 1}}),
    LeftOut("CB-10.4", "an army with projectiles", s.CONVERTED, "courage_measured", {"courage": 9}),
    LeftOut("CB-10.5", "the cube that goes to the card", s.CONVERTED, "check_passed", {"drawn": {}}),
    LeftOut("CB-10.6", "the action cube of the city", s.MAT, "structure_returned", {"actions": 0}),
    LeftOut("CB-10.6", "the consumption of the city", s.MAT, "structure_returned", {"consumption": 0}),
    LeftOut("CB-10.7", "the achievement", s.MAT, "achievement_earned"),
)


@pytest.mark.parametrize("left_out", [pytest.param(each, id=f"{each.clause} {each.what}") for each in LEFT_OUT])
def test_a_record_that_leaves_out_what_follows_is_found_with_its_clause(left_out: LeftOut) -> None:
    says, *clauses = found(left_out)

    assert says == UNWRITABLE or says.endswith("is not what follows")
    assert left_out.clause in clauses


def test_every_clause_has_something_that_a_line_or_a_record_can_leave_out() -> None:
    demanded = {clause for clause, *_ in REFUSED} | {each.clause for each in LEFT_OUT}

    assert demanded == set(clauses_of("cube_bag/g1"))
