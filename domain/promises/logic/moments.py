"""Moments: the steps of time in which a letter sees a game."""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import force_setattr

from oathbook.domain.rulesets.vocabulary import Fact

STATE: Final = ""  # stands for a change of the state among the kinds of fact


class Occurrence(Struct, frozen=True):
    """A fact with the position of its event, and its number among the facts of that event."""

    position: int
    number: int
    fact: Fact


class Moment(Struct, frozen=True):
    """Facts that happen together, with the states before and after them; a clock marker is a moment by itself.

    ``index`` counts the moments of a game from 0; ``position`` is that of its event, or of the last of several.
    ``ending``: the game ends with a later moment of the same step, so nobody can decide anything any more.
    ``by_kind`` and ``kinds`` follow from the rest, worked out once: the occurrences of each kind of fact, and these
    kinds, with ``STATE`` if the state changes.
    """

    index: int
    position: int
    occurrences: tuple[Occurrence, ...]
    before: Any
    after: Any
    ending: bool = False
    by_kind: dict[str, tuple[Occurrence, ...]] = {}
    kinds: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Group the occurrences by kind."""
        by_kind: dict[str, tuple[Occurrence, ...]] = {}
        for each in self.occurrences:
            by_kind[each.fact.kind] = (*by_kind.get(each.fact.kind, ()), each)
        force_setattr(self, "by_kind", by_kind)
        force_setattr(self, "kinds", frozenset(by_kind if self.after is self.before else (*by_kind, STATE)))
