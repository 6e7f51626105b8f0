"""The replay of one alternative line: the record with substitutions, as far as the rules allow."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, Final

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.errors import Misfit
from oathbook.domain.games.counterfactual import decide_again, table_act_stop
from oathbook.domain.games.decision_results import DecisionResult, conceal_unknown_piles, try_decision
from oathbook.domain.games.game_events import Entry
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.played_game import GameStep, entries_of
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.monitor.timeline import extend_timeline
from oathbook.domain.promises.who_pays.answers import Substitution
from oathbook.domain.promises.who_pays.duties import BrokenPromise, ClockCount

MOST_WAITING: Final = 6  # decisions that come too early on a line, and are tried again after each other one

HIDDEN: Final = frozenset({"concealed", "hidden-pile", "hidden-decision"})
"""Why a line parts where this reader does not see enough."""
AFTER_THE_ACT: Final = frozenset({"depends", "hidden-pile"})
"""Why a line parts where what is put in is allowed, and something is drawn."""


class LineReplay:
    """One line while it is played, from before a step on; ``parted`` says why it cannot be played on.

    ``repeated``: something that is hidden from this reader is taken to have had the outcome of the record.
    """

    def __init__(self, breach: BrokenPromise, first: int, again: Seat | None = None) -> None:
        self._breach, self._game = breach, breach.game
        self._again = again
        self._timeline = self._game.steps[first].before
        self._waiting: list[GameStep] = []
        self._left_out: list[int] = []
        self._new: list[Moment] = []
        self.parted = ""
        self.repeated = False
        self.decision: Any = None
        self.decided = 0
        self.clock: ClockCount = Counter()
        self.last_moment = self._game.trace.moments[self._game.steps[first].moment - 1]

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self._timeline.segmentation.state

    @property
    def situation(self) -> tuple[Any, ...]:
        """What all that can still happen on it follows from, besides the rest of the record."""
        now = self._timeline.segmentation
        return now.state, [each.number for each in self._waiting], now.promises, self._timeline.shares

    @property
    def left_out(self) -> tuple[int, ...]:
        """The positions of recorded decisions that have not been taken on it."""
        return (*self._left_out, *(each.at for each in self._waiting))

    def take_moments(self) -> tuple[Moment, ...]:
        """The moments since they were last asked for."""
        new, self._new = tuple(self._new), []
        return new

    def play_step(self, recorded: GameStep, substitutions: Collection[Substitution]) -> None:
        """Let substitutions be decided, and then the recorded step happen, unless one stands instead of it."""
        put_in = (decision for each in substitutions for decision in each.decisions)
        if not all(self._decide(decision, recorded) for decision in put_in):
            return
        if not any(each.instead for each in substitutions):
            self._play_recorded(recorded)
        elif recorded.number in self._game.decided and recorded.by == self._again:
            self._waiting.append(recorded)
            self._take_up_waiting()

    def _play_recorded(self, recorded: GameStep) -> None:
        """Let a recorded step happen: a decision is taken again, or waits for its turn, or is left out."""
        ruleset = self._game.ruleset
        if recorded.table_act is not None:
            same = self.state == recorded.state
            if table_act_stop(ruleset, self.state, recorded, is_recorded_state=same) is not None:
                self.parted = "table"
            else:
                self._extend(recorded.entries)
        elif recorded.number not in self._game.decided:
            self._extend(recorded.entries)
        elif ruleset.standing(self.state).ending is not None:
            self._left_out.append(recorded.at)
        else:
            self._decide_again(recorded)

    def _decide_again(self, recorded: GameStep) -> None:
        given = self._result(recorded)
        if given.kind == "follows":
            self._happen(recorded.at, recorded.decision, given)
            self._take_up_waiting()
        elif given.kind == "concealed":
            self._repeat(recorded)
        elif given.refusal is not None and given.refusal.kind == "out-of-turn" and len(self._waiting) < MOST_WAITING:
            self._waiting.append(recorded)
        else:
            self._left_out.append(recorded.at)

    def _repeat(self, recorded: GameStep) -> None:
        """Let the same come of a hidden decision as in the record, where that fits."""
        self.repeated = True
        try:
            self._extend(recorded.entries)
        except Misfit:
            self.parted = "hidden-decision"

    def _take_up_waiting(self) -> None:
        for each in tuple(self._waiting):
            given = self._result(each)
            if given.kind == "follows":
                self._waiting.remove(each)
                self._happen(each.at, each.decision, given)

    def _result(self, recorded: GameStep) -> DecisionResult:
        self.decided += 1
        return conceal_unknown_piles(decide_again(self._game.ruleset, self.state, recorded))

    def _decide(self, decision: Any, recorded: GameStep) -> bool:
        """Let something be decided; whether it follows."""
        self.decided += 1
        self.decision = decision
        draws = recorded.draws if recorded.number in self._game.decided else ()
        tried = try_decision(self._game.ruleset, self.state, decision, RecordedChance(draws))
        given = conceal_unknown_piles(tried)
        if given.kind == "follows":
            self._happen(recorded.at, decision, given)
        else:
            self.parted = "hidden-pile" if given.kind != tried.kind else given.kind
        return not self.parted

    def _happen(self, position: int, decision: Any, given: DecisionResult) -> None:
        self._extend(entries_of(position, decision, given))

    def _extend(self, entries: Iterable[Entry]) -> None:
        self._timeline = extend_timeline(self._game.ruleset, self._timeline, entries)
        moments = self._timeline.segmentation.moments
        self._new += moments
        self.clock.update(self._breach.clock_of(moments))
        self.last_moment = moments[-1] if moments else self.last_moment
