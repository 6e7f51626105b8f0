"""The golden games of the cube-bag battle: the printed examples, and every way a row of battles can end."""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.model.state import Field
from tests.golden.scripting import Script, Step
from tests.support.cube_bag import (
    ALEX,
    DAMAGED_CITY,
    FIELD_BATTLE,
    LAURA,
    RUINED_FORT,
    SHOT_FROM_AFAR,
    SIEGE_OF_A_CITY,
    army,
)


def script(name: str, start: Field, *steps: Step, components: str = "cube-bag-sample-1") -> Script:
    """A game from that position."""
    seats = {str(player.seat): player.seat.capitalize() for player in start.players}
    written: dict[str, Any] = msgspec.to_builtins(start)
    return Script(name, seats, steps, written, edition="cube_bag/g1", components=components)


def attack(by: str, armies: str, target: str) -> Step:
    """Attack with these armies."""
    return {"kind": "attack", "by": by, "armies": armies.split(), "target": target}, {}


def forgo(by: str) -> Step:
    """Do not use what one is asked about."""
    return {"kind": "forgo", "by": by}, {}


def react(by: str, name: str, to: str) -> Step:
    """Maneuver in reaction."""
    return {"kind": "react", "by": by, "army": name, "to": to}, {}


def prepare(by: str, bonuses: str = "", **more: int) -> Step:
    """Prepare cubes, with bonuses as ``A/spearman``."""
    pairs = (each.split("/") for each in bonuses.split())
    chosen = [{"army": name, "unit": unit} for name, unit in pairs]
    return {"kind": "prepare", "by": by, "bonuses": chosen, **more}, {}


def draw(by: str, number: int, cubes: str) -> Step:
    """Draw in the clash, and these come out."""
    return {"kind": "draw", "by": by, "cubes": number}, {"clash": drawn(cubes)}


def lose(by: str, words: str) -> Step:
    """Deal losses written as ``city 2, D/peasant 1``."""
    parts = (part.rsplit(" ", 1) for part in words.split(", "))
    losses = [{"of": of, "damage": int(damage)} for of, damage in parts]
    return {"kind": "assign_losses", "by": by, "losses": losses}, {}


def drawn(cubes: str) -> tuple[str, ...]:
    """Cubes written as ``2 green, 1 purple``."""
    parts = (part.split() for part in cubes.split(", "))
    return tuple(colour for number, colour in parts for _ in range(int(number)))


FIELD: Final = script(
    "field-battle",
    FIELD_BATTLE,
    attack("laura", "A", "1,0"),
    forgo("alex"),
    prepare("laura", "A/spearman"),
    prepare("alex", "B/cavalryman"),
    draw("laura", 3, "2 green, 1 purple"),
    lose("laura", "B/cavalryman 2"),
    lose("alex", "A/spearman 1"),
)

AFAR: Final = script(
    "shot-from-afar",
    SHOT_FROM_AFAR,
    attack("alex", "A", "2,0"),
    forgo("mike"),
    prepare("alex", "A/archer"),
    prepare("mike", "B/swordsman", leave_out=2, actions=1),
    draw("alex", 3, "2 purple, 1 neutral"),
    lose("alex", "B/swordsman 2"),
    (
        {"kind": "recover", "by": "mike", "card": "DEMOCRACY", "unit": "swordsman", "to": "1,0"},
        {"recovery/0/mike": drawn("1 white, 1 neutral")},
    ),
    components="cube-bag-sample-2",
)

SIEGE: Final = script(
    "siege-of-a-city",
    SIEGE_OF_A_CITY,
    attack("laura", "A B C", "0,0"),
    react("alex", "E", "2,0"),
    forgo("alex"),
    prepare("laura", "A/spearman B/trebuchet C/spearman"),
    prepare("alex", "D/swordsman E/cavalryman", actions=1),
    ({"kind": "play_card", "by": "laura", "card": "FABIAN_TACTIC"}, {}),
    (
        {"kind": "convert", "by": "alex", "card": "THEOCRACY", "army": "A", "unit": "spearman", "to": "-1,1"},
        {"conversion/0/alex": drawn("1 purple")},
    ),
    draw("laura", 10, "6 green, 3 purple, 1 neutral"),
    (
        {"kind": "redraw", "by": "laura", "card": "TRAINED_ARMY", "back": ["purple", "purple"]},
        {"redraw/laura": drawn("1 green, 1 purple")},
    ),
    lose("laura", "city 2, workshop 1, D/peasant 1, D/swordsman 1, E/cavalryman 1, wall 1"),
    lose("alex", "B/trebuchet 1, C/catapult 1"),
    ({"kind": "put_back", "by": "alex", "structure": "workshop", "area": "economy"}, {}),
    ({"kind": "put_back", "by": "alex", "structure": "ruin", "area": "culture"}, {}),
)

WITHOUT_THE_TOWER: Final = script(
    "city-without-the-tower",
    DAMAGED_CITY,
    lose("laura", "city 1, workshop 1, D/peasant 1, D/cavalryman 1, D/swordsman 1, wall 2"),
    ({"kind": "put_back", "by": "alex", "structure": "ruin", "area": "economy"}, {}),
    ({"kind": "put_back", "by": "alex", "structure": "workshop", "area": "culture"}, {}),
)

DEFENDED: Final = script(
    "defender-wins",
    replace(
        FIELD_BATTLE, armies=(army("A", LAURA, "0,0", "spearman"), army("B", ALEX, "1,0", "cavalryman cavalryman"))
    ),
    attack("laura", "A", "1,0"),
    forgo("alex"),
    prepare("laura", "A/spearman"),
    prepare("alex", "B/cavalryman"),
    draw("laura", 1, "1 purple"),
    forgo("alex"),
    lose("alex", "A/spearman 1"),
)

WIPED_OUT: Final = script(
    "both-wiped-out",
    RUINED_FORT,
    attack("laura", "A", "0,0"),
    forgo("alex"),
    prepare("laura", "A/catapult"),
    prepare("alex"),
    draw("laura", 2, "1 green, 1 purple"),
    lose("laura", "B/archer 1"),
    lose("alex", "A/catapult 1"),
    forgo("laura"),
)

NO_BATTLE: Final = script("no-battle", FIELD_BATTLE, forgo("laura"))

SCRIPTS: Final = (FIELD, AFAR, SIEGE, WITHOUT_THE_TOWER, DEFENDED, WIPED_OUT, NO_BATTLE)
