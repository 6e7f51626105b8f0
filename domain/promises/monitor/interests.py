"""The interests of a formula: the kinds of fact that could change it, and whether a change of state could."""

from typing import Final

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
    Window,
)
from domain.promises.logic.proof import Status
from domain.promises.trace.lifecycle_facts import CLAIMED, CLOSED, CONSENTED, RULED, WITHDRAWN

STATE: Final = ""
"""Represents a change of the state among the kinds of fact."""


_ALIVE: Final = frozenset({CONSENTED, WITHDRAWN, CLAIMED, RULED, CLOSED})
"""The interests of every pending promise."""

_LEFT_TO_A_RULING: Final = frozenset({CLAIMED, RULED, CLOSED})
"""The interests of an undetermined promise: while the game goes on, plain words may stay without a claim."""


def interests_of(status: Status, *formulas: Formula | None) -> frozenset[str]:
    """The kinds of fact that could change a promise with this status and these remaining formulas."""
    if status != "pending":
        return _LEFT_TO_A_RULING if status == "undetermined" else frozenset()
    kinds = set(_ALIVE)
    for formula in formulas:
        if formula is not None:
            _add_interests(formula, kinds)
    return frozenset(kinds)


def _add_interests(node: Formula, kinds: set[str]) -> None:
    """Add the interests of a formula; the body of a guard has none until it is armed."""
    match node:
        case Truth() | Text() | Hole():
            return
        case Total():
            kinds.add(node.pattern.kind)
            _window(node.window, kinds)
        case StateWithin():
            if node.mode != "AT":
                kinds.add(STATE)
            _window(node.window, kinds)
        case And() | Or() | Not():
            for part in (node.part,) if isinstance(node, Not) else node.parts:
                _add_interests(part, kinds)
        case Once() | Whenever() | Unless() | OrElse():
            _guard(node, kinds)


def _guard(node: Once | Whenever | Unless | OrElse, kinds: set[str]) -> None:
    match node:
        case Once(_, cond, _):
            _add_interests(cond, kinds)
        case Whenever():
            kinds.add(node.pattern.kind)
            _window(node.window, kinds)
            for each in node.open:
                _add_interests(each, kinds)
        case Unless(_, cond, body):
            _add_interests(cond, kinds)
            _add_interests(body, kinds)
        case OrElse(_, body, _):
            _add_interests(body, kinds)


def _window(window: Window | None, kinds: set[str]) -> None:
    if window is not None:
        kinds.add(window.pattern.kind)
