"""Which leaves of a letter failed, so that the letter did: blame begins with whose they are."""

from collections.abc import Iterator

from msgspec import Struct

from domain.promises.logic.bindings import bound
from domain.promises.logic.formula import (
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
from domain.promises.logic.proof import FAILED, Node


class Culprit(Struct, frozen=True):
    """A leaf that failed, with its variables bound, and what the proof says of it."""

    formula: Formula
    node: Node


def culprits(formula: Formula, node: Node) -> Iterator[Culprit]:
    """The leaves by which a formula has failed.

    Of several duties those that failed when all did, of a choice each, of a trigger its body, and where there was a
    second duty that one: the first is no breach any more.
    """
    if node.rule == "ruled":
        yield Culprit(formula, node)
        return
    match formula:
        case And(parts) | Or(parts):
            for part, kid in zip(parts, node.kids, strict=True):
                if kid.value == FAILED and (kid.moment == node.moment or isinstance(formula, Or)):
                    yield from culprits(part, kid)
        case Once() | Whenever() | Unless() | OrElse():
            yield from _under_a_guard(formula, node)
        case Total() | StateWithin() | Text() | Hole():
            yield Culprit(formula, node)
        case Truth() | Not():
            return  # a letter that says so itself; and nothing is denied outside conditions


def _under_a_guard(formula: Once | Whenever | Unless | OrElse, node: Node) -> Iterator[Culprit]:
    bodies: list[tuple[Formula, Node]]
    match formula:
        case Once(_, _, body):
            bodies = [(bound(body, kid.bound), kid) for kid in node.kids[1:]]
        case Whenever(_, _, body):
            bodies = [(bound(body, kid.bound), kid.kids[0]) for kid in node.kids if kid.rule == "instance"]
        case Unless(_, _, body):
            bodies = [(body, node.kids[1])]
        case OrElse(_, body, reparation):
            bodies = [(reparation, node.kids[1])] if node.rule == "reparation" else [(body, node.kids[0])]
    for duty, kid in bodies:
        if kid.value == FAILED and kid.moment == node.moment:
            yield from culprits(duty, kid)
