"""Rulesets that are A Knight's Duty but for one thing, for tests of what stands around a ruleset."""

from collections.abc import Callable

from oathbook.domain.chance import Chance
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision
from oathbook.domain.rulesets.knights_duty.model.events import Event
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.ruleset import KnightsDuty
from oathbook.domain.rulesets.protocol import Consequence

Consequences = tuple[Consequence[Event], ...]


class DecidesOtherwise(KnightsDuty):
    """The same game, with something done to whatever follows from a decision."""

    def __init__(self, change: Callable[[Consequences], Consequences]) -> None:
        """Take what is done to the consequences; it may raise."""
        self._change = change

    def decide(self, state: State, decision: Decision, chance: Chance) -> Consequences:
        """What follows, changed."""
        return self._change(super().decide(state, decision, chance))


class AsksMore(KnightsDuty):
    """The same game, with something asked of chance before each decision."""

    def __init__(self, ask: Callable[[Chance], object]) -> None:
        """Take what is asked."""
        self._ask = ask

    def decide(self, state: State, decision: Decision, chance: Chance) -> Consequences:
        """What follows, after the question."""
        self._ask(chance)
        return super().decide(state, decision, chance)
