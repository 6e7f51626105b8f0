"""What is owed by a formula, and what of a joint promise by one party, whatever another has broken before."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic import formulas

BY: Final = "by"


def duties_of(formula: formulas.Formula, seat: Seat) -> Iterator[formulas.Formula]:
    """The duties of a formula that are this seat's, each by itself: it owes the others whatever becomes of one.

    What several must not do at all, each of them must not do. An amount that several may use up between them is
    nobody's share: it is used up once. What several owe together, or one of several duties of which a choice is left
    or which takes the place of another, is a share of each of them.
    """
    match formula:
        case formulas.And(parts):
            for part in parts:
                yield from duties_of(part, seat)
        case formulas.Once() | formulas.Whenever() | formulas.Unless():
            yield from (replace(formula, body=each) for each in duties_of(formula.body, seat))
        case formulas.Total(owners=owners, mode="le", n=n) if len(owners) > 1:
            if seat in owners and n == 0:
                yield replace(formula, owners=(seat,), pattern=_by(formula.pattern, seat))
        case _:
            if any(seat in each.owners for each in leaves_of(formula)):
                yield formula


def _by(pattern: formulas.Pattern, seat: Seat) -> formulas.Pattern:
    """The same, done by this one of several."""
    constraints = (
        replace(each, term=formulas.Exactly(seat))
        if each.slot == BY and isinstance(each.term, formulas.AnyOf)
        else each
        for each in pattern.constraints
    )
    return replace(pattern, constraints=tuple(constraints))


def leaves_of(formula: formulas.Formula) -> Iterator[formulas.Total | formulas.StateWithin | formulas.Text]:
    """What is owed by a formula, duty by duty, without the conditions."""
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
