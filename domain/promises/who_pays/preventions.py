"""What other seats took away: decisions without which the owner of a duty could still have done it."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.chances.supplies import PossibleSupply
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.who_pays.answers import AlternativeLine, Substitution
from oathbook.domain.promises.who_pays.attempts import answers_to, facts_of
from oathbook.domain.promises.who_pays.candidates import Candidates
from oathbook.domain.promises.who_pays.duties import BrokenPromise, FailedLeaf
from oathbook.domain.promises.who_pays.lines import LinePlayer

MOST_OF_OTHERS: Final = 96  # decisions of others that are looked at for a state that was to be

MOST_NEXT: Final = 3  # own decisions after one that is put in
MOST_BEFORE: Final = 6  # decisions of others before one of the seat's own that took the chance


class Prevention(NamedTuple):
    """A decision of another seat that took a chance away, and a line without it."""

    command: GameStep
    line: AlternativeLine | None


class Preventions:
    """What others took away from a seat that owed something to be done."""

    def __init__(self, breach: BrokenPromise, candidates: Candidates, player: LinePlayer, leaf: FailedLeaf) -> None:
        self._breach, self._candidates, self._player, self._leaf = breach, candidates, player, leaf
        self._seat = player.seat
        self._able: dict[int, bool] = {}

    def find(self, seats: Collection[Seat], since: int) -> Iterator[Prevention]:
        """Yields decisions of these seats since a step without which the seat could have kept it, the latest first.

        With them it could not; or it only lacked the turn when one of them closed the window.
        """
        theirs = [each for each in self._breach.commands if each.by in seats and each.number > since]
        theirs = [each for each in theirs if each.decision not in self._invited]
        if not isinstance(self._leaf.formula, formulas.Total):
            suspects = reversed(theirs[-MOST_OF_OTHERS:])
        else:
            if since < 0 and theirs and self._closes(theirs[-1]):
                yield Prevention(theirs[-1], self._after(theirs[-1]))
            suspects = self._suspects(theirs)
        for command in suspects:
            found = self._without(command)
            if found is not None:
                yield found

    @cached_property
    def _invited(self) -> list[Any]:
        """The decisions of others that the seat itself asked for, as by an offer."""
        return [answer for each in self._breach.own(self._seat) for answer in answers_to(self._candidates, each)]

    def _suspects(self, theirs: Sequence[GameStep]) -> Iterator[GameStep]:
        """Yields decisions after which the seat was no longer able to do it; of its own, those that led to it.

        What the seat could have done there, and left, was its own to leave.
        """
        for command in reversed(self._breach.commands):
            if self._is_able(command.number) and not self._is_able(command.number + 1):
                if command.by == self._seat and not self._performing(command.state):
                    yield from [each for each in reversed(theirs) if each.number < command.number][:MOST_BEFORE]
                elif command in theirs:
                    yield command

    def _closes(self, command: GameStep) -> bool:
        """Whether the seat only lacked the turn when another seat, and not the clock, closed the window."""
        if command.number != self._breach.end or self._breach.is_by_the_clock(command):
            return False
        return self._is_able(command.number)

    def _after(self, command: GameStep) -> AlternativeLine | None:
        """A line on which the seat takes the turn after another decision than the one that closed the window."""
        lines = (
            self._player.find_line((Substitution(command.at, instead=True, decisions=(decision, *done)),))
            for quiet in self._candidates.quiet(command)
            for decision in quiet.decisions
            if (after := self._candidates.chances.after(command.state, decision)) is not None
            and (done := self._performing(after))
        )
        return next((line for line in lines if line is not None), None)

    def _without(self, command: GameStep) -> Prevention | None:
        own = self._breach.own(self._seat)
        later = [each for each in own if each.number > command.number]
        if not later and isinstance(self._leaf.formula, formulas.Total):  # what is free needs no turn
            later = [each for each in self._breach.commands if each.number > command.number]
        lines = (
            self.kept_later(quiet, point)
            for point in later[:MOST_NEXT]
            for quiet in self._candidates.quiet(command)
            if not self._is_help(quiet, command, point)
        )
        line = next((line for line in lines if line is not None), None)
        return None if line is None else Prevention(command, line)

    def kept_later(self, first: Substitution, point: GameStep) -> AlternativeLine | None:
        """A line with a substitution on which the seat then does what it owes at a later decision."""
        state = self._player.state_before(point, first)
        done = () if state is None else self._performing(state)
        turn = bool(done) and self._candidates.chances.takes_turn(state, done[0])
        if not done or (turn and point.by != self._seat):
            return None
        return self._player.find_line((first, Substitution(point.at, turn, done)))

    def _is_help(self, first: Substitution, command: GameStep, point: GameStep) -> bool:
        """Whether another seat does the same with it, as two who name each other do: nobody is kept from that."""
        formula = self._leaf.formula
        state = self._player.state_before(point, first)
        if state is None or not isinstance(formula, formulas.Total):
            return False
        facts = facts_of(self._candidates, state, self._performing(state))
        return any(each.kind == formula.pattern.kind and each.by == command.by for each in facts)

    def _performing(self, state: Any) -> tuple[Any, ...]:
        return self._supply(state).decisions

    def _supply(self, state: Any) -> PossibleSupply:
        return self._candidates.supply(self._leaf, self._seat, state, self._leaf.missing())

    def _is_able(self, number: int) -> bool:
        """Whether the seat could do what was missing before a step, but for whose turn it was."""
        if number not in self._able:
            steps, end = self._breach.game.steps, self._breach.game.end
            state = steps[number].state if number < len(steps) else end.segmentation.state
            self._able[number] = self._supply(state).able
        return self._able[number]
