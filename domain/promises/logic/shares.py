"""What is owed by a formula, and what of a joint promise by one party, whatever another has broken before."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.promises.logic.formula import (
    TRUE,
    And,
    AnyOf,
    Exactly,
    Formula,
    Hole,
    Not,
    Once,
    Or,
    OrElse,
    Pattern,
    StateWithin,
    Text,
    Total,
    Truth,
    Unless,
    Whenever,
)

BY: Final = "by"


def share_of(formula: Formula, seat: Seat) -> Formula:
    """The duties of a formula that are this seat's, and true in the place of all others.

    What several must not do at all, each of them must not do. An amount that several may use up between them is
    nobody's share: it is used up once. What several owe together, or one of several duties of which a choice is left
    or which takes the place of another, is a share of each of them.
    """
    match formula:
        case And(parts):
            return And(tuple(share_of(part, seat) for part in parts))
        case Once() | Whenever() | Unless():
            return replace(formula, body=share_of(formula.body, seat))
        case Total(owners=owners, mode="le", n=n) if len(owners) > 1:
            alone = replace(formula, owners=(seat,), pattern=_by(formula.pattern, seat))
            return alone if seat in owners and n == 0 else TRUE
        case _:
            return formula if any(seat in each.owners for each in leaves_of(formula)) else TRUE


def _by(pattern: Pattern, seat: Seat) -> Pattern:
    """The same, done by this one of several."""
    constraints = (
        replace(each, term=Exactly(seat)) if each.slot == BY and isinstance(each.term, AnyOf) else each
        for each in pattern.constraints
    )
    return replace(pattern, constraints=tuple(constraints))


def leaves_of(formula: Formula) -> Iterator[Total | StateWithin | Text]:
    """What is owed by a formula, duty by duty, without the conditions."""
    match formula:
        case Total() | StateWithin() | Text():
            yield formula
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves_of(part)
        case Once() | Whenever() | Unless():
            yield from leaves_of(formula.body)
        case OrElse(_, body, reparation):
            yield from (*leaves_of(body), *leaves_of(reparation))
        case Truth() | Not() | Hole():
            return
