"""Whatever the text demands, all, each or as many as: a line that leaves it out is refused (CB)."""

from typing import Final

import pytest

from tests.unit.rulesets.cube_bag import situations as s
from tests.unit.rulesets.obligations import Situation, refused

FIELD: Final = Situation("cube_bag/g1", "field-battle")
CITY: Final = Situation("cube_bag/g1", "damaged-city")
SEA: Final = Situation("cube_bag/g1", "at-sea")
NOT_ASKED: Final = "is not asked for this now"

REFUSED: Final = (
    ("CB-1.1", "that a maneuver is finished", FIELD, "alex: attack 0,0 with B", NOT_ASKED),
    ("CB-1.1", "an army or a corps", FIELD, "laura: attack 1,0 with nothing", "only armies of one's own"),
    ("CB-1.1", "one's own army", FIELD, "laura: attack 1,0 with B", "only armies of one's own"),
    ("CB-1.1", "another player's pieces", FIELD, "laura: attack 0,1 with A", "nothing of another player on 0,1"),
    ("CB-1.3", "an army of one's own", s.AFAR, "mike: react on 1,0 with A", "mike has no army A"),
    ("CB-1.3", "the reaction of the defender", s.ATTACKED, "laura: prepare bonus spearman of A", NOT_ASKED),
    ("CB-1.4", "the size of a corps", s.AFAR, "mike: react on 1,0 with C", "more than the 1 that may fight as one"),
    ("CB-1.5", "that it is not depleted", s.AFAR, "mike: react on 1,0 with B", "army B is depleted"),
    ("CB-1.6", "the preparation", s.PREPARING, "laura: draw 3", NOT_ASKED),
    ("CB-1.6", "the preparation of the other", s.ALEX_PREPARES, "laura: draw 3", NOT_ASKED),
    ("CB-1.6", "one's own preparation", s.PREPARING, "laura: forgo", NOT_ASKED),
    ("CB-2.1", "the bonus of the army", s.PREPARING, "laura: prepare", "army A has that of spearman (CB-2.1)"),
    ("CB-2.1", "the bonus of the defender", s.ALEX_PREPARES, "alex: prepare", "army B has that of cavalryman (CB-2.1)"),
    (
        *("CB-2.1", "the bonus, naming a unit type that has none", s.WITH_PEASANT),
        *("laura: prepare bonus peasant of A", "army A has that of spearman (CB-2.1)"),
    ),
    (
        *("CB-2.2", "the bonus of an army of the corps", s.BESIEGED),
        *("laura: prepare bonus spearman of A, spearman of C", "army B has that of trebuchet (CB-2.2)"),
    ),
    (
        *("CB-2.3", "an attack cube of an active unit", s.PREPARING),
        *("laura: prepare bonus spearman of A leaving out 1", "1 of 0 defense cubes cannot be left out"),
    ),
    (
        *("CB-2.6", "attack cubes beside the defense cubes", s.FABIAN_NEXT),
        *("alex: prepare bonus swordsman of D, cavalryman of E leaving out 2", "2 of 1 defense cubes"),
    ),
    (
        *("CB-2.7", "an action cube that one has not", s.PREPARING),
        *("laura: prepare bonus spearman of A actions 1", "laura has 0 action cubes, not 1"),
    ),
    ("CB-3.1", "the turn of the defender", s.BOTH_CONVERT, "laura: forgo", "asked for this now (CB-3.1)"),
    ("CB-3.1", "a unit of the enemy", s.CONVERSION, "alex: convert peasant of D to -1,1 by THEOCRACY", "no peasant of"),
    ("CB-3.1", "the stage", s.CONVERSION, "laura: draw 3", NOT_ASKED),
    ("CB-3.3", "the action for it", s.CONVERTED, "alex: convert spearman of A to -2,1 by THEOCRACY", NOT_ASKED),
    (
        *("CB-3.4", "an adjacent hex", s.CONVERSION),
        *("alex: convert spearman of A to 3,-3 by THEOCRACY\ndraw purple", "cannot be put on 3,-3 (CB-3.4)"),
    ),
    ("CB-4.1", "the one cube at least", s.CLASH, "laura: draw 0", "from 1 to 3 cubes can be drawn, not 0 (CB-4.1)"),
    ("CB-4.1", "the limit of courage", s.CLASH, "laura: draw 4", "from 1 to 3 cubes can be drawn, not 4 (CB-4.1)"),
    ("CB-4.1", "the draw", s.CLASH, "laura: forgo", NOT_ASKED),
    ("CB-4.1", "the attacker", s.CLASH, "alex: draw 2", NOT_ASKED),
    ("CB-4.2", "the limit of courage", s.EXTRA_DRAW, "alex: draw 2", "from 1 to 1 cubes can be drawn, not 2 (CB-4.2)"),
    ("CB-5.1", "1 of 2 damage", s.LOSSES, "laura: assign 1 to B/cavalryman", "1 damage is left, and B/cavalryman can"),
    ("CB-5.1", "all of the damage", s.LOSSES, "laura: assign nothing", "2 damage is left, and B/cavalryman can"),
    ("CB-5.1", "the limit of the damage", s.LOSSES, "laura: assign 3 to B/cavalryman", "2 damage is dealt, not 3"),
    ("CB-5.2", "the hit points", CITY, "laura: assign 3 to D/peasant, 2 to city", "up to its hit points"),
    ("CB-5.4", "the choice of who deals it", s.CHOSEN, "alex: assign 1 to B/cavalryman", "not the enemy's"),
    ("CB-5.5", "what comes first", CITY, "laura: assign 2 to city, 1 to wall", "city before D/cavalryman (CB-5.5)"),
    ("CB-5.6", "that it fights", s.LOSSES, "laura: assign 2 to C/cavalryman", "not in this battle"),
    ("CB-5.7", "the choice of the other", s.CHOSEN, "alex: forgo", NOT_ASKED),
    ("CB-5.7", "one's own choice", s.LOSSES, "laura: forgo", NOT_ASKED),
    ("CB-5.9", "half of a galley", SEA, "alex: assign 1 to C/galley", "a unit all or nothing (CB-5.2)"),
    ("CB-6.1", "that the unit was lost", s.RECOVERY, "mike: recover archer on 1,0 by DEMOCRACY", "has lost no archer"),
    ("CB-6.1", "the turn of the defender", s.BOTH_RECOVER, "alex: forgo", "asked for this now (CB-6.1)"),
    (
        *("CB-6.3", "the action for it", s.BOTH_RECOVER.then("mike: forgo")),
        *("mike: recover galley on -3,3 by DEMOCRACY", NOT_ASKED),
    ),
    ("CB-6.4", "an adjacent hex", s.RECOVERY, "mike: recover swordsman on 3,-3 by DEMOCRACY", "put on 3,-3 (CB-6.4)"),
    (
        *("CB-7.1", "a cube to make it easier that one has not", s.RECOVERY),
        *("mike: recover swordsman on 1,0 by DEMOCRACY actions 1", "mike has 0 action cubes, not 1 (CB-7.1)"),
    ),
    (
        *("CB-7.2", "one of the two cubes of the check", s.RECOVERY),
        *("mike: recover swordsman on 1,0 by DEMOCRACY\ndraw white", "is impossible"),
    ),
    ("CB-8.4", "the word of the owner", s.MAT, "laura: put workshop back on economy", "asked for this now (CB-8.4)"),
    ("CB-8.4", "to say it", s.MAT, "alex: forgo", NOT_ASKED),
    (
        *("CB-8.4", "that it was built from there", s.MAT.then("alex: put workshop back on economy")),
        *("alex: put ruin back on economy", "ruin cannot go back to “economy” (CB-8.4)"),
    ),
    ("CB-8.5", "that it was lost", FIELD, "laura: rebuild city on 0,0", "has no city to build again (CB-8.5)"),
    ("CB-8.5", "to wait for the end of the battle", s.MAT, "alex: rebuild city on 0,0", "between two battles"),
    ("CB-10.1", "to have the card", s.FABIAN, "alex: play FABIAN_TACTIC", "asked for this now (CB-10.1)"),
    ("CB-10.3", "a cube more", s.REDRAW, "laura: put purple, purple, purple back by TRAINED_ARMY", "2 cubes, not 3"),
    ("CB-10.3", "to have drawn it", s.REDRAW, "laura: put neutral, neutral back by TRAINED_ARMY", "cannot be put back"),
)
"""The clause, what is left out in our own words, the game before it, the line that leaves it out, and the refusal."""


@pytest.mark.parametrize(
    ("step", "line", "says"), [pytest.param(*rest, id=f"{clause} {what}") for clause, what, *rest in REFUSED]
)
def test_a_line_that_leaves_out_what_is_demanded_is_refused(step: Situation, line: str, says: str) -> None:
    assert says in refused(step, line)
