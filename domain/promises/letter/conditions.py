"""Lowers conditions to formulas: events are counted, states checked, and states beside events just before them."""

from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter import syntax
from oathbook.domain.promises.letter.actions import ONCE, RequiredCount
from oathbook.domain.promises.letter.patterns import PatternCompiler
from oathbook.domain.promises.logic import formulas as logic
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.rulesets.vocabulary import Episode


def is_state(condition: syntax.LetterCondition) -> bool:
    """Whether a condition is about states alone."""
    match condition:
        case syntax.Conjunction(parts) | syntax.Disjunction(parts):
            return all(map(is_state, parts))
        case syntax.Negation(part):
            return is_state(part)
        case _:
            return isinstance(condition, syntax.FilledState)


def has_event(condition: syntax.LetterCondition) -> bool:
    """Whether a condition is or contains an event; a negated event is none."""
    match condition:
        case syntax.Conjunction(parts) | syntax.Disjunction(parts):
            return any(map(has_event, parts))
        case syntax.Negation() | syntax.FilledState():
            return False
        case _:
            return True


def may_be_a_state(condition: syntax.LetterCondition) -> bool:
    """Whether a state alone may fulfil a condition."""
    match condition:
        case syntax.Disjunction(parts):
            return any(map(may_be_a_state, parts))
        case syntax.Conjunction(parts):
            return is_state(condition) or any(may_be_a_state(each) for each in parts if not is_state(each))
        case _:
            return is_state(condition)


class Scope(Struct, frozen=True):
    """Where words stand in a letter: their path, whose duty they are, the states that must hold, and the window.

    ``episode`` is the vote or battle that is bound there; ``among``: what is done in it with a player is owed only if
    that player has joined it, too. ``anew``: within a *whenever*, so that each instance is a debt of its own. ``mode``
    is that of the states of a condition.
    """

    path: NodePath
    owners: tuple[Seat, ...] = ()
    guards: tuple[logic.StateFormula, ...] = ()
    window: logic.Window | None = None
    episode: Episode | None = None
    among: bool = False
    anew: bool = False
    mode: logic.StateMode = "F"

    def child(self, step: str | int) -> "Scope":
        """The scope of a part."""
        return replace(self, path=f"{self.path}.{step}")


class ConditionCompiler:
    """Lowers conditions, and records the words that each path comes from."""

    def __init__(self, patterns: PatternCompiler, spans: dict[NodePath, syntax.TextSpan]) -> None:
        self._patterns = patterns
        self._spans = spans

    def state(self, condition: syntax.LetterCondition) -> logic.StateFormula:
        """A condition of states alone."""
        match condition:
            case syntax.Conjunction(parts):
                return logic.AllStates(tuple(map(self.state, parts)))
            case syntax.Disjunction(parts):
                return logic.AnyState(tuple(map(self.state, parts)))
            case syntax.Negation(part):
                return logic.NotState(self.state(part))
            case _:
                return self._patterns.state_formula(cast("syntax.FilledState", condition))

    def formula(self, condition: syntax.LetterCondition, scope: Scope) -> logic.Formula:
        """A condition; the guards of its scope must hold just before each event in it."""
        self._spans[scope.path] = condition.span
        if is_state(condition):
            states = all_states((*scope.guards, self.state(condition)))
            return logic.StateWithin(scope.path, (), scope.mode, states, scope.window)
        match condition:
            case syntax.Conjunction(parts):
                return self._compile_conjunction(parts, scope)
            case syntax.Disjunction(parts):
                return logic.Or(self._compile_parts(parts, scope))
            case syntax.Negation(part):
                return logic.Not(self.formula(part, replace(scope.child("not"), guards=())))
            case _:
                return self._event(cast("syntax.LetterEvent", condition), scope)

    def _compile_conjunction(self, parts: tuple[syntax.LetterCondition, ...], scope: Scope) -> logic.Formula:
        """All parts. States become guards of the events beside them; without events they stand for themselves."""
        states, others = [each for each in parts if is_state(each)], [each for each in parts if not is_state(each)]
        if any(map(has_event, others)):
            scope = replace(scope, guards=(*scope.guards, *map(self.state, states)))
            parts = tuple(others)
        return join_formulas(logic.And, self._compile_parts(parts, scope))

    def _compile_parts(self, parts: tuple[syntax.LetterCondition, ...], scope: Scope) -> tuple[logic.Formula, ...]:
        return tuple(self.formula(each, scope.child(number)) for number, each in enumerate(parts, 1))

    def _event(self, event: syntax.LetterEvent, scope: Scope) -> logic.Formula:
        match event:
            case syntax.ActDone(_, act):
                return self._total(event, self._patterns.count(act), scope)
            case syntax.ActNotDone(_, act, when):
                return logic.Not(self._total(event, self._patterns.count(act), self.in_time(scope, when)))
            case _:
                return self._total(event, ONCE, scope)

    def in_time(self, scope: Scope, when: syntax.Timing | None) -> Scope:
        """The scope in which something must come in a time; of a vote or a battle it is that of the scope."""
        if when is None or isinstance(when, syntax.In):
            return scope
        if isinstance(when, syntax.During):
            scope = replace(scope, guards=(*scope.guards, self._patterns.during_formula(when)))
        is_at = isinstance(when, syntax.Until) and when.word == "at"
        return replace(scope, window=self._patterns.window(when), mode="AT" if is_at else scope.mode)

    def _total(self, event: syntax.LetterEvent, count: RequiredCount, scope: Scope) -> logic.Total:
        pattern = add_guards(self._patterns.binding_pattern(event, one=False), scope.guards)
        if scope.episode is not None:
            pattern = self._patterns.restrict_to_episode(pattern, scope.episode)
        return logic.Total(scope.path, (), count.mode, count.n, pattern, count.field, scope.window)


def add_guards(pattern: logic.Pattern, guards: tuple[logic.StateFormula, ...]) -> logic.Pattern:
    """The pattern with these states as further guards."""
    return logic.Pattern(pattern.kind, pattern.constraints, (*pattern.guards, *guards), pattern.binds)


def join_formulas(join: type[logic.And | logic.Or], formulas: tuple[logic.Formula, ...]) -> logic.Formula:
    """The formulas joined, if there are several."""
    return formulas[0] if len(formulas) == 1 else join(formulas)


def all_states(states: tuple[logic.StateFormula, ...]) -> logic.StateFormula:
    """All of these states."""
    return states[0] if len(states) == 1 else logic.AllStates(states)
