"""The bounded search for a plan: another own decision earlier on, after which the duty could have been done.

One decision of the seat's own is changed; the others decide as they did, as far as they still can. The search looks
near the failure first, and stops where its budget ends: then it has not been told whether there was a plan.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from domain.kernel.seats import Seat
from domain.promises.causes import Move, Policy
from domain.promises.chances import OPTIONS, Chances
from domain.promises.commands import Command
from domain.promises.kernel import Path, StateFormula, Tally
from domain.promises.matching import holds, matched
from domain.promises.moments import Moment
from domain.promises.replaying import Line, Replayed, Trial, followed

NOTHING_MORE = -1


class Plan(Struct, frozen=True):
    """How a search ended: with moves and what their replay says, with none, or at its limit.

    ``diverging``: moves were found, but others could no longer do what they did before it was settled.
    """

    ended: Literal["found", "none", "limit", "diverging"]
    moves: tuple[Move, ...] = ()
    replay: Replayed | None = None


class Goal(Struct, frozen=True):
    """A clause that a seat has failed: so much of a total, or a state where there is no total; and its window."""

    seat: Seat
    path: Path
    window: tuple[int, int]
    tally: Tally | None = None
    state: StateFormula | None = None
    counted: tuple[tuple[int, int], ...] = ()
    """By moment, what was counted."""

    def missing(self, before: int) -> int:
        """How much was still missing of the total before a moment."""
        assert self.tally is not None
        return self.tally.n - sum(amount for moment, amount in self.counted if moment < before)


class Search:
    """One search, with what is left of its budget."""

    def __init__(self, trial: Trial, chances: Chances, goal: Goal, policy: Policy) -> None:
        """Look for a plan by which the goal would have been met."""
        self._trial = trial
        self._game = trial.game
        self._chances = chances
        self._goal = goal
        self._alternatives = policy.alternatives
        self._replayed = policy.replayed
        self._diverging = False

    def plan(self) -> Plan:
        """The first plan that its replay does not refute."""
        own = [
            each for each in self._game.between(self._trial.signed, self._goal.window[1]) if each.by == self._goal.seat
        ]
        for command in reversed(own):
            for decision in self._others(command):
                if self._alternatives <= 0 or self._replayed <= 0:
                    return Plan("limit")
                self._alternatives -= 1
                found = self._with(command, decision)
                if found is not None:
                    return found
        return Plan("diverging" if self._diverging else "none")

    def _others(self, command: Command) -> Iterator[Any]:
        """What the seat could have decided instead; nothing at all, of what was free."""
        state = self._game.before(command)
        if not self._chances.takes_turn(state, command.decision):
            yield None
        for option in self._game.ruleset.options(state, command.by).listed[:OPTIONS]:
            if option != command.decision:
                yield option

    def _with(self, command: Command, decision: Any) -> Plan | None:
        change = Move(command.position, decision, instead=True)
        for moves in self._lines(command, change):
            replay = self._trial.replayed(moves, self._goal.seat, self._goal.path)
            self._replayed -= self._length(command)
            if replay.says in {"confirmed", "diverged"}:
                return Plan("found", moves, replay)
            self._diverging = self._diverging or (replay.says == "open" and self._would_do(replay))
        return None

    def _would_do(self, replay: Replayed) -> bool:
        """Whether it would have come out right if the game had gone on from there with nothing more."""
        state = self._goal.state
        return state is None or holds(state, replay.state, self._game.trace.reader) is True

    def _length(self, command: Command) -> int:
        return len(self._game.steps) - command.step

    def _lines(self, command: Command, change: Move) -> Iterator[tuple[Move, ...]]:
        """The change alone, where it is a state that counts; else with the first move that could then have done it."""
        tally = self._goal.tally
        if tally is None:
            yield (change,)
            return
        line = Line(self._game, command.step)
        if change.decision is not None and line.decide(change.decision, command.position, command.draws) != "follows":
            return
        yield from self._performing(line, command, change, tally)

    def _performing(self, line: Line, command: Command, change: Move, tally: Tally) -> Iterator[tuple[Move, ...]]:
        later = {each.step: each for each in self._game.commands if each.number > command.number}
        for number in range(command.step + 1, len(self._game.steps) + 1):
            if line.over or self._closed(line.new, tally):
                return
            here = later.get(number)
            position = here.position if here is not None else self._game.commands[-1].position + 1
            due = here is None or here.moment > self._goal.window[0]
            if due and (here is not None or number == len(self._game.steps)):
                need = self._goal.missing(len(line.moments))
                supply = self._chances.supply(line.state, self._goal.seat, tally, need)
                if supply.amount >= need:
                    instead = here is not None and here.by == self._goal.seat and self._uses(line, supply.decisions[-1])
                    *before, last = (Move(position, each, instead=False) for each in supply.decisions)
                    yield (change, *before, Move(position, last.decision, instead))
            if number < len(self._game.steps):
                self._replayed -= 1
                if followed(self._game, line, (number,), self._goal.seat, ()) is not None:
                    return

    def _uses(self, line: Line, decision: Any) -> bool:
        return self._chances.takes_turn(line.state, decision)

    def _closed(self, moments: Sequence[Moment], tally: Tally) -> bool:
        """Whether the window has closed in this line: what was counted before the change did not close it."""
        if tally.win is None:
            return False
        pat, reader = tally.win.pat, self._game.trace.reader
        hits = sum(
            matched(pat, each.fact, moment.before, reader) is True
            for moment in moments
            for each in moment.by_kind.get(pat.kind, ())
            if moment.index > self._goal.window[0]
        )
        first = moments[0].index if moments else 0
        earlier = sum(
            matched(pat, place[1].fact, self._game.trace.moments[place[0]].before, reader) is True
            for place in self._game.trace.facts(pat.kind, self._goal.window[0] + 1, first - 1)
        )
        return hits + earlier >= tally.win.n
