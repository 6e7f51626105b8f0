"""The value of an undecided formula if the game ends now, and whether hidden facts may have decided it already."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.logic import formulas, proofs
from oathbook.domain.promises.logic.paths import NodePath, covers

CONJUNCTION_ORDER: Final[tuple[proofs.TruthValue, ...]] = (proofs.FAILED, proofs.UNSETTLED, proofs.LAPSED, proofs.MET)
DISJUNCTION_ORDER: Final[tuple[proofs.TruthValue, ...]] = (proofs.MET, proofs.UNSETTLED, proofs.LAPSED, proofs.FAILED)
"""Of the values of several parts, the first in this order is that of the whole: all are needed, or one is enough."""

GAME_CLOSED: Final = "game_closed"  # the fact that a game is over, in every ruleset
DECIDED: Final = "decided"  # the fact that a seat has decided, where letters speak of that

_WITH_THE_GAME: Final = formulas.Window(formulas.Pattern(GAME_CLOSED), 1, inclusive=True)

ClaimedPaths = tuple[NodePath, ...] | None  # paths with a claim when the game ended; ``None`` while it goes on


def final_value(node: formulas.Formula, *, strict: bool, claimed: ClaimedPaths = None) -> proofs.TruthValue:  # noqa: C901  # one case a node
    """The value of an undecided formula if no more facts come; ``strict``: a deadline not reached has failed.

    A reparation that has not begun does not count; ``conclude`` begins it first. Once the game has ended, plain words
    need a ruling only if there is a claim about them (``claimed``); otherwise they are met.
    """

    def value(part: formulas.Formula) -> proofs.TruthValue:
        return final_value(part, strict=strict, claimed=claimed)

    match node:
        case formulas.Truth(met):
            return proofs.truth_value(met=met)
        case formulas.Text(path):
            return proofs.MET if is_unclaimed(path, claimed) else proofs.UNSETTLED
        case formulas.Hole():
            return proofs.UNSETTLED
        case formulas.Total() | formulas.StateWithin():
            return _atom_value(node, strict=strict)
        case formulas.And(parts) | formulas.Whenever(open=parts):
            return strongest(map(value, parts), CONJUNCTION_ORDER)
        case formulas.Or(parts):
            return strongest(map(value, parts), DISJUNCTION_ORDER)
        case formulas.Not(part):
            return proofs.OPPOSITE[value(part)]
        case formulas.Once(cond=cond):
            return proofs.UNSETTLED if may_be_decided(cond) else proofs.MET
        case formulas.Unless(_, cond, body):
            worth = value(body)
            return proofs.UNSETTLED if worth != proofs.MET and may_be_decided(cond) else worth
        case formulas.OrElse(body=body):
            worth = value(body)
            return proofs.UNSETTLED if worth == proofs.FAILED and may_be_decided(body) else worth


def is_unclaimed(path: NodePath, claimed: ClaimedPaths) -> bool:
    """Whether the game has ended without a claim about the plain words at a path."""
    return claimed is not None and not any(covers(each, path) for each in claimed)


def is_act_owed(total: formulas.Total) -> bool:
    """Whether a total is something that its owners have to do: it is no condition, and no limit."""
    return bool(total.owners) and total.mode != "le"


def is_spared(total: formulas.Total, *, armed: bool, repairs: bool) -> bool:
    """Whether a total that begins so is not owed if no time is left for it."""
    return armed and not repairs and is_act_owed(total)


def limit_to_game_end(node: formulas.Formula, *, repairs: bool) -> formulas.Formula:  # noqa: C901  # one case a node
    """The formula to use when it begins in the step that ends the game: only that step counts, and its last state.

    An act that is owed is left open, so that it lapses with the game; but not where it ``repairs`` what has failed.
    """

    def limited(part: formulas.Formula) -> formulas.Formula:
        return limit_to_game_end(part, repairs=repairs)

    match node:
        case formulas.Total():
            return replace(node, window=None if is_act_owed(node) and not repairs else _WITH_THE_GAME)
        case formulas.StateWithin():
            return replace(node, mode="AT", window=_WITH_THE_GAME)
        case formulas.And(parts) | formulas.Or(parts):
            return type(node)(tuple(map(limited, parts)))
        case formulas.Not(part):
            return formulas.Not(limited(part))
        case formulas.Once() | formulas.Unless():
            return replace(node, cond=limited(node.cond), body=limited(node.body))
        case formulas.Whenever():
            return replace(node, body=limited(node.body), window=_WITH_THE_GAME)
        case formulas.OrElse():
            reparation = limit_to_game_end(node.reparation, repairs=True)
            return replace(node, body=limited(node.body), reparation=reparation)
        case formulas.Truth() | formulas.Text() | formulas.Hole():
            return node


def strongest(values: Iterable[proofs.TruthValue], order: tuple[proofs.TruthValue, ...]) -> proofs.TruthValue:
    """The first value of an order that occurs; the last of the order if there are no values."""
    given = tuple(values)
    for each in order[:-1]:
        if each in given:
            return each
    return order[-1]


def _atom_value(node: formulas.Atom, *, strict: bool) -> proofs.TruthValue:
    if may_be_decided(node):
        return proofs.UNSETTLED
    if node.mode in {"le", "G"}:
        return proofs.MET
    ends_with_the_game = strict or node.window is None
    if ends_with_the_game and isinstance(node, formulas.Total) and node.mode == "eq" and node.hi == node.n:
        return proofs.MET if node.lo == node.hi else proofs.UNSETTLED
    return proofs.FAILED if strict else proofs.LAPSED


def may_be_decided(node: formulas.Formula) -> bool:
    """Whether facts hidden from this reader may have decided the formula already."""
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
