"""The interests of a formula: the kinds of fact that could change it, and whether a change of state could."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from oathbook.domain.promises.logic.formulas import (
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
from oathbook.domain.promises.logic.moments import STATE
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.trace import lifecycle_facts

_ALIVE: Final = frozenset(
    {
        lifecycle_facts.CONSENTED,
        lifecycle_facts.WITHDRAWN,
        lifecycle_facts.CLAIMED,
        lifecycle_facts.RULED,
        lifecycle_facts.CLOSED,
    }
)
"""The interests of every pending promise."""

_LEFT_TO_A_RULING: Final = frozenset({lifecycle_facts.CLAIMED, lifecycle_facts.RULED, lifecycle_facts.CLOSED})
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
    for part in _ADDED[type(node)](node, kinds):
        _add_interests(part, kinds)


Parts = tuple[Formula, ...]


def _total(node: Total, kinds: set[str]) -> Parts:
    kinds.add(node.pattern.kind)
    return _window(node.window, kinds)


def _state(node: StateWithin, kinds: set[str]) -> Parts:
    if node.mode != "AT":
        kinds.add(STATE)
    return _window(node.window, kinds)


def _whenever(node: Whenever, kinds: set[str]) -> Parts:
    kinds.add(node.pattern.kind)
    _window(node.window, kinds)
    return node.open


def _window(window: Window | None, kinds: set[str]) -> Parts:
    if window is not None:
        kinds.add(window.pattern.kind)
    return ()


_ADDED: Final[Mapping[type[Formula], Callable[[Any, set[str]], Parts]]] = {
    Total: _total,
    StateWithin: _state,
    Whenever: _whenever,
    And: lambda node, _: node.parts,
    Or: lambda node, _: node.parts,
    Not: lambda node, _: (node.part,),
    Once: lambda node, _: (node.cond,),
    Unless: lambda node, _: (node.cond, node.body),
    OrElse: lambda node, _: (node.body,),
    Truth: lambda _, __: (),
    Text: lambda _, __: (),
    Hole: lambda _, __: (),
}
"""What each kind of node adds by itself, and the parts that add theirs; a table for the reason in ``progression``."""
