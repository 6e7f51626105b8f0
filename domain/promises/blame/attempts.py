"""What a seat set going and others decided: a law that was put to the vote, and did not pass."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, takewhile
from typing import Any

from msgspec import Struct

from oathbook.domain.promises.blame.cases import BreachCase
from oathbook.domain.promises.blame.simultaneous import MOST_TRIED, times_done
from oathbook.domain.promises.chances.other_line import OtherLine, PossibleMove, replay_line
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.logic.formulas import Pattern


class Attempt(Struct, frozen=True):
    """Why nothing came of it: a decision of the seat's ``own``, or else those of others, with the least they could.

    Without either, something came of it, or it was more than the seat had.
    """

    own: PossibleMove | None = None
    others: tuple[tuple[GameStep, Any], ...] = ()


def attempted(case: BreachCase, pattern: Pattern, command: GameStep, last: int) -> Attempt:
    """What would have let something come of a decision: another one of its seat's own, or less by the fewest others."""
    trial = _Trial(case, pattern, command, last)
    if trial.comes_of(()):
        return Attempt()
    own = next((move for move in islice(trial.own(), MOST_TRIED) if trial.comes_of((move,))), None)
    if own is not None:
        return Attempt(own)
    others = tuple(trial.others())
    if not trial.comes_of([_move(*one) for one in others]):
        return Attempt()
    groups = (combinations(others, size) for size in range(1, len(others) + 1))
    passing = ([each for each in group if trial.comes_of([_move(*one) for one in each])] for group in groups)
    fewest = next(found for found in passing if found)
    return Attempt(None, tuple(one for one in others if any(one in each for each in fewest)))


def _move(command: GameStep, decision: Any) -> PossibleMove:
    return PossibleMove(command.at, decision, instead=True)


class _Trial:
    """What was decided between a seat's decision and the next of its kind, and what would have come of it otherwise."""

    def __init__(self, case: BreachCase, pattern: Pattern, command: GameStep, last: int) -> None:
        chances = case.chances
        kinds: set[type[Any]] = {
            type(each)
            for each in chances.option_of_each_kind(command.state, command.by)
            if chances.takes_turn(command.state, each)
        }
        later = takewhile(lambda each: type(each.decision) not in kinds, case.game.between(command.moment, last))
        self._later = tuple(each for each in later if chances.takes_turn(each.state, each.decision))
        self._case, self._pattern, self._seat, self._begun = case, pattern, command.by, command

    def comes_of(self, moves: Sequence[PossibleMove]) -> bool:
        """Whether what was to be done is done when these are decided instead, and all else as it was."""
        case, last = self._case, max((each.number for each in self._later), default=self._begun.number)
        line = OtherLine(case.game, self._begun.number)
        replay_line(case.game, line, range(self._begun.number, last + 1), self._seat, moves)
        return times_done(case, line.moments[self._begun.moment :], self._pattern, self._seat) > 0

    def own(self) -> Iterator[PossibleMove]:
        """What the seat could have decided otherwise."""
        for command in self._later:
            if command.by == self._seat:
                yield from (_move(command, each) for each in self._options(command))

    def others(self) -> Iterator[tuple[GameStep, Any]]:
        """The decisions of others who could have done less, with the least."""
        for command in self._later:
            least = min((*self._options(command), command.decision), key=lambda each: self._amount(command, each))
            if command.by != self._seat and least != command.decision:
                yield command, least

    def _options(self, command: GameStep) -> tuple[Any, ...]:
        chances = self._case.chances
        listed = chances.listed(command.state, command.by)
        return tuple(each for each in listed if chances.takes_turn(command.state, each))

    def _amount(self, command: GameStep, decision: Any) -> int:
        """How much of anything a decision does, all told."""
        after = self._case.chances.after(command.state, decision)
        facts = () if after is None else after.facts
        return sum(
            told for each in facts if each.by == command.by for told in each.slots.values() if isinstance(told, int)
        )
