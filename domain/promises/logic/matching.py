"""Whether a fact fits a pattern, and a state a formula: yes, no, or ``None`` where this reader cannot know."""

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.moments import Occurrence
from oathbook.domain.rulesets.vocabulary import Args, Fact, SlotValue, Span, Unknown, Vocabulary

Maybe = bool | None  # yes, no, or unknown


class StateReader(Struct, frozen=True):
    """The measures and designators that a ruleset reads off its states, by name."""

    measures: Mapping[str, Callable[[Any, Args], Span]]
    designators: Mapping[str, Callable[[Any, Args], Seat | Unknown | None]]

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> "StateReader":
        """The reader for the states of a vocabulary."""
        return cls(
            {phrase.name: phrase.measure for phrase in vocabulary.states},
            {designator.name: designator.who for designator in vocabulary.designators},
        )


_RELATIONS: Final[dict[formulas.Relation, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_OPPOSITES: Final[Mapping[formulas.Relation, formulas.Relation]] = {"<": ">=", "<=": ">", "!=": "=="}


def matches(pattern: formulas.Pattern, fact: Fact, before: Any, reader: StateReader) -> Maybe:
    """Whether a fact of the pattern's kind fits its constraints, and its guards held in the state ``before`` it."""
    fits: Maybe = True
    for constraint in pattern.constraints:
        value = fact.by if constraint.slot == "by" else fact.slots.get(constraint.slot)
        term = constraint.term
        if type(term) is formulas.Exactly and type(value) is type(term.value):  # by far the most frequent
            if not _RELATIONS[constraint.op](value, term.value):
                return False
            continue
        satisfied = _satisfies(constraint, value, before, reader)
        if satisfied is False:
            return False
        fits = fits and satisfied
    for guard in pattern.guards:
        held = holds(guard, before, reader)
        if held is False:
            return False
        fits = fits and held
    return fits


def amount_range(field: str, occurrence: Occurrence) -> tuple[int, int | None]:
    """The least and the most that a matching fact counts: 1 without a ``field``, or its value, never less than 0."""
    if not field:
        return 1, 1
    value = occurrence.fact.slots.get(field, 0)
    if isinstance(value, Unknown):
        return value.lo, value.hi
    assert isinstance(value, int), f"{field} of {occurrence.fact.kind} is no amount"
    return max(value, 0), max(value, 0)


def holds(formula: formulas.StateFormula, state: Any, reader: StateReader) -> Maybe:
    """Whether a state fits a formula."""
    match formula:
        case formulas.StateIs():
            return _compare_measure(formula, state, reader)
        case formulas.NotState(part):
            return kleene_not(holds(part, state, reader))
        case formulas.AllStates(parts):
            return kleene_not(kleene_any(kleene_not(holds(part, state, reader)) for part in parts))
        case formulas.AnyState(parts):
            return kleene_any(holds(part, state, reader) for part in parts)


def kleene_not(maybe: Maybe) -> Maybe:
    """The opposite of yes or no; unknown stays unknown."""
    return None if maybe is None else not maybe


def kleene_any(maybes: Iterable[Maybe]) -> Maybe:
    """Whether one of several is true; unknown if none is and one is unknown."""
    answers = tuple(maybes)
    if True in answers:
        return True
    return None if None in answers else False


def _satisfies(constraint: formulas.Constraint, value: SlotValue | None, before: Any, reader: StateReader) -> Maybe:
    if value is None:
        return False
    op = constraint.op
    wanted = _values(constraint.term, before, reader)
    if op == "!=":
        return kleene_not(kleene_any(_compare(value, "==", each) for each in wanted)) if wanted else False
    return kleene_any(_compare(value, op, each) for each in wanted)


def _values(term: formulas.Term, state: Any, reader: StateReader) -> tuple[SlotValue, ...]:
    """The values that a term stands for in a state; none where a designator names no player."""
    match term:
        case formulas.Exactly(value):
            return (value,)
        case formulas.AnyOf(values):
            return values
        case formulas.NamedBy(designator, args):
            who = reader.designators[designator](state, args)
            return () if who is None else (who,)
        case formulas.Variable():
            return (Unknown(),)  # no value was bound to it


def _compare(value: SlotValue, op: formulas.Relation, wanted: SlotValue) -> Maybe:
    if isinstance(value, str) or isinstance(wanted, str):
        return None if isinstance(value, Unknown) or isinstance(wanted, Unknown) else value == wanted
    if isinstance(wanted, Unknown):
        return None
    return _compare_span(Span(value.lo, value.hi) if isinstance(value, Unknown) else Span.of(value), op, wanted)


def _compare_measure(formula: formulas.StateIs, state: Any, reader: StateReader) -> Maybe:
    measure = reader.measures[formula.measure]
    choices: list[dict[str, str | int] | None] = [{}]  # ``None`` once an argument is unknown
    for name, term in formula.args:
        values = _values(term, state, reader)
        choices = [_add_argument(args, name, value) for args in choices for value in values]
    spans = (None if args is None else measure(state, args) for args in choices)
    return kleene_any(None if span is None else _compare_span(span, formula.op, formula.n) for span in spans)


def _add_argument(args: dict[str, str | int] | None, name: str, value: SlotValue) -> dict[str, str | int] | None:
    return None if args is None or isinstance(value, Unknown) else {**args, name: value}


def _compare_span(span: Span, op: formulas.Relation, n: int) -> Maybe:
    """Whether a number inside a span has this relation to ``n``."""
    if op in _OPPOSITES:
        return kleene_not(_compare_span(span, _OPPOSITES[op], n))
    if op == "==":
        above, below = _compare_span(span, ">=", n), _compare_span(span, "<=", n)
        return False if above is False or below is False else above and below
    least = n + (op == ">")
    return True if span.lo >= least else None if span.hi is None or span.hi >= least else False
