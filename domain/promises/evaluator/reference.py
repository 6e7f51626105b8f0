"""The reference evaluator: the result of each node of a letter over the whole log at once, with its proof.

It is written from the meaning of the nodes, apart from the monitor; the tests compare the two. A node is evaluated from
the moment it begins in to the last one; nothing is carried from one moment to the next.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel.limits import OPEN_INSTANCES
from oathbook.domain.promises.evaluator import leaves
from oathbook.domain.promises.evaluator.triggers import trigger_of
from oathbook.domain.promises.logic import formulas, proofs
from oathbook.domain.promises.logic.bindings import Bindings, binding_of, substitute
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.trace.trace import PlacedFact, ref_of

_ALL: Final[tuple[proofs.TruthValue, ...]] = (proofs.FAILED, proofs.UNSETTLED, proofs.LAPSED)
_ONE: Final[tuple[proofs.TruthValue, ...]] = (proofs.MET, proofs.UNSETTLED, proofs.LAPSED)
_NOT: Final[dict[proofs.TruthValue, proofs.TruthValue]] = {
    proofs.MET: proofs.FAILED,
    proofs.FAILED: proofs.MET,
    proofs.LAPSED: proofs.LAPSED,
    proofs.UNSETTLED: proofs.UNSETTLED,
}


def evaluate(node: formulas.Formula, frame: leaves.Context, start: leaves.Start, last: int) -> leaves.Evaluation:
    """The result of a formula that begins so, by the last moment."""
    if not isinstance(node, formulas.Truth | formulas.And | formulas.Or | formulas.Not):
        for index, path, met in frame.rulings:
            if start.at < index <= last and covers(path, node.path):
                before = evaluate(node, frame, start, index - 1)
                if _is_for_a_ruling(node, before.node):
                    ruled = proofs.Node(
                        "ruled", node.path, proofs.MET if met else proofs.FAILED, index, kids=(before.node,)
                    )
                    return leaves.Evaluation(ruled, _cut(before.doubts, index))
    return _evaluate_node(node, frame, start, last)


def _is_for_a_ruling(node: formulas.Formula, come_to: proofs.Node) -> bool:
    """Whether nothing else can settle a leaf, or whether and when something was triggered."""
    own = isinstance(node, formulas.Total | formulas.StateWithin | formulas.Text | formulas.Hole) or come_to.rule in {
        "hidden-trigger",
        "never-triggered",
    }
    return own and not come_to.is_decided and come_to.value == proofs.UNSETTLED


def _evaluate_node(node: formulas.Formula, frame: leaves.Context, start: leaves.Start, last: int) -> leaves.Evaluation:
    match node:
        case formulas.Truth(value):
            return leaves.Evaluation(proofs.Node("given", "", proofs.MET if value else proofs.FAILED, start.at))
        case formulas.Text():
            return _plain_words(node, frame, start, last)
        case formulas.Hole():
            return leaves.Evaluation(
                proofs.Node("hidden-trigger", node.path, proofs.UNSETTLED, None), ((start.at, None),)
            )
        case formulas.Total():
            return leaves.evaluate_total(node, frame, start, last)
        case formulas.StateWithin():
            return leaves.evaluate_state(node, frame, start, last)
        case formulas.And() | formulas.Or() | formulas.Not():
            return _connective(node, frame, start, last)
        case formulas.Once() | formulas.Whenever() | formulas.Unless() | formulas.OrElse():
            return _guard(node, frame, start, last)


def _plain_words(node: formulas.Text, frame: leaves.Context, start: leaves.Start, last: int) -> leaves.Evaluation:
    """Plain words are left to a ruling, but met if the game ended without a claim about them."""
    leaf = proofs.Leaf(node.owners, "text", text=node.text, window=(start.at, None))
    if frame.is_unclaimed(node.path, last):
        return leaves.Evaluation(proofs.Node("unclaimed", node.path, proofs.MET, None, leaf=leaf))
    return leaves.Evaluation(proofs.Node("needs-ruling", node.path, proofs.UNSETTLED, None, leaf=leaf))


# Connectives -----------------------------------------------------------------------------------------------------


def _connective(
    node: formulas.And | formulas.Or | formulas.Not, frame: leaves.Context, start: leaves.Start, last: int
) -> leaves.Evaluation:
    if isinstance(node, formulas.Not):
        part = evaluate(node.part, frame, start, last)
        return leaves.Evaluation(
            proofs.Node("not", "", _NOT[part.node.value], part.node.moment, kids=(part.node,)), part.doubts
        )
    parts = [evaluate(part, frame, start, last) for part in node.parts]
    if isinstance(node, formulas.And):
        return _join(proofs.Node("and", "", proofs.MET, start.at), parts, _ALL)
    return _join(proofs.Node("or", "", proofs.FAILED, start.at), parts, _ONE)


def _join(
    node: proofs.Node, parts: Sequence[leaves.Evaluation], order: tuple[proofs.TruthValue, ...]
) -> leaves.Evaluation:
    """Several nodes joined, decided by the first decisive one, or by the last of the others.

    ``node`` is the result without any parts; while it is open, more parts may come.
    """
    kids = tuple(part.node for part in parts)
    decisive = [kid.moment for kid in kids if kid.moment is not None and kid.value == order[0]]
    doubts = [span for part in parts for span in part.doubts]
    if decisive:
        at = min(decisive)
        return leaves.Evaluation(replace(node, value=order[0], moment=at, kids=kids), _cut(doubts, at))
    if node.moment is not None and all(kid.is_decided for kid in kids):
        at = max([node.moment, *(kid.moment for kid in kids if kid.moment is not None)])
        return leaves.Evaluation(replace(node, moment=at, kids=kids), _cut(doubts, at))
    value = next((worth for worth in order if any(kid.value == worth for kid in kids)), node.value)
    return leaves.Evaluation(replace(node, value=value, moment=None, kids=kids), tuple(doubts))


def _cut(doubts: Sequence[leaves.Doubt], moment: int) -> tuple[leaves.Doubt, ...]:
    """Doubts up to the moment that decides."""
    return tuple((first, moment if end is None else min(end, moment)) for first, end in doubts if first < moment)


# Guards ----------------------------------------------------------------------------------------------------------


def _guard(
    node: formulas.Once | formulas.Whenever | formulas.Unless | formulas.OrElse,
    frame: leaves.Context,
    start: leaves.Start,
    last: int,
) -> leaves.Evaluation:
    match node:
        case formulas.Once():
            return _once(node, frame, start, last)
        case formulas.Whenever():
            return _whenever(node, frame, start, last)
        case formulas.Unless():
            return _unless(node, frame, start, last)
        case formulas.OrElse():
            return _or_else(node, frame, start, last)


def _hidden_node(
    path: str, since: int, doubts: Sequence[leaves.Doubt], kids: tuple[proofs.Node, ...]
) -> leaves.Evaluation:
    """A node that hidden facts leave open from this moment on."""
    return leaves.Evaluation(
        proofs.Node("hidden-trigger", path, proofs.UNSETTLED, None, kids=kids), (*_cut(doubts, since), (since, None))
    )


def _once(node: formulas.Once, frame: leaves.Context, start: leaves.Start, last: int) -> leaves.Evaluation:
    cond = evaluate(node.cond, frame, start, last)
    if cond.node.value != proofs.MET or cond.node.moment is None:
        value: proofs.TruthValue = (
            proofs.UNSETTLED if not cond.node.is_decided and cond.is_in_doubt(last) else proofs.MET
        )
        return leaves.Evaluation(
            proofs.Node("never-triggered", node.path, value, cond.node.moment, kids=(cond.node,)), cond.doubts
        )
    at = cond.node.moment
    trigger = trigger_of(node, cond.node, frame, start, at)
    if not trigger.certain or cond.is_in_doubt(at - 1):
        return _hidden_node(node.path, at, cond.doubts, (cond.node,))
    begun = frame.start_at(at, start, *trigger.facts)
    bodies = [
        _with_binding(evaluate(frame.formula_at(body, begun), frame, begun, last), binding)
        for binding, body in trigger.bodies
    ]
    all_of = _join(proofs.Node("triggered", node.path, proofs.MET, at, tuple(sorted(trigger.facts))), bodies, _ALL)
    kids = (cond.node, *all_of.node.kids)
    return leaves.Evaluation(replace(all_of.node, kids=kids), (*_cut(cond.doubts, at), *all_of.doubts))


def _with_binding(body: leaves.Evaluation, binding: Bindings) -> leaves.Evaluation:
    return leaves.Evaluation(replace(body.node, bound=binding), body.doubts) if binding else body


def _whenever(node: formulas.Whenever, frame: leaves.Context, start: leaves.Start, last: int) -> leaves.Evaluation:
    window = leaves.window_of(node.window, frame, start, last)
    closes, certain = window.closes, window.certain or window.closes is None
    parts: list[leaves.Evaluation] = []
    undecided: list[leaves.Evaluation] = []
    for index, places in leaves.facts_by_moment(frame, node.pattern, start.at + 1, window.inside):
        undecided = [each for each in undecided if each.node.moment is None or each.node.moment > index]
        if len(undecided) + len(places) > OPEN_INSTANCES:
            closes, certain = index, False
            break
        new = [_instance(node, place, frame, last, sure=sure) for place, sure in places]
        parts += new
        undecided += new
    if closes is not None and not certain:
        parts.append(evaluate(formulas.Hole(node.path, "what began from then on"), frame, leaves.Start(closes), last))
    return _join(proofs.Node("whenever", node.path, proofs.MET, closes), parts, _ALL)


def _instance(
    node: formulas.Whenever, place: PlacedFact, frame: leaves.Context, last: int, *, sure: bool
) -> leaves.Evaluation:
    """The result of the instance that one fact began, or perhaps began."""
    index, occurrence = place
    binding = binding_of(node.pattern, occurrence.fact) if sure else None
    if binding is None:
        return evaluate(formulas.Hole(node.path, "whether it was triggered"), frame, leaves.Start(index), last)
    fact = ref_of(place)
    begun = frame.start_at(index, leaves.Start(frame.signed), fact)
    body = evaluate(frame.formula_at(substitute(node.body, binding), begun), frame, begun, last)
    instance = proofs.Node("instance", node.path, body.node.value, body.node.moment, (fact,), (body.node,), binding)
    return leaves.Evaluation(instance, body.doubts)


def _unless(node: formulas.Unless, frame: leaves.Context, start: leaves.Start, last: int) -> leaves.Evaluation:
    cond, body = evaluate(node.cond, frame, start, last), evaluate(node.body, frame, start, last)
    kids, doubts = (cond.node, body.node), (*cond.doubts, *body.doubts)
    excused = cond.node.moment if cond.node.value == proofs.MET else None
    at = body.node.moment
    if excused is not None and (at is None or at >= excused):
        if body.is_in_doubt(excused - 1):
            return _hidden_node(node.path, excused, doubts, kids)
        return leaves.Evaluation(
            proofs.Node("excused", node.path, proofs.MET, excused, kids=kids), _cut(doubts, excused)
        )
    if at is None:
        value = proofs.UNSETTLED if body.node.value != proofs.MET and cond.is_in_doubt(last) else body.node.value
        return leaves.Evaluation(proofs.Node("not-excused", node.path, value, None, kids=kids), doubts)
    if body.node.value == proofs.FAILED and cond.is_in_doubt(at):
        return _hidden_node(node.path, at, doubts, kids)
    return leaves.Evaluation(proofs.Node("not-excused", node.path, body.node.value, at, kids=kids), _cut(doubts, at))


def _or_else(node: formulas.OrElse, frame: leaves.Context, start: leaves.Start, last: int) -> leaves.Evaluation:
    body = evaluate(node.body, frame, start, last)
    at = body.node.moment
    if at is None:
        return _open_duty(node, body, frame, last)
    if body.node.value == proofs.MET:
        return leaves.Evaluation(proofs.Node("primary", node.path, proofs.MET, at, kids=(body.node,)), body.doubts)
    if body.is_in_doubt(at - 1):
        return _hidden_node(node.path, at, body.doubts, (body.node,))
    return _evaluate_reparation(node, body, frame, frame.start_at(at, start), last)


def _evaluate_reparation(
    node: formulas.OrElse, body: leaves.Evaluation, frame: leaves.Context, begun: leaves.Start, last: int
) -> leaves.Evaluation:
    rest = evaluate(frame.formula_at(node.reparation, begun), frame, begun, last)
    repaired = proofs.Node("reparation", node.path, rest.node.value, rest.node.moment, kids=(body.node, rest.node))
    return leaves.Evaluation(repaired, (*body.doubts, *rest.doubts))


def _open_duty(node: formulas.OrElse, body: leaves.Evaluation, frame: leaves.Context, last: int) -> leaves.Evaluation:
    """A duty that is open: if the end of the game leaves it undone, the reparation begins there."""
    value = body.node.value
    if value == proofs.FAILED and body.is_in_doubt(last):
        value = proofs.UNSETTLED
    elif value == proofs.FAILED and not frame.early:
        at = last if frame.closed is None else min(frame.closed, last)
        repaired = _evaluate_reparation(node, body, frame, leaves.Start(at, triggered=True, final=True), last)
        if at == frame.closed:  # what a ruling has settled since is in doubt no more
            return replace(repaired, doubts=tuple(each for each in repaired.doubts if each[1] is None or each[1] <= at))
        value = repaired.node.value
    return leaves.Evaluation(proofs.Node("primary", node.path, value, None, kids=(body.node,)), body.doubts)
