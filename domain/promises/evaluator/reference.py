"""The reference evaluator: the result of each node of a letter over the whole log at once, with its proof.

It is written from the meaning of the nodes, apart from the monitor; the tests compare the two. A node is evaluated from
the moment it begins in to the last one; nothing is carried from one moment to the next.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from oathbook.domain.kernel.limits import OPEN_INSTANCES
from oathbook.domain.promises.evaluator import leaves
from oathbook.domain.promises.evaluator.leaves import Context, Evaluation, Start
from oathbook.domain.promises.evaluator.triggers import trigger_of
from oathbook.domain.promises.logic import formulas, proofs
from oathbook.domain.promises.logic.bindings import Bindings, binding_of, substitute
from oathbook.domain.promises.logic.debts import add_payments, paying_paths, payments_in
from oathbook.domain.promises.logic.finalisation import CONJUNCTION_ORDER, DISJUNCTION_ORDER, strongest
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.trace.trace import PlacedFact, ref_of


def evaluate(node: formulas.Formula, frame: Context, start: Start, last: int) -> Evaluation:
    """The result of a formula that begins so, by the last moment."""
    if not isinstance(node, formulas.Truth | formulas.And | formulas.Or | formulas.Not):
        for index, path, met in frame.rulings:
            if start.at < index <= last and covers(path, node.path):
                before = evaluate(node, frame, start, index - 1)
                if _is_for_a_ruling(node, before.node):
                    ruled = proofs.ruled_node(node.path, index, before.node, met=met)
                    return Evaluation(ruled, _cut(before.doubts, index))
    return _evaluate_node(node, frame, start, last)


def _is_for_a_ruling(node: formulas.Formula, come_to: proofs.Node) -> bool:
    """Whether nothing else can settle a leaf, or whether and when something was triggered."""
    is_leaf = isinstance(node, formulas.LeafFormula)
    own = is_leaf or come_to.rule in {"hidden-trigger", "never-triggered"}
    return own and not come_to.is_decided and come_to.value == proofs.UNSETTLED


def _evaluate_node(node: formulas.Formula, frame: Context, start: Start, last: int) -> Evaluation:  # noqa: C901  # one case a node
    match node:
        case formulas.Truth(value):
            return Evaluation(proofs.Node("given", "", proofs.truth_value(met=value), start.at))
        case formulas.Text():
            return _plain_words(node, frame, start, last)
        case formulas.Hole(path):
            return Evaluation(proofs.hidden_node(path), ((start.at, None),))
        case formulas.Total():
            return leaves.evaluate_total(node, frame, start, last)
        case formulas.StateWithin():
            return leaves.evaluate_state(node, frame, start, last)
        case formulas.Not(part):
            denied = evaluate(part, frame, start, last)
            worth, moment = proofs.OPPOSITE[denied.node.value], denied.node.moment
            return Evaluation(proofs.Node("not", "", worth, moment, kids=(denied.node,)), denied.doubts)
        case formulas.And(parts):
            every = [evaluate(part, frame, start, last) for part in parts]
            return _join(proofs.Node("and", "", proofs.MET, start.at), every, CONJUNCTION_ORDER)
        case formulas.Or(parts):
            every = [evaluate(part, frame, start, last) for part in parts]
            return _join(proofs.Node("or", "", proofs.FAILED, start.at), every, DISJUNCTION_ORDER)
        case formulas.Once():
            return _once(node, frame, start, last)
        case formulas.Whenever():
            return _whenever(node, frame, start, last)
        case formulas.Unless():
            return _unless(node, frame, start, last)
        case formulas.OrElse():
            return _or_else(node, frame, start, last)


def _plain_words(node: formulas.Text, frame: Context, start: Start, last: int) -> Evaluation:
    """Plain words are left to a ruling, but met if the game ended without a claim about them."""
    leaf = proofs.Leaf(node.owners, "text", text=node.text, window=(start.at, None))
    if frame.is_unclaimed(node.path, last):
        return Evaluation(proofs.Node("unclaimed", node.path, proofs.MET, None, leaf=leaf))
    return Evaluation(proofs.Node("needs-ruling", node.path, proofs.UNSETTLED, None, leaf=leaf))


def _join(node: proofs.Node, parts: Sequence[Evaluation], order: tuple[proofs.TruthValue, ...]) -> Evaluation:
    """Several nodes joined, decided by the first decisive one, or by the last of the others.

    ``node`` is the result without any parts; while it is open, more parts may come.
    """
    kids = tuple(part.node for part in parts)
    decisive = [kid.moment for kid in kids if kid.moment is not None and kid.value == order[0]]
    doubts = [span for part in parts for span in part.doubts]
    if decisive:
        at = min(decisive)
        return Evaluation(replace(node, value=order[0], moment=at, kids=kids), _cut(doubts, at))
    if node.moment is not None and all(kid.is_decided for kid in kids):
        at = max([node.moment, *(kid.moment for kid in kids if kid.moment is not None)])
        return Evaluation(replace(node, moment=at, kids=kids), _cut(doubts, at))
    value = strongest((kid.value for kid in kids), order)
    return Evaluation(replace(node, value=value, moment=None, kids=kids), tuple(doubts))


def _cut(doubts: Sequence[leaves.Doubt], moment: int) -> tuple[leaves.Doubt, ...]:
    """Doubts up to the moment that decides."""
    return tuple((first, moment if end is None else min(end, moment)) for first, end in doubts if first < moment)


# Guards ----------------------------------------------------------------------------------------------------------


def _hidden(path: str, since: int, doubts: Sequence[leaves.Doubt], kids: tuple[proofs.Node, ...]) -> Evaluation:
    """A node that hidden facts leave open from this moment on."""
    return Evaluation(proofs.hidden_node(path, kids), (*_cut(doubts, since), (since, None)))


def _once(node: formulas.Once, frame: Context, start: Start, last: int) -> Evaluation:
    cond = evaluate(node.cond, frame, start, last)
    if cond.node.value != proofs.MET or cond.node.moment is None:
        is_open = not cond.node.is_decided and cond.is_in_doubt(last)
        value = proofs.UNSETTLED if is_open else proofs.MET
        never = proofs.Node("never-triggered", node.path, value, cond.node.moment, kids=(cond.node,))
        return Evaluation(never, cond.doubts)
    at = cond.node.moment
    trigger = trigger_of(node, cond.node, frame, start, at)
    if not trigger.certain or cond.is_in_doubt(at - 1):
        return _hidden(node.path, at, cond.doubts, (cond.node,))
    begun = frame.start_at(at, start, *trigger.facts)
    bodies = [
        _with_binding(evaluate(frame.formula_at(body, begun), frame, begun, last), binding)
        for binding, body in trigger.bodies
    ]
    triggered = proofs.Node("triggered", node.path, proofs.MET, at, tuple(sorted(trigger.facts)))
    all_of = _join(triggered, bodies, CONJUNCTION_ORDER)
    kids = (cond.node, *all_of.node.kids)
    return Evaluation(replace(all_of.node, kids=kids), (*_cut(cond.doubts, at), *all_of.doubts))


def _with_binding(body: Evaluation, binding: Bindings) -> Evaluation:
    return Evaluation(replace(body.node, bound=binding), body.doubts) if binding else body


def _whenever(node: formulas.Whenever, frame: Context, start: Start, last: int) -> Evaluation:
    window = leaves.window_of(node.window, frame, start, last)
    closes, certain = window.closes, window.certain or window.closes is None
    parts: list[Evaluation] = []
    undecided: list[Evaluation] = []
    frame, paths = replace(frame, paid=dict(frame.paid)), paying_paths(node)
    for index, places in leaves.facts_by_moment(frame, node.pattern, start.at + 1, window.inside):
        undecided = [each for each in undecided if each.node.moment is None or each.node.moment > index]
        if len(undecided) + len(places) > OPEN_INSTANCES:
            closes, certain = index, False
            break
        for place, sure in sorted(places, key=lambda each: ref_of(each[0])):
            new = _instance(node, place, frame, last, sure=sure)
            add_payments(frame.paid, payments_in(new.node, paths, _in_doubt_around(new)))
            parts.append(new)
            undecided.append(new)
    if closes is not None and not certain:
        parts.append(evaluate(formulas.Hole(node.path, "what began from then on"), frame, Start(closes), last))
    return _join(proofs.Node("whenever", node.path, proofs.MET, closes), parts, CONJUNCTION_ORDER)


def _in_doubt_around(part: Evaluation) -> Callable[[int], bool]:
    """Whether hidden facts may have decided a part before a moment or in it."""
    return lambda index: part.is_in_doubt(index - 1) or part.is_in_doubt(index)


def _instance(node: formulas.Whenever, place: PlacedFact, frame: Context, last: int, *, sure: bool) -> Evaluation:
    """The result of the instance that one fact began, or perhaps began."""
    index, occurrence = place
    binding = binding_of(node.pattern, occurrence.fact) if sure else None
    if binding is None:
        return evaluate(formulas.Hole(node.path, "whether it was triggered"), frame, Start(index), last)
    fact = ref_of(place)
    begun = frame.start_at(index, Start(frame.signed), fact)
    body = evaluate(frame.formula_at(substitute(node.body, binding), begun), frame, begun, last)
    instance = proofs.Node("instance", node.path, body.node.value, body.node.moment, (fact,), (body.node,), binding)
    return Evaluation(instance, body.doubts)


def _unless(node: formulas.Unless, frame: Context, start: Start, last: int) -> Evaluation:
    cond, body = evaluate(node.cond, frame, start, last), evaluate(node.body, frame, start, last)
    kids, doubts = (cond.node, body.node), (*cond.doubts, *body.doubts)
    excused = cond.node.moment if cond.node.value == proofs.MET else None
    at = body.node.moment
    if excused is not None and (at is None or at >= excused):
        if body.is_in_doubt(excused - 1):
            return _hidden(node.path, excused, doubts, kids)
        return Evaluation(proofs.Node("excused", node.path, proofs.MET, excused, kids=kids), _cut(doubts, excused))
    if at is None:
        value = proofs.UNSETTLED if body.node.value != proofs.MET and cond.is_in_doubt(last) else body.node.value
        return Evaluation(proofs.Node("not-excused", node.path, value, None, kids=kids), doubts)
    if body.node.value == proofs.FAILED and cond.is_in_doubt(at):
        return _hidden(node.path, at, doubts, kids)
    return Evaluation(proofs.Node("not-excused", node.path, body.node.value, at, kids=kids), _cut(doubts, at))


def _or_else(node: formulas.OrElse, frame: Context, start: Start, last: int) -> Evaluation:
    body = evaluate(node.body, frame, start, last)
    at = body.node.moment
    if at is None:
        return _open_duty(node, body, frame, last)
    if body.node.value == proofs.MET:
        return Evaluation(proofs.Node("primary", node.path, proofs.MET, at, kids=(body.node,)), body.doubts)
    if body.is_in_doubt(at - 1):
        return _hidden(node.path, at, body.doubts, (body.node,))
    return _evaluate_reparation(node, body, frame, frame.start_at(at, start, repairs=True), last)


def _evaluate_reparation(
    node: formulas.OrElse, body: Evaluation, frame: Context, begun: Start, last: int
) -> Evaluation:
    rest = evaluate(frame.formula_at(node.reparation, begun), frame, begun, last)
    repaired = proofs.Node("reparation", node.path, rest.node.value, rest.node.moment, kids=(body.node, rest.node))
    return Evaluation(repaired, (*body.doubts, *rest.doubts))


def _open_duty(node: formulas.OrElse, body: Evaluation, frame: Context, last: int) -> Evaluation:
    """A duty that is open: if the end of the game leaves it undone, the reparation begins there."""
    value = body.node.value
    if value == proofs.FAILED and body.is_in_doubt(last):
        value = proofs.UNSETTLED
    elif value == proofs.FAILED and not frame.early:
        at = last if frame.closed is None else min(frame.closed, last)
        begun = Start(at, triggered=True, final=True, repairs=True)
        repaired = _evaluate_reparation(node, body, frame, begun, last)
        if at == frame.closed:  # what a ruling has settled since is in doubt no more
            return replace(repaired, doubts=tuple(each for each in repaired.doubts if each[1] is None or each[1] <= at))
        value = repaired.node.value
    return Evaluation(proofs.Node("primary", node.path, value, None, kids=(body.node,)), body.doubts)
