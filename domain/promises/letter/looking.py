"""Whether a state formula holds in a state, as far as the reader of that state can tell."""

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.promises import kernel as k
from domain.rulesets.vocabulary import Span, Unknown, Vocabulary


def holds(formula: k.StateFormula, state: Any, vocabulary: Vocabulary) -> bool | None:  # a ruleset's
    """Yes, no, or nothing where this reader cannot tell."""
    match formula:
        case k.St():
            return _measured(formula, state, vocabulary)
        case k.NotSt(part):
            found = holds(part, state, vocabulary)
            return None if found is None else not found
        case k.AllSt(parts):
            found_all = [holds(each, state, vocabulary) for each in parts]
            return False if False in found_all else None if None in found_all else True
        case k.AnySt(parts):
            found_any = [holds(each, state, vocabulary) for each in parts]
            return True if True in found_any else None if None in found_any else False


def _measured(formula: k.St, state: Any, vocabulary: Vocabulary) -> bool | None:  # a ruleset's
    args: dict[str, str | int] = {}
    for slot, term in formula.args:
        value = _value(term, state, vocabulary)
        if value is None:
            return None
        args[slot] = value
    phrase = next(each for each in vocabulary.states if each.name == formula.measure)
    return _compared(phrase.measure(state, args), formula.op, formula.n)


def _value(term: k.Term, state: Any, vocabulary: Vocabulary) -> str | int | None:  # a ruleset's
    match term:
        case k.Exactly(value):
            return value
        case k.Named(designator, args):
            row = next(each for each in vocabulary.designators if each.name == designator)
            who = row.who(state, args)
            return None if isinstance(who, Unknown) else who
        case _:
            return None


def _compared(span: Span, op: k.Op, n: int) -> bool | None:
    """Whether it holds of every number in the span, of none, or of some."""
    if span.hi is None:
        span = Span(span.lo, max(span.lo, n) + 1)
    assert span.hi is not None, "an open span has just been closed above all that matters"
    if op in {"==", "!="}:
        found = None if span.lo <= n <= span.hi and span.lo != span.hi else span.lo == n
        return found if found is None or op == "==" else not found
    at_least, at_most = _OPS[op](span.lo, n), _OPS[op](span.hi, n)
    return at_least if at_least == at_most else None


_OPS: Final[Mapping[k.Op, Callable[[int, int], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
