"""The checker, what follows from what: values of several lines together, and what a condition bound."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from domain.promises.checker.deriving import NEVER, Doubts
from domain.promises.logic.bindings import Bindings, bound
from domain.promises.logic.formula import And, Formula, Not, Once, Or, OrElse, Total, Unless
from domain.promises.logic.proof import FAILED, LAPSED, MET, UNSETTLED, Node, Worth

TURNED: Final[dict[Worth, Worth]] = {MET: FAILED, FAILED: MET, LAPSED: LAPSED, UNSETTLED: UNSETTLED}
"""What a value is worth for something that denies it."""

_RANKS: Final[dict[Worth, int]] = {FAILED: 0, UNSETTLED: 1, LAPSED: 2, MET: 3}


def shown_when_hidden(formula: Formula) -> tuple[Formula, ...]:
    """What a proof shows of something that cannot be told."""
    match formula:
        case Once(_, cond, _):
            return (cond,)
        case Unless(_, cond, body):
            return cond, body
        case OrElse(_, body, _):
            return (body,)
        case _:
            return ()  # of anything else it can be told


def reached_in(cond: Formula, node: Node, until: int) -> Iterator[tuple[Total, Node]]:
    """The totals of a condition that were reached, no later than anything they stand in was decided."""
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
    """The values that a moment gives to variables that have none yet, those of each group of names in their order."""
    had = set(known)
    for names in sorted(by_names):
        yield sorted({tuple(pair for pair in binding if pair[0] not in had) for binding in by_names[names]})
        had.update(names)


def with_bindings(body: tuple[Bindings, Formula], choice: Sequence[Bindings]) -> tuple[Bindings, Formula]:
    """A body with the values of some variables in it."""
    binding, formula = body
    for each in choice:
        binding, formula = (*binding, *each), bound(formula, each)
    return binding, formula


def all_of(kids: Sequence[Node], since: int | None) -> tuple[Worth, int | None]:
    """What several come to that all count, and when: the first that fails decides, or else the last to be met."""
    failed = [kid.moment for kid in kids if kid.moment is not None and kid.value == FAILED]
    if failed:
        return FAILED, min(failed)
    met = [kid.moment for kid in kids if kid.moment is not None]
    if since is not None and len(met) == len(kids):
        return MET, max((since, *met))
    worths: list[Worth] = [MET, *(kid.value for kid in kids)]
    return min(worths, key=lambda worth: _RANKS[worth]), None


def in_doubt(doubts: Doubts, index: int) -> bool:
    """Whether something may have been decided by this moment unseen."""
    return any(first <= index < until for first, until in doubts)


def turned(kid: Node) -> Node:
    """A node as it counts for one of which one is enough."""
    return replace(kid, value=TURNED[kid.value])


def until_decided(doubts: Iterable[tuple[int, int]], moment: int | None) -> Doubts:
    """Doubts up to where all is decided."""
    if moment is None:
        return tuple(doubts)
    return tuple((first, min(until, moment)) for first, until in doubts if first < moment)
