"""The bounded search for a plan: another own decision earlier on, after which the duty could have been done.

One decision of the seat's own is changed to another that the rules list; the others decide as they did, as far as they
still can. That none is found says no more than that. The search looks near the failure first, and stops where its
budget ends: then it has not been told whether there was a plan.
"""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from domain.kernel.seats import Seat
from domain.promises.blame.causes import Policy, PossibleMove
from domain.promises.blame.opportunities import Opportunities
from domain.promises.blame.played_game import GameStep
from domain.promises.blame.replaying import OtherLine, Replayed, Trial, followed
from domain.promises.blame.supplies import supplied
from domain.promises.logic.formula import Path, StateFormula, Total
from domain.promises.logic.matching import holds, matched


class PlanResult(Struct, frozen=True):
    """How a search ended: with moves and what their replay says, with none, at its limit, or untold to this reader.

    ``diverging``: moves were found, but others could no longer do what they did before it was settled.
    """

    ended: Literal["found", "none", "limit", "diverging", "untold"]
    moves: tuple[PossibleMove, ...] = ()
    replay: Replayed | None = None


class Goal(Struct, frozen=True):
    """A clause that a seat has failed: so much of a total, or a state where there is no total; and its window."""

    seat: Seat
    path: Path
    window: tuple[int, int]
    tally: Total | None = None
    state: StateFormula | None = None
    counted: tuple[tuple[int, int], ...] = ()
    """By moment, what was counted."""


class Budget:
    """What may still be spent on the searches for one promise."""

    def __init__(self, policy: Policy) -> None:
        """Begin with all of it."""
        self.alternatives = policy.alternatives
        self.replayed = policy.replayed

    @property
    def is_spent(self) -> bool:
        """Whether a search has to stop."""
        return self.alternatives <= 0 or self.replayed <= 0


class Search:
    """One search for a plan."""

    def __init__(self, trial: Trial, chances: Opportunities, goal: Goal, budget: Budget) -> None:
        """Look for a plan by which the goal would have been met."""
        self._trial = trial
        self._game = trial.game
        self._chances = chances
        self._goal = goal
        self._budget = budget
        self._diverging = False
        self._untold = False

    def plan(self) -> PlanResult:
        """The first plan that its replay does not refute."""
        own = [
            each for each in self._game.between(self._trial.signed, self._goal.window[1]) if each.by == self._goal.seat
        ]
        for command in reversed(own):
            for decision in self._others(command):
                if self._budget.is_spent:
                    return PlanResult("limit")
                self._budget.alternatives -= 1
                found = self._with(command, decision)
                if found is not None:
                    return found
        if self._untold:
            return PlanResult("untold")
        return PlanResult("diverging" if self._diverging else "none")

    def _others(self, command: GameStep) -> Iterator[Any]:
        """What the seat could have decided instead; nothing at all, of what was free."""
        state = command.state
        if not self._chances.takes_turn(state, command.decision):
            yield None
        options = self._chances.options(state, command.by)
        self._untold = self._untold or options is None
        for option in options.listed if options is not None else ():
            if option != command.decision:
                yield option

    def _with(self, command: GameStep, decision: Any) -> PlanResult | None:
        change = PossibleMove(command.at, decision, instead=True)
        for moves in self._lines(command, change):
            replay = self._trial.replayed(moves, self._goal.seat, self._goal.path)
            self._budget.replayed -= replay.steps
            if replay.says in {"confirmed", "diverged"}:
                return PlanResult("found", moves, replay)
            self._diverging = self._diverging or (replay.says == "open" and self._would_do(replay))
        return None

    def _would_do(self, replay: Replayed) -> bool:
        """Whether it would have come out right if the game had gone on from there with nothing more."""
        state = self._goal.state
        return state is None or holds(state, replay.state, self._game.trace.reader) is True

    def _lines(self, command: GameStep, change: PossibleMove) -> Iterator[tuple[PossibleMove, ...]]:
        """The change alone, where it is a state that counts; else with the first move that could then have done it."""
        tally = self._goal.tally
        if tally is None:
            yield (change,)
            return
        line = OtherLine(self._game, command.number)
        if change.decision is not None and line.decide(change.decision, command.at, command.draws) != "follows":
            return  # what a die has to bring about is no plan
        yield from self._performing(line, command, change, tally)

    def _performing(
        self, line: OtherLine, command: GameStep, change: PossibleMove, tally: Total
    ) -> Iterator[tuple[PossibleMove, ...]]:
        """The moves that could have done it, at each later point of the line at which the window was open."""
        after_all = self._game.commands[-1].at + 1
        left = self._closings_left(command, tally)
        for number in range(command.number + 1, len(self._game.steps) + 1):
            left -= self._closings(line, tally)
            if line.over or left <= 0:
                return
            here = self._game.decided.get(number)
            due = here is not None and here.moment > self._goal.window[0]
            if due or number == len(self._game.steps):
                yield from self._moves_at(line, here, after_all, change, tally)
            if number < len(self._game.steps):
                self._budget.replayed -= 1
                line.facts = []
                if followed(self._game, line, (number,), self._goal.seat, ()) is not None:
                    return

    def _moves_at(
        self, line: OtherLine, here: GameStep | None, after_all: int, change: PossibleMove, tally: Total
    ) -> Iterator[tuple[PossibleMove, ...]]:
        need = self._missing(here, change, tally)
        supply = supplied(self._chances, line.state, self._goal.seat, tally, need, whole=True)
        if supply.amount >= need:
            position = after_all if here is None else here.at
            *before, last = supply.decisions
            own = here is not None and here.by == self._goal.seat
            instead = own and any(self._chances.takes_turn(line.state, each) for each in supply.decisions)
            besides = (PossibleMove(position, each, instead=False) for each in before)
            yield (change, *besides, PossibleMove(position, last, instead))

    def _missing(self, here: GameStep | None, change: PossibleMove, tally: Total) -> int:
        """How much was still missing before a decision, without what was counted at the one that is changed."""
        counted = (
            amount
            for moment, amount in self._goal.counted
            if (here is None or moment < here.moment) and not self._is_at(change, moment)
        )
        return tally.n - sum(counted)

    def _is_at(self, change: PossibleMove, moment: int) -> bool:
        command = self._game.command_at(moment)
        return command is not None and command.at == change.position

    def _closings_left(self, command: GameStep, tally: Total) -> int:
        """How often what closes the window had still to happen before a decision; without a window it stays open."""
        if tally.window is None:
            return len(self._game.steps) + 1
        trace = self._game.trace
        before = trace.facts(tally.window.pattern.kind, self._goal.window[0] + 1, command.moment - 1)
        hits = (
            matched(tally.window.pattern, each.fact, trace.moments[index].before, trace.reader)
            for index, each in before
        )
        return tally.window.n - sum(hit is True for hit in hits)

    def _closings(self, line: OtherLine, tally: Total) -> int:
        """How often it happened in the last step of a line."""
        if tally.window is None:
            return 0
        pattern, reader = tally.window.pattern, self._game.trace.reader
        return sum(
            fact.kind == pattern.kind and matched(pattern, fact, line.state, reader) is True for fact in line.facts
        )
