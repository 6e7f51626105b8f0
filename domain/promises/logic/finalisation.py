"""The value of an undecided formula when the game ends, and whether hidden facts may have decided it already."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.logic.formula import (
    And,
    Formula,
    Hole,
    Not,
    Once,
    Or,
    OrElse,
    Path,
    Pattern,
    StateWithin,
    Text,
    Total,
    Truth,
    Unless,
    Whenever,
    Window,
    covers,
)
from oathbook.domain.promises.logic.proof import FAILED, LAPSED, MET, UNSETTLED, Worth

ALL: Final[tuple[Worth, ...]] = (FAILED, UNSETTLED, LAPSED, MET)
"""The order in which values of parts count where all parts are needed: the first that occurs wins."""

ONE: Final[tuple[Worth, ...]] = (MET, UNSETTLED, LAPSED, FAILED)
"""The same order where one part is enough."""

OPPOSITE: Final[dict[Worth, Worth]] = {MET: FAILED, FAILED: MET, LAPSED: LAPSED, UNSETTLED: UNSETTLED}

GAME_CLOSED: Final = "game_closed"
"""The fact that a game is over, in every ruleset."""

_WITH_THE_GAME: Final = Window(Pattern(GAME_CLOSED), 1, inclusive=True)

ClaimedPaths = tuple[Path, ...] | None
"""The paths that have been claimed about when the game ended; ``None`` while the game goes on."""


def final_value(node: Formula, *, strict: bool, claimed: ClaimedPaths = None) -> Worth:
    """The value of an undecided formula if nothing more comes; ``strict``: a deadline not reached has failed.

    A reparation that has not begun counts for nothing: whoever knows the state that the game ends with begins it first.
    Once the game has ended, plain words need a ruling only if they have been ``claimed`` about; else they are met.
    """
    match node:
        case Truth(value):
            return MET if value else FAILED
        case Text(path):
            return MET if is_unclaimed(path, claimed) else UNSETTLED
        case Hole():
            return UNSETTLED
        case Total() | StateWithin():
            return _atom_value(node, strict=strict)
        case And() | Or() | Not():
            return _connective_value(node, strict=strict, claimed=claimed)
        case Once() | Whenever() | Unless() | OrElse():
            return _guard_value(node, strict=strict, claimed=claimed)


def is_unclaimed(path: Path, claimed: ClaimedPaths) -> bool:
    """Whether the game has ended without a claim about the plain words at a path."""
    return claimed is not None and not any(covers(each, path) for each in claimed)


def up_to_the_end(node: Formula) -> Formula:  # noqa: C901  # one case a node
    """The formula as it begins in the step that ends the game, when nobody decides anything any more.

    What is not done with that step never will be, and a state is that which the game ends with.
    """
    match node:
        case Total():
            return replace(node, window=_WITH_THE_GAME)
        case StateWithin():
            return replace(node, mode="AT", window=_WITH_THE_GAME)
        case And(parts) | Or(parts):
            return type(node)(tuple(up_to_the_end(part) for part in parts))
        case Not(part):
            return Not(up_to_the_end(part))
        case Once() | Unless():
            return replace(node, cond=up_to_the_end(node.cond), body=up_to_the_end(node.body))
        case Whenever():
            return replace(node, body=up_to_the_end(node.body), window=_WITH_THE_GAME)
        case OrElse():
            return replace(node, body=up_to_the_end(node.body), reparation=up_to_the_end(node.reparation))
        case Truth() | Text() | Hole():
            return node


def strongest(worths: Sequence[Worth], order: tuple[Worth, ...]) -> Worth:
    """The first value of an order that occurs; the last of the order if none does."""
    found: list[Worth] = [worth for worth in order if worth in worths]
    return found[0] if found else order[-1]


def _atom_value(node: Total | StateWithin, *, strict: bool) -> Worth:
    open_duty = LAPSED if node.window is not None and not strict else FAILED
    if maybe_decided(node):
        return UNSETTLED
    if node.mode in {"le", "G"}:
        return MET
    return _exact(node) if isinstance(node, Total) and node.mode == "eq" and open_duty == FAILED else open_duty


def _exact(node: Total) -> Worth:
    """The value of a total that had to be exact, when nothing can be added any more."""
    if node.lo == node.hi:
        return MET if node.lo == node.n else FAILED
    return UNSETTLED if node.hi == node.n else FAILED


def _connective_value(node: And | Or | Not, *, strict: bool, claimed: ClaimedPaths) -> Worth:
    match node:
        case And(parts):
            return strongest([final_value(part, strict=strict, claimed=claimed) for part in parts], ALL)
        case Or(parts):
            return strongest([final_value(part, strict=strict, claimed=claimed) for part in parts], ONE)
        case Not(part):
            return OPPOSITE[final_value(part, strict=strict, claimed=claimed)]


def _guard_value(node: Once | Whenever | Unless | OrElse, *, strict: bool, claimed: ClaimedPaths) -> Worth:
    match node:
        case Once():
            return UNSETTLED if maybe_decided(node.cond) else MET
        case Whenever():
            return strongest([final_value(each, strict=strict, claimed=claimed) for each in node.open], ALL)
        case Unless():
            worth = final_value(node.body, strict=strict, claimed=claimed)
            return UNSETTLED if worth != MET and maybe_decided(node.cond) else worth
        case OrElse():
            worth = final_value(node.body, strict=strict, claimed=claimed)
            return UNSETTLED if worth == FAILED and maybe_decided(node.body) else worth


def maybe_decided(node: Formula) -> bool:
    """Whether facts that this reader cannot see may have decided the formula already."""
    match node:
        case Hole():
            return True
        case Truth() | Text():
            return False
        case StateWithin():
            return node.hidden
        case Total():
            return node.hi is None or node.hi >= (node.n if node.mode == "ge" else node.n + 1)
        case And(parts) | Or(parts) | Whenever(open=parts):
            return any(maybe_decided(part) for part in parts)
        case Not(part) | Once(cond=part) | OrElse(body=part):
            return maybe_decided(part)
        case Unless(_, cond, body):
            return maybe_decided(cond) or maybe_decided(body)
