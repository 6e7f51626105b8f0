"""The golden games of Heirless that somebody wins, from the box that says how."""

from typing import Any, Final

from tests.golden.heirless import FIRST, SECOND, THREE, does
from tests.golden.scripting import Script

BOX: Final = "heirless-coronation-1"


def last_turn(*knights: dict[str, Any], **more: object) -> dict[str, Any]:
    """Cedar alone is not Idle, and has a Worker of every Faction."""
    return {
        "stage": "turns",
        "season": 1,
        "current": "t1",
        "tracks": [
            {"name": "t1", "spots": [None, None, None, "cedar"]},
            {"name": "t2", "spots": ["ash", "birch", None, None]},
        ],
        "turns": 9,
        "turn": {"seat": "cedar", "spot": 4},
        "players": [
            {"seat": "ash", "prestige": 4},
            {"seat": "birch", "prestige": 12},
            {"seat": "cedar", "unemployed": [{"faction": each, "count": 1} for each in ("Wolf", "Cat", "Fox")]},
        ],
        "knights": list(knights),
        **more,
    }


def knight(name: str, tile: str) -> dict[str, Any]:
    """A Knight by its name, such as ``ash-1``."""
    return {"id": name, "seat": name.partition("-")[0], "tile": tile}


CROWN: Final = last_turn(
    *(knight(f"cedar-{number}", tile) for number, tile in enumerate(("Valley", "Meadow", "Thicket"), 1)),
    built=[{"workplace": "CoronationCeremony", "owner": "cedar", "cell": 1}],
)
STEPS: Final = (
    does("cedar", "assign", workplace="CoronationCeremony", workers=["Wolf", "Cat", "Fox"]),
    does("cedar", "idle"),
)

SCRIPTS: Final = (
    Script("won-by-a-coronation", THREE, STEPS, CROWN, edition=FIRST, components=BOX),
    Script("won-by-a-coronation", THREE, STEPS, CROWN, edition=SECOND, components=BOX),
    Script(
        "battle-reported-by-the-table",
        THREE,
        (does("cedar", "idle"), does("table", "report", tile="Valley", winners=["ash", "cedar"], lost=["cedar-1"])),
        last_turn(*(knight(name, "Valley") for name in ("ash-1", "birch-1", "cedar-1", "cedar-2"))),
        edition=SECOND,
        components=BOX,
        box={"seasons": 1},
    ),
)
