"""What a ruling does about what was wrong: four remedies."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.games.events import Position
from domain.kernel.limits import PENALTY, Short
from domain.kernel.plain_words import Words
from domain.kernel.seats import Seat


class LetStand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="let-stand"):
    """The game stays as it is recorded."""


class Penalise(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="penalise"):
    """A seat loses so many points, in the unit its scores are counted in, or is told so in words."""

    seat: Seat
    points: Annotated[int, Meta(ge=0, le=PENALTY)] = 0
    says: Words = ""


class Correct(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="correct"):
    """What follows takes the place of what was recorded; ``position`` is where the correction stands in the game."""

    position: Position | None = None


class PlayOnFrom(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="play-on-from"):
    """The game is played on from after a position, in a game of its own."""

    position: Position
    fork: Short = ""


Remedy = LetStand | Penalise | Correct | PlayOnFrom
