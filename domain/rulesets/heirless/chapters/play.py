"""A decision being followed to where somebody has to decide again."""

from collections.abc import Iterable

from domain.kernel.limits import CONSEQUENCES_PER_STEP
from domain.kernel.workings import Line
from domain.rulesets.heirless.evolve.evolve import evolved
from domain.rulesets.heirless.model.events import Event
from domain.rulesets.heirless.model.state import Field, State
from domain.rulesets.heirless.rules import HA, HB, HT
from domain.rulesets.protocol import Consequence


class Play:
    """The state so far, and the consequences that led to it."""

    def __init__(self, state: State) -> None:
        """Begin where the decision was taken."""
        self.state = state
        self.consequences: list[Consequence[Event]] = []

    @property
    def field(self) -> Field:
        """All that changes, as it is now."""
        return self.state.field

    def follow(
        self, event: Event, *cites: HT | HB, readings: Iterable[HA] = (), working: tuple[Line, ...] = ()
    ) -> None:
        """Let an event happen: note it with its clauses, and change the state."""
        assert cites, "no consequence without a clause"
        assert len(self.consequences) < CONSEQUENCES_PER_STEP, "a step has more consequences than a step may have"
        self.consequences.append(Consequence(event, tuple(map(str, cites)), tuple(map(str, readings)), working))
        self.state = evolved(self.state, event)
