"""Conditions as formulas: events are counted, states are looked at, and a state joined to an event just before it."""

from typing import cast

from domain.promises.letter import syntax
from domain.promises.letter.patterns import CountAsked, Patterns
from domain.promises.logic import formula as logic


def is_state(condition: syntax.LetterCondition) -> bool:
    """Whether it speaks of states alone."""
    match condition:
        case syntax.Every(parts) | syntax.Some(parts):
            return all(map(is_state, parts))
        case syntax.NotSo(part):
            return is_state(part)
        case _:
            return isinstance(condition, syntax.FilledState)


def happens(condition: syntax.LetterCondition) -> bool:
    """Whether it is, or joins, something that happens; *it is not the case that* it does is nothing that happens."""
    match condition:
        case syntax.Every(parts) | syntax.Some(parts):
            return any(map(happens, parts))
        case syntax.NotSo() | syntax.FilledState():
            return False
        case _:
            return True


class Conditions:
    """Lowers conditions, and notes which words each path comes from."""

    def __init__(self, patterns: Patterns, spans: dict[logic.Path, syntax.TextSpan]) -> None:
        """Keep where to note them."""
        self._patterns = patterns
        self._spans = spans

    def state(self, condition: syntax.LetterCondition) -> logic.StateFormula:
        """A condition of states alone."""
        match condition:
            case syntax.Every(parts):
                return logic.AllStates(tuple(map(self.state, parts)))
            case syntax.Some(parts):
                return logic.AnyState(tuple(map(self.state, parts)))
            case syntax.NotSo(part):
                return logic.NotState(self.state(part))
            case _:
                return self._patterns.state(cast("syntax.FilledState", condition))

    def formula(
        self,
        condition: syntax.LetterCondition,
        path: logic.Path,
        window: logic.Window | None = None,
        guards: tuple[logic.StateFormula, ...] = (),
    ) -> logic.Formula:
        """A condition inside a window; ``guards`` are states that must hold just before each event."""
        self._spans[path] = condition.span
        if is_state(condition):
            return logic.StateWithin(path, (), "F", all_of((*guards, self.state(condition))), window)
        match condition:
            case syntax.Every(parts):
                return self._every(parts, path, window, guards)
            case syntax.Some(parts):
                return logic.Or(self._each(parts, path, window, guards))
            case syntax.NotSo(part):
                return logic.Not(self.formula(part, f"{path}.not", window))
            case _:
                return self._event(cast("syntax.LetterEvent", condition), path, window, guards)

    def _every(
        self,
        parts: tuple[syntax.LetterCondition, ...],
        path: logic.Path,
        window: logic.Window | None,
        guards: tuple[logic.StateFormula, ...],
    ) -> logic.Formula:
        """States qualify the events beside them; where nothing happens they stand for themselves."""
        states, others = [each for each in parts if is_state(each)], [each for each in parts if not is_state(each)]
        if any(map(happens, others)):
            guards = (*guards, *map(self.state, states))
            parts = tuple(others)
        return joined(logic.And, self._each(parts, path, window, guards))

    def _each(
        self,
        parts: tuple[syntax.LetterCondition, ...],
        path: logic.Path,
        window: logic.Window | None,
        guards: tuple[logic.StateFormula, ...],
    ) -> tuple[logic.Formula, ...]:
        return tuple(self.formula(each, f"{path}.{number}", window, guards) for number, each in enumerate(parts, 1))

    def _event(
        self,
        event: syntax.LetterEvent,
        path: logic.Path,
        window: logic.Window | None,
        guards: tuple[logic.StateFormula, ...],
    ) -> logic.Formula:
        match event:
            case syntax.Did(_, act):
                return self._tally(event, path, self._patterns.count(act), window, guards)
            case syntax.DidNot(_, act, point):
                return logic.Not(self._tally(event, path, self._patterns.count(act), self._patterns.by(point), guards))
            case _:
                return self._tally(event, path, CountAsked("ge", 1, ""), window, guards)

    def _tally(
        self,
        event: syntax.LetterEvent,
        path: logic.Path,
        count: CountAsked,
        window: logic.Window | None,
        guards: tuple[logic.StateFormula, ...],
    ) -> logic.Total:
        pattern = self._patterns.binding(event, one=False)
        return logic.Total(path, (), count.mode, count.n, guarded(pattern, guards), count.field, window)


def guarded(pattern: logic.Pattern, guards: tuple[logic.StateFormula, ...]) -> logic.Pattern:
    """The same facts, where these states hold just before."""
    return logic.Pattern(pattern.kind, pattern.constraints, (*pattern.guards, *guards), pattern.binds)


def joined(join: type[logic.And | logic.Or], formulas: tuple[logic.Formula, ...]) -> logic.Formula:
    """The formulas joined, if there are several."""
    return formulas[0] if len(formulas) == 1 else join(formulas)


def all_of(states: tuple[logic.StateFormula, ...]) -> logic.StateFormula:
    """All of these states."""
    return states[0] if len(states) == 1 else logic.AllStates(states)
