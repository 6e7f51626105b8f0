"""The checker, what cannot be told: a proof may say so only where the log hides something."""

from collections.abc import Iterator, Sequence

from domain.promises.checker.concluding import in_doubt, reached_in
from domain.promises.checker.deriving import NEVER, Doubts, Log, NodeStart, can_tell, fact_at
from domain.promises.logic.bindings import binding_of
from domain.promises.logic.formula import And, Formula, Not, Once, Or, OrElse, Total, Unless, Whenever
from domain.promises.logic.proof import FAILED, MET, Node, Worth


def untold_since(
    formula: Once | Whenever | Unless | OrElse,
    kids: Sequence[Node],
    spans: Sequence[Doubts],
    log: Log,
    begun: NodeStart,
) -> int:
    """The moment from which nobody can tell what a guard came to, by what is shown of it; never, if somebody can."""
    match formula:
        case Once():
            at = _when(kids[0], MET)
            hidden = at != NEVER and (in_doubt(spans[0], at - 1) or is_armed_unseen(formula, kids[0], log, begun))
            return at if hidden else NEVER
        case Unless():
            excused, fails = _when(kids[0], MET), _when(kids[1], FAILED)
            decided = min(fails, _when(kids[1], MET))
            if excused != NEVER and excused <= decided:
                return excused if in_doubt(spans[1], excused - 1) else NEVER
            return fails if fails != NEVER and in_doubt(spans[0], fails) else NEVER
        case OrElse():
            fails = _when(kids[0], FAILED)
            return fails if fails != NEVER and in_doubt(spans[0], fails - 1) else NEVER
        case Whenever():
            return NEVER  # each of its instances is told, or a hole


def is_armed_unseen(first: Once, cond: Node, log: Log, begun: NodeStart) -> bool:
    """Whether this reader cannot tell which facts made a condition come true, or what they put in its variables."""
    reached = [(leaf, node) for leaf, node in reached_in(first.cond, cond, NEVER) if leaf.pattern.binds]
    values = (binding_of(leaf.pattern, fact_at(fact, log)) for leaf, node in reached for fact in node.facts)
    moments = {node.moment for node in (cond, *(node for _, node in reached)) if node.moment is not None}
    return None in values or not all(
        can_tell(leaf, log, begun, index) for index in moments for leaf in _undecided(first.cond, cond, index)
    )


def _when(node: Node, value: Worth) -> int:
    """When a node came to a value; never, if it came to another, or to none yet."""
    return node.moment if node.moment is not None and node.value == value else NEVER


def _undecided(cond: Formula, node: Node, index: int) -> Iterator[Total]:
    """The totals of a condition that could still change what it comes to in this moment."""
    if node.moment is None or node.moment >= index:
        match cond:
            case Total():
                yield cond
            case And(parts) | Or(parts):
                for part, kid in zip(parts, node.kids, strict=True):
                    yield from _undecided(part, kid, index)
            case Not(part):
                yield from _undecided(part, node.kids[0], index)
            case _:
                pass
