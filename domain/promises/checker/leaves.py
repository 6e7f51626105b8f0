"""The leaves of the checker: windows, counts and states, worked out again without looking at the proof.

It shares nothing with the evaluator but the meaning of patterns and states.
"""

from collections import defaultdict
from itertools import accumulate
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.promises.logic.finalisation import ClaimedPaths, is_unclaimed, up_to_the_end
from oathbook.domain.promises.logic.formula import Formula, Hole, Path, StateWithin, Text, Total, Window, covers
from oathbook.domain.promises.logic.matching import Maybe, amount, holds, matched
from oathbook.domain.promises.logic.proof import (
    FAILED,
    LAPSED,
    MET,
    UNSETTLED,
    CountedFact,
    Inference,
    Leaf,
    Node,
    Ref,
    Worth,
)
from oathbook.domain.promises.trace.trace import Trace, ref_of
from oathbook.domain.rulesets.vocabulary import Fact

NEVER: Final = 1 << 60
"""Later than any moment."""


class NodeStart(Struct, frozen=True):
    """How a node begins: the moment, whether a trigger began it, and the facts that cannot fulfil it.

    ``last``: the game ends in that moment, so that no act can follow.
    """

    at: int
    armed: bool
    skipped: tuple[Ref, ...] = ()
    last: bool = False


class Log(Struct, frozen=True):
    """The log against which a promise is checked, up to its end, with its rulings: moment, path, and whether met.

    ``closed`` is the moment in which the game ended, ``claimed`` the paths claimed about by then. ``early``: the
    promise had ended by its own terms before.
    """

    trace: Trace
    signed: int
    over: int
    strict: bool
    rulings: tuple[tuple[int, Path, bool], ...]
    closed: int = NEVER
    claimed: tuple[Path, ...] = ()
    early: bool = False

    def begins(self, at: int, within: NodeStart, skipped: tuple[Ref, ...] = ()) -> NodeStart:
        """How a node begins that something within another one armed."""
        closed = NEVER if self.early else self.closed
        at = min(at, closed)  # even if only a later ruling says that it begins
        if at == within.at:
            skipped = tuple(sorted({*skipped, *within.skipped}))
        return NodeStart(at, armed=True, skipped=skipped, last=at == closed)

    def armed(self, formula: Formula, begun: NodeStart) -> Formula:
        """A formula that something armed, which in the step that ends the game lasts up to its end."""
        return up_to_the_end(formula) if self.trace.moments[begun.at].ending else formula

    def claimed_by(self, last: int) -> ClaimedPaths:
        """The paths claimed about when the game ended, if it has by a moment."""
        return self.claimed if self.closed <= last else None


Doubts = tuple[tuple[int, int], ...]
"""Stretches of moments: from the first to before the second."""


class DerivedLeaf(Struct, frozen=True):
    """A leaf as a proof must have it, and the moment from which hidden facts may have decided it."""

    node: Node
    doubt: int = NEVER

    @property
    def doubts(self) -> Doubts:
        """The moments in which hidden facts may have decided it."""
        until = NEVER if self.node.moment is None else self.node.moment
        return ((self.doubt, until),) if self.doubt < until else ()


class Closing(Struct, frozen=True):
    """When a window closes, by which fact, whether that is sure, and the last moment that counts."""

    index: int
    fact: Ref | None
    sure: bool
    through: int


def leaf_of(formula: Total | StateWithin | Text | Hole, log: Log, begun: NodeStart, last: int) -> DerivedLeaf:
    """A leaf that begins so, after the last moment."""
    for index, path, met in log.rulings:
        if begun.at < index <= last and covers(path, formula.path):
            before = leaf_of(formula, log, begun, index - 1)
            if before.node.moment is None and before.node.value == UNSETTLED:
                return ruled(before, formula.path, index, met=met)
    match formula:
        case Hole(path):
            return DerivedLeaf(Node("hidden-trigger", path, UNSETTLED, None), begun.at)
        case Text():
            return _plain_words(formula, log, begun, last)
        case Total():
            return _total(formula, log, begun, min(last, log.over))
        case StateWithin():
            return _state(formula, log, begun, min(last, log.over))


def _plain_words(text: Text, log: Log, begun: NodeStart, last: int) -> DerivedLeaf:
    """Plain words are met if the game ended without a claim about them; else a ruling decides."""
    leaf = Leaf(text.owners, "text", text=text.text, window=(begun.at, None))
    if is_unclaimed(text.path, log.claimed_by(last)):
        return DerivedLeaf(Node("unclaimed", text.path, MET, None, leaf=leaf))
    return DerivedLeaf(Node("needs-ruling", text.path, UNSETTLED, None, leaf=leaf))


def ruled(before: DerivedLeaf, path: Path, index: int, *, met: bool) -> DerivedLeaf:
    """A leaf or node after a ruling on it."""
    return DerivedLeaf(Node("ruled", path, MET if met else FAILED, index, kids=(before.node,)), before.doubt)


def _hits(kind_of: Total | Window, log: Log, first: int, last: int) -> list[tuple[Ref, Maybe, tuple[int, int | None]]]:
    """The facts that fit, or may fit, in the order of the log, each with its amount."""
    found: list[tuple[Ref, Maybe, tuple[int, int | None]]] = []
    for place in log.trace.facts(kind_of.pattern.kind, max(first, log.signed + 1), last):
        fits = matched(kind_of.pattern, place[1].fact, log.trace.moments[place[0]].before, log.trace.reader)
        if fits is not False:
            found.append((ref_of(place), fits, amount(kind_of.field, place[1])))
    return found


def closing_of(window: Window | None, log: Log, begun: NodeStart, last: int) -> Closing:
    """When a window closes; later than any moment while it is open."""
    if begun.last:
        return Closing(begun.at, None, sure=True, through=begun.at)
    if window is None:
        return Closing(NEVER, None, sure=True, through=last)
    first = 0 if window.dated and begun.at <= last else begun.at if window.at_point else begun.at + 1
    hits = _hits(window, log, first, last)
    sums = accumulate(lo if fits else 0 for _, fits, (lo, _) in hits)
    nth = next((fact for (fact, _, _), total in zip(hits, sums, strict=True) if total >= window.n), None)
    perhaps = min((fact.moment for fact, fits, (lo, hi) in hits if fits is None or lo != hi), default=NEVER)
    surely = max(nth.moment, begun.at) if nth else NEVER
    index = min(max(perhaps, begun.at), surely)
    through = last if index == NEVER else index if window.inclusive else index - 1
    by = nth if nth and surely == index else None
    return Closing(index, by, sure=by is not None, through=through)


def can_tell(total: Total, log: Log, begun: NodeStart, index: int) -> bool:
    """Whether this reader knows what one moment did to a total."""
    closing = closing_of(total.window, log, begun, min(index, log.over))
    hits = (each for each in _hits(total, log, index, index) if each[0] not in begun.skipped)
    return all(fits and lo == hi for _, fits, (lo, hi) in hits) and (closing.sure or closing.index != index)


def fact_at(ref: Ref, log: Log) -> Fact:
    """The fact that a proof names."""
    place = (ref.position, ref.number)
    occurrences = log.trace.moments[ref.moment].occurrences
    return next(each.fact for each in occurrences if (each.position, each.number) == place)


def _total(total: Total, log: Log, begun: NodeStart, last: int) -> DerivedLeaf:
    closing = closing_of(total.window, log, begun, last)
    first = begun.at if begun.armed and not begun.last and total.mode != "le" else begun.at + 1
    hits = [each for each in _hits(total, log, first, closing.through) if each[0] not in begun.skipped]
    least: defaultdict[int, int] = defaultdict(int)
    most: defaultdict[int, float] = defaultdict(float)
    for fact, fits, (lo, hi) in hits:
        least[fact.moment] += lo if fits else 0
        most[fact.moment] += float("inf") if hi is None else hi
    limit = total.n if total.mode == "ge" else total.n + 1
    reached = _reached(least, limit)
    doubt = _reached(most, limit)
    through = min(reached, closing.through)
    counted = tuple(CountedFact(fact, lo if fits else 0, hi) for fact, fits, (lo, hi) in hits if fact.moment <= through)
    leaf = _leaf(total, begun, closing, total.window)
    leaf = replace(leaf, n=total.n, pattern=total.pattern, field=total.field, counted=counted, skipped=begun.skipped)
    sums = (sum(least.values()), sum(most.values()))
    node = _judged(total, log, sums, reached, doubt, closing)
    facts = tuple(each.fact for each in counted if each.fact.moment == node.moment)
    if node.rule == "hidden-trigger":
        doubt = min(doubt, closing.index)
    return DerivedLeaf(replace(node, leaf=leaf, facts=facts), doubt)


def _reached(by_moment: dict[int, int] | dict[int, float], limit: int) -> int:
    """The first moment in which the running total is that high."""
    totals = accumulate(by_moment.values())
    return next((moment for moment, total in zip(by_moment, totals, strict=True) if total >= limit), NEVER)


def _judged(total: Total, log: Log, sums: tuple[int, float], reached: int, doubt: int, closing: Closing) -> Node:
    """The node of a total."""
    if reached != NEVER:
        decided: tuple[Inference, Worth] = ("enough", MET) if total.mode == "ge" else ("too-much", FAILED)
        return Node(decided[0], total.path, decided[1], reached)
    if closing.index == NEVER:
        return Node("open-at-end", total.path, _open_total(total, log, sums, doubt), None)
    certain = sums[0] == sums[1] or sums[1] < total.n if total.mode == "eq" else doubt == NEVER
    if not (certain and closing.sure):
        return Node("hidden-trigger", total.path, UNSETTLED, None)
    if total.mode == "le":
        return Node("stayed-within", total.path, MET, closing.index)
    exact = total.mode == "eq" and sums[0] == total.n
    return Node("exact" if exact else "too-little", total.path, MET if exact else FAILED, closing.index)


def _open_total(total: Total, log: Log, sums: tuple[int, float], doubt: int) -> Worth:
    if doubt != NEVER:
        return UNSETTLED
    if total.mode == "le":
        return MET
    if total.window is not None and not log.strict:
        return LAPSED
    if total.mode == "ge" or sums[1] < total.n:
        return FAILED
    return MET if sums[0] == sums[1] else UNSETTLED


def _state(state: StateWithin, log: Log, begun: NodeStart, last: int) -> DerivedLeaf:
    closing = closing_of(state.window, log, begun, last)
    leaf = replace(_leaf(state, begun, closing, state.window), state=state.state)
    doubt = NEVER
    looks = () if state.mode == "AT" else log.trace.looks(begun.at, closing.through)
    for index in looks:
        there = holds(state.state, log.trace.moments[index].after, log.trace.reader)
        if there is None:
            doubt = min(doubt, index)
        elif there == (state.mode == "F"):
            rule: Inference = "state-reached" if there else "state-lost"
            return DerivedLeaf(Node(rule, state.path, MET if there else FAILED, index, leaf=leaf), doubt)
    node = _state_closed(state, log, closing, doubt)
    if node.rule == "hidden-trigger":
        doubt = min(doubt, closing.index)
    return DerivedLeaf(replace(node, leaf=leaf), doubt)


def _state_closed(state: StateWithin, log: Log, closing: Closing, doubt: int) -> Node:
    if closing.index == NEVER:
        value: Worth = LAPSED if state.window is not None and not log.strict else FAILED
        value = UNSETTLED if doubt != NEVER else MET if state.mode == "G" else value
        return Node("open-at-end", state.path, value, None)
    there = holds(state.state, log.trace.moments[closing.index].after, log.trace.reader) if state.mode == "AT" else True
    if doubt != NEVER or there is None or not closing.sure:
        return Node("hidden-trigger", state.path, UNSETTLED, None)
    if state.mode == "AT":
        return Node("state-at", state.path, MET if there else FAILED, closing.index)
    if state.mode == "G":
        return Node("state-kept", state.path, MET, closing.index)
    return Node("state-never", state.path, FAILED, closing.index)


def _leaf(formula: Total | StateWithin, begun: NodeStart, closing: Closing, window: Window | None) -> Leaf:
    return Leaf(
        formula.owners,
        formula.mode,
        window=(begun.at, None if closing.index == NEVER else closing.index),
        inclusive=window is None or window.inclusive,
        armed=begun.armed,
        closed_by=closing.fact,
    )
