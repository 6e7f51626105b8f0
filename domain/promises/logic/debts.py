"""Debts: what is done pays the oldest instance of a *whenever* first, and no unit of it pays twice."""

from collections.abc import Callable, Iterator, Mapping

from oathbook.domain.promises.logic import formulas, proofs
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.logic.shares import leaves_of

FactKey = tuple[int, int]  # the position and the number of a fact
PaymentKey = tuple[NodePath, FactKey]  # a debt by its path, and the fact that pays it
Payment = tuple[PaymentKey, int, int]  # what a debt takes of a fact, at least and at most
Paid = dict[PaymentKey, tuple[int, int]]  # what older debts have taken of facts, at least and at most
NOTHING_PAID: Mapping[PaymentKey, tuple[int, int]] = {}


def count_payment(amount: tuple[int, int | None], missing: int, taken: tuple[int, int] | None) -> tuple[int, int]:
    """The least and the most that counts for a debt of a fact of which older debts have taken something.

    ``missing`` is the most that may be missing; the amount is that of the whole fact, at least and at most.
    """
    (least, most), (surely, perhaps) = amount, taken or (0, 0)
    at_most = missing if most is None else min(missing, max(0, most - surely))
    return min(missing, max(0, least - perhaps)), at_most


def add_payments(paid: Paid, payments: Iterator[Payment] | list[Payment], *, doubted: bool = False) -> None:
    """Add what a debt has taken; a debt that may have been over before has taken nothing for sure."""
    for key, surely, perhaps in payments:
        had = paid.get(key, (0, 0))
        paid[key] = had[0] + (0 if doubted else surely), had[1] + perhaps


def paying_paths(whenever: formulas.Whenever) -> frozenset[NodePath]:
    """The paths of the debts in the body of a *whenever* that goes on to the end."""
    leaves = leaves_of(whenever.body) if whenever.debts and whenever.window is None else ()
    return frozenset(each.path for each in leaves if isinstance(each, formulas.Total) and each.pays)


def payments_in(
    node: proofs.Node, paths: frozenset[NodePath], in_doubt: Callable[[int], bool], until: int | None = None
) -> Iterator[Payment]:
    """What the debts of an instance took of the facts, by the proof of it: nothing any more once it was decided."""
    if node.moment is not None:
        until = node.moment if until is None else min(until, node.moment)
    if node.leaf is not None and node.path in paths:
        least = most = 0
        for each in node.leaf.counted:
            if each.hi is not None and (until is None or each.fact.moment <= until):
                surely = 0 if in_doubt(each.fact.moment) else min(each.lo, max(0, node.leaf.n - most))
                yield (node.path, (each.fact.position, each.fact.number)), surely, each.hi
                least, most = least + each.lo, most + each.hi
    for kid in node.kids:
        yield from payments_in(kid, paths, in_doubt, _last_moment(node, kid, until))


def _last_moment(node: proofs.Node, kid: proofs.Node, until: int | None) -> int | None:
    """The last moment that counts in a part: what is excused is paid no more in the moment of the excuse."""
    if node.rule not in {"excused", "not-excused", "hidden-trigger"} or len(node.kids) == 1 or kid is node.kids[0]:
        return until
    excuse = node.kids[0]
    if excuse.value != proofs.MET or excuse.moment is None:
        return until
    return excuse.moment - 1 if until is None else min(until, excuse.moment - 1)
