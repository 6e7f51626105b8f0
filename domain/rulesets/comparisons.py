"""Comparisons of players, made of the state phrases that count something: ``red has more Wolf than green``."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.rulesets.vocabulary import Args, Span, StatePhrase

THAN: Final = "than"  # the slot of whom, or what, something is compared with


def with_comparisons(states: tuple[StatePhrase, ...]) -> tuple[StatePhrase, ...]:
    """The state phrases, and after them comparisons made of each that asks how many."""
    return (*states, *(made for state in states for made in _comparisons(state)))


class _Comparison(Struct, frozen=True):
    """A way to compare: its words before what is counted and after it, other words for these, and when it holds."""

    before: str
    after: str
    also: tuple[str, ...]
    holds: Callable[[Span, Span], Span]


def _more(mine: Span, theirs: Span) -> Span:
    is_sure = theirs.hi is not None and mine.lo > theirs.hi
    return Span(int(is_sure), int(mine.hi is None or mine.hi > theirs.lo))


def _fewer(mine: Span, theirs: Span) -> Span:
    return _more(theirs, mine)


def _at_least_as_many(mine: Span, theirs: Span) -> Span:
    return _negate(_more(theirs, mine))


def _at_most_as_many(mine: Span, theirs: Span) -> Span:
    return _negate(_more(mine, theirs))


def _exactly_as_many(mine: Span, theirs: Span) -> Span:
    above, below = _at_least_as_many(mine, theirs), _at_most_as_many(mine, theirs)
    return Span(min(above.lo, below.lo), min(above.hi or 0, below.hi or 0))


def _negate(span: Span) -> Span:
    return Span(1 - (span.hi or 0), 1 - span.lo)


_COMPARISONS: Final[Mapping[str, _Comparison]] = {
    "more": _Comparison("more", THAN, (), _more),
    "fewer": _Comparison("fewer", THAN, ("less",), _fewer),
    "at-least-as-many": _Comparison("at least as many", "as", ("as many", "as much"), _at_least_as_many),
    "at-most-as-many": _Comparison("at most as many", "as", (), _at_most_as_many),
    "exactly-as-many": _Comparison("exactly as many", "as", ("just as many", "the same number of"), _exactly_as_many),
}

_COUNTING: Final = re.compile(
    r"(?P<whose>[^{]*\{(?P<slot>\w+):(?P<sort>\w+)\}) (?P<verb>[^{]*)\{(?:\w+:)?amount\} (?P<what>.+)"
)
"""A phrase that says of whom, or of what, how many of something: ``{who:player} has {count:amount} {item:item}``."""
_PLACE: Final = re.compile(r" (?=(?:in|on) \w+ \{)")
"""Before the place in which something is counted; it can also be said at the end."""


def _comparisons(state: StatePhrase) -> Iterator[StatePhrase]:
    counting = _COUNTING.fullmatch(state.phrase)
    if counting is None:
        return
    for name, way in _COMPARISONS.items():
        said, *also = (each for phrase in (state.phrase, *state.also) for each in _phrases(phrase, way))
        measure = _measure(state, counting["slot"], way)
        yield StatePhrase(f"{state.name}-{name}", said, measure, tuple(also))


def _phrases(phrase: str, way: _Comparison) -> Iterator[str]:
    """The comparison in the first place in its own words; then as players say it. A bar keeps words apart."""
    counting = _COUNTING.fullmatch(phrase)
    assert counting is not None, "another way to say how many says it, too"
    whose, slot, sort, verb, what = counting.groups()
    other = f"{way.after} {whose.replace(f'{{{slot}:{sort}}}', f'{{{THAN}:{sort}}}')}"
    thing, *place = _PLACE.split(what)
    for words in (way.before, *way.also):
        yield f"{whose} {verb}| {words} | {what} | {other}"
        if place:
            yield f"{whose} {verb}| {words} | {thing} | {other} | {' '.join(place)}"


def _measure(state: StatePhrase, slot: str, way: _Comparison) -> Callable[[Any, Args], Span]:
    def measure(there: object, args: Args) -> Span:
        mine, theirs = (state.measure(there, {**args, slot: args[each]}) for each in (slot, THAN))
        return way.holds(mine, theirs)

    return measure
