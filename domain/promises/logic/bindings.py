"""Variables: the values that an event gives them, and formulas with these values put in."""

from msgspec.structs import replace

from domain.promises.logic.formula import (
    AllStates,
    And,
    AnyState,
    Constraint,
    Exactly,
    Formula,
    Hole,
    Not,
    NotState,
    Once,
    Or,
    OrElse,
    Pattern,
    StateFormula,
    StateIs,
    StateWithin,
    Term,
    Text,
    Total,
    Truth,
    Unless,
    Variable,
    Whenever,
    Window,
)
from domain.rulesets.vocabulary import Fact, Unknown

Bindings = tuple[tuple[str, str | int], ...]
"""Variables with their values, sorted by name."""


def binding_of(pattern: Pattern, fact: Fact) -> Bindings | None:
    """The values that a matching fact gives the variables of a pattern; nothing if one of the slots is hidden."""
    found: list[tuple[str, str | int]] = []
    for name, slot in pattern.binds:
        value = fact.by if slot == "by" else fact.slots.get(slot)
        if value is None or isinstance(value, Unknown):
            return None
        found.append((name, value))
    return tuple(sorted(found))


def bound(formula: Formula, binding: Bindings) -> Formula:
    """The formula with these values for its variables; a guard within it binds its own variables anew."""
    return _formula(formula, dict(binding)) if binding else formula


Values = dict[str, str | int]


def _formula(node: Formula, values: Values) -> Formula:
    match node:
        case Truth() | Text() | Hole():
            return node
        case Total():
            return replace(node, pattern=_pat(node.pattern, values), window=_win(node.window, values))
        case StateWithin():
            return replace(node, state=_state(node.state, values), window=_win(node.window, values))
        case And() | Or() | Not():
            return _connective(node, values)
        case Once() | Whenever() | Unless() | OrElse():
            return _guarded(node, values)


def _connective(node: And | Or | Not, values: Values) -> Formula:
    match node:
        case And(parts):
            return And(tuple(_formula(part, values) for part in parts))
        case Or(parts):
            return Or(tuple(_formula(part, values) for part in parts))
        case Not(part):
            return Not(_formula(part, values))


def _guarded(node: Once | Whenever | Unless | OrElse, values: Values) -> Formula:
    match node:
        case Once(path, cond, body):
            return Once(path, _formula(cond, values), _formula(body, _without(values, _bound_in(cond))))
        case Whenever(path, pattern, body, window, instances, times):
            inner = _without(values, {name for name, _ in pattern.binds})
            open_too = tuple(_formula(each, values) for each in instances)
            return Whenever(path, _pat(pattern, values), _formula(body, inner), _win(window, values), open_too, times)
        case Unless(path, cond, body):
            return Unless(path, _formula(cond, values), _formula(body, values))
        case OrElse(path, body, reparation):
            return OrElse(path, _formula(body, values), _formula(reparation, values))


def _bound_in(cond: Formula) -> set[str]:
    match cond:
        case Total():
            return {name for name, _ in cond.pattern.binds}
        case And(parts) | Or(parts):
            return {name for part in parts for name in _bound_in(part)}
        case _:
            return set()


def _without(values: Values, names: set[str]) -> Values:
    return {name: value for name, value in values.items() if name not in names}


def _win(window: Window | None, values: Values) -> Window | None:
    return None if window is None else replace(window, pattern=_pat(window.pattern, values))


def _pat(pattern: Pattern, values: Values) -> Pattern:
    constraints = tuple(Constraint(each.slot, each.op, _term(each.term, values)) for each in pattern.constraints)
    return replace(pattern, constraints=constraints, guards=tuple(_state(guard, values) for guard in pattern.guards))


def _state(formula: StateFormula, values: Values) -> StateFormula:
    match formula:
        case StateIs():
            return replace(formula, args=tuple((name, _term(term, values)) for name, term in formula.args))
        case NotState(part):
            return NotState(_state(part, values))
        case AllStates(parts):
            return AllStates(tuple(_state(part, values) for part in parts))
        case AnyState(parts):
            return AnyState(tuple(_state(part, values) for part in parts))


def _term(term: Term, values: Values) -> Term:
    return Exactly(values[term.name]) if isinstance(term, Variable) and term.name in values else term
