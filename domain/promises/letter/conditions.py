"""Conditions as formulas: events are counted, states are looked at, and a state joined to an event just before it."""

from typing import cast

from domain.promises.letter import syntax as s
from domain.promises.letter.patterns import Count, Patterns
from domain.promises.logic import formula as k


def is_state(condition: s.Condition) -> bool:
    """Whether it speaks of states alone."""
    match condition:
        case s.Every(parts) | s.Some(parts):
            return all(map(is_state, parts))
        case s.Not(part):
            return is_state(part)
        case _:
            return isinstance(condition, s.State)


def happens(condition: s.Condition) -> bool:
    """Whether it is, or joins, something that happens; *it is not the case that* it does is nothing that happens."""
    match condition:
        case s.Every(parts) | s.Some(parts):
            return any(map(happens, parts))
        case s.Not() | s.State():
            return False
        case _:
            return True


class Conditions:
    """Lowers conditions, and notes which words each path comes from."""

    def __init__(self, patterns: Patterns, spans: dict[k.Path, s.Span]) -> None:
        """Keep where to note them."""
        self._patterns = patterns
        self._spans = spans

    def state(self, condition: s.Condition) -> k.StateFormula:
        """A condition of states alone."""
        match condition:
            case s.Every(parts):
                return k.AllSt(tuple(map(self.state, parts)))
            case s.Some(parts):
                return k.AnySt(tuple(map(self.state, parts)))
            case s.Not(part):
                return k.NotSt(self.state(part))
            case _:
                return self._patterns.state(cast("s.State", condition))

    def formula(
        self, condition: s.Condition, path: k.Path, win: k.Win | None = None, guards: tuple[k.StateFormula, ...] = ()
    ) -> k.Formula:
        """A condition inside a window; ``guards`` are states that must hold just before each event."""
        self._spans[path] = condition.span
        if is_state(condition):
            return k.StW(path, (), "F", all_of((*guards, self.state(condition))), win)
        match condition:
            case s.Every(parts):
                return self._every(parts, path, win, guards)
            case s.Some(parts):
                return k.Or(self._each(parts, path, win, guards))
            case s.Not(part):
                return k.Neg(self.formula(part, f"{path}.not", win))
            case _:
                return self._event(cast("s.Event", condition), path, win, guards)

    def _every(
        self, parts: tuple[s.Condition, ...], path: k.Path, win: k.Win | None, guards: tuple[k.StateFormula, ...]
    ) -> k.Formula:
        """States qualify the events beside them; where nothing happens they stand for themselves."""
        states, others = [each for each in parts if is_state(each)], [each for each in parts if not is_state(each)]
        if any(map(happens, others)):
            guards = (*guards, *map(self.state, states))
            parts = tuple(others)
        return joined(k.And, self._each(parts, path, win, guards))

    def _each(
        self, parts: tuple[s.Condition, ...], path: k.Path, win: k.Win | None, guards: tuple[k.StateFormula, ...]
    ) -> tuple[k.Formula, ...]:
        return tuple(self.formula(each, f"{path}.{number}", win, guards) for number, each in enumerate(parts, 1))

    def _event(self, event: s.Event, path: k.Path, win: k.Win | None, guards: tuple[k.StateFormula, ...]) -> k.Formula:
        match event:
            case s.Did(_, act):
                return self._tally(event, path, self._patterns.count(act), win, guards)
            case s.DidNot(_, act, point):
                return k.Neg(self._tally(event, path, self._patterns.count(act), self._patterns.by(point), guards))
            case _:
                return self._tally(event, path, Count("ge", 1, ""), win, guards)

    def _tally(
        self, event: s.Event, path: k.Path, count: Count, win: k.Win | None, guards: tuple[k.StateFormula, ...]
    ) -> k.Tally:
        pattern = self._patterns.binding(event, one=False)
        return k.Tally(path, (), count.mode, count.n, guarded(pattern, guards), count.field, win)


def guarded(pattern: k.Pat, guards: tuple[k.StateFormula, ...]) -> k.Pat:
    """The same facts, where these states hold just before."""
    return k.Pat(pattern.kind, pattern.constraints, (*pattern.guards, *guards), pattern.binds)


def joined(join: type[k.And | k.Or], formulas: tuple[k.Formula, ...]) -> k.Formula:
    """The formulas joined, if there are several."""
    return formulas[0] if len(formulas) == 1 else join(formulas)


def all_of(states: tuple[k.StateFormula, ...]) -> k.StateFormula:
    """All of these states."""
    return states[0] if len(states) == 1 else k.AllSt(states)
