"""The games of the golden records as they are played: setup, decisions, and the draws where a table reports them.

What each record is to show stands beside it as ``<name>.toml``, worked out by hand from the clauses.
``make golden-accept`` writes the records again; a change in one needs a fragment in ``changelog.d``.
"""

from itertools import count
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.chance.witnessed import Report
from domain.promises.acts import act_from
from domain.recording.record import Record
from domain.recording.scribe import Scribe
from domain.recording.setups import setup_from, written_setup
from domain.recording.sources import Sources
from domain.rulesets.knights_duty.editions import Components
from domain.rulesets.registry import installed

EDITION: Final = "knights_duty/1"
Step = tuple[dict[str, Any], dict[str, tuple[str, ...]]]
"""A decision, or what is done with a promise, as a transcript has them; and the cards drawn by label."""


class Script(Struct, frozen=True):
    """One golden game."""

    name: str
    seats: dict[str, str]
    steps: tuple[Step, ...]
    start: dict[str, Any] | None = None
    seed: str = ""
    stall_turns: int = 20
    edition: str = EDITION
    components: str = "knights-duty-sample-1"
    switches: dict[str, str] = {}


def recorded(script: Script, number: int) -> Record:
    """The record of a script: the same bytes every time."""
    ruleset = installed().ruleset(script.edition)
    written = {
        "seats": [{"seat": seat, "player": player} for seat, player in script.seats.items()],
        "components": script.components,
        "switches": script.switches,
        "start": script.start,
    }
    setup = setup_from(ruleset, written_setup(written, where=script.name), where=script.name)
    if isinstance(setup.components, Components):
        setup = replace(setup, components=replace(setup.components, stall_turns=script.stall_turns))
    chance = "seeded" if script.seed else "witnessed"
    scribe = Scribe.opened(ruleset, setup, sources(script.seed, number), chance=chance)
    for value, cards in script.steps:
        if "promise" in value:
            scribe.promise(value["by"], act_from(value["promise"], where=script.name))
        else:
            scribe.decide(scribe.decision_from(value), [Report(label, drawn) for label, drawn in cards.items()])
    return scribe.record


def sources(seed: str, number: int) -> Sources:
    """A clock that goes on a second an event, numbered salts, and an id that says which record it is."""
    seconds, salts = count(), count(1)
    return Sources(
        clock=lambda: "2026-11-20T18:{:02}:{:02}.000000Z".format(*divmod(next(seconds), 60)),
        ids=lambda: f"0193a7c4-0000-7000-8000-{number:012x}",
        salts=lambda: f"{number:04x}{next(salts):028x}",
        seeds=lambda: seed,
    )


def clan(by: str, name: str) -> Step:
    """Choose a clan."""
    return {"kind": "choose_clan", "by": by, "clan": name}, {}


def plan(by: str, *slots: str | None) -> Step:
    """Lay tokens face down, slot by slot."""
    return {"kind": "lay_plan", "by": by, "slots": list(slots)}, {}


def move(by: str, to: str) -> Step:
    """Go to a space, or stay on it."""
    return {"kind": "move", "by": by, "to": to}, {}


def says_mover(by: str, mover: str | None) -> Step:
    """Say who gets the space."""
    return {"kind": "name_mover", "by": by, "mover": mover}, {}


def points(by: str, target: str | None, **cards: str) -> Step:
    """Declare a target."""
    return {"kind": "declare_target", "by": by, "target": target}, _labels(cards)


def says_first(by: str, attacker: str | None, **cards: str) -> Step:
    """Say who attacks first."""
    return {"kind": "name_attacker", "by": by, "attacker": attacker}, _labels(cards)


def inspires(by: str, *, use: bool, **cards: str) -> Step:
    """Use the Inspiration token or keep it."""
    return {"kind": "inspire", "by": by, "use": use}, _labels(cards)


def agrees(by: str) -> Step:
    """Agree to end the match."""
    return {"kind": "agree_to_end", "by": by}, {}


def _labels(cards: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """``strike_2_ash="heart"`` is the draw ``strike/2/ash``."""
    return {label.replace("_", "/"): (card,) for label, card in cards.items()}


def knight(seat: str, clan: str, space: str, **more: object) -> dict[str, Any]:
    """A Knight of a start position, as a person writes one."""
    return {"seat": seat, "clan": clan, "space": space, **more}


TWO: Final = {"ash": "First player", "birch": "Second player"}
THREE: Final = {**TWO, "cedar": "Third player"}

LAST_KNIGHT_STANDING: Final = Script(
    "last-knight-standing",
    THREE,
    (
        clan("ash", "red"),
        clan("birch", "blue"),
        clan("cedar", "green"),
        # turn 1: bows are equipped, then everybody shoots; four spaces lie between neighbouring corners
        plan("ash", "bow", "bow"),
        plan("birch", "bow", "bow"),
        plan("cedar", "bow", "bow"),
        points("ash", "birch"),
        points("birch", "cedar"),
        points("cedar", "birch"),
        says_first("ash", "ash"),
        says_first("birch", "ash"),
        says_first("cedar", "ash"),
        inspires("ash", use=True),
        inspires("birch", use=False),
        points("cedar", "birch"),
        says_first("birch", "birch"),
        says_first("cedar", "cedar"),
        inspires("cedar", use=True),
        inspires("birch", use=True),
        inspires("cedar", use=False),
        # turn 2: the two that are left walk towards each other
        plan("ash", "movement", "movement", "movement"),
        plan("cedar", "movement", "movement"),
        move("ash", "3,0"),
        move("cedar", "-3,3"),
        move("ash", "2,0"),
        move("cedar", "-2,2"),
        move("ash", "1,0"),
        # turn 3: a shot that cannot hit, then one that does
        plan("ash", "bow", "bow"),
        plan("cedar", "shield", "bow"),
        points("ash", "cedar"),
        inspires("cedar", use=True),
        points("ash", "cedar"),
        points("cedar", "ash"),
        says_first("ash", "ash"),
        says_first("cedar", "ash"),
        inspires("ash", use=True),
    ),
    seed=f"{1944:064x}",  # the first whose draws tell this story: heart, cedar, heart, heart, shield, heart, shield
)

DRAW_BY_MUTUAL_DEFEAT: Final = Script(
    "draw-by-mutual-defeat",
    TWO,
    (
        plan("ash", "sword"),
        plan("birch", "sword"),
        points("ash", "birch"),
        points("birch", "ash"),
        says_first("ash", "ash"),
        says_first("birch", "ash", strike_1_ash="heart"),
        inspires("ash", use=False, strike_1_birch="heart"),
    ),
    start={
        "stage": "planning",
        "turn": 5,
        "knights": [
            knight("ash", "red", "1,0", heart="broken", weapon="sword", inspiration="face_down"),
            knight("birch", "yellow", "-1,0", heart="broken", weapon="sword", inspiration="face_down"),
        ],
    },
)

FUMBLE_ON_A_PARRY: Final = Script(
    "fumble-on-a-parry",
    TWO,
    (
        plan("ash", "sword", "sword"),
        plan("birch", "parry"),
        points("ash", "birch"),
        inspires("ash", use=False),
        inspires("birch", use=False, strike_1_ash="shield"),
    ),
    start={
        "stage": "planning",
        "turn": 2,
        "knights": [knight("ash", "red", "1,0", weapon="sword"), knight("birch", "yellow", "0,0")],
    },
)

LOST_THIRD_SLOT: Final = Script(
    "lost-third-slot",
    TWO,
    (
        plan("ash", "spear"),
        plan("birch", "movement", "shield", "movement"),
        move("birch", "-1,0"),
        points("ash", "birch"),
        inspires("birch", use=False, strike_1_ash="heart"),
    ),
    start={
        "stage": "planning",
        "turn": 3,
        "knights": [
            knight("ash", "red", "2,0", weapon="spear", inspiration="face_down"),
            knight("birch", "yellow", "-2,0"),
        ],
    },
)

HIGH_GROUND_RECOVERY: Final = Script(
    "high-ground-recovery",
    TWO,
    (
        plan("ash", "shield", "movement"),
        plan("birch", None, "bow"),
        move("ash", "0,0"),
        points("birch", "ash"),
        inspires("ash", use=True, strike_2_birch="shield"),
    ),
    start={
        "stage": "planning",
        "turn": 4,
        "knights": [
            knight("ash", "red", "1,0", inspiration="face_down"),
            knight("birch", "yellow", "-3,0", weapon="bow", inspiration="face_down"),
        ],
    },
)

REFUSED_MOVEMENT_CLASH: Final = Script(
    "refused-movement-clash",
    TWO,
    (
        plan("ash", "movement", "movement"),
        plan("birch", "movement", "movement"),
        move("ash", "0,0"),
        move("birch", "0,0"),
        says_mover("ash", "ash"),
        says_mover("birch", "birch"),
        move("ash", "0,0"),
        move("birch", "0,0"),
        says_mover("birch", "birch"),
        says_mover("ash", "birch"),
    ),
    start={
        "stage": "planning",
        "turn": 2,
        "knights": [knight("ash", "red", "1,0"), knight("birch", "yellow", "-1,0", inspiration="face_down")],
    },
)

DRAW_BY_AGREEMENT: Final = Script(
    "draw-by-agreement",
    TWO,
    (
        clan("ash", "red"),
        clan("birch", "yellow"),
        plan("birch"),
        plan("ash", "shield"),
        plan("ash"),
        plan("birch", "sword"),
        agrees("birch"),
        agrees("ash"),
    ),
    stall_turns=2,
)


SCRIPTS: Final = (
    LAST_KNIGHT_STANDING,
    DRAW_BY_MUTUAL_DEFEAT,
    FUMBLE_ON_A_PARRY,
    LOST_THIRD_SLOT,
    HIGH_GROUND_RECOVERY,
    REFUSED_MOVEMENT_CLASH,
    DRAW_BY_AGREEMENT,
)
