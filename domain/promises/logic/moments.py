"""The moments of a game, against which letters are checked one after another."""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import force_setattr

from oathbook.domain.rulesets.vocabulary import Fact

STATE: Final = ""  # represents a change of the state among the kinds of fact


class Occurrence(Struct, frozen=True):
    """A fact with its place: the position of the event that says it, and its number among the facts of that event."""

    position: int
    number: int
    fact: Fact


class Moment(Struct, frozen=True):
    """Facts between which no order counts, with the states before and after them; a clock marker stands alone.

    ``index`` counts the moments of a game from 0, ``position`` is the event (the last one, if it spans several).
    ``ending``: the game ends with a later moment of the same step, so that nobody decides anything any more.
    """

    index: int
    position: int
    occurrences: tuple[Occurrence, ...]
    before: Any
    after: Any
    ending: bool = False
    by_kind: dict[str, tuple[Occurrence, ...]] = {}
    """The occurrences by their kind of fact; worked out once, for a moment is held against many letters."""
    kinds: frozenset[str] = frozenset()
    """These kinds, and ``STATE`` if the moment changes the state."""

    def __post_init__(self) -> None:
        """Group the occurrences by kind."""
        by_kind: dict[str, tuple[Occurrence, ...]] = {}
        for each in self.occurrences:
            by_kind[each.fact.kind] = (*by_kind.get(each.fact.kind, ()), each)
        force_setattr(self, "by_kind", by_kind)
        force_setattr(self, "kinds", frozenset(by_kind if self.after is self.before else (*by_kind, STATE)))
