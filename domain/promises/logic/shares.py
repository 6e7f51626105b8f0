"""The duties in a formula, and each party's own share of a joint promise."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic import formulas

BY: Final = "by"


def duties_of(formula: formulas.Formula, seat: Seat, *, pools: bool = False) -> Iterator[formulas.Formula]:
    """The duties of a formula that a seat owes, one by one: it still owes the others after one is broken.

    What several must not do at all, none of them may do. A limit that several share is nobody's own duty, or, with
    ``pools``, one of each of them. What several owe together, and a choice or a reparation in which a seat has a part,
    is owed by each of them.
    """
    match formula:
        case formulas.And(parts):
            for part in parts:
                yield from duties_of(part, seat, pools=pools)
        case formulas.Once() | formulas.Whenever() | formulas.Unless():
            yield from (replace(formula, body=each) for each in duties_of(formula.body, seat, pools=pools))
        case formulas.Total(owners=owners, mode="le", n=n) if len(owners) > 1 and not (pools and n):
            if seat in owners and n == 0:
                yield replace(formula, owners=(seat,), pattern=_by(formula.pattern, seat))
        case _:
            if any(seat in each.owners for each in leaves_of(formula)):
                yield formula


def _by(pattern: formulas.Pattern, seat: Seat) -> formulas.Pattern:
    """The pattern, with this seat in place of any of several."""
    constraints = (
        replace(each, term=formulas.Exactly(seat))
        if each.slot == BY and isinstance(each.term, formulas.AnyOf)
        else each
        for each in pattern.constraints
    )
    return replace(pattern, constraints=tuple(constraints))


def leaves_of(formula: formulas.Formula) -> Iterator[formulas.Total | formulas.StateWithin | formulas.Text]:
    """The leaves of a formula that are owed, without those of its conditions."""
    match formula:
        case formulas.Total() | formulas.StateWithin() | formulas.Text():
            yield formula
        case formulas.And(parts) | formulas.Or(parts):
            for part in parts:
                yield from leaves_of(part)
        case formulas.Once() | formulas.Whenever() | formulas.Unless():
            yield from leaves_of(formula.body)
        case formulas.OrElse(_, body, reparation):
            yield from (*leaves_of(body), *leaves_of(reparation))
        case formulas.Truth() | formulas.Not() | formulas.Hole():
            return
