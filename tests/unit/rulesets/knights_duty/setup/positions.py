"""A valid start position at each stage at which a match can be taken up, for tests to play on from or to spoil."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.knights_duty.model.decisions import Token
from oathbook.domain.rulesets.knights_duty.model.state import (
    Action,
    Attack,
    Choice,
    Combat,
    Field,
    InspirationChoice,
    Knight,
    Plan,
)
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, knights, tracker


def laid(seat: str, words: str, *shown: Token | None) -> Plan:
    """A plan in words, of which these tokens have been revealed."""
    return Plan(Seat(seat), tracker(seat, words), shown)


CLANS: Final = Field(knights=knights(ash="4,0"))
"""Ash has chosen red, somebody is still to choose."""

PLANNING: Final = Field(
    stage="planning",
    turn=3,
    knights=knights(ash="2,0 sword", birch="3,0 broken", cedar="out"),
    plans=(laid("ash", "sword movement"),),
)
"""Ash has laid a plan, Birch has a Broken Heart, Cedar is out."""

MOVEMENT: Final = Field(
    stage="movement",
    turn=1,
    slot=1,
    knights=knights(ash="2,0", birch="3,0", cedar="-4,0"),
    plans=(laid("ash", "movement", "movement"), laid("birch", "movement", "movement"), laid("cedar", "", None)),
    actions=(Action(ASH, "move"), Action(BIRCH, "move")),
    choices=(Choice(ASH, Hidden.of("2,1", ASH)),),
)
"""Ash has chosen 2,1, Birch is still to choose, Cedar has nothing in this slot."""

TARGETS: Final = Field(
    stage="targets",
    turn=1,
    slot=1,
    knights=knights(ash="2,0 sword spent", birch="3,0 spear spent", cedar="2,1 spent"),
    plans=(laid("ash", "sword", "sword"), laid("birch", "spear", "spear"), laid("cedar", "shield", "shield")),
    actions=(
        Action(ASH, "attack", "sword"),
        Action(BIRCH, "attack", "spear"),
        Action(CEDAR := Seat("cedar"), "defend"),
    ),
    attacks=(Attack(ASH, "sword", "waiting", BIRCH), Attack(BIRCH, "spear")),
)
"""Ash has pointed at Birch, Birch is still to point, Cedar is Defending."""

INSPIRATION: Final = replace(
    TARGETS,
    stage="inspiration",
    knights=knights(ash="2,0 sword", birch="3,0 spear spent", cedar="2,1"),
    attacks=(Attack(ASH, "sword", "waiting", CEDAR), Attack(BIRCH, "spear", "over")),
    combats=1,
    combat=Combat(ASH, CEDAR, "sword", (InspirationChoice(ASH, Hidden.of(value=True, to=ASH)),)),
)
"""Ash attacks Cedar and has decided about Inspiration, Cedar has not; Birch's attack is over."""


def with_first(field: Field, knight: Knight) -> Field:
    """The position with another first Knight."""
    return replace(field, knights=(knight, *field.knights[1:]))
