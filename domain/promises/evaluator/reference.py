"""The reference: what each node of a letter comes to, over the whole log at once, with the proof of it.

It is written from the meaning of the nodes and not from the monitor, with which the tests compare it. A node that
begins in one moment is looked at from there to the last; nothing is carried from one moment to the next.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from domain.kernel.limits import OPEN_INSTANCES
from domain.promises.evaluator.seeing import Frame, Seen, Span, Start, by_moment, state_seen, tally_seen, window_of
from domain.promises.evaluator.triggering import trigger_of
from domain.promises.logic.bindings import Binding, binding_of, bound
from domain.promises.logic.formula import (
    And,
    Each,
    First,
    Formula,
    Hole,
    Neg,
    Or,
    OrElse,
    StW,
    Tally,
    Text,
    Truth,
    Unless,
    covers,
)
from domain.promises.logic.proof import FAILED, LAPSED, MET, UNSETTLED, Leaf, Node, Worth
from domain.promises.trace.trace import Place, ref_of

_ALL: Final[tuple[Worth, ...]] = (FAILED, UNSETTLED, LAPSED)
_ONE: Final[tuple[Worth, ...]] = (MET, UNSETTLED, LAPSED)
_NOT: Final[dict[Worth, Worth]] = {MET: FAILED, FAILED: MET, LAPSED: LAPSED, UNSETTLED: UNSETTLED}


def seen(node: Formula, frame: Frame, start: Start, last: int) -> Seen:
    """What a formula comes to that begins so, by the last moment."""
    if not isinstance(node, Truth | And | Or | Neg):
        for index, path, met in frame.rulings:
            if start.at < index <= last and covers(path, node.path):
                before = seen(node, frame, start, index - 1)
                if _is_for_a_ruling(node, before.node):
                    ruled = Node("ruled", node.path, MET if met else FAILED, index, kids=(before.node,))
                    return Seen(ruled, _cut(before.doubts, index))
    return _seen(node, frame, start, last)


def _is_for_a_ruling(node: Formula, come_to: Node) -> bool:
    """Whether nothing else can settle a leaf, or whether and when something was triggered."""
    own = isinstance(node, Tally | StW | Text | Hole) or come_to.rule in {"hidden-trigger", "never-triggered"}
    return own and not come_to.decided and come_to.value == UNSETTLED


def _seen(node: Formula, frame: Frame, start: Start, last: int) -> Seen:
    match node:
        case Truth(value):
            return Seen(Node("given", "", MET if value else FAILED, start.at))
        case Text():
            return _plain_words(node, frame, start, last)
        case Hole():
            return Seen(Node("hidden-trigger", node.path, UNSETTLED, None), ((start.at, None),))
        case Tally() | StW():
            return _leaf(node, frame, start, last)
        case And() | Or() | Neg():
            return _connective(node, frame, start, last)
        case First() | Each() | Unless() | OrElse():
            return _guard(node, frame, start, last)


def _leaf(node: Tally | StW, frame: Frame, start: Start, last: int) -> Seen:
    return tally_seen(node, frame, start, last) if isinstance(node, Tally) else state_seen(node, frame, start, last)


def _plain_words(node: Text, frame: Frame, start: Start, last: int) -> Seen:
    """Left to a ruling, but met if the game ended and nobody had claimed anything about them."""
    leaf = Leaf(node.owners, "text", text=node.text, window=(start.at, None))
    if frame.leaves_alone(node.path, last):
        return Seen(Node("unclaimed", node.path, MET, None, leaf=leaf))
    return Seen(Node("needs-ruling", node.path, UNSETTLED, None, leaf=leaf))


# Connectives -----------------------------------------------------------------------------------------------------


def _connective(node: And | Or | Neg, frame: Frame, start: Start, last: int) -> Seen:
    if isinstance(node, Neg):
        part = seen(node.part, frame, start, last)
        return Seen(Node("not", "", _NOT[part.node.value], part.node.moment, kids=(part.node,)), part.doubts)
    parts = [seen(part, frame, start, last) for part in node.parts]
    if isinstance(node, And):
        return _joined(Node("and", "", MET, start.at), parts, _ALL)
    return _joined(Node("or", "", FAILED, start.at), parts, _ONE)


def _joined(node: Node, parts: Sequence[Seen], order: tuple[Worth, ...]) -> Seen:
    """Several nodes as one, decided by the first of the decisive ones, or by the last of the others.

    ``node`` is what no parts at all come to; as long as it is open, more may come.
    """
    kids = tuple(part.node for part in parts)
    decisive = [kid.moment for kid in kids if kid.moment is not None and kid.value == order[0]]
    doubts = [span for part in parts for span in part.doubts]
    if decisive:
        at = min(decisive)
        return Seen(replace(node, value=order[0], moment=at, kids=kids), _cut(doubts, at))
    if node.moment is not None and all(kid.decided for kid in kids):
        at = max([node.moment, *(kid.moment for kid in kids if kid.moment is not None)])
        return Seen(replace(node, moment=at, kids=kids), _cut(doubts, at))
    value = next((worth for worth in order if any(kid.value == worth for kid in kids)), node.value)
    return Seen(replace(node, value=value, moment=None, kids=kids), tuple(doubts))


def _cut(doubts: Sequence[Span], moment: int) -> tuple[Span, ...]:
    """Doubts up to the moment that decides."""
    return tuple((first, moment if end is None else min(end, moment)) for first, end in doubts if first < moment)


# Guards ----------------------------------------------------------------------------------------------------------


def _guard(node: First | Each | Unless | OrElse, frame: Frame, start: Start, last: int) -> Seen:
    match node:
        case First():
            return _first(node, frame, start, last)
        case Each():
            return _each(node, frame, start, last)
        case Unless():
            return _unless(node, frame, start, last)
        case OrElse():
            return _or_else(node, frame, start, last)


def _hidden(path: str, since: int, doubts: Sequence[Span], kids: tuple[Node, ...]) -> Seen:
    """What cannot be told from this moment on."""
    return Seen(Node("hidden-trigger", path, UNSETTLED, None, kids=kids), (*_cut(doubts, since), (since, None)))


def _first(node: First, frame: Frame, start: Start, last: int) -> Seen:
    cond = seen(node.cond, frame, start, last)
    if cond.node.value != MET or cond.node.moment is None:
        value: Worth = UNSETTLED if not cond.node.decided and cond.in_doubt(last) else MET
        return Seen(Node("never-triggered", node.path, value, cond.node.moment, kids=(cond.node,)), cond.doubts)
    at = cond.node.moment
    trigger = trigger_of(node, cond.node, frame, start, at)
    if not trigger.told or cond.in_doubt(at - 1):
        return _hidden(node.path, at, cond.doubts, (cond.node,))
    begun = Start(at, triggered=True, skip=trigger.facts | start.skip if at == start.at else trigger.facts)
    bodies = [_labelled(seen(body, frame, begun, last), binding) for binding, body in trigger.bodies]
    all_of = _joined(Node("triggered", node.path, MET, at, tuple(sorted(trigger.facts))), bodies, _ALL)
    kids = (cond.node, *all_of.node.kids)
    return Seen(replace(all_of.node, kids=kids), (*_cut(cond.doubts, at), *all_of.doubts))


def _labelled(body: Seen, binding: Binding) -> Seen:
    return Seen(replace(body.node, bound=binding), body.doubts) if binding else body


def _each(node: Each, frame: Frame, start: Start, last: int) -> Seen:
    window = window_of(node.win, frame, start.at, last)
    closes, told = window.closes, window.certain or window.closes is None
    parts: list[Seen] = []
    undecided: list[Seen] = []
    for index, places in by_moment(frame, node.pat, start.at + 1, window.inside):
        undecided = [each for each in undecided if each.node.moment is None or each.node.moment > index]
        if len(undecided) + len(places) > OPEN_INSTANCES:
            closes, told = index, False
            break
        new = [_instance(node, place, frame, last, sure=sure) for place, sure in places]
        parts += new
        undecided += new
    if closes is not None and not told:
        parts.append(seen(Hole(node.path, "what began from then on"), frame, Start(closes), last))
    return _joined(Node("whenever", node.path, MET, closes), parts, _ALL)


def _instance(node: Each, place: Place, frame: Frame, last: int, *, sure: bool) -> Seen:
    """What became of what one fact began, or perhaps did."""
    index, occurrence = place
    binding = binding_of(node.pat, occurrence.fact) if sure else None
    if binding is None:
        return seen(Hole(node.path, "whether it was triggered"), frame, Start(index), last)
    fact = ref_of(place)
    body = seen(bound(node.body, binding), frame, Start(index, triggered=True, skip=frozenset({fact})), last)
    instance = Node("instance", node.path, body.node.value, body.node.moment, (fact,), (body.node,), binding)
    return Seen(instance, body.doubts)


def _unless(node: Unless, frame: Frame, start: Start, last: int) -> Seen:
    cond, body = seen(node.cond, frame, start, last), seen(node.body, frame, start, last)
    kids, doubts = (cond.node, body.node), (*cond.doubts, *body.doubts)
    excused = cond.node.moment if cond.node.value == MET else None
    at = body.node.moment
    if excused is not None and (at is None or at >= excused):
        if body.in_doubt(excused - 1):
            return _hidden(node.path, excused, doubts, kids)
        return Seen(Node("excused", node.path, MET, excused, kids=kids), _cut(doubts, excused))
    if at is None:
        value = UNSETTLED if body.node.value != MET and cond.in_doubt(last) else body.node.value
        return Seen(Node("not-excused", node.path, value, None, kids=kids), doubts)
    if body.node.value == FAILED and cond.in_doubt(at):
        return _hidden(node.path, at, doubts, kids)
    return Seen(Node("not-excused", node.path, body.node.value, at, kids=kids), _cut(doubts, at))


def _or_else(node: OrElse, frame: Frame, start: Start, last: int) -> Seen:
    body = seen(node.body, frame, start, last)
    at = body.node.moment
    if at is None:
        value = body.node.value
        if value == FAILED:
            value = UNSETTLED if body.in_doubt(last) else _untouched(node.reparation, frame, last)
        return Seen(Node("primary", node.path, value, None, kids=(body.node,)), body.doubts)
    if body.node.value == MET:
        return Seen(Node("primary", node.path, MET, at, kids=(body.node,)), body.doubts)
    if body.in_doubt(at - 1):
        return _hidden(node.path, at, body.doubts, (body.node,))
    begun = Start(at, triggered=True, skip=start.skip if at == start.at else frozenset())
    rest = seen(node.reparation, frame, begun, last)
    repaired = Node("reparation", node.path, rest.node.value, rest.node.moment, kids=(body.node, rest.node))
    return Seen(repaired, (*body.doubts, *rest.doubts))


def _untouched(node: Formula, frame: Frame, last: int) -> Worth:
    """What a duty that never began comes to at the end of the game."""
    match node:
        case Truth(value):
            return MET if value else FAILED
        case Text(path):
            return MET if frame.leaves_alone(path, last) else UNSETTLED
        case Hole():
            return UNSETTLED
        case First() | Each():
            return MET
        case Tally() | StW():
            return _leaf_untouched(node, frame)
        case And() | Or() | Neg() | Unless() | OrElse():
            return _parts_untouched(node, frame, last)


def _leaf_untouched(node: Tally | StW, frame: Frame) -> Worth:
    if node.mode in {"le", "G"}:
        return MET
    if node.win is not None and not frame.strict:
        return LAPSED
    return MET if node.mode == "eq" and node.n == 0 else FAILED


def _parts_untouched(node: And | Or | Neg | Unless | OrElse, frame: Frame, last: int) -> Worth:
    match node:
        case And(parts) | Or(parts):
            order, none = (_ALL, MET) if isinstance(node, And) else (_ONE, FAILED)
            worths = [_untouched(part, frame, last) for part in parts]
            found: list[Worth] = [worth for worth in order if worth in worths]
            return found[0] if found else none
        case Neg(part):
            return _NOT[_untouched(part, frame, last)]
        case Unless():
            return _untouched(node.body, frame, last)
        case OrElse():
            value = _untouched(node.body, frame, last)
            return value if value != FAILED else _untouched(node.reparation, frame, last)
