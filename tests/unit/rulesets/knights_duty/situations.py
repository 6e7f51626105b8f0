"""Games so far, as lines, up to each point where somebody has to do something."""

from collections.abc import Mapping
from typing import Final

from tests.unit.rulesets.obligations import Situation

Knight = Mapping[str, str]

BEGUN: Final = Situation("knights_duty/1", "two-players")
PLANNING: Final = BEGUN.then("ash: choose red", "birch: choose yellow")
EQUIPPED: Final = PLANNING.then("ash: plan sword, movement", "birch: plan shield, parry, bow")
MOVED: Final = EQUIPPED.then("ash: move to 3,0")


def knight(seat: str, clan: str, space: str, weapon: str = "", **more: str) -> Knight:
    """A Knight of a start position, without a weapon if none is named."""
    return {"seat": seat, "clan": clan, "space": space, **({"weapon": weapon} if weapon else {}), **more}


def planning(*knights: Knight) -> Situation:
    """The second turn begins with these Knights."""
    setup = {2: "two-close-by", 3: "three-close-by"}[len(knights)]
    return Situation("knights_duty/1", setup, start={"knights": knights})


BROKEN: Final = Situation("knights_duty/1", "two-close-by")
SAT_OUT: Final = BROKEN.then("ash: plan shield", "birch: plan parry")

DUEL: Final = planning(knight("ash", "red", "1,0", "sword"), knight("birch", "blue", "2,0", "bow"))
TARGETS: Final = DUEL.then("ash: plan sword, spear", "birch: plan shield")
COMBAT: Final = TARGETS.then("ash: point at birch")
ASH_USES: Final = COMBAT.then("ash: use Inspiration")
HIT: Final = ASH_USES.then("birch: keep Inspiration", "draw heart")
NO_TARGET: Final = TARGETS.then("ash: point at nobody")

PARRIED: Final = DUEL.then(
    *("ash: plan sword, sword", "birch: plan parry", "ash: point at birch"),
    *("ash: keep Inspiration", "birch: use Inspiration", "draw shield"),
)
FAR: Final = planning(knight("ash", "red", "4,0", "sword"), knight("birch", "blue", "-4,0", "bow"))
LOST: Final = FAR.then("ash: plan sword", "birch: plan nothing")

HIGH: Final = planning(
    knight("ash", "red", "1,0", "bow", inspiration="face_down"), knight("birch", "blue", "2,0", "bow")
)
LANDED: Final = HIGH.then("ash: plan movement", "birch: plan movement", "ash: move to 0,0", "birch: move to 1,0")
FACE_DOWN: Final = HIGH.then("ash: plan bow", "birch: plan nothing", "ash: point at birch")

LAST: Final = planning(
    knight("ash", "red", "1,0", "sword", heart="broken", inspiration="face_down"),
    knight("birch", "blue", "2,0", "bow", heart="broken", inspiration="face_down"),
)
WON: Final = LAST.then("ash: plan sword", "birch: plan nothing", "ash: point at birch", "draw heart")
BOTH_FALL: Final = LAST.then(
    *("ash: plan sword", "birch: plan bow", "ash: point at birch", "birch: point at ash"),
    *("ash: let ash go first", "birch: let ash go first", "draw heart"),
)
DRAWN: Final = BOTH_FALL.then("ash: keep Inspiration", "draw heart")

THREE: Final = planning(
    knight("ash", "red", "1,0", "bow", heart="broken", inspiration="face_down"),
    knight("birch", "blue", "0,1", "bow", heart="broken", inspiration="face_down"),
    knight("cedar", "green", "-1,1", "bow", heart="broken", inspiration="face_down"),
)
MOVING: Final = THREE.then("ash: plan movement", "birch: plan movement", "cedar: plan movement")
CLASH: Final = MOVING.then("ash: move to 0,0", "birch: move to 0,0", "cedar: move to -1,1")
SETTLED: Final = CLASH.then("ash: let birch move", "birch: let birch move")
TAKEN: Final = MOVING.then("ash: move to 0,1", "birch: move to 0,1", "cedar: move to -2,1")
ORDER: Final = THREE.then(
    *("ash: plan bow", "birch: plan bow", "cedar: plan nothing"), *("ash: point at cedar", "birch: point at cedar")
)
FIRST: Final = ORDER.then("ash: let ash go first", "birch: let ash go first", "draw shield")
FAR_BOW: Final = planning(
    knight("ash", "red", "1,0", "bow"), knight("birch", "blue", "0,1", "bow"), knight("cedar", "green", "-4,0", "bow")
).then("ash: plan bow", "birch: plan nothing", "cedar: plan nothing")
THREE_FIGHT: Final = planning(
    knight("ash", "red", "1,0", "bow"), knight("birch", "blue", "0,1", "bow"), knight("cedar", "green", "-4,0", "bow")
).then("ash: plan bow", "birch: plan nothing", "cedar: plan nothing", "ash: point at birch")
ASH_MOVES: Final = {"seat": "ash", "origin": "1,0", "to": "0,0"}
ONTO_BIRCH: Final = {"seat": "ash", "origin": "1,0", "to": "0,1"}
