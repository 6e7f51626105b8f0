"""Ten misplays of battles from the bag, each written down as a table tells it; one writes its events exactly."""

import json
from typing import Any, Final

from tests.support.mistakes.misplay import Misplay

_SPEARMEN: Final = {"id": "A", "seat": "laura", "hex": "0,0", "units": ["spearman"] * 3}
_CAVALRY: Final = {"id": "B", "seat": "alex", "hex": "1,0", "units": ["cavalryman"] * 2}


def _battles(*armies: dict[str, Any], **more: object) -> str:
    """Laura and Alex, who may both attack."""
    players = [{"seat": "laura", "colour": "green", "supply": 30}, {"seat": "alex", "colour": "purple", "supply": 30}]
    start = {"maneuvers": ["laura", "alex"], "neutral": 30, "black": 30, "players": players, "armies": armies, **more}
    head = "oathbook notation/1\nedition cube_bag/g1\ncomponents cube-bag-sample-1\nseats laura Laura, alex Alex\n"
    return f"{head}start {json.dumps(start)}\n\n"


FIELD: Final = _battles(_SPEARMEN, _CAVALRY)
_FAR: Final = _battles(_SPEARMEN, {**_CAVALRY, "hex": "3,0"})
_PREPARED: Final = f"""{FIELD}laura: attack 1,0 with A
alex: forgo
laura: prepare bonus spearman of A
alex: prepare bonus cavalryman of B
"""
DRAWN: Final = f"{_PREPARED}laura: draw 3\n  draw green, green, purple\n"
_ASSIGNED: Final = f"{DRAWN}laura: assign 1 to B/cavalryman, 1 to B/cavalryman\n"
SIEGE: Final = _battles(
    {"id": "A", "seat": "laura", "hex": "-1,0", "units": ["spearman", "spearman"]},
    {"id": "D", "seat": "alex", "hex": "0,0", "units": ["cavalryman", "peasant"]},
    stage="losses",
    structures=[{"id": "city", "seat": "alex", "kind": "city", "hex": "0,0", "black": 1}],
    battle={
        "target": "0,0",
        "siege": True,
        "has_drawn": True,
        "extra": 0,
        "drawn": {"green": 3},
        "attacker": {
            "seat": "laura", "armies": ["A"], "hexes": ["-1,0"], "prepared": True, "courage": 3, "damage": 3
        },
        "defender": {"seat": "alex", "armies": ["D"], "hexes": ["0,0"], "prepared": True, "courage": 1},
    },
)  # fmt: skip

CUBE_MISPLAYS: Final = {
    "attack out of turn": Misplay(
        f"{FIELD}! alex: attack 0,0 with B\n  says Laura was thinking\n  then nothing\nlaura: attack 1,0 with A\n",
        (2,),
        ("CB-1.1",),
    ),
    "attack too far": Misplay(
        f"{_FAR}! laura: attack 3,0 with A\n  says the spears were too short\n  then nothing\nlaura: forgo\n",
        (2,),
        ("CB-2.3",),
    ),
    "bonus for each spearman": Misplay(
        f"{FIELD}laura: attack 1,0 with A\nalex: forgo\n! laura: prepare bonus spearman of A, spearman of A\n"
        "  then nothing\nlaura: prepare bonus spearman of A\n",
        (6,),
        ("CB-2.1",),
    ),
    "courage miscounted": Misplay(
        f"{_PREPARED}  then Alex prepares 4 purple cubes and 0 neutral cubes\n"
        "  then Laura fills the bag: 6 green, 4 purple\n  then the armies clash\n  then Laura has courage 4\n"
        "  then Alex has courage 2\nlaura: draw 3\n  draw green, green, purple\n",
        (9,),
        ("CB-4.1",),
        "consequence",
    ),
    "extra cube in the bag": Misplay(
        f"{_PREPARED}! laura:\n  says a seventh green cube fell in\n  edit battle bag green = 7\n"
        "  edit players laura supply = 23\nlaura: draw 3\n  draw green, green, green\n",
        (10,),
        ("",),
    ),
    "four cubes with courage 3": Misplay(
        f"{_PREPARED}! laura: draw 4\n  draw clash: green, green, green, purple\n"
        '  then cubes drawn seat laura named 4 drawn {"green":3,"purple":1}\n'
        "  then extra draw measured seat alex allowed 0\n  then stage began losses\n"
        "  then Laura deals 3 damage\n  then Alex deals 1 damage\n",
        (10,),
        ("CB-4.1",),
    ),
    "drawing after three": Misplay(
        f"{DRAWN}! alex: draw 1\n  says he has courage 2\n  draw extra: purple\n  then nothing\n"
        "  edit battle bag purple = 2\n  edit battle drawn purple = 2\n  edit battle defender damage = 2\n"
        "alex: assign 1 to A/spearman, 1 to A/spearman\n",
        (13,),
        ("CB-4.2",),
    ),
    "damage miscounted": Misplay(
        f"{DRAWN}  then Laura draws 2 green, 1 purple\n  then Alex may not draw any more\n"
        "  then the losses are chosen\n  then Laura deals 2 damage\n  then Alex deals 2 damage\n",
        (12,),
        ("CB-5.1",),
        "consequence",
    ),
    "city before its garrison": Misplay(
        f"{SIEGE}! laura: assign 2 to city, 1 to D/peasant\n  then Laura has decided what the enemy loses\n",
        (2,),
        ("CB-5.5",),
    ),
    "losses left on the map": Misplay(
        f"{_ASSIGNED}alex: assign 1 to A/spearman\n  then Alex has decided what the enemy loses\n"
        "  then Laura deals 1 damage to a cavalryman of army B, 1 damage to a cavalryman of army B\n"
        "  then Alex deals 1 damage to a spearman of army A\n  then the outcome of the battle is settled\n"
        "  then Laura won the battle\n  then the battle is over, and its cubes go back to the supplies\n",
        (16,),
        ("CB-5.3",),
        "consequence",
    ),
}
"""Worked out by hand from the clauses; the numbers of positions count the opening."""
