"""Triggers of the reference evaluator: the facts that made a condition come true, and the values they bind."""

from collections.abc import Iterator

from msgspec import Struct

from oathbook.domain.promises.evaluator.leaves import Context, Start, window_of
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.bindings import Bindings, binding_of, substitute
from oathbook.domain.promises.logic.matching import amount_range, matches
from oathbook.domain.promises.logic.proofs import Node, Ref
from oathbook.domain.promises.trace.trace import PlacedFact, ref_of


class Trigger(Struct, frozen=True):
    """How a condition came true: whether this is certain, by which facts, and the body for each binding."""

    certain: bool
    facts: frozenset[Ref]
    bodies: tuple[tuple[Bindings, formulas.Formula], ...]


class MetCondition(Struct, frozen=True):
    """A condition that came true: its context, how it began, and its node in the proof."""

    frame: Context
    start: Start
    node: Node

    def places(self, leaf: formulas.Total, index: int) -> Iterator[tuple[PlacedFact, bool | None]]:
        """The facts of a moment that fit a leaf, or perhaps do, without those that armed the condition."""
        trace = self.frame.trace
        for place in trace.facts(leaf.pattern.kind, max(index, self.frame.signed + 1), index):
            fits = matches(leaf.pattern, place[1].fact, trace.moments[index].before, trace.reader)
            if fits is not False and (index != self.start.at or ref_of(place) not in self.start.skip):
                yield place, fits

    def is_certain(self, leaf: formulas.Total, index: int) -> bool:
        """Whether this reader knows what a moment did to a leaf."""
        for place, fits in self.places(leaf, index):
            least, most = amount_range(leaf.field, place[1])
            if fits is None or least != most:
                return False
        window = window_of(leaf.window, self.frame, self.start, index)
        return window.certain or window.closes != index


def trigger_of(first: formulas.Once, node: Node, frame: Context, start: Start, at: int) -> Trigger:
    """How the condition came true in moment ``at``.

    A variable is bound when the first total that names it is reached, which may be before the whole condition comes
    true; a later one that names it binds nothing.
    """
    if start.final:  # nothing can happen in it any more
        return Trigger(certain=True, facts=frozenset(), bodies=(((), first.body),))
    scene = MetCondition(frame, start, node)
    reached = [(leaf, proof.moment) for leaf, proof in _leaves(first.cond, node, 0) if proof.rule in _BY_COUNT]
    binding_moments = {moment for leaf, moment in reached if leaf.pattern.binds and moment is not None and moment <= at}
    certain = True
    known: set[str] = set()
    bodies: list[tuple[Bindings, formulas.Formula]] = [((), first.body)]
    facts: set[Ref] = set()
    for index in sorted({*binding_moments, at}):
        live = list(_leaves(first.cond, node, index))
        reached_now = [leaf for leaf, proof in live if proof.rule in _BY_COUNT and proof.moment == index]
        if index != at and not any(leaf.pattern.binds for leaf in reached_now):
            continue  # the condition around it had come true before
        certain = certain and all(scene.is_certain(leaf, index) for leaf, _ in live)
        groups: dict[tuple[str, ...], set[Bindings]] = {}
        for leaf in reached_now:
            places = [place for place, fits in scene.places(leaf, index) if fits]
            facts |= {ref_of(place) for place in places if index == at}
            bindings = [binding_of(leaf.pattern, place[1].fact) for place in places]
            certain = certain and None not in bindings
            names = tuple(sorted(name for name, _ in leaf.pattern.binds))
            groups.setdefault(names, set()).update(binding for binding in bindings if binding)
        for names in sorted(names for names in groups if names):
            new = sorted({tuple(each for each in binding if each[0] not in known) for binding in groups[names]})
            bodies = [((*old, *more), substitute(body, more)) for old, body in bodies for more in new]
            known.update(names)
    return Trigger(certain, frozenset(facts), tuple(bodies))


_BY_COUNT = frozenset({"enough", "too-much"})


def _leaves(cond: formulas.Formula, node: Node, index: int) -> Iterator[tuple[formulas.Total, Node]]:
    """The totals of a condition that were not decided before this moment, nor any node around them."""
    if node.moment is not None and node.moment < index:
        return
    match cond:
        case formulas.Total():
            yield cond, node
        case formulas.And(parts) | formulas.Or(parts):
            for part, kid in zip(parts, node.kids, strict=True):
                yield from _leaves(part, kid, index)
        case formulas.Not(part):
            yield from _leaves(part, node.kids[0], index)
        case _:
            return
