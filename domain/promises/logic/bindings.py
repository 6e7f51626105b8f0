"""Variables: the values that an event gives them, and formulas with these values put in."""

from typing import Any, Final, cast

from msgspec.structs import astuple, replace

from oathbook.domain.promises.logic.formula import And, Exactly, Formula, Once, Or, Pattern, Total, Variable, Whenever
from oathbook.domain.rulesets.vocabulary import Fact, Unknown

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
    return cast("Formula", _bound(formula, dict(binding))) if binding else formula


Values = dict[str, str | int]


_PLAIN: Final = frozenset({str, int, bool, dict})
"""What has no variables in it; asked for first, as most of a formula is that."""


def _bound(part: Any, values: Values) -> Any:
    """A node, or whatever else a formula is made of: patterns, states, terms, and tuples of these."""
    if type(part) in _PLAIN or not part:
        return part
    if type(part) is tuple:
        return tuple([_bound(each, values) for each in cast("tuple[object, ...]", part)])
    if type(part) is Variable:
        return Exactly(values[part.name]) if part.name in values else part
    whole = type(part)(*[_bound(each, values) for each in astuple(part)])
    if type(part) is Once:
        return replace(whole, body=_bound(part.body, _without(values, _bound_in(part.cond))))
    if type(part) is Whenever:
        return replace(whole, body=_bound(part.body, _without(values, {name for name, _ in part.pattern.binds})))
    return whole


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
