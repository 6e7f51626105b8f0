"""The bases of decisions, events and of the play that follows a decision until a seat has to decide again."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from oathbook.domain.kernel import Line, Requirement, Seat
from oathbook.domain.kernel.limits import CONSEQUENCES_PER_STEP
from oathbook.domain.rulesets.protocol import Consequence


class DecisionBase(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower, gc=False):
    """Base of the decisions: who decides."""

    by: Seat


class EventBase(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower, gc=False):
    """Base of the events: each says its kind."""


class SeatEvent(EventBase, frozen=True):
    """Base of the events of a seat: whose it is comes first."""

    seat: Seat


State = TypeVar("State")
Event = TypeVar("Event")
Clauses = TypeVar("Clauses", bound=StrEnum)
ReadingId = TypeVar("ReadingId", bound=StrEnum)


class PlayBase(Generic[State, Event, Clauses, ReadingId]):
    """The state so far, and the consequences that led to it; ``requirements`` are those of the decision, all met."""

    requirements: Iterable[Requirement] = ()

    def __init__(self, state: State, evolved: Callable[[State, Event], State]) -> None:
        """Begin in the state in which the decision is taken; ``evolved`` gives the state after an event."""
        self.state = state
        self.consequences: list[Consequence[Event]] = []
        self._evolved = evolved

    def emit(
        self, event: Event, *cites: Clauses, readings: Iterable[ReadingId] = (), working: tuple[Line, ...] = ()
    ) -> None:
        """Let an event happen: note it with its clauses and readings, each once, and change the state."""
        assert cites, "no consequence without a clause"
        assert len(self.consequences) < CONSEQUENCES_PER_STEP, "a step has more consequences than a step may have"
        self.consequences.append(Consequence(event, _unique(cites), _unique(readings), working))
        self.state = self._evolved(self.state, event)


def _unique(names: Iterable[StrEnum]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, names)))
