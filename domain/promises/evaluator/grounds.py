"""The events on which the value of a clause rests: only how these were read can be disputed."""

from collections.abc import Iterator, Sequence

from oathbook.domain.promises.logic import proofs
from oathbook.domain.promises.logic.formulas import Pattern
from oathbook.domain.promises.logic.matching import matches
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.trace.trace import PlacedFact, Trace


def ground_positions(
    root: proofs.Node, named: Sequence[PlacedFact], trace: Trace, path: str, value: proofs.TruthValue
) -> frozenset[int]:
    """The positions of the events on which the value of a clause rests.

    These are the events that decided it, were counted or closed its window, and those among ``named`` that fit its
    pattern but for one slot or the state of the game; for a state, all events of the deciding moment. There are none
    where a part of the clause has the opposite value.
    """
    leaves = tuple(_leaves(root, path))
    if {leaf.value for leaf in leaves} & {proofs.MET, proofs.FAILED} != {value}:
        return frozenset()
    return frozenset(position for leaf in leaves if leaf.value == value for position in _positions(leaf, named, trace))


def _leaves(node: proofs.Node, path: str) -> Iterator[proofs.Node]:
    """The leaves of a clause."""
    if node.leaf is not None and covers(path, node.path):
        yield node
    for kid in node.kids:
        yield from _leaves(kid, path)


def _positions(node: proofs.Node, named: Sequence[PlacedFact], trace: Trace) -> Iterator[int]:
    leaf = node.leaf
    assert leaf is not None, "what is claimed about is a leaf"
    yield from (each.position for each in node.facts)
    yield from (each.fact.position for each in leaf.counted)
    if leaf.closed_by is not None:
        yield leaf.closed_by.position
    if leaf.state is not None and node.moment is not None:
        yield from (each.position for each in trace.moments[node.moment].occurrences)
    yield from (place[1].position for place in named if _nearly_counts(leaf, place, trace))


def _nearly_counts(leaf: proofs.Leaf, place: PlacedFact, trace: Trace) -> bool:
    """Whether at most one thing kept a fact from being counted while the window was open."""
    (index, occurrence), (first, last) = place, leaf.window
    if leaf.pattern is None or occurrence.fact.kind != leaf.pattern.kind:
        return False
    return first <= index <= (index if last is None else last) and _wrongs(leaf, place, trace) <= 1


def _wrongs(leaf: proofs.Leaf, place: PlacedFact, trace: Trace) -> int:
    """The number of things in which a fact differs from the pattern."""
    pattern, (index, occurrence) = leaf.pattern, place
    assert pattern is not None, "only what has a pattern is asked"
    parts = (
        *(Pattern(pattern.kind, (each,)) for each in pattern.constraints),
        Pattern(pattern.kind, (), pattern.guards),
    )
    before = trace.moments[index].before
    return sum(matches(part, occurrence.fact, before, trace.reader) is False for part in parts)
