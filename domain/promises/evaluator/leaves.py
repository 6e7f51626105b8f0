"""Leaves of the reference evaluator: totals and states, each over its whole window at once."""

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.promises.logic import formulas, proofs
from oathbook.domain.promises.logic.debts import Paid, count_payment
from oathbook.domain.promises.logic.finalisation import is_spared, is_unclaimed, limit_to_game_end
from oathbook.domain.promises.logic.matching import amount_range, holds, matches
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.trace.trace import PlacedFact, Trace, ref_of

Doubt = tuple[int, int | None]  # from the first of these moments to before the second, or without an end


class Evaluation(Struct, frozen=True):
    """The result of a node, and the moments in which this reader could not know whether it was decided already."""

    node: proofs.Node
    doubts: tuple[Doubt, ...] = ()

    def is_in_doubt(self, index: int) -> bool:
        """Whether hidden facts may have decided the node by this moment."""
        return any(first <= index and (end is None or index < end) for first, end in self.doubts)


class Start(Struct, frozen=True):
    """How a formula begins: the moment, whether a trigger began it, and the facts of the trigger.

    ``final``: the game ends in that moment, and so does every window that begins in it. ``repairs``: it takes the place
    of what has failed.
    """

    at: int
    triggered: bool = False
    skip: frozenset[proofs.Ref] = frozenset()
    final: bool = False
    repairs: bool = False


class Context(Struct, frozen=True):
    """What a formula is evaluated against.

    Facts count after the moment of signing, up to ``over``: when the game ended, or the promise by its own terms.
    ``rulings`` are the paths and values of the rulings on this promise, with the index of the moment of each. In the
    moment ``closed`` the game ended, and ``claimed`` are the paths that had been claimed about by then. ``early``: the
    promise has ended by its own terms, so that nothing begins any more. ``paid`` is what older debts took of the facts.
    """

    trace: Trace
    signed: int
    over: int
    strict: bool
    rulings: tuple[tuple[int, NodePath, bool], ...] = ()
    closed: int | None = None
    claimed: tuple[NodePath, ...] = ()
    early: bool = False
    paid: Paid = {}

    def is_unclaimed(self, path: NodePath, last: int) -> bool:
        """Whether the game has ended by a moment without a claim about the plain words at a path."""
        return is_unclaimed(path, self.claimed if self.closed is not None and self.closed <= last else None)

    def start_at(self, at: int, within: Start, *facts: proofs.Ref, repairs: bool = False) -> Start:
        """How a formula begins in a moment, by these facts of a trigger or by none, within one that began so."""
        closed = None if self.early else self.closed
        repairs = repairs or (at == within.at and within.repairs)
        at = at if closed is None else min(at, closed)  # even if only a later ruling says that it begins
        is_same = at == within.at
        skip = within.skip | {*facts} if is_same else frozenset(facts)
        return Start(at, True, skip, at == closed or (is_same and within.final), repairs)  # noqa: FBT003  # triggered

    def formula_at(self, formula: formulas.Formula, start: Start) -> formulas.Formula:
        """The formula as it begins so: other than it is written where nobody decides anything any more."""
        ending = self.trace.moments[start.at].ending
        return limit_to_game_end(formula, repairs=start.repairs) if ending else formula


class WindowEnd(Struct, frozen=True):
    """When a window closes, for certain or perhaps; ``None`` while it is open. ``inside`` is its last moment."""

    closes: int | None
    certain: bool
    by: proofs.Ref | None
    inside: int


def window_of(window: formulas.Window | None, frame: Context, start: Start, last: int) -> WindowEnd:
    """The window of a node that begins so."""
    if start.final:
        return WindowEnd(start.at, certain=True, by=None, inside=start.at)
    last = min(last, frame.over)
    if window is None:
        return WindowEnd(None, certain=True, by=None, inside=last)
    before = facts_by_moment(frame, window.pattern, 0, start.at) if window.dated and start.at <= last else ()
    if past := [each for _, places in before for each in places]:
        by = next((ref_of(place) for place, sure in past if sure), None)
        return WindowEnd(start.at, certain=by is not None, by=by, inside=start.at - (not window.inclusive))
    left = window.n
    for index, places in facts_by_moment(frame, window.pattern, start.at + (not window.at_point), last):
        inside = index if window.inclusive else index - 1
        certain = True
        for place, sure in places:
            least, most = amount_range(window.field, place[1])
            left -= least if sure else 0
            certain = certain and sure and least == most
            if left <= 0:
                return WindowEnd(index, certain=True, by=ref_of(place), inside=inside)
        if not certain:
            return WindowEnd(index, certain=False, by=None, inside=inside)
    return WindowEnd(None, certain=True, by=None, inside=last)


def facts_in(
    leaf: formulas.Total, frame: Context, start: Start, first: int, last: int
) -> Iterator[tuple[int, list[proofs.CountedFact]]]:
    """The facts that count for a leaf, or perhaps do, by moment; for a debt, what older ones have left of them."""
    missing = leaf.n
    for index, places in facts_by_moment(frame, leaf.pattern, first, last):
        counted: list[proofs.CountedFact] = []
        for place, sure in sorted(places, key=lambda each: ref_of(each[0])) if leaf.pays else places:
            ref, (least, most) = ref_of(place), amount_range(leaf.field, place[1])
            if index == start.at and ref in start.skip:
                continue
            least = least if sure else 0
            if leaf.pays:
                taken = frame.paid.get((leaf.path, (ref.position, ref.number)))
                least, most = count_payment((least, most), missing, taken)
                missing -= least
            if most != 0 or not leaf.pays:
                counted.append(proofs.CountedFact(ref, least, most))
        if counted:
            yield index, counted


def facts_by_moment(
    frame: Context, pattern: formulas.Pattern, first: int, last: int
) -> Iterator[tuple[int, list[tuple[PlacedFact, bool]]]]:
    """The facts that fit a pattern, or perhaps do, by moment."""
    trace = frame.trace
    for index, places in groupby(trace.facts(pattern.kind, max(first, frame.signed + 1), last), lambda place: place[0]):
        before = trace.moments[index].before
        fits = [(place, matches(pattern, place[1].fact, before, trace.reader)) for place in places]
        found = [(place, sure is True) for place, sure in fits if sure is not False]
        if found:
            yield index, found


def evaluate_total(leaf: formulas.Total, frame: Context, start: Start, last: int) -> Evaluation:
    """The result of a total; of one that begins when its time is over, nothing counts."""
    spared = is_spared(leaf, armed=start.triggered, repairs=start.repairs)
    window, first = _time_of(leaf, frame, start, last, spared=spared)
    enough = leaf.n if leaf.mode == "ge" else leaf.n + 1
    lo, hi, doubt = 0, _add(0, 0), None
    counted: list[proofs.CountedFact] = []
    for index, some in facts_in(leaf, frame, start, first, window.inside):
        counted += some
        lo += sum(each.lo for each in some)
        for each in some:
            hi = _add(hi, each.hi)
        if lo >= enough:
            rule: proofs.Inference = "enough" if leaf.mode == "ge" else "too-much"
            node = proofs.Node(rule, leaf.path, proofs.truth_value(met=leaf.mode == "ge"), index)
            return _with_leaf(node, _total_leaf(leaf, start, window, counted), doubt)
        if doubt is None and (hi is None or hi >= enough):
            doubt = index
    proof = _total_leaf(leaf, start, window, counted)
    if window.closes is None:
        return _with_leaf(_total_open(leaf, lo, hi, frame, in_doubt=doubt is not None), proof, doubt)
    if not window.certain or _is_uncertain(leaf, lo, hi):
        node = proofs.hidden_node(leaf.path)
        return _with_leaf(node, proof, window.closes if doubt is None else doubt)
    if window.closes == start.at and spared:
        return _with_leaf(proofs.Node("not-owed", leaf.path, proofs.MET, start.at), proof, doubt)
    return _with_leaf(_total_closed(leaf, lo, window.closes), proof, doubt)


def _time_of(leaf: formulas.Total, frame: Context, start: Start, last: int, *, spared: bool) -> tuple[WindowEnd, int]:
    """The window of a total, and the first moment that counts; what is spared lapses with the game."""
    window = window_of(leaf.window, frame, start, last)
    if start.final and spared:
        window = WindowEnd(None, certain=True, by=None, inside=start.at)
    has_time = start.triggered and not start.final and window.closes != start.at
    return window, start.at if has_time and leaf.mode != "le" else start.at + 1


def _is_uncertain(leaf: formulas.Total, lo: int, hi: int | None) -> bool:
    """Whether the total at the close of the window may be on either side of the limit."""
    if leaf.mode == "eq":
        return lo != hi and (hi is None or hi >= leaf.n)
    return hi is None or hi >= (leaf.n if leaf.mode == "ge" else leaf.n + 1)


def _total_closed(leaf: formulas.Total, lo: int, closes: int) -> proofs.Node:
    if leaf.mode == "le":
        return proofs.Node("stayed-within", leaf.path, proofs.MET, closes)
    if leaf.mode == "eq" and lo == leaf.n:
        return proofs.Node("exact", leaf.path, proofs.MET, closes)
    return proofs.Node("too-little", leaf.path, proofs.FAILED, closes)


def _total_open(leaf: formulas.Total, lo: int, hi: int | None, frame: Context, *, in_doubt: bool) -> proofs.Node:
    ends_with_the_game = leaf.window is None or frame.strict
    if in_doubt:
        value: proofs.TruthValue = proofs.UNSETTLED
    elif leaf.mode == "le":
        value = proofs.MET
    elif leaf.mode == "eq" and hi == leaf.n and ends_with_the_game:
        value = proofs.MET if lo == hi else proofs.UNSETTLED
    else:
        value = proofs.FAILED if frame.strict else proofs.LAPSED
    return proofs.Node("open-at-end", leaf.path, value, None)


def evaluate_state(leaf: formulas.StateWithin, frame: Context, start: Start, last: int) -> Evaluation:
    """The result of a state that was to be held, reached or met."""
    window = window_of(leaf.window, frame, start, last)
    proof = replace(_leaf(leaf, start, window), state=leaf.state)
    doubt: int | None = None
    if leaf.mode != "AT":
        for index in frame.trace.moments_to_check(start.at, window.inside):
            there = holds(leaf.state, frame.trace.moments[index].after, frame.trace.reader)
            if there is (leaf.mode == "F"):
                is_met = leaf.mode == "F"
                rule: proofs.Inference = "state-reached" if is_met else "state-lost"
                return _with_leaf(proofs.Node(rule, leaf.path, proofs.truth_value(met=is_met), index), proof, doubt)
            if there is None and doubt is None:
                doubt = index
    return _with_leaf(_state_closed(leaf, frame, window, in_doubt=doubt is not None), proof, doubt, window)


def _state_closed(leaf: formulas.StateWithin, frame: Context, window: WindowEnd, *, in_doubt: bool) -> proofs.Node:
    if window.closes is None:
        undone = proofs.FAILED if frame.strict else proofs.LAPSED
        value: proofs.TruthValue = proofs.MET if leaf.mode == "G" else undone
        return proofs.Node("open-at-end", leaf.path, proofs.UNSETTLED if in_doubt else value, None)
    there = None
    if leaf.mode == "AT":
        there = holds(leaf.state, frame.trace.moments[window.closes].after, frame.trace.reader)
    elif not in_doubt:
        there = leaf.mode == "G"
    if there is None or not window.certain:
        return proofs.hidden_node(leaf.path)
    rules: dict[str, proofs.Inference] = {"G": "state-kept", "F": "state-never", "AT": "state-at"}
    return proofs.Node(rules[leaf.mode], leaf.path, proofs.truth_value(met=there), window.closes)


def _leaf(leaf: formulas.Atom, start: Start, window: WindowEnd) -> proofs.Leaf:
    return proofs.Leaf(
        leaf.owners,
        leaf.mode,
        window=(start.at, window.closes),
        inclusive=leaf.window is None or leaf.window.inclusive,
        armed=start.triggered,
        closed_by=window.by,
    )


def _total_leaf(leaf: formulas.Total, start: Start, window: WindowEnd, facts: list[proofs.CountedFact]) -> proofs.Leaf:
    begun, counted, skipped = _leaf(leaf, start, window), tuple(facts), tuple(sorted(start.skip))
    return replace(begun, n=leaf.n, pattern=leaf.pattern, field=leaf.field, counted=counted, skipped=skipped)


def _with_leaf(node: proofs.Node, leaf: proofs.Leaf, doubt: int | None, window: WindowEnd | None = None) -> Evaluation:
    """The node with its leaf, in doubt from that moment until it is decided."""
    if doubt is None and node.rule == "hidden-trigger" and window is not None:
        doubt = window.closes
    facts = tuple(each.fact for each in leaf.counted if each.fact.moment == node.moment)
    doubts = () if doubt is None or doubt == node.moment else ((doubt, node.moment),)
    return Evaluation(replace(node, leaf=leaf, facts=facts), doubts)


def _add(total: int | None, added: int | None) -> int | None:
    return None if total is None or added is None else total + added
