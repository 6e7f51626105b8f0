"""Variables: the values that an event gives them, and formulas with these values put in."""

from typing import Any, Final, cast

from msgspec.structs import astuple, replace

from oathbook.domain.promises.logic import formulas
from oathbook.domain.rulesets.vocabulary import Fact, Unknown

Bindings = tuple[tuple[str, str | int], ...]  # variables with their values, sorted by name


def binding_of(pattern: formulas.Pattern, fact: Fact) -> Bindings | None:
    """The values that a matching fact gives the variables of a pattern; nothing if one of the slots is hidden."""
    found: list[tuple[str, str | int]] = []
    for name, slot in pattern.binds:
        value = fact.by if slot == "by" else fact.slots.get(slot)
        if value is None or isinstance(value, Unknown):
            return None
        found.append((name, value))
    return tuple(sorted(found))


def substitute(formula: formulas.Formula, binding: Bindings) -> formulas.Formula:
    """The formula with these values for its variables; a guard within it binds its own variables anew."""
    return cast("formulas.Formula", _substitute(formula, dict(binding))) if binding else formula


Values = dict[str, str | int]


_PLAIN: Final = frozenset({str, int, bool, dict})
"""What has no variables in it; asked for first, as most of a formula is that."""


def _substitute(part: Any, values: Values) -> Any:
    """A node, or whatever else a formula is made of: patterns, states, terms, and tuples of these."""
    if type(part) in _PLAIN or not part:
        return part
    if type(part) is tuple:
        return tuple([_substitute(each, values) for each in cast("tuple[object, ...]", part)])
    if type(part) is formulas.Variable:
        return formulas.Exactly(values[part.name]) if part.name in values else part
    whole = type(part)(*[_substitute(each, values) for each in astuple(part)])
    if type(part) is formulas.Once:
        return replace(whole, body=_substitute(part.body, _without(values, _variables_in(part.cond))))
    if type(part) is formulas.Whenever:
        return replace(whole, body=_substitute(part.body, _without(values, {name for name, _ in part.pattern.binds})))
    return whole


def _variables_in(cond: formulas.Formula) -> set[str]:
    match cond:
        case formulas.Total():
            return {name for name, _ in cond.pattern.binds}
        case formulas.And(parts) | formulas.Or(parts):
            return {name for part in parts for name in _variables_in(part)}
        case _:
            return set()


def _without(values: Values, names: set[str]) -> Values:
    return {name: value for name, value in values.items() if name not in names}
