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
from oathbook.domain.promises.checker import conclusions, leaves
from oathbook.domain.promises.checker.leaves import NEVER, Doubts, NodeStart
from oathbook.domain.promises.logic import formulas, proofs
from oathbook.domain.promises.logic.bindings import Bindings, binding_of, substitute
from oathbook.domain.promises.logic.debts import add_payments, paying_paths, payments_in
from oathbook.domain.promises.logic.matching import matches
from oathbook.domain.promises.logic.paths import NodePath, covers
from oathbook.domain.promises.trace.trace import ref_of

_TWO: Final = 2


class NotProvenError(Exception):
    """A line of a proof that does not follow; says where, and what is wrong with it."""


def require(condition: object, node: proofs.Node, why: str) -> None:
    """Raise ``NotProvenError`` for a line of the proof unless the condition holds."""
    if not condition:
        raise NotProvenError(f"{node.path or node.rule}: {why}")


class NodeChecker:
    """Checks one proof against one log."""

    def __init__(self, log: leaves.Log) -> None:
        self._log = log

    def node(self, formula: formulas.Formula, node: proofs.Node, begun: NodeStart, last: int) -> Doubts:  # noqa: C901  # one case a node
        """Raise ``NotProvenError`` if a node does not follow; returns when hidden facts may have decided it."""
        if isinstance(formula, formulas.LeafFormula):
            derived = leaves.derive_leaf(formula, self._log, begun, last)
            require(derived.node == node, node, f"the log gives {derived.node}")
            return derived.doubts
        if isinstance(formula, formulas.Truth):
            given = proofs.Node("given", "", proofs.truth_value(met=formula.value), begun.at)
            require(node == given, node, "the letter says so")
            return ()
        if isinstance(formula, formulas.And | formulas.Or | formulas.Not):
            return self._connective(formula, node, begun, last)
        require(node.path == formula.path, node, f"this is about {formula.path}")
        if node.rule == "ruled":
            return self._ruling(formula, node, begun, last)
        if node.rule == "hidden-trigger":
            return self._hidden(formula, node, begun, last)
        match formula:
            case formulas.Once():
                return self._once(formula, node, begun, last)
            case formulas.Whenever():
                return self._whenever(formula, node, begun, last)
            case formulas.Unless():
                return self._unless(formula, node, begun, last)
            case formulas.OrElse():
                return self._or_else(formula, node, begun, last)

    # What is left open -----------------------------------------------------------------------------------------------

    def _ruling(self, formula: formulas.Formula, node: proofs.Node, begun: NodeStart, last: int) -> Doubts:
        require(len(node.kids) == 1, node, "a ruling settles one thing")
        at = NEVER if node.moment is None else node.moment
        found = [met for index, path, met in self._log.rulings if index == at and covers(path, node.path)]
        require(found and begun.at < at <= last, node, "there is no such ruling")
        (kid,) = node.kids
        require(node.value == proofs.truth_value(met=found[0]), node, "it was ruled otherwise")
        require(node == proofs.ruled_node(node.path, at, kid, met=found[0]), node, "a ruling says no more")
        doubts = self.node(formula, kid, begun, at - 1)
        require(kid.moment is None and kid.value == proofs.UNSETTLED, node, "there was nothing left to a ruling")
        return conclusions.clip_doubts(doubts, at)

    def _hidden(self, formula: formulas.GuardFormula, node: proofs.Node, begun: NodeStart, last: int) -> Doubts:
        require(node == proofs.hidden_node(node.path, node.kids), node, "it decides nothing")
        parts = conclusions.shown_parts(formula)
        require(len(parts) == len(node.kids), node, "what was hidden is not shown")
        spans = [self.node(part, kid, begun, last) for part, kid in zip(parts, node.kids, strict=True)]
        since = conclusions.first_hidden_moment(formula, node.kids, spans, self._log, begun)
        require(since != NEVER, node, "this can be told")
        return (*(each for doubts in spans for each in doubts), (since, NEVER))

    # Connectives -----------------------------------------------------------------------------------------------------

    def _connective(
        self, formula: formulas.And | formulas.Or | formulas.Not, node: proofs.Node, begun: NodeStart, last: int
    ) -> Doubts:
        parts = (formula.part,) if isinstance(formula, formulas.Not) else formula.parts
        require(len(parts) == len(node.kids), node, "parts are missing or added")
        doubts = [self.node(part, kid, begun, last) for part, kid in zip(parts, node.kids, strict=True)]
        if isinstance(formula, formulas.Not):
            (kid,) = node.kids
            self._require_result(node, "not", proofs.OPPOSITE[kid.value], kid.moment)
        elif isinstance(formula, formulas.And):
            self._require_result(node, "and", *conclusions.conjunction_value(node.kids, begun.at))
        else:
            denied = [replace(kid, value=proofs.OPPOSITE[kid.value]) for kid in node.kids]
            value, at = conclusions.conjunction_value(denied, begun.at)
            self._require_result(node, "or", proofs.OPPOSITE[value], at)
        require(not node.path, node, "it has no path of its own")
        return conclusions.clip_doubts([each for spans in doubts for each in spans], node.moment)

    def _require_result(
        self,
        node: proofs.Node,
        rule: proofs.Inference,
        value: proofs.TruthValue,
        at: int | None,
        facts: tuple[proofs.Ref, ...] = (),
    ) -> None:
        expected = proofs.Node(rule, node.path, value, at, facts, node.kids)
        require(node == expected, node, f"it is {rule}: {value} at {at}, by {facts}")

    # Guards ----------------------------------------------------------------------------------------------------------

    def _once(self, first: formulas.Once, node: proofs.Node, begun: NodeStart, last: int) -> Doubts:
        require(node.kids, node, "the condition is missing")
        cond, *bodies = node.kids
        doubts = self.node(first.cond, cond, begun, last)
        if cond.moment is None or cond.value != proofs.MET:
            require(not bodies, node, "nothing was triggered")
            certain = cond.moment is not None or not conclusions.is_in_doubt(doubts, last)
            self._require_result(node, "never-triggered", proofs.MET if certain else proofs.UNSETTLED, cond.moment)
            return doubts
        at = cond.moment
        require(not conclusions.is_in_doubt(doubts, at - 1), node, "it may have been triggered before")
        unseen = conclusions.is_armed_unseen(first, cond, self._log, begun)
        require(not unseen, node, "it cannot be told what triggered it")
        facts, expected = self._triggered_bodies(first, cond, at)
        bindings = [binding for binding, _ in expected]
        require([kid.bound for kid in bodies] == bindings, node, "variables are bound wrongly")
        inner = self._log.start_at(at, begun, facts)
        spans: list[tuple[int, int]] = []
        for (_, body), kid in zip(expected, bodies, strict=True):
            spans += self.node(self._log.formula_at(body, inner), replace(kid, bound=()), inner, last)
        self._require_result(node, "triggered", *conclusions.conjunction_value(bodies, at), facts)
        return (*conclusions.clip_doubts(doubts, at), *conclusions.clip_doubts(spans, node.moment))

    def _triggered_bodies(
        self, first: formulas.Once, cond: proofs.Node, at: int
    ) -> tuple[tuple[proofs.Ref, ...], list[tuple[Bindings, formulas.Formula]]]:
        """The facts that made a condition come true, and the body for each binding, by the proof of the condition."""
        reached = list(conclusions.reached_totals(first.cond, cond, NEVER))
        facts = {fact for _, node in reached if node.moment == at for fact in node.facts}
        bodies: list[tuple[Bindings, formulas.Formula]] = [((), first.body)]
        known: set[str] = set()
        for index in sorted({node.moment for _, node in reached if node.moment is not None}):
            by_names: dict[tuple[str, ...], set[Bindings]] = {}
            for leaf, node in reached:
                if leaf.pattern.binds and node.moment == index:
                    found = (binding_of(leaf.pattern, self._log.trace.fact(fact)) for fact in node.facts)
                    names = tuple(sorted(name for name, _ in leaf.pattern.binds))
                    by_names.setdefault(names, set()).update(each for each in found if each)
            choices = list(product(*conclusions.first_bindings(by_names, known)))
            bodies = [conclusions.with_bindings(body, choice) for body in bodies for choice in choices]
            known.update(name for names in by_names for name in names)
        return tuple(sorted(facts)), bodies

    def _whenever(self, each: formulas.Whenever, node: proofs.Node, begun: NodeStart, last: int) -> Doubts:
        closing = leaves.window_close(each.window, self._log, begun, min(last, self._log.over))
        expected, at_least = self._instances(each, begun, closing, node.kids)
        require(len(expected) == len(node.kids), node, f"it was triggered {len(expected)} times")
        doubts: list[tuple[int, int]] = []
        debts, paths = NodeChecker(replace(self._log, paid=dict(self._log.paid))), paying_paths(each)
        for (at, instance), kid in zip(expected, node.kids, strict=True):
            if instance is None:
                doubts += self.node(formulas.Hole(each.path, ""), kid, NodeStart(at, armed=False), last)
                continue
            require(len(kid.kids) == 1, kid, "an instance has one duty")
            (body,) = kid.kids
            shown = replace(instance, value=body.value, moment=body.moment, kids=(body,))
            require(kid == shown, kid, f"it is {shown}")
            inner = NodeStart(at, armed=True, skipped=instance.facts, last=at == self._log.closed)
            duty = self._log.formula_at(substitute(each.body, instance.bound), inner)
            open_to_doubt = debts.node(duty, body, inner, last)
            doubts += open_to_doubt
            debts.pay(body, paths, open_to_doubt)
        since = None if at_least == NEVER else at_least
        self._require_result(node, "whenever", *conclusions.conjunction_value(node.kids, since))
        return conclusions.clip_doubts(doubts, node.moment)

    def pay(self, body: proofs.Node, paths: frozenset[NodePath], doubts: Doubts) -> None:
        """Take what a checked instance was paid from what is there for younger ones."""

        def doubted(index: int) -> bool:
            return conclusions.is_in_doubt(doubts, index - 1) or conclusions.is_in_doubt(doubts, index)

        add_payments(self._log.paid, payments_in(body, paths, doubted))

    def _instances(
        self, each: formulas.Whenever, begun: NodeStart, closing: leaves.WindowClose, kids: tuple[proofs.Node, ...]
    ) -> tuple[list[tuple[int, proofs.Node | None]], int]:
        """The moments of its triggers, each with its instance (``None`` where hidden), and their last moment.

        Whether an instance was still open is taken from its own line in the proof, which is checked itself.
        """
        found: list[tuple[int, proofs.Node | None]] = []
        undecided: list[proofs.Node] = []
        for index, facts in groupby(self._triggers(each, begun, closing), key=itemgetter(0)):
            new = [instance for _, _, instance in sorted(facts, key=itemgetter(1))]
            undecided = [kid for kid in undecided if kid.moment is None or kid.moment > index]
            if len(undecided) + len(new) > OPEN_INSTANCES:
                return [*found, (index, None)], index
            undecided += kids[len(found) : len(found) + len(new)]
            found += [(index, instance) for instance in new]
        if closing.index != NEVER and not closing.sure:
            found.append((closing.index, None))
        return found, closing.index

    def _triggers(
        self, each: formulas.Whenever, begun: NodeStart, closing: leaves.WindowClose
    ) -> Iterator[tuple[int, proofs.Ref, proofs.Node | None]]:
        """The moments of its triggers, each with its fact and its instance (``None`` where hidden)."""
        trace = self._log.trace
        for index, occurrence in trace.facts(each.pattern.kind, max(begun.at, self._log.signed) + 1, closing.through):
            fits = matches(each.pattern, occurrence.fact, trace.moments[index].before, trace.reader)
            binding = binding_of(each.pattern, occurrence.fact) if fits else None
            fact = ref_of((index, occurrence))
            if binding is not None:
                yield index, fact, proofs.Node("instance", each.path, proofs.MET, None, (fact,), bound=binding)
            elif fits is not False:
                yield index, fact, None

    def _unless(self, unless: formulas.Unless, node: proofs.Node, begun: NodeStart, last: int) -> Doubts:
        require(len(node.kids) == _TWO, node, "a condition and a duty")
        cond, body = node.kids
        excuses, fails = self.node(unless.cond, cond, begun, last), self.node(unless.body, body, begun, last)
        excused = cond.moment if cond.value == proofs.MET else None
        at = body.moment
        if excused is not None and (at is None or at >= excused):
            require(not conclusions.is_in_doubt(fails, excused - 1), node, "it may have been decided before")
            self._require_result(node, "excused", proofs.MET, excused)
        else:
            hidden = at is None and body.value != proofs.MET and conclusions.is_in_doubt(excuses, last)
            may_be_excused = at is not None and body.value == proofs.FAILED and conclusions.is_in_doubt(excuses, at)
            require(not may_be_excused, node, "it may have been excused")
            self._require_result(node, "not-excused", proofs.UNSETTLED if hidden else body.value, at)
        return conclusions.clip_doubts((*excuses, *fails), node.moment)

    def _or_else(self, or_else: formulas.OrElse, node: proofs.Node, begun: NodeStart, last: int) -> Doubts:
        require(node.kids, node, "the duty is missing")
        body, *rest = node.kids
        doubts = self.node(or_else.body, body, begun, last)
        at = self._log.closed if body.moment is None else body.moment
        hidden = conclusions.is_in_doubt(doubts, last if body.moment is None else at - 1)
        if body.value != proofs.FAILED or at > last or (body.moment is None and (hidden or self._log.early)):
            require(not rest, node, "the reparation never began")
            value = body.value
            if value == proofs.FAILED and not self._log.early:
                value = proofs.UNSETTLED if hidden else conclusions.value_if_ended(or_else.reparation, self._log, last)
            self._require_result(node, "primary", value, body.moment)
            return doubts
        require(len(rest) == 1 and not hidden, node, "the reparation is missing")
        (repair,) = rest
        inner = self._log.start_at(at, begun, repairs=True)
        more = self.node(self._log.formula_at(or_else.reparation, inner), repair, inner, last)
        self._require_result(node, "reparation", repair.value, repair.moment)
        if body.moment is None:  # what a ruling has settled since is in doubt no more
            return tuple(each for each in (*doubts, *more) if each[1] == NEVER or each[1] <= at)
        return (*doubts, *more)
