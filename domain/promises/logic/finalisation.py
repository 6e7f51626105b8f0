"""What is left of a letter when no more moments come, and what this reader cannot tell of it."""

from collections.abc import Sequence
from typing import Final

from domain.promises.logic.formula import (
    And,
    Each,
    First,
    Formula,
    Hole,
    Neg,
    Or,
    OrElse,
    Path,
    StW,
    Tally,
    Text,
    Truth,
    Unless,
    covers,
)
from domain.promises.logic.proof import FAILED, LAPSED, MET, UNSETTLED, Worth

ALL: Final[tuple[Worth, ...]] = (FAILED, UNSETTLED, LAPSED, MET)
"""Of several that all count, the first of these that is among them."""

ONE: Final[tuple[Worth, ...]] = (MET, UNSETTLED, LAPSED, FAILED)
"""Of several of which one is enough, likewise."""

OPPOSITE: Final[dict[Worth, Worth]] = {MET: FAILED, FAILED: MET, LAPSED: LAPSED, UNSETTLED: UNSETTLED}


Claimed = tuple[Path, ...] | None
"""The paths that somebody has claimed something about when the game ended; nothing as long as it goes on."""


def ended(node: Formula, *, strict: bool, claimed: Claimed = None) -> Worth:
    """What an undecided formula comes to if the game ends now; ``strict``: a deadline not reached has failed.

    Once it has ended, plain words are left to a ruling only if they have been ``claimed`` about; else they are met.
    """
    match node:
        case Truth(value):
            return MET if value else FAILED
        case Text(path):
            return MET if is_unclaimed(path, claimed) else UNSETTLED
        case Hole():
            return UNSETTLED
        case Tally() | StW():
            return _leaf_ended(node, strict=strict)
        case And() | Or() | Neg():
            return _connective_ended(node, strict=strict, claimed=claimed)
        case First() | Each() | Unless() | OrElse():
            return _guard_ended(node, strict=strict, claimed=claimed)


def is_unclaimed(path: Path, claimed: Claimed) -> bool:
    """Whether the game has ended without a claim about what stands at a path in plain words."""
    return claimed is not None and not any(covers(each, path) for each in claimed)


def taken(worths: Sequence[Worth], order: tuple[Worth, ...]) -> Worth:
    """The first of an order that is among these; its last if there are none."""
    found: list[Worth] = [worth for worth in order if worth in worths]
    return found[0] if found else order[-1]


def _leaf_ended(node: Tally | StW, *, strict: bool) -> Worth:
    open_duty = LAPSED if node.win is not None and not strict else FAILED
    if clouded(node):
        return UNSETTLED
    if node.mode in {"le", "G"}:
        return MET
    return _exact(node) if isinstance(node, Tally) and node.mode == "eq" and open_duty == FAILED else open_duty


def _exact(node: Tally) -> Worth:
    """What a total that had to be exact comes to when nothing can be added any more."""
    if node.lo == node.hi:
        return MET if node.lo == node.n else FAILED
    return UNSETTLED if node.hi == node.n else FAILED


def _connective_ended(node: And | Or | Neg, *, strict: bool, claimed: Claimed) -> Worth:
    match node:
        case And(parts):
            return taken([ended(part, strict=strict, claimed=claimed) for part in parts], ALL)
        case Or(parts):
            return taken([ended(part, strict=strict, claimed=claimed) for part in parts], ONE)
        case Neg(part):
            return OPPOSITE[ended(part, strict=strict, claimed=claimed)]


def _guard_ended(node: First | Each | Unless | OrElse, *, strict: bool, claimed: Claimed) -> Worth:
    match node:
        case First():
            return UNSETTLED if clouded(node.cond) else MET
        case Each():
            return taken([ended(each, strict=strict, claimed=claimed) for each in node.open], ALL)
        case Unless():
            worth = ended(node.body, strict=strict, claimed=claimed)
            return UNSETTLED if worth != MET and clouded(node.cond) else worth
        case OrElse():
            worth = ended(node.body, strict=strict, claimed=claimed)
            if worth != FAILED:
                return worth
            return UNSETTLED if clouded(node.body) else ended(node.reparation, strict=strict, claimed=claimed)


def clouded(node: Formula) -> bool:
    """Whether the formula may be decided already, by facts that this reader cannot see."""
    match node:
        case Hole():
            return True
        case Truth() | Text():
            return False
        case StW():
            return node.untold
        case Tally():
            return node.hi is None or node.hi >= (node.n if node.mode == "ge" else node.n + 1)
        case And(parts) | Or(parts):
            return any(clouded(part) for part in parts)
        case Neg(part):
            return clouded(part)
        case First() | Each() | Unless() | OrElse():
            return _guard_clouded(node)


def _guard_clouded(node: First | Each | Unless | OrElse) -> bool:
    match node:
        case First(_, cond, _):
            return clouded(cond)
        case Each():
            return any(clouded(each) for each in node.open)
        case Unless(_, cond, body):
            return clouded(cond) or clouded(body)
        case OrElse(_, body, _):
            return clouded(body)
