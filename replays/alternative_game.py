"""The game as other rules have it, beside the recorded one."""

from typing import Any

from oathbook.domain.games.counterfactual import Stop, evolve_step, replay_decision, table_act_stop
from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.games.discrepancies import has_same_events
from oathbook.domain.games.game import evolve_state
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.rulesets.protocol import AnyRuleset


class AlternativeGame:
    """The game as the other rules have it: its state, or nothing while that is the recorded one, and how far it goes.

    It ends where it is ``over``, and is open from where it cannot be played on.
    """

    def __init__(self, ruleset: AnyRuleset) -> None:
        self.ruleset = ruleset
        self.state: Any = None
        self.over = False
        self.open_from: int | None = None

    def play(self, step: PlayedStep, given: DecisionResult | Stop, recorded: Any) -> None:
        """Play a step; ``given`` is what the rules say to it in the recorded state."""
        if self.over or self.open_from is not None:
            return
        state = recorded if self.state is None else self.state
        if self.state is not None:
            given = replay_decision(self.ruleset, state, step)
        if not isinstance(given, Stop):
            if self.state is not None or not has_same_events(step.consequences, given.consequences):
                self.state = evolve_state(self.ruleset, state, given.consequences)
        elif given.why == "over":
            self.state, self.over = state, True
        else:
            self.end(given.position)

    def repeat_table_act(self, step: PlayedStep) -> None:
        """Let the table do what it did beside the rules; where that does not fit, the game is open."""
        if self.state is None or self.over or self.open_from is not None:
            return
        if table_act_stop(self.ruleset, self.state, step, is_recorded_state=False) is not None:
            self.end(step.at)
        else:
            self.state = evolve_step(self.ruleset, self.state, step)

    def rejoin(self, recorded: Any) -> None:
        """Be the recorded game again where both states are the same."""
        if not self.over and self.state == recorded:
            self.state = None

    def end(self, position: int) -> None:
        """Go no further; it cannot be told what would have been."""
        if not self.over and self.open_from is None:
            self.open_from = position
