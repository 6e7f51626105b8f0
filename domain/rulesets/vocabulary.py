"""What timelines, letters and disputes speak of: kinds of fact with their slots."""

from collections.abc import Mapping

from msgspec import Struct

from domain.kernel.seats import Seat


class FactKind(Struct, frozen=True):
    """A kind of fact: the names of its slots, and whether it is a clock marker that cuts a commit into moments."""

    kind: str
    slots: tuple[str, ...] = ()
    marker: bool = False


class Fact(Struct, frozen=True):
    """Something that happened, said once for machines (kind, by, slots) and once for people (sentence)."""

    kind: str
    by: Seat | None
    slots: Mapping[str, str | int]
    sentence: str


class Vocabulary(Struct, frozen=True):
    """All kinds of fact of a ruleset."""

    kinds: tuple[FactKind, ...]
