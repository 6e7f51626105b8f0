"""The reference evaluator: the result of each node of a letter over the whole log at once, with its proof.

It is written from the meaning of the nodes, apart from the monitor; the tests compare the two. A node is evaluated from
the moment it begins in to the last one; nothing is carried from one moment to the next.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel.limits import OPEN_INSTANCES
from oathbook.domain.promises.evaluator.leaves import (
    Context,
    Doubt,
    Evaluated,
    Start,
    by_moment,
    state_evaluated,
    total_evaluated,
    window_of,
)
from oathbook.domain.promises.evaluator.triggers import trigger_of
from oathbook.domain.promises.logic.bindings import Bindings, binding_of, bound
from oathbook.domain.promises.logic.formula import (
    And,
    Formula,
    Hole,
    Not,
    Once,
    Or,
    OrElse,
    StateWithin,
    Text,
    Total,
    Truth,
    Unless,
    Whenever,
    covers,
)
from oathbook.domain.promises.logic.proof import FAILED, LAPSED, MET, UNSETTLED, Leaf, Node, Worth
from oathbook.domain.promises.trace.trace import PlacedFact, ref_of

_ALL: Final[tuple[Worth, ...]] = (FAILED, UNSETTLED, LAPSED)
_ONE: Final[tuple[Worth, ...]] = (MET, UNSETTLED, LAPSED)
_NOT: Final[dict[Worth, Worth]] = {MET: FAILED, FAILED: MET, LAPSED: LAPSED, UNSETTLED: UNSETTLED}


def evaluated(node: Formula, frame: Context, start: Start, last: int) -> Evaluated:
    """The result of a formula that begins so, by the last moment."""
    if not isinstance(node, Truth | And | Or | Not):
        for index, path, met in frame.rulings:
            if start.at < index <= last and covers(path, node.path):
                before = evaluated(node, frame, start, index - 1)
                if _is_for_a_ruling(node, before.node):
                    ruled = Node("ruled", node.path, MET if met else FAILED, index, kids=(before.node,))
                    return Evaluated(ruled, _cut(before.doubts, index))
    return _seen(node, frame, start, last)


def _is_for_a_ruling(node: Formula, come_to: Node) -> bool:
    """Whether nothing else can settle a leaf, or whether and when something was triggered."""
    own = isinstance(node, Total | StateWithin | Text | Hole) or come_to.rule in {"hidden-trigger", "never-triggered"}
    return own and not come_to.decided and come_to.value == UNSETTLED


def _seen(node: Formula, frame: Context, start: Start, last: int) -> Evaluated:
    match node:
        case Truth(value):
            return Evaluated(Node("given", "", MET if value else FAILED, start.at))
        case Text():
            return _plain_words(node, frame, start, last)
        case Hole():
            return Evaluated(Node("hidden-trigger", node.path, UNSETTLED, None), ((start.at, None),))
        case Total():
            return total_evaluated(node, frame, start, last)
        case StateWithin():
            return state_evaluated(node, frame, start, last)
        case And() | Or() | Not():
            return _connective(node, frame, start, last)
        case Once() | Whenever() | Unless() | OrElse():
            return _guard(node, frame, start, last)


def _plain_words(node: Text, frame: Context, start: Start, last: int) -> Evaluated:
    """Plain words are left to a ruling, but met if the game ended without a claim about them."""
    leaf = Leaf(node.owners, "text", text=node.text, window=(start.at, None))
    if frame.leaves_alone(node.path, last):
        return Evaluated(Node("unclaimed", node.path, MET, None, leaf=leaf))
    return Evaluated(Node("needs-ruling", node.path, UNSETTLED, None, leaf=leaf))


# Connectives -----------------------------------------------------------------------------------------------------


def _connective(node: And | Or | Not, frame: Context, start: Start, last: int) -> Evaluated:
    if isinstance(node, Not):
        part = evaluated(node.part, frame, start, last)
        return Evaluated(Node("not", "", _NOT[part.node.value], part.node.moment, kids=(part.node,)), part.doubts)
    parts = [evaluated(part, frame, start, last) for part in node.parts]
    if isinstance(node, And):
        return _joined(Node("and", "", MET, start.at), parts, _ALL)
    return _joined(Node("or", "", FAILED, start.at), parts, _ONE)


def _joined(node: Node, parts: Sequence[Evaluated], order: tuple[Worth, ...]) -> Evaluated:
    """Several nodes joined, decided by the first decisive one, or by the last of the others.

    ``node`` is the result without any parts; while it is open, more parts may come.
    """
    kids = tuple(part.node for part in parts)
    decisive = [kid.moment for kid in kids if kid.moment is not None and kid.value == order[0]]
    doubts = [span for part in parts for span in part.doubts]
    if decisive:
        at = min(decisive)
        return Evaluated(replace(node, value=order[0], moment=at, kids=kids), _cut(doubts, at))
    if node.moment is not None and all(kid.decided for kid in kids):
        at = max([node.moment, *(kid.moment for kid in kids if kid.moment is not None)])
        return Evaluated(replace(node, moment=at, kids=kids), _cut(doubts, at))
    value = next((worth for worth in order if any(kid.value == worth for kid in kids)), node.value)
    return Evaluated(replace(node, value=value, moment=None, kids=kids), tuple(doubts))


def _cut(doubts: Sequence[Doubt], moment: int) -> tuple[Doubt, ...]:
    """Doubts up to the moment that decides."""
    return tuple((first, moment if end is None else min(end, moment)) for first, end in doubts if first < moment)


# Guards ----------------------------------------------------------------------------------------------------------


def _guard(node: Once | Whenever | Unless | OrElse, frame: Context, start: Start, last: int) -> Evaluated:
    match node:
        case Once():
            return _first(node, frame, start, last)
        case Whenever():
            return _each(node, frame, start, last)
        case Unless():
            return _unless(node, frame, start, last)
        case OrElse():
            return _or_else(node, frame, start, last)


def _hidden(path: str, since: int, doubts: Sequence[Doubt], kids: tuple[Node, ...]) -> Evaluated:
    """A node that hidden facts leave open from this moment on."""
    return Evaluated(Node("hidden-trigger", path, UNSETTLED, None, kids=kids), (*_cut(doubts, since), (since, None)))


def _first(node: Once, frame: Context, start: Start, last: int) -> Evaluated:
    cond = evaluated(node.cond, frame, start, last)
    if cond.node.value != MET or cond.node.moment is None:
        value: Worth = UNSETTLED if not cond.node.decided and cond.in_doubt(last) else MET
        return Evaluated(Node("never-triggered", node.path, value, cond.node.moment, kids=(cond.node,)), cond.doubts)
    at = cond.node.moment
    trigger = trigger_of(node, cond.node, frame, start, at)
    if not trigger.certain or cond.in_doubt(at - 1):
        return _hidden(node.path, at, cond.doubts, (cond.node,))
    begun = frame.begins(at, start, *trigger.facts)
    bodies = [
        _labelled(evaluated(frame.beginning(body, begun), frame, begun, last), binding)
        for binding, body in trigger.bodies
    ]
    all_of = _joined(Node("triggered", node.path, MET, at, tuple(sorted(trigger.facts))), bodies, _ALL)
    kids = (cond.node, *all_of.node.kids)
    return Evaluated(replace(all_of.node, kids=kids), (*_cut(cond.doubts, at), *all_of.doubts))


def _labelled(body: Evaluated, binding: Bindings) -> Evaluated:
    return Evaluated(replace(body.node, bound=binding), body.doubts) if binding else body


def _each(node: Whenever, frame: Context, start: Start, last: int) -> Evaluated:
    window = window_of(node.window, frame, start, last)
    closes, certain = window.closes, window.certain or window.closes is None
    parts: list[Evaluated] = []
    undecided: list[Evaluated] = []
    for index, places in by_moment(frame, node.pattern, start.at + 1, window.inside):
        undecided = [each for each in undecided if each.node.moment is None or each.node.moment > index]
        if len(undecided) + len(places) > OPEN_INSTANCES:
            closes, certain = index, False
            break
        new = [_instance(node, place, frame, last, sure=sure) for place, sure in places]
        parts += new
        undecided += new
    if closes is not None and not certain:
        parts.append(evaluated(Hole(node.path, "what began from then on"), frame, Start(closes), last))
    return _joined(Node("whenever", node.path, MET, closes), parts, _ALL)


def _instance(node: Whenever, place: PlacedFact, frame: Context, last: int, *, sure: bool) -> Evaluated:
    """The result of the instance that one fact began, or perhaps began."""
    index, occurrence = place
    binding = binding_of(node.pattern, occurrence.fact) if sure else None
    if binding is None:
        return evaluated(Hole(node.path, "whether it was triggered"), frame, Start(index), last)
    fact = ref_of(place)
    begun = frame.begins(index, Start(frame.signed), fact)
    body = evaluated(frame.beginning(bound(node.body, binding), begun), frame, begun, last)
    instance = Node("instance", node.path, body.node.value, body.node.moment, (fact,), (body.node,), binding)
    return Evaluated(instance, body.doubts)


def _unless(node: Unless, frame: Context, start: Start, last: int) -> Evaluated:
    cond, body = evaluated(node.cond, frame, start, last), evaluated(node.body, frame, start, last)
    kids, doubts = (cond.node, body.node), (*cond.doubts, *body.doubts)
    excused = cond.node.moment if cond.node.value == MET else None
    at = body.node.moment
    if excused is not None and (at is None or at >= excused):
        if body.in_doubt(excused - 1):
            return _hidden(node.path, excused, doubts, kids)
        return Evaluated(Node("excused", node.path, MET, excused, kids=kids), _cut(doubts, excused))
    if at is None:
        value = UNSETTLED if body.node.value != MET and cond.in_doubt(last) else body.node.value
        return Evaluated(Node("not-excused", node.path, value, None, kids=kids), doubts)
    if body.node.value == FAILED and cond.in_doubt(at):
        return _hidden(node.path, at, doubts, kids)
    return Evaluated(Node("not-excused", node.path, body.node.value, at, kids=kids), _cut(doubts, at))


def _or_else(node: OrElse, frame: Context, start: Start, last: int) -> Evaluated:
    body = evaluated(node.body, frame, start, last)
    at = body.node.moment
    if at is None:
        return _undecided(node, body, frame, last)
    if body.node.value == MET:
        return Evaluated(Node("primary", node.path, MET, at, kids=(body.node,)), body.doubts)
    if body.in_doubt(at - 1):
        return _hidden(node.path, at, body.doubts, (body.node,))
    return _repaired(node, body, frame, frame.begins(at, start), last)


def _repaired(node: OrElse, body: Evaluated, frame: Context, begun: Start, last: int) -> Evaluated:
    rest = evaluated(frame.beginning(node.reparation, begun), frame, begun, last)
    repaired = Node("reparation", node.path, rest.node.value, rest.node.moment, kids=(body.node, rest.node))
    return Evaluated(repaired, (*body.doubts, *rest.doubts))


def _undecided(node: OrElse, body: Evaluated, frame: Context, last: int) -> Evaluated:
    """A duty that is open: if the end of the game leaves it undone, the reparation begins there."""
    value = body.node.value
    if value == FAILED and body.in_doubt(last):
        value = UNSETTLED
    elif value == FAILED and not frame.early:
        at = last if frame.closed is None else min(frame.closed, last)
        repaired = _repaired(node, body, frame, Start(at, triggered=True, final=True), last)
        if at == frame.closed:  # what a ruling has settled since is in doubt no more
            return replace(repaired, doubts=tuple(each for each in repaired.doubts if each[1] is None or each[1] <= at))
        value = repaired.node.value
    return Evaluated(Node("primary", node.path, value, None, kids=(body.node,)), body.doubts)
