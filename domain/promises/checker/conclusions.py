"""The conclusions of the checker: what follows from several lines together, from a condition, and from hidden facts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.checker.leaves import NEVER, Doubts, Log, NodeStart, can_tell, fact_at
from oathbook.domain.promises.logic.bindings import Bindings, binding_of, bound
from oathbook.domain.promises.logic.finalisation import final_value
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
)
from oathbook.domain.promises.logic.matching import holds
from oathbook.domain.promises.logic.proof import FAILED, LAPSED, MET, UNSETTLED, Node, Worth

TURNED: Final[dict[Worth, Worth]] = {MET: FAILED, FAILED: MET, LAPSED: LAPSED, UNSETTLED: UNSETTLED}
"""The value of the opposite."""

_RANKS: Final[dict[Worth, int]] = {FAILED: 0, UNSETTLED: 1, LAPSED: 2, MET: 3}


def shown_when_hidden(formula: Formula) -> tuple[Formula, ...]:
    """The parts that a proof shows of a node that hidden facts leave open."""
    match formula:
        case Once(_, cond, _):
            return (cond,)
        case Unless(_, cond, body):
            return cond, body
        case OrElse(_, body, _):
            return (body,)
        case _:
            return ()  # nothing else is left open


def reached_in(cond: Formula, node: Node, until: int) -> Iterator[tuple[Total, Node]]:
    """The totals of a condition that were reached, no later than any node around them was decided."""
    until = min(until, NEVER if node.moment is None else node.moment)
    match cond:
        case Total():
            if node.rule in {"enough", "too-much"} and node.moment == until:
                yield cond, node
        case And(parts) | Or(parts):
            for part, kid in zip(parts, node.kids, strict=True):
                yield from reached_in(part, kid, until)
        case Not(part):
            yield from reached_in(part, node.kids[0], until)
        case _:
            return


def first_bindings(by_names: Mapping[tuple[str, ...], set[Bindings]], known: set[str]) -> Iterator[list[Bindings]]:
    """The values that a moment gives to variables that have none yet, by group of names in order."""
    had = set(known)
    for names in sorted(by_names):
        yield sorted({tuple(pair for pair in binding if pair[0] not in had) for binding in by_names[names]})
        had.update(names)


def with_bindings(body: tuple[Bindings, Formula], choice: Sequence[Bindings]) -> tuple[Bindings, Formula]:
    """A body with the values of some variables put in."""
    binding, formula = body
    for each in choice:
        binding, formula = (*binding, *each), bound(formula, each)
    return binding, formula


def all_of(kids: Sequence[Node], since: int | None) -> tuple[Worth, int | None]:
    """The value of several nodes that all count, and when: the first failure decides, or else the last to be met."""
    failed = [kid.moment for kid in kids if kid.moment is not None and kid.value == FAILED]
    if failed:
        return FAILED, min(failed)
    met = [kid.moment for kid in kids if kid.moment is not None]
    if since is not None and len(met) == len(kids):
        return MET, max((since, *met))
    worths: list[Worth] = [MET, *(kid.value for kid in kids)]
    return min(worths, key=lambda worth: _RANKS[worth]), None


def _least(worths: Iterable[Worth]) -> Worth:
    return min(worths, key=lambda worth: _RANKS[worth])


def if_it_ended(formula: Formula, log: Log, last: int) -> Worth:  # noqa: C901  # one case a node
    """The value of a duty that begins when the game ends, if it ended with this moment: no act can follow."""
    match formula:
        case Total():
            return MET if formula.mode == "le" or formula.n == 0 else FAILED
        case StateWithin():
            there = holds(formula.state, log.trace.moments[last].after, log.trace.reader)
            return UNSETTLED if there is None else MET if there else FAILED
        case And(parts):
            return _least(if_it_ended(part, log, last) for part in parts)
        case Or(parts):
            return TURNED[_least(TURNED[if_it_ended(part, log, last)] for part in parts)]
        case Not(part):
            return TURNED[if_it_ended(part, log, last)]
        case Once(_, cond, body):
            triggered = if_it_ended(cond, log, last)
            return if_it_ended(body, log, last) if triggered == MET else TURNED[triggered]
        case Unless(_, cond, body):
            excused, value = if_it_ended(cond, log, last), if_it_ended(body, log, last)
            return excused if value != MET and excused != FAILED else value
        case OrElse(_, body, reparation):
            value = if_it_ended(body, log, last)
            return value if value != FAILED else if_it_ended(reparation, log, last)
        case Truth() | Text() | Hole() | Whenever():
            return final_value(formula, strict=log.strict, claimed=log.claimed_by(last))


def in_doubt(doubts: Doubts, index: int) -> bool:
    """Whether hidden facts may have decided it by this moment."""
    return any(first <= index < until for first, until in doubts)


def turned(kid: Node) -> Node:
    """A node with the opposite value, for nodes of which one is enough."""
    return replace(kid, value=TURNED[kid.value])


def until_decided(doubts: Iterable[tuple[int, int]], moment: int | None) -> Doubts:
    """The doubts up to the deciding moment."""
    if moment is None:
        return tuple(doubts)
    return tuple((first, min(until, moment)) for first, until in doubts if first < moment)


def hidden_since(
    formula: Once | Whenever | Unless | OrElse,
    kids: Sequence[Node],
    spans: Sequence[Doubts],
    log: Log,
    begun: NodeStart,
) -> int:
    """The moment from which hidden facts leave open the value of a guard; ``NEVER`` if they do not."""
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
            return NEVER  # each of its instances is certain, or a hole


def is_armed_unseen(first: Once, cond: Node, log: Log, begun: NodeStart) -> bool:
    """Whether hidden facts leave open what made a condition come true, or the values that it bound."""
    reached = [(leaf, node) for leaf, node in reached_in(first.cond, cond, NEVER) if leaf.pattern.binds]
    values = (binding_of(leaf.pattern, fact_at(fact, log)) for leaf, node in reached for fact in node.facts)
    moments = {node.moment for node in (cond, *(node for _, node in reached)) if node.moment is not None}
    return None in values or not all(
        can_tell(leaf, log, begun, index) for index in moments for leaf in _undecided(first.cond, cond, index)
    )


def _when(node: Node, value: Worth) -> int:
    """When a node got this value; ``NEVER`` if it has another, or none yet."""
    return node.moment if node.moment is not None and node.value == value else NEVER


def _undecided(cond: Formula, node: Node, index: int) -> Iterator[Total]:
    """The totals of a condition that could still change its value in this moment."""
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
