"""A decision, followed to the point where a seat has to decide again."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Generic, TypeVar

from oathbook.domain.kernel.limits import CONSEQUENCES_PER_STEP
from oathbook.domain.kernel.workings import Line
from oathbook.domain.rulesets.protocol import Consequence

State = TypeVar("State")
Event = TypeVar("Event")
Clauses = TypeVar("Clauses", bound=StrEnum)
ReadingId = TypeVar("ReadingId", bound=StrEnum)


class Play(Generic[State, Event, Clauses, ReadingId]):
    """The state so far, and the consequences that led to it."""

    def __init__(self, state: State, evolved: Callable[[State, Event], State]) -> None:
        """Begin in the state in which the decision is taken; ``evolved`` gives the state after an event."""
        self.state = state
        self.consequences: list[Consequence[Event]] = []
        self._evolved = evolved

    def follow(
        self, event: Event, *cites: Clauses, readings: Iterable[ReadingId] = (), working: tuple[Line, ...] = ()
    ) -> None:
        """Let an event happen: note it with its clauses and readings, each once, and change the state."""
        assert cites, "no consequence without a clause"
        assert len(self.consequences) < CONSEQUENCES_PER_STEP, "a step has more consequences than a step may have"
        self.consequences.append(Consequence(event, _each_once(cites), _each_once(readings), working))
        self.state = self._evolved(self.state, event)


def _each_once(names: Iterable[StrEnum]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, names)))
