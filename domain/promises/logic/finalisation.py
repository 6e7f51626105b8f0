"""The value of an undecided formula when the game ends, and whether hidden facts may have decided it already."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.logic import formulas, proofs
from oathbook.domain.promises.logic.paths import NodePath, covers

CONJUNCTION_ORDER: Final[tuple[proofs.TruthValue, ...]] = (proofs.FAILED, proofs.UNSETTLED, proofs.LAPSED, proofs.MET)
"""The order in which values of parts count where all parts are needed: the first that occurs wins."""

DISJUNCTION_ORDER: Final[tuple[proofs.TruthValue, ...]] = (proofs.MET, proofs.UNSETTLED, proofs.LAPSED, proofs.FAILED)
"""The same order where one part is enough."""

OPPOSITE: Final[dict[proofs.TruthValue, proofs.TruthValue]] = {
    proofs.MET: proofs.FAILED,
    proofs.FAILED: proofs.MET,
    proofs.LAPSED: proofs.LAPSED,
    proofs.UNSETTLED: proofs.UNSETTLED,
}

GAME_CLOSED: Final = "game_closed"  # the fact that a game is over, in every ruleset

_WITH_THE_GAME: Final = formulas.Window(formulas.Pattern(GAME_CLOSED), 1, inclusive=True)

ClaimedPaths = tuple[NodePath, ...] | None
"""The paths that have been claimed about when the game ended; ``None`` while the game goes on."""


def final_value(node: formulas.Formula, *, strict: bool, claimed: ClaimedPaths = None) -> proofs.TruthValue:
    """The value of an undecided formula if nothing more comes; ``strict``: a deadline not reached has failed.

    A reparation that has not begun counts for nothing: whoever knows the state that the game ends with begins it first.
    Once the game has ended, plain words need a ruling only if they have been ``claimed`` about; else they are met.
    """
    match node:
        case formulas.Truth(value):
            return proofs.MET if value else proofs.FAILED
        case formulas.Text(path):
            return proofs.MET if is_unclaimed(path, claimed) else proofs.UNSETTLED
        case formulas.Hole():
            return proofs.UNSETTLED
        case formulas.Total() | formulas.StateWithin():
            return _atom_value(node, strict=strict)
        case formulas.And() | formulas.Or() | formulas.Not():
            return _connective_value(node, strict=strict, claimed=claimed)
        case formulas.Once() | formulas.Whenever() | formulas.Unless() | formulas.OrElse():
            return _guard_value(node, strict=strict, claimed=claimed)


def is_unclaimed(path: NodePath, claimed: ClaimedPaths) -> bool:
    """Whether the game has ended without a claim about the plain words at a path."""
    return claimed is not None and not any(covers(each, path) for each in claimed)


def limit_to_game_end(node: formulas.Formula) -> formulas.Formula:  # noqa: C901  # one case a node
    """The formula as it begins in the step that ends the game, when nobody decides anything any more.

    What is not done with that step never will be, and a state is that which the game ends with.
    """
    match node:
        case formulas.Total():
            return replace(node, window=_WITH_THE_GAME)
        case formulas.StateWithin():
            return replace(node, mode="AT", window=_WITH_THE_GAME)
        case formulas.And(parts) | formulas.Or(parts):
            return type(node)(tuple(limit_to_game_end(part) for part in parts))
        case formulas.Not(part):
            return formulas.Not(limit_to_game_end(part))
        case formulas.Once() | formulas.Unless():
            return replace(node, cond=limit_to_game_end(node.cond), body=limit_to_game_end(node.body))
        case formulas.Whenever():
            return replace(node, body=limit_to_game_end(node.body), window=_WITH_THE_GAME)
        case formulas.OrElse():
            return replace(node, body=limit_to_game_end(node.body), reparation=limit_to_game_end(node.reparation))
        case formulas.Truth() | formulas.Text() | formulas.Hole():
            return node


def strongest(worths: Sequence[proofs.TruthValue], order: tuple[proofs.TruthValue, ...]) -> proofs.TruthValue:
    """The first value of an order that occurs; the last of the order if none does."""
    found: list[proofs.TruthValue] = [worth for worth in order if worth in worths]
    return found[0] if found else order[-1]


def _atom_value(node: formulas.Total | formulas.StateWithin, *, strict: bool) -> proofs.TruthValue:
    open_duty = proofs.LAPSED if node.window is not None and not strict else proofs.FAILED
    if may_be_decided(node):
        return proofs.UNSETTLED
    if node.mode in {"le", "G"}:
        return proofs.MET
    return (
        _exact(node)
        if isinstance(node, formulas.Total) and node.mode == "eq" and open_duty == proofs.FAILED
        else open_duty
    )


def _exact(node: formulas.Total) -> proofs.TruthValue:
    """The value of a total that had to be exact, when nothing can be added any more."""
    if node.lo == node.hi:
        return proofs.MET if node.lo == node.n else proofs.FAILED
    return proofs.UNSETTLED if node.hi == node.n else proofs.FAILED


def _connective_value(
    node: formulas.And | formulas.Or | formulas.Not, *, strict: bool, claimed: ClaimedPaths
) -> proofs.TruthValue:
    match node:
        case formulas.And(parts):
            return strongest([final_value(part, strict=strict, claimed=claimed) for part in parts], CONJUNCTION_ORDER)
        case formulas.Or(parts):
            return strongest([final_value(part, strict=strict, claimed=claimed) for part in parts], DISJUNCTION_ORDER)
        case formulas.Not(part):
            return OPPOSITE[final_value(part, strict=strict, claimed=claimed)]


def _guard_value(
    node: formulas.Once | formulas.Whenever | formulas.Unless | formulas.OrElse, *, strict: bool, claimed: ClaimedPaths
) -> proofs.TruthValue:
    match node:
        case formulas.Once():
            return proofs.UNSETTLED if may_be_decided(node.cond) else proofs.MET
        case formulas.Whenever():
            return strongest(
                [final_value(each, strict=strict, claimed=claimed) for each in node.open], CONJUNCTION_ORDER
            )
        case formulas.Unless():
            worth = final_value(node.body, strict=strict, claimed=claimed)
            return proofs.UNSETTLED if worth != proofs.MET and may_be_decided(node.cond) else worth
        case formulas.OrElse():
            worth = final_value(node.body, strict=strict, claimed=claimed)
            return proofs.UNSETTLED if worth == proofs.FAILED and may_be_decided(node.body) else worth


def may_be_decided(node: formulas.Formula) -> bool:
    """Whether facts that this reader cannot see may have decided the formula already."""
    match node:
        case formulas.Hole():
            return True
        case formulas.Truth() | formulas.Text():
            return False
        case formulas.StateWithin():
            return node.hidden
        case formulas.Total():
            return node.hi is None or node.hi >= (node.n if node.mode == "ge" else node.n + 1)
        case formulas.And(parts) | formulas.Or(parts) | formulas.Whenever(open=parts):
            return any(may_be_decided(part) for part in parts)
        case formulas.Not(part) | formulas.Once(cond=part) | formulas.OrElse(body=part):
            return may_be_decided(part)
        case formulas.Unless(_, cond, body):
            return may_be_decided(cond) or may_be_decided(body)
