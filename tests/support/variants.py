"""Rulesets that are A Knight's Duty but for one thing, for tests of what stands around a ruleset."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.rulesets.knights_duty.chapters.play import Play
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision
from oathbook.domain.rulesets.knights_duty.model.events import Event
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence

Consequences = tuple[Consequence[Event], ...]


def decides_otherwise(change: Callable[[Consequences], Consequences]) -> AnyRuleset:
    """The same game, with something done to whatever follows from a decision; ``change`` may raise."""

    def take(play: Play, decision: Decision, chance: Chance) -> None:
        KNIGHTS_DUTY.take(play, decision, chance)
        play.consequences[:] = change(tuple(play.consequences))

    return replace(KNIGHTS_DUTY, take=take)


def play_as_ever(state: State, _: object) -> Play:
    """A play in which events change the state as in the game itself, whatever the ``evolve`` of a variant does."""
    return Play(state, KNIGHTS_DUTY.evolve)


class Counted:
    """A question of the ruleset, answered as ever; ``rules`` are the same game, and ``times`` is how often they ask.

    What they ask while they decide does not count.
    """

    def __init__(self, question: str) -> None:
        """Take the name of the question."""
        self.times = 0
        self.rules: AnyRuleset = replace(KNIGHTS_DUTY, play=play_as_ever, **{question: self})
        self._answer: Callable[..., Any] = getattr(KNIGHTS_DUTY, question)

    def __call__(self, *about: Any) -> Any:  # noqa: ANN401  # any question of the ruleset
        """Count, and answer."""
        self.times += 1
        return self._answer(*about)
