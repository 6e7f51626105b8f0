"""The conclusions of the checker: what follows from several lines together, from a condition, and from hidden facts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from oathbook.domain.promises.checker import leaves
from oathbook.domain.promises.logic import formulas, proofs
from oathbook.domain.promises.logic.bindings import Bindings, binding_of, substitute
from oathbook.domain.promises.logic.finalisation import CONJUNCTION_ORDER, DISJUNCTION_ORDER, final_value, strongest
from oathbook.domain.promises.logic.matching import holds


def shown_parts(formula: formulas.Formula) -> tuple[formulas.Formula, ...]:
    """The parts that a proof shows of a node that hidden facts leave open."""
    match formula:
        case formulas.Once(_, cond, _):
            return (cond,)
        case formulas.Unless(_, cond, body):
            return cond, body
        case formulas.OrElse(_, body, _):
            return (body,)
        case _:
            return ()  # nothing else is left open


def reached_totals(
    cond: formulas.Formula, node: proofs.Node, until: int
) -> Iterator[tuple[formulas.Total, proofs.Node]]:
    """The totals of a condition that were reached, no later than any node around them was decided."""
    until = min(until, leaves.NEVER if node.moment is None else node.moment)
    match cond:
        case formulas.Total():
            if node.rule in {"enough", "too-much"} and node.moment == until:
                yield cond, node
        case formulas.And(parts) | formulas.Or(parts):
            for part, kid in zip(parts, node.kids, strict=True):
                yield from reached_totals(part, kid, until)
        case formulas.Not(part):
            yield from reached_totals(part, node.kids[0], until)
        case _:
            return


def first_bindings(by_names: Mapping[tuple[str, ...], set[Bindings]], known: set[str]) -> Iterator[list[Bindings]]:
    """The values that a moment gives to variables that have none yet, by group of names in order."""
    had = set(known)
    for names in sorted(by_names):
        yield sorted({tuple(pair for pair in binding if pair[0] not in had) for binding in by_names[names]})
        had.update(names)


def with_bindings(
    body: tuple[Bindings, formulas.Formula], choice: Sequence[Bindings]
) -> tuple[Bindings, formulas.Formula]:
    """A body with the values of some variables put in."""
    binding, formula = body
    for each in choice:
        binding, formula = (*binding, *each), substitute(formula, each)
    return binding, formula


def conjunction_value(kids: Sequence[proofs.Node], since: int | None) -> tuple[proofs.TruthValue, int | None]:
    """The value of several nodes that all count, and when: the first failure decides, or else the last to be met."""
    failed = [kid.moment for kid in kids if kid.moment is not None and kid.value == proofs.FAILED]
    if failed:
        return proofs.FAILED, min(failed)
    met = [kid.moment for kid in kids if kid.moment is not None]
    if since is not None and len(met) == len(kids):
        return proofs.MET, max((since, *met))
    return strongest((kid.value for kid in kids), CONJUNCTION_ORDER), None


def value_if_ended(formula: formulas.Formula, log: leaves.Log, last: int) -> proofs.TruthValue:  # noqa: C901  # one case a node
    """The value of a duty that begins when the game ends, if it ended with this moment: no act can follow."""
    match formula:
        case formulas.Total():
            return proofs.MET if formula.mode == "le" or formula.n == 0 else proofs.FAILED
        case formulas.StateWithin():
            there = holds(formula.state, log.trace.moments[last].after, log.trace.reader)
            return proofs.UNSETTLED if there is None else proofs.MET if there else proofs.FAILED
        case formulas.And(parts):
            return strongest((value_if_ended(part, log, last) for part in parts), CONJUNCTION_ORDER)
        case formulas.Or(parts):
            return strongest((value_if_ended(part, log, last) for part in parts), DISJUNCTION_ORDER)
        case formulas.Not(part):
            return proofs.OPPOSITE[value_if_ended(part, log, last)]
        case formulas.Once(_, cond, body):
            triggered = value_if_ended(cond, log, last)
            return value_if_ended(body, log, last) if triggered == proofs.MET else proofs.OPPOSITE[triggered]
        case formulas.Unless(_, cond, body):
            excused, value = value_if_ended(cond, log, last), value_if_ended(body, log, last)
            return excused if value != proofs.MET and excused != proofs.FAILED else value
        case formulas.OrElse(_, body, reparation):
            value = value_if_ended(body, log, last)
            return value if value != proofs.FAILED else value_if_ended(reparation, log, last)
        case formulas.Truth() | formulas.Text() | formulas.Hole() | formulas.Whenever():
            return final_value(formula, strict=log.strict, claimed=log.claimed_paths(last))


def is_in_doubt(doubts: leaves.Doubts, index: int) -> bool:
    """Whether hidden facts may have decided it by this moment."""
    return any(first <= index < until for first, until in doubts)


def clip_doubts(doubts: Iterable[tuple[int, int]], moment: int | None) -> leaves.Doubts:
    """The doubts up to the deciding moment."""
    if moment is None:
        return tuple(doubts)
    return tuple((first, min(until, moment)) for first, until in doubts if first < moment)


def first_hidden_moment(
    formula: formulas.GuardFormula,
    kids: Sequence[proofs.Node],
    spans: Sequence[leaves.Doubts],
    log: leaves.Log,
    begun: leaves.NodeStart,
) -> int:
    """The moment from which hidden facts leave open the value of a guard; ``NEVER`` if they do not."""
    match formula:
        case formulas.Once():
            at = _when(kids[0], proofs.MET)
            hidden = at != leaves.NEVER and (
                is_in_doubt(spans[0], at - 1) or is_armed_unseen(formula, kids[0], log, begun)
            )
            return at if hidden else leaves.NEVER
        case formulas.Unless():
            excused, fails = _when(kids[0], proofs.MET), _when(kids[1], proofs.FAILED)
            decided = min(fails, _when(kids[1], proofs.MET))
            if excused != leaves.NEVER and excused <= decided:
                return excused if is_in_doubt(spans[1], excused - 1) else leaves.NEVER
            return fails if fails != leaves.NEVER and is_in_doubt(spans[0], fails) else leaves.NEVER
        case formulas.OrElse():
            fails = _when(kids[0], proofs.FAILED)
            return fails if fails != leaves.NEVER and is_in_doubt(spans[0], fails - 1) else leaves.NEVER
        case formulas.Whenever():
            return leaves.NEVER  # each of its instances is certain, or a hole


def is_armed_unseen(first: formulas.Once, cond: proofs.Node, log: leaves.Log, begun: leaves.NodeStart) -> bool:
    """Whether hidden facts leave open what made a condition come true, or the values that it bound."""
    reached = [(leaf, node) for leaf, node in reached_totals(first.cond, cond, leaves.NEVER) if leaf.pattern.binds]
    values = (binding_of(leaf.pattern, log.trace.fact(fact)) for leaf, node in reached for fact in node.facts)
    moments = {node.moment for node in (cond, *(node for _, node in reached)) if node.moment is not None}
    return None in values or not all(
        leaves.is_certain(leaf, log, begun, index)
        for index in moments
        for leaf in _undecided_totals(first.cond, cond, index)
    )


def _when(node: proofs.Node, value: proofs.TruthValue) -> int:
    """When a node got this value; ``NEVER`` if it has another, or none yet."""
    return node.moment if node.moment is not None and node.value == value else leaves.NEVER


def _undecided_totals(cond: formulas.Formula, node: proofs.Node, index: int) -> Iterator[formulas.Total]:
    """The totals of a condition that could still change its value in this moment."""
    if node.moment is None or node.moment >= index:
        match cond:
            case formulas.Total():
                yield cond
            case formulas.And(parts) | formulas.Or(parts):
                for part, kid in zip(parts, node.kids, strict=True):
                    yield from _undecided_totals(part, kid, index)
            case formulas.Not(part):
                yield from _undecided_totals(part, node.kids[0], index)
            case _:
                pass
