"""Variables: what an event puts in their places, and formulas with these values in them."""

from msgspec.structs import replace

from domain.promises.logic.formula import (
    AllSt,
    And,
    AnySt,
    Constraint,
    Each,
    Exactly,
    First,
    Formula,
    Hole,
    Neg,
    NotSt,
    Or,
    OrElse,
    Pat,
    St,
    StateFormula,
    StW,
    Tally,
    Term,
    Text,
    Truth,
    Unless,
    Var,
    Win,
)
from domain.rulesets.vocabulary import Fact, Unknown

Binding = tuple[tuple[str, str | int], ...]
"""Variables with their values, in the order of the names."""


def binding_of(pat: Pat, fact: Fact) -> Binding | None:
    """What a matching fact gives the variables of the pattern; nothing if one of the slots is hidden."""
    found: list[tuple[str, str | int]] = []
    for name, slot in pat.binds:
        value = fact.by if slot == "by" else fact.slots.get(slot)
        if value is None or isinstance(value, Unknown):
            return None
        found.append((name, value))
    return tuple(sorted(found))


def bound(formula: Formula, binding: Binding) -> Formula:
    """The formula with these values in the places of its variables; a guard within it binds its own anew."""
    return _formula(formula, dict(binding)) if binding else formula


Values = dict[str, str | int]


def _formula(node: Formula, values: Values) -> Formula:
    match node:
        case Truth() | Text() | Hole():
            return node
        case Tally():
            return replace(node, pat=_pat(node.pat, values), win=_win(node.win, values))
        case StW():
            return replace(node, st=_state(node.st, values), win=_win(node.win, values))
        case And() | Or() | Neg():
            return _connective(node, values)
        case First() | Each() | Unless() | OrElse():
            return _guarded(node, values)


def _connective(node: And | Or | Neg, values: Values) -> Formula:
    match node:
        case And(parts):
            return And(tuple(_formula(part, values) for part in parts))
        case Or(parts):
            return Or(tuple(_formula(part, values) for part in parts))
        case Neg(part):
            return Neg(_formula(part, values))


def _guarded(node: First | Each | Unless | OrElse, values: Values) -> Formula:
    match node:
        case First(path, cond, body):
            return First(path, _formula(cond, values), _formula(body, _without(values, _bound_in(cond))))
        case Each(path, pat, body, win, instances, times):
            inner = _without(values, {name for name, _ in pat.binds})
            open_too = tuple(_formula(each, values) for each in instances)
            return Each(path, _pat(pat, values), _formula(body, inner), _win(win, values), open_too, times)
        case Unless(path, cond, body):
            return Unless(path, _formula(cond, values), _formula(body, values))
        case OrElse(path, body, reparation):
            return OrElse(path, _formula(body, values), _formula(reparation, values))


def _bound_in(cond: Formula) -> set[str]:
    match cond:
        case Tally():
            return {name for name, _ in cond.pat.binds}
        case And(parts) | Or(parts):
            return {name for part in parts for name in _bound_in(part)}
        case _:
            return set()


def _without(values: Values, names: set[str]) -> Values:
    return {name: value for name, value in values.items() if name not in names}


def _win(win: Win | None, values: Values) -> Win | None:
    return None if win is None else replace(win, pat=_pat(win.pat, values))


def _pat(pat: Pat, values: Values) -> Pat:
    constraints = tuple(Constraint(each.slot, each.op, _term(each.term, values)) for each in pat.constraints)
    return replace(pat, constraints=constraints, guards=tuple(_state(guard, values) for guard in pat.guards))


def _state(formula: StateFormula, values: Values) -> StateFormula:
    match formula:
        case St():
            return replace(formula, args=tuple((name, _term(term, values)) for name, term in formula.args))
        case NotSt(part):
            return NotSt(_state(part, values))
        case AllSt(parts):
            return AllSt(tuple(_state(part, values) for part in parts))
        case AnySt(parts):
            return AnySt(tuple(_state(part, values) for part in parts))


def _term(term: Term, values: Values) -> Term:
    return Exactly(values[term.name]) if isinstance(term, Var) and term.name in values else term
