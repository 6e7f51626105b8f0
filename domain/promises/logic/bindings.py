"""Variables of a formula: the values that a fact binds to them, and formulas with these values put in."""

from typing import Any, Final, cast

from msgspec.structs import astuple, replace

from oathbook.domain.promises.logic import formulas
from oathbook.domain.rulesets.vocabulary import Fact, Unknown

Bindings = tuple[tuple[str, str | int], ...]  # variables with their values, sorted by name
Values = dict[str, str | int]
_PLAIN: Final = frozenset({str, int, bool, dict})  # types without variables; most of a formula is made of them


def binding_of(pattern: formulas.Pattern, fact: Fact) -> Bindings | None:
    """The values that a matching fact binds to the variables of a pattern, or ``None`` if one of them is hidden."""
    pairs: list[tuple[str, str | int]] = []
    for name, slot in pattern.binds:
        value = fact.by if slot == "by" else fact.slots.get(slot)
        if value is None or isinstance(value, Unknown):
            return None
        pairs.append((name, value))
    return tuple(sorted(pairs))


def substitute(formula: formulas.Formula, binding: Bindings) -> formulas.Formula:
    """The formula with these values for its variables, except for those that a guard inside it binds itself."""
    return cast("formulas.Formula", _substitute(formula, dict(binding))) if binding else formula


def _substitute(part: Any, values: Values) -> Any:
    """Substitute in a node, a pattern, a state, a term, or a tuple of these."""
    if type(part) in _PLAIN or not part:
        return part
    if type(part) is tuple:
        return tuple([_substitute(member, values) for member in cast("tuple[object, ...]", part)])
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
