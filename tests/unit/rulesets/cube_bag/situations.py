"""Games so far, as lines: the printed examples and others, up to each point where somebody has to do something."""

from typing import Final

from tests.unit.rulesets.obligations import Situation

ATTACKED: Final = Situation("cube_bag/g1", "field-battle").then("laura: attack 1,0 with A")
PREPARING: Final = ATTACKED.then("alex: forgo")
ALEX_PREPARES: Final = PREPARING.then("laura: prepare bonus spearman of A")
CLASH: Final = ALEX_PREPARES.then("alex: prepare bonus cavalryman of B")
EXTRA_DRAW: Final = CLASH.then("laura: draw 1", "draw green")
LOSSES: Final = CLASH.then("laura: draw 3", "draw green, green, purple")
CHOSEN: Final = LOSSES.then("laura: assign 2 to B/cavalryman")
WON: Final = CHOSEN.then("alex: assign 1 to A/spearman")

WITH_PEASANT: Final = Situation(
    "cube_bag/g1",
    "field-battle",
    start={
        "armies": [
            {"id": "A", "seat": "laura", "hex": "0,0", "units": ["spearman", "peasant"]},
            {"id": "B", "seat": "alex", "hex": "1,0", "units": ["cavalryman"]},
        ]
    },
).then("laura: attack 1,0 with A", "alex: forgo")

AFAR: Final = Situation("cube_bag/g1", "shot-from-afar").then("alex: attack 2,0 with A")
RECOVERY: Final = AFAR.then(
    *("mike: forgo", "alex: prepare bonus archer of A", "mike: prepare bonus swordsman of B leaving out 2 actions 1"),
    *("alex: draw 3", "draw purple, purple, neutral", "alex: assign 2 to B/swordsman"),
)
RECOVERED: Final = RECOVERY.then("mike: recover swordsman on 1,0 by DEMOCRACY", "draw white, neutral")
BOTH_RECOVER: Final = Situation("cube_bag/g1", "at-sea").then("alex: assign 2 to C/galley")

BESIEGED: Final = Situation("cube_bag/g1", "siege-of-a-city").then(
    "laura: attack 0,0 with A, B, C", "alex: react on 2,0 with E", "alex: forgo"
)
FABIAN_NEXT: Final = BESIEGED.then("laura: prepare bonus spearman of A, trebuchet of B, spearman of C")
FABIAN: Final = FABIAN_NEXT.then("alex: prepare bonus swordsman of D, cavalryman of E actions 1")
CONVERSION: Final = FABIAN.then("laura: play FABIAN_TACTIC")
CONVERTED: Final = CONVERSION.then("alex: convert spearman of A to -1,1 by THEOCRACY", "draw purple")
NOT_CONVERTED: Final = CONVERSION.then("alex: convert spearman of A to -1,1 by THEOCRACY", "draw green")
REDRAW: Final = CONVERTED.then(
    "laura: draw 10", "draw green, green, green, green, green, green, purple, purple, purple, neutral"
)
REDRAWN: Final = REDRAW.then("laura: put purple, purple back by TRAINED_ARMY", "draw green, purple")
MAT: Final = REDRAWN.then(
    "laura: assign 2 to city, 1 to workshop, 1 to D/peasant, 1 to D/swordsman, 1 to E/cavalryman, 1 to wall",
    "alex: assign 1 to B/trebuchet, 1 to C/catapult",
)

CORPS: Final = Situation("cube_bag/g1", "two-corps").then("laura: attack 1,0 with A, B", "alex: forgo")
BOTH_CONVERT: Final = CORPS.then(
    *("laura: prepare bonus spearman of A, swordsman of B", "alex: prepare bonus cavalryman of C"),
    *("laura: forgo", "alex: forgo"),
)
SHORE: Final = Situation("cube_bag/g1", "on-the-shore").then(
    "alex: attack -3,2 with A", "mike: forgo", "alex: prepare bonus archer of A"
)
REINFORCED: Final = Situation("cube_bag/g1", "siege-of-a-city").then(
    "laura: attack 0,0 with A, B, C", "alex: react on 2,0 with E"
)
WON_WITH_MILITARISM: Final = Situation(
    "cube_bag/g1",
    "field-battle",
    WON.lines,
    {
        "players": [
            {"seat": "laura", "colour": "green", "supply": 30, "cards": [{"name": "MILITARISM"}]},
            {"seat": "alex", "colour": "purple", "supply": 30},
        ]
    },
)
