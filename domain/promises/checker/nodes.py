"""The nodes of the checker: checks each line of a proof against the letter and the log.

Leaves are worked out again (``leaves``); all other nodes must follow from the nodes below them. A node may be left open
only where the log hides something (``conclusions``).
"""

from collections.abc import Iterator
from itertools import groupby, product
from operator import itemgetter
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel.limits import OPEN_INSTANCES
from oathbook.domain.promises.checker.conclusions import (
    TURNED,
    all_of,
    first_bindings,
    hidden_since,
    if_it_ended,
    in_doubt,
    is_armed_unseen,
    reached_in,
    shown_when_hidden,
    turned,
    until_decided,
    with_bindings,
)
from oathbook.domain.promises.checker.leaves import NEVER, Closing, Doubts, Log, NodeStart, closing_of, fact_at, leaf_of
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
from oathbook.domain.promises.logic.matching import matched
from oathbook.domain.promises.logic.proof import FAILED, MET, UNSETTLED, Inference, Node, Ref, Worth
from oathbook.domain.promises.trace.trace import ref_of

_TWO: Final = 2


class NotProvenError(Exception):
    """A line of a proof that does not follow; says where, and what is wrong with it."""


def follows(condition: object, node: Node, why: str) -> None:
    """Raise ``NotProvenError`` for a line of the proof unless the condition holds."""
    if not condition:
        msg = f"{node.path or node.rule}: {why}"
        raise NotProvenError(msg)


class Check:
    """Checks one proof against one log."""

    def __init__(self, log: Log) -> None:
        """Keep the log."""
        self._log = log

    def node(self, formula: Formula, node: Node, begun: NodeStart, last: int) -> Doubts:
        """Raise ``NotProvenError`` if a node does not follow; returns when hidden facts may have decided it."""
        if isinstance(formula, Total | StateWithin | Text | Hole):
            derived = leaf_of(formula, self._log, begun, last)
            follows(derived.node == node, node, f"the log gives {derived.node}")
            return derived.doubts
        if isinstance(formula, Truth):
            follows(node == Node("given", "", MET if formula.value else FAILED, begun.at), node, "the letter says so")
            return ()
        if isinstance(formula, And | Or | Not):
            return self._connective(formula, node, begun, last)
        follows(node.path == formula.path, node, f"this is about {formula.path}")
        if node.rule == "ruled":
            return self._ruled(formula, node, begun, last)
        if node.rule == "hidden-trigger":
            return self._hidden(formula, node, begun, last)
        return self._guard(formula, node, begun, last)

    def _guard(self, formula: Once | Whenever | Unless | OrElse, node: Node, begun: NodeStart, last: int) -> Doubts:
        match formula:
            case Once():
                return self._first(formula, node, begun, last)
            case Whenever():
                return self._each(formula, node, begun, last)
            case Unless():
                return self._unless(formula, node, begun, last)
            case OrElse():
                return self._or_else(formula, node, begun, last)

    # What is left open -----------------------------------------------------------------------------------------------

    def _ruled(self, formula: Formula, node: Node, begun: NodeStart, last: int) -> Doubts:
        follows(len(node.kids) == 1, node, "a ruling settles one thing")
        at = NEVER if node.moment is None else node.moment
        found = [met for index, path, met in self._log.rulings if index == at and covers(path, node.path)]
        follows(found and begun.at < at <= last, node, "there is no such ruling")
        follows(node.value == (MET if found[0] else FAILED), node, "it was ruled otherwise")
        follows(node == Node("ruled", node.path, node.value, at, kids=node.kids), node, "a ruling says no more")
        (kid,) = node.kids
        doubts = self.node(formula, kid, begun, at - 1)
        follows(kid.moment is None and kid.value == UNSETTLED, node, "there was nothing left to a ruling")
        return tuple((first, min(until, at)) for first, until in doubts if first < at)

    def _hidden(self, formula: Once | Whenever | Unless | OrElse, node: Node, begun: NodeStart, last: int) -> Doubts:
        follows(node == Node("hidden-trigger", node.path, UNSETTLED, None, kids=node.kids), node, "it decides nothing")
        parts = shown_when_hidden(formula)
        follows(len(parts) == len(node.kids), node, "what was hidden is not shown")
        spans = [self.node(part, kid, begun, last) for part, kid in zip(parts, node.kids, strict=True)]
        since = hidden_since(formula, node.kids, spans, self._log, begun)
        follows(since != NEVER, node, "this can be told")
        return (*(each for doubts in spans for each in doubts), (since, NEVER))

    # Connectives -----------------------------------------------------------------------------------------------------

    def _connective(self, formula: And | Or | Not, node: Node, begun: NodeStart, last: int) -> Doubts:
        parts = (formula.part,) if isinstance(formula, Not) else formula.parts
        follows(len(parts) == len(node.kids), node, "parts are missing or added")
        doubts = [self.node(part, kid, begun, last) for part, kid in zip(parts, node.kids, strict=True)]
        if isinstance(formula, Not):
            (kid,) = node.kids
            self._comes_to(node, "not", TURNED[kid.value], kid.moment)
        elif isinstance(formula, And):
            self._comes_to(node, "and", *all_of(node.kids, begun.at))
        else:
            value, at = all_of([turned(kid) for kid in node.kids], begun.at)
            self._comes_to(node, "or", TURNED[value], at)
        follows(not node.path, node, "it has no path of its own")
        return until_decided([each for spans in doubts for each in spans], node.moment)

    def _comes_to(self, node: Node, rule: Inference, value: Worth, at: int | None, facts: tuple[Ref, ...] = ()) -> None:
        expected = Node(rule, node.path, value, at, facts, node.kids)
        follows(node == expected, node, f"it is {rule}: {value} at {at}, by {facts}")

    # Guards ----------------------------------------------------------------------------------------------------------

    def _first(self, first: Once, node: Node, begun: NodeStart, last: int) -> Doubts:
        follows(node.kids, node, "the condition is missing")
        cond, *bodies = node.kids
        doubts = self.node(first.cond, cond, begun, last)
        if cond.moment is None or cond.value != MET:
            follows(not bodies, node, "nothing was triggered")
            certain = cond.moment is not None or not in_doubt(doubts, last)
            self._comes_to(node, "never-triggered", MET if certain else UNSETTLED, cond.moment)
            return doubts
        at = cond.moment
        follows(not in_doubt(doubts, at - 1), node, "it may have been triggered before")
        follows(not is_armed_unseen(first, cond, self._log, begun), node, "it cannot be told what triggered it")
        facts, expected = self._triggered(first, cond, at)
        follows(
            [kid.bound for kid in bodies] == [binding for binding, _ in expected], node, "variables are bound wrongly"
        )
        inner = self._log.begins(at, begun, facts)
        pairs = zip(expected, bodies, strict=True)
        spans = [
            self.node(self._log.armed(body, inner), replace(kid, bound=()), inner, last) for (_, body), kid in pairs
        ]
        value, moment = all_of(bodies, at)
        self._comes_to(node, "triggered", value, moment, facts)
        return (*until_decided(doubts, at), *until_decided([each for part in spans for each in part], node.moment))

    def _triggered(self, first: Once, cond: Node, at: int) -> tuple[tuple[Ref, ...], list[tuple[Bindings, Formula]]]:
        """The facts that made a condition come true, and the body for each binding, by the proof of the condition."""
        reached = list(reached_in(first.cond, cond, NEVER))
        facts = {fact for _, node in reached if node.moment == at for fact in node.facts}
        bodies: list[tuple[Bindings, Formula]] = [((), first.body)]
        known: set[str] = set()
        for index in sorted({node.moment for _, node in reached if node.moment is not None}):
            by_names: dict[tuple[str, ...], set[Bindings]] = {}
            for leaf, node in reached:
                if leaf.pattern.binds and node.moment == index:
                    found = (binding_of(leaf.pattern, fact_at(fact, self._log)) for fact in node.facts)
                    names = tuple(sorted(name for name, _ in leaf.pattern.binds))
                    by_names.setdefault(names, set()).update(each for each in found if each)
            choices = list(product(*first_bindings(by_names, known)))
            bodies = [with_bindings(body, choice) for body in bodies for choice in choices]
            known.update(name for names in by_names for name in names)
        return tuple(sorted(facts)), bodies

    def _each(self, each: Whenever, node: Node, begun: NodeStart, last: int) -> Doubts:
        closing = closing_of(each.window, self._log, begun, min(last, self._log.over))
        expected, at_least = self._instances(each, begun, closing, node.kids)
        follows(len(expected) == len(node.kids), node, f"it was triggered {len(expected)} times")
        doubts: list[tuple[int, int]] = []
        for (at, instance), kid in zip(expected, node.kids, strict=True):
            if instance is None:
                doubts += self.node(Hole(each.path, ""), kid, NodeStart(at, armed=False), last)
                continue
            follows(len(kid.kids) == 1, kid, "an instance has one duty")
            (body,) = kid.kids
            shown = replace(instance, value=body.value, moment=body.moment, kids=(body,))
            follows(kid == shown, kid, f"it is {shown}")
            inner = NodeStart(at, armed=True, skipped=instance.facts, last=at == self._log.closed)
            doubts += self.node(self._log.armed(bound(each.body, instance.bound), inner), body, inner, last)
        self._comes_to(node, "whenever", *all_of(node.kids, None if at_least == NEVER else at_least))
        return until_decided(doubts, node.moment)

    def _instances(
        self, each: Whenever, begun: NodeStart, closing: Closing, kids: tuple[Node, ...]
    ) -> tuple[list[tuple[int, Node | None]], int]:
        """The moments of its triggers, each with its instance (``None`` where hidden), and their last moment.

        Whether an instance was still open is taken from its own line in the proof, which is checked itself.
        """
        found: list[tuple[int, Node | None]] = []
        undecided: list[Node] = []
        for index, facts in groupby(self._triggers(each, begun, closing), key=itemgetter(0)):
            new = [instance for _, instance in facts]
            undecided = [kid for kid in undecided if kid.moment is None or kid.moment > index]
            if len(undecided) + len(new) > OPEN_INSTANCES:
                return [*found, (index, None)], index
            undecided += kids[len(found) : len(found) + len(new)]
            found += [(index, instance) for instance in new]
        if closing.index != NEVER and not closing.sure:
            found.append((closing.index, None))
        return found, closing.index

    def _triggers(self, each: Whenever, begun: NodeStart, closing: Closing) -> Iterator[tuple[int, Node | None]]:
        trace = self._log.trace
        for index, occurrence in trace.facts(each.pattern.kind, max(begun.at, self._log.signed) + 1, closing.through):
            fits = matched(each.pattern, occurrence.fact, trace.moments[index].before, trace.reader)
            binding = binding_of(each.pattern, occurrence.fact) if fits else None
            if binding is not None:
                fact = ref_of((index, occurrence))
                yield index, Node("instance", each.path, MET, None, (fact,), bound=binding)
            elif fits is not False:
                yield index, None

    def _unless(self, unless: Unless, node: Node, begun: NodeStart, last: int) -> Doubts:
        follows(len(node.kids) == _TWO, node, "a condition and a duty")
        cond, body = node.kids
        excuses, fails = self.node(unless.cond, cond, begun, last), self.node(unless.body, body, begun, last)
        excused = cond.moment if cond.value == MET else None
        at = body.moment
        if excused is not None and (at is None or at >= excused):
            follows(not in_doubt(fails, excused - 1), node, "it may have been decided before")
            self._comes_to(node, "excused", MET, excused)
        else:
            hidden = body.value != MET and in_doubt(excuses, last) if at is None else False
            may_be_excused = at is not None and body.value == FAILED and in_doubt(excuses, at)
            follows(not may_be_excused, node, "it may have been excused")
            self._comes_to(node, "not-excused", UNSETTLED if hidden else body.value, at)
        return until_decided((*excuses, *fails), node.moment)

    def _or_else(self, or_else: OrElse, node: Node, begun: NodeStart, last: int) -> Doubts:
        follows(node.kids, node, "the duty is missing")
        body, *rest = node.kids
        doubts = self.node(or_else.body, body, begun, last)
        at = self._log.closed if body.moment is None else body.moment
        hidden = in_doubt(doubts, last if body.moment is None else at - 1)
        if body.value != FAILED or at > last or (body.moment is None and (hidden or self._log.early)):
            follows(not rest, node, "the reparation never began")
            value = body.value
            if value == FAILED and not self._log.early:
                value = UNSETTLED if hidden else if_it_ended(or_else.reparation, self._log, last)
            self._comes_to(node, "primary", value, body.moment)
            return doubts
        follows(len(rest) == 1 and not hidden, node, "the reparation is missing")
        (repair,) = rest
        inner = self._log.begins(at, begun)
        more = self.node(self._log.armed(or_else.reparation, inner), repair, inner, last)
        self._comes_to(node, "reparation", repair.value, repair.moment)
        if body.moment is None:  # what a ruling has settled since is in doubt no more
            return tuple(each for each in (*doubts, *more) if each[1] == NEVER or each[1] <= at)
        return (*doubts, *more)
