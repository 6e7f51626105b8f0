"""What timelines, letters and disputes speak of: kinds of fact with their slots."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from domain.kernel.seats import Seat


class FactKind(Struct, frozen=True):
    """A kind of fact: the names of its slots, and whether it is a clock marker that cuts a commit into moments.

    ``begins`` names the unit that begins with it, by which people step through a game; a game without rounds, or
    without phases of a turn, has none.
    """

    kind: str
    slots: tuple[str, ...] = ()
    marker: bool = False
    begins: Literal["", "phase", "turn", "round"] = ""


class Fact(Struct, frozen=True):
    """Something that happened, said once for machines (kind, by, slots) and once for people (sentence)."""

    kind: str
    by: Seat | None
    slots: Mapping[str, str | int]
    sentence: str


class Vocabulary(Struct, frozen=True):
    """All kinds of fact of a ruleset."""

    kinds: tuple[FactKind, ...]
