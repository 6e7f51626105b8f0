"""What a formula listens to: the kinds of fact that could change it, and whether a state alone could."""

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
    StW,
    Tally,
    Text,
    Truth,
    Unless,
    Win,
)
from domain.promises.logic.proof import Status
from domain.promises.trace.lifecycle_facts import CLAIMED, CLOSED, CONSENTED, RULED, WITHDRAWN

STATE: Final = ""
"""Stands among the kinds of fact for a change of the state."""


_ALIVE: Final = frozenset({CONSENTED, WITHDRAWN, CLAIMED, RULED, CLOSED})
"""What every pending promise listens to."""

_LEFT_TO_A_RULING: Final = frozenset({CLAIMED, RULED, CLOSED})
"""What every undetermined one does; if the game is not over, plain words may yet stay without a claim."""


def heard(status: Status, *formulas: Formula | None) -> frozenset[str]:
    """The kinds of fact that could change a promise of this status, of which these formulas are left."""
    if status != "pending":
        return _LEFT_TO_A_RULING if status == "undetermined" else frozenset()
    kinds = set(_ALIVE)
    for formula in formulas:
        if formula is not None:
            _hears(formula, kinds)
    return frozenset(kinds)


def _hears(node: Formula, kinds: set[str]) -> None:
    """Add what a formula listens to; the body of a guard is silent until it is armed."""
    match node:
        case Truth() | Text() | Hole():
            return
        case Tally():
            kinds.add(node.pat.kind)
            _window(node.win, kinds)
        case StW():
            if node.mode != "AT":
                kinds.add(STATE)
            _window(node.win, kinds)
        case And() | Or() | Neg():
            for part in (node.part,) if isinstance(node, Neg) else node.parts:
                _hears(part, kinds)
        case First() | Each() | Unless() | OrElse():
            _guard(node, kinds)


def _guard(node: First | Each | Unless | OrElse, kinds: set[str]) -> None:
    match node:
        case First(_, cond, _):
            _hears(cond, kinds)
        case Each():
            kinds.add(node.pat.kind)
            _window(node.win, kinds)
            for each in node.open:
                _hears(each, kinds)
        case Unless(_, cond, body):
            _hears(cond, kinds)
            _hears(body, kinds)
        case OrElse(_, body, _):
            _hears(body, kinds)


def _window(win: Win | None, kinds: set[str]) -> None:
    if win is not None:
        kinds.add(win.pat.kind)
