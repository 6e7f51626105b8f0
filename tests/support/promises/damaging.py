"""A proof with one thing wrong in it: an event, a window, a count, a rule, a value, or a line lost or made up."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import get_args

from msgspec.structs import replace

from oathbook.domain.promises.logic.proofs import UNSETTLED, CountedFact, Inference, Leaf, Node, Proof, Ref
from oathbook.domain.promises.trace.lifecycle_facts import CLOSED, TERMS
from oathbook.domain.promises.trace.trace import Trace

Damage = tuple[str, Proof]
OTHER_REF = Ref(0, 99, 7)


def damaged(dice: Random, proof: Proof) -> Iterator[Damage]:
    """The proof, wrong in many ways, one at a time; what is wrong stands beside each."""
    status = {"kept": "broken", "broken": "kept"}.get(proof.status, "kept")
    yield "status", replace(proof, status=status)
    yield "moment", replace(proof, moment=1 if proof.moment is None else proof.moment + 1)
    yield "position", replace(proof, position=77)
    yield "cause", replace(proof, cause="withdrawal" if proof.cause != "withdrawal" else "release")
    yield "consents", replace(proof, consents=(*proof.consents, "nobody"))
    count = sum(1 for _ in _nodes(proof.root))
    for _ in range(4):
        number = dice.randrange(count)
        for what, change in _changes(dice):
            root = _with_node(proof.root, number, change)
            if root != proof.root:
                yield what, replace(proof, root=root)


def untold(proof: Proof, trace: Trace) -> Iterator[Damage]:
    """The proof, saying of what it tells that it cannot be told: which came first, or what a guard came to."""
    closed = next((index for index, _ in trace.facts(CLOSED, proof.signed + 1, len(trace.moments))), None)
    known = len(trace.moments) - 1 if closed is None else closed
    open_still = replace(proof, status="pending", cause="", moment=None, position=None, last=known)
    if closed is not None:
        position = trace.moments[closed].position
        open_still = replace(open_still, status="undetermined", cause="game-end", moment=closed, position=position)
    root = proof.root
    if root.path != TERMS:
        yield "terms", replace(open_still, root=Node("hidden-trigger", TERMS, UNSETTLED, None))
        yield "letter", replace(open_still, root=Node("hidden-trigger", TERMS, UNSETTLED, None, kids=(root,)))
    shown = {"triggered": 1, "excused": 2, "not-excused": 2, "primary": 1, "reparation": 1}
    if root.rule in shown:
        kids = root.kids[: shown[root.rule]]
        yield "guard", replace(open_still, root=Node("hidden-trigger", root.path, UNSETTLED, None, kids=kids))


Change = Callable[[Node], Node]


def _changes(dice: Random) -> Iterator[tuple[str, Change]]:
    rule = dice.choice(get_args(Inference))
    value = dice.choice(("T", "F", "L", "U"))
    yield "rule", lambda node: replace(node, rule=rule)
    yield "value", lambda node: replace(node, value=value)
    yield "moment", lambda node: replace(node, moment=0 if node.moment is None else node.moment + 1)
    yield "facts", lambda node: replace(node, facts=(*node.facts, OTHER_REF))
    yield "no facts", lambda node: replace(node, facts=())
    yield "bound", lambda node: replace(node, bound=(*node.bound, ("z", "Red")))
    yield "kid lost", lambda node: replace(node, kids=node.kids[1:])
    yield "kid twice", lambda node: replace(node, kids=(*node.kids, *node.kids[:1]))
    yield "path", lambda node: replace(node, path=f"{node.path}x")
    for what, change in _leaf_changes():
        yield what, partial(_on_leaf, change)


def _on_leaf(change: Callable[[Leaf], Leaf], node: Node) -> Node:
    return replace(node, leaf=change(node.leaf)) if node.leaf else node


def _leaf_changes() -> Iterator[tuple[str, Callable[[Leaf], Leaf]]]:
    fake = CountedFact(OTHER_REF, 1, 1)
    yield "window opens", lambda leaf: replace(leaf, window=(leaf.window[0] + 1, leaf.window[1]))
    yield "window closes", lambda leaf: replace(leaf, window=(leaf.window[0], (leaf.window[1] or 0) + 1))
    yield "closed by", lambda leaf: replace(leaf, closed_by=OTHER_REF)
    yield "inclusive", lambda leaf: replace(leaf, inclusive=not leaf.inclusive)
    yield "armed", lambda leaf: replace(leaf, armed=not leaf.armed)
    yield "bound of count", lambda leaf: replace(leaf, n=leaf.n + 1)
    yield "contribution dropped", lambda leaf: replace(leaf, counted=leaf.counted[1:])
    yield "contribution faked", lambda leaf: replace(leaf, counted=(*leaf.counted, fake))
    yield "contribution changed", lambda leaf: replace(leaf, counted=tuple(map(_more, leaf.counted)))
    yield "skipped", lambda leaf: replace(leaf, skipped=(*leaf.skipped, OTHER_REF))
    yield "owners", lambda leaf: replace(leaf, owners=(*leaf.owners, "nobody"))


def _more(each: CountedFact) -> CountedFact:
    return replace(each, lo=each.lo + 1)


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for kid in node.kids:
        yield from _nodes(kid)


def _with_node(root: Node, number: int, change: Change) -> Node:
    """The tree with one of its nodes changed, counted depth first."""
    if number == 0:
        return change(root)
    left = number - 1
    kids = list(root.kids)
    for index, kid in enumerate(kids):
        size = sum(1 for _ in _nodes(kid))
        if left < size:
            kids[index] = _with_node(kid, left, change)
            return replace(root, kids=tuple(kids))
        left -= size
    return root
