"""The leaves of the checker: windows, counts and states, worked out again without looking at the proof.

It shares nothing with the evaluator but the meaning of patterns and states.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from operator import itemgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.promises.logic import formulas, proofs
from oathbook.domain.promises.logic.debts import Paid, count_payment
from oathbook.domain.promises.logic.finalisation import ClaimedPaths, is_spared, is_unclaimed, limit_to_game_end
from oathbook.domain.promises.logic.matching import Maybe, amount_range, holds, matches
from oathbook.domain.promises.logic.paths import NodePath, covers
from oathbook.domain.promises.trace.trace import Trace, ref_of

NEVER: Final = 1 << 60  # later than any moment


class NodeStart(Struct, frozen=True):
    """How a node begins: the moment, whether a trigger began it, and the facts that cannot fulfil it.

    ``last``: the game ends in that moment, so that no act can follow. ``repairs``: it makes good what has failed.
    """

    at: int
    armed: bool
    skipped: tuple[proofs.Ref, ...] = ()
    last: bool = False
    repairs: bool = False


class Log(Struct, frozen=True):
    """The log against which a promise is checked, up to its end, with its rulings: moment, path, and whether met.

    ``closed`` is the moment in which the game ended, ``claimed`` the paths claimed about by then. ``early``: the
    promise had ended by its own terms before. ``paid`` is what older debts took of the facts.
    """

    trace: Trace
    signed: int
    over: int
    strict: bool
    rulings: tuple[tuple[int, NodePath, bool], ...]
    closed: int = NEVER
    claimed: tuple[NodePath, ...] = ()
    early: bool = False
    paid: Paid = {}

    def start_at(
        self, at: int, within: NodeStart, skipped: tuple[proofs.Ref, ...] = (), *, repairs: bool = False
    ) -> NodeStart:
        """How a node begins that something within another one armed."""
        closed = NEVER if self.early else self.closed
        repairs = repairs or (at == within.at and within.repairs)
        at = min(at, closed)  # even if only a later ruling says that it begins
        if at == within.at:
            skipped = tuple(sorted({*skipped, *within.skipped}))
        return NodeStart(at, armed=True, skipped=skipped, last=at == closed, repairs=repairs)

    def formula_at(self, formula: formulas.Formula, begun: NodeStart) -> formulas.Formula:
        """A formula that something armed, which in the step that ends the game lasts up to its end."""
        is_last_step = self.trace.moments[begun.at].ending
        return limit_to_game_end(formula, repairs=begun.repairs) if is_last_step else formula

    def claimed_paths(self, last: int) -> ClaimedPaths:
        """The paths claimed about when the game ended, if it has by a moment."""
        return self.claimed if self.closed <= last else None


Doubts = tuple[tuple[int, int], ...]  # stretches of moments: from the first to before the second


class DerivedLeaf(Struct, frozen=True):
    """A leaf as a proof must have it, and the moment from which hidden facts may have decided it."""

    node: proofs.Node
    doubt: int = NEVER

    @property
    def doubts(self) -> Doubts:
        """The moments in which hidden facts may have decided it."""
        until = NEVER if self.node.moment is None else self.node.moment
        return ((self.doubt, until),) if self.doubt < until else ()


class WindowClose(Struct, frozen=True):
    """When a window closes, by which fact, whether that is sure, and the last moment that counts."""

    index: int
    fact: proofs.Ref | None
    sure: bool
    through: int


def derive_leaf(formula: formulas.LeafFormula, log: Log, begun: NodeStart, last: int) -> DerivedLeaf:
    """A leaf that begins so, after the last moment."""
    for index, path, met in log.rulings:
        if begun.at < index <= last and covers(path, formula.path):
            before = derive_leaf(formula, log, begun, index - 1)
            if before.node.moment is None and before.node.value == proofs.UNSETTLED:
                return DerivedLeaf(proofs.ruled_node(formula.path, index, before.node, met=met), before.doubt)
    match formula:
        case formulas.Hole(path):
            return DerivedLeaf(proofs.hidden_node(path), begun.at)
        case formulas.Text():
            return _plain_words(formula, log, begun, last)
        case formulas.Total():
            return _total(formula, log, begun, min(last, log.over))
        case formulas.StateWithin():
            return _state(formula, log, begun, min(last, log.over))


def _plain_words(text: formulas.Text, log: Log, begun: NodeStart, last: int) -> DerivedLeaf:
    """Plain words are met if the game ended without a claim about them; else a ruling decides."""
    leaf = proofs.Leaf(text.owners, "text", text=text.text, window=(begun.at, None))
    if is_unclaimed(text.path, log.claimed_paths(last)):
        return DerivedLeaf(proofs.Node("unclaimed", text.path, proofs.MET, None, leaf=leaf))
    return DerivedLeaf(proofs.Node("needs-ruling", text.path, proofs.UNSETTLED, None, leaf=leaf))


Hit = tuple[proofs.Ref, Maybe, tuple[int, int | None]]  # a fact, whether it fits, and its amount


def _hits(kind_of: formulas.Total | formulas.Window, log: Log, first: int, last: int) -> list[Hit]:
    """The facts that fit, or may fit, in the order of the log, each with its amount."""
    found: list[Hit] = []
    for place in log.trace.facts(kind_of.pattern.kind, max(first, log.signed + 1), last):
        fits = matches(kind_of.pattern, place[1].fact, log.trace.moments[place[0]].before, log.trace.reader)
        if fits is not False:
            found.append((ref_of(place), fits, amount_range(kind_of.field, place[1])))
    return found


def window_close(window: formulas.Window | None, log: Log, begun: NodeStart, last: int) -> WindowClose:
    """When a window closes; later than any moment while it is open."""
    if begun.last:
        return WindowClose(begun.at, None, sure=True, through=begun.at)
    if window is None:
        return WindowClose(NEVER, None, sure=True, through=last)
    first = 0 if window.dated and begun.at <= last else begun.at if window.at_point else begun.at + 1
    hits = _hits(window, log, first, last)
    sums = accumulate(lo if fits else 0 for _, fits, (lo, _) in hits)
    nth = next((fact for (fact, _, _), total in zip(hits, sums, strict=True) if total >= window.n), None)
    perhaps = min((fact.moment for fact, fits, (lo, hi) in hits if fits is None or lo != hi), default=NEVER)
    surely = max(nth.moment, begun.at) if nth else NEVER
    index = min(max(perhaps, begun.at), surely)
    through = last if index == NEVER else index if window.inclusive else index - 1
    by = nth if nth and surely == index else None
    return WindowClose(index, by, sure=by is not None, through=through)


def is_certain(total: formulas.Total, log: Log, begun: NodeStart, index: int) -> bool:
    """Whether this reader knows what one moment did to a total."""
    closing = window_close(total.window, log, begun, min(index, log.over))
    hits = (each for each in _hits(total, log, index, index) if each[0] not in begun.skipped)
    return all(fits and lo == hi for _, fits, (lo, hi) in hits) and (closing.sure or closing.index != index)


def _total(total: formulas.Total, log: Log, begun: NodeStart, last: int) -> DerivedLeaf:
    closing = window_close(total.window, log, begun, last)
    spared = is_spared(total, armed=begun.armed, repairs=begun.repairs)
    if begun.last and spared:
        closing = WindowClose(NEVER, None, sure=True, through=begun.at)
    has_time = begun.armed and not begun.last and closing.index > begun.at
    first = begun.at if has_time and total.mode != "le" else begun.at + 1
    hits = [each for each in _hits(total, log, first, closing.through) if each[0] not in begun.skipped]
    hits = list(_left_over(total, log, hits)) if total.pays else hits
    least: defaultdict[int, int] = defaultdict(int)
    most: defaultdict[int, float] = defaultdict(float)
    for fact, fits, (lo, hi) in hits:
        least[fact.moment] += lo if fits else 0
        most[fact.moment] += float("inf") if hi is None else hi
    limit = total.n if total.mode == "ge" else total.n + 1
    reached = _first_reaching(least, limit)
    doubt = _first_reaching(most, limit)
    through = min(reached, closing.through)
    counted = tuple(
        proofs.CountedFact(fact, lo if fits else 0, hi) for fact, fits, (lo, hi) in hits if fact.moment <= through
    )
    leaf = _leaf(total, begun, closing)
    leaf = replace(leaf, n=total.n, pattern=total.pattern, field=total.field, counted=counted, skipped=begun.skipped)
    node = _total_node(total, log, (sum(least.values()), sum(most.values())), reached, doubt, closing)
    if node.rule == "too-little" and closing.index == begun.at and spared:
        node = proofs.Node("not-owed", total.path, proofs.MET, begun.at)
    facts = tuple(each.fact for each in counted if each.fact.moment == node.moment)
    if node.rule == "hidden-trigger":
        doubt = min(doubt, closing.index)
    return DerivedLeaf(replace(node, leaf=leaf, facts=facts), doubt)


def _left_over(debt: formulas.Total, log: Log, hits: list[Hit]) -> Iterator[Hit]:
    """What older debts have left of the facts that fit, as far as it is missing still."""
    missing = debt.n
    for fact, fits, (lo, hi) in sorted(hits, key=itemgetter(0)):
        taken = log.paid.get((debt.path, (fact.position, fact.number)))
        least, most = count_payment((lo if fits else 0, hi), missing, taken)
        missing -= least
        if most:
            yield fact, fits, (least, most)


def _first_reaching(by_moment: dict[int, int] | dict[int, float], limit: int) -> int:
    """The first moment in which the running total is that high."""
    totals = accumulate(by_moment.values())
    return next((moment for moment, total in zip(by_moment, totals, strict=True) if total >= limit), NEVER)


def _total_node(
    total: formulas.Total, log: Log, sums: tuple[int, float], reached: int, doubt: int, closing: WindowClose
) -> proofs.Node:
    """The node of a total."""
    if reached != NEVER:
        is_enough = total.mode == "ge"
        rule: proofs.Inference = "enough" if is_enough else "too-much"
        return proofs.Node(rule, total.path, proofs.truth_value(met=is_enough), reached)
    if closing.index == NEVER:
        return proofs.Node("open-at-end", total.path, _open_total(total, log, sums, doubt), None)
    certain = sums[0] == sums[1] or sums[1] < total.n if total.mode == "eq" else doubt == NEVER
    if not (certain and closing.sure):
        return proofs.hidden_node(total.path)
    if total.mode == "le":
        return proofs.Node("stayed-within", total.path, proofs.MET, closing.index)
    exact = total.mode == "eq" and sums[0] == total.n
    rule = "exact" if exact else "too-little"
    return proofs.Node(rule, total.path, proofs.truth_value(met=exact), closing.index)


def _open_total(total: formulas.Total, log: Log, sums: tuple[int, float], doubt: int) -> proofs.TruthValue:
    if doubt != NEVER:
        return proofs.UNSETTLED
    if total.mode == "le":
        return proofs.MET
    whole = total.window is None or log.strict
    if whole and total.mode == "eq" and sums[1] == total.n:
        return proofs.MET if sums[0] == sums[1] else proofs.UNSETTLED
    return proofs.FAILED if log.strict else proofs.LAPSED


def _state(state: formulas.StateWithin, log: Log, begun: NodeStart, last: int) -> DerivedLeaf:
    closing = window_close(state.window, log, begun, last)
    leaf = replace(_leaf(state, begun, closing), state=state.state)
    doubt = NEVER
    for index in () if state.mode == "AT" else log.trace.moments_to_check(begun.at, closing.through):
        there = holds(state.state, log.trace.moments[index].after, log.trace.reader)
        if there is None:
            doubt = min(doubt, index)
        elif there == (state.mode == "F"):
            rule: proofs.Inference = "state-reached" if there else "state-lost"
            node = proofs.Node(rule, state.path, proofs.truth_value(met=there), index, leaf=leaf)
            return DerivedLeaf(node, doubt)
    node = _state_closed(state, log, closing, doubt)
    if node.rule == "hidden-trigger":
        doubt = min(doubt, closing.index)
    return DerivedLeaf(replace(node, leaf=leaf), doubt)


def _state_closed(state: formulas.StateWithin, log: Log, closing: WindowClose, doubt: int) -> proofs.Node:
    if closing.index == NEVER:
        value: proofs.TruthValue = proofs.FAILED if log.strict else proofs.LAPSED
        value = proofs.UNSETTLED if doubt != NEVER else proofs.MET if state.mode == "G" else value
        return proofs.Node("open-at-end", state.path, value, None)
    there = holds(state.state, log.trace.moments[closing.index].after, log.trace.reader) if state.mode == "AT" else True
    if doubt != NEVER or there is None or not closing.sure:
        return proofs.hidden_node(state.path)
    if state.mode == "AT":
        return proofs.Node("state-at", state.path, proofs.truth_value(met=there), closing.index)
    rule: proofs.Inference = "state-kept" if state.mode == "G" else "state-never"
    return proofs.Node(rule, state.path, proofs.truth_value(met=state.mode == "G"), closing.index)


def _leaf(formula: formulas.Atom, begun: NodeStart, closing: WindowClose) -> proofs.Leaf:
    return proofs.Leaf(
        formula.owners,
        formula.mode,
        window=(begun.at, None if closing.index == NEVER else closing.index),
        inclusive=formula.window is None or formula.window.inclusive,
        armed=begun.armed,
        closed_by=closing.fact,
    )
