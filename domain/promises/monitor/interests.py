"""The interests of a formula: the kinds of fact that could change it, and whether a change of state could."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.moments import STATE
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.trace import lifecycle_facts

_LEFT_TO_A_RULING: Final = frozenset({lifecycle_facts.CLAIMED, lifecycle_facts.RULED, lifecycle_facts.CLOSED})
"""The interests of an undetermined promise: while the game goes on, plain words may stay without a claim."""
_PENDING: Final = _LEFT_TO_A_RULING | {lifecycle_facts.CONSENTED, lifecycle_facts.WITHDRAWN}


def interests_of(status: Status, *residuals: formulas.Formula | None) -> frozenset[str]:
    """The kinds of fact that could change a promise with this status and these remaining formulas."""
    if status != "pending":
        return _LEFT_TO_A_RULING if status == "undetermined" else frozenset()
    kinds = set(_PENDING)
    for residual in residuals:
        if residual is not None:
            _add_interests(residual, kinds)
    return frozenset(kinds)


def _add_interests(node: formulas.Formula, kinds: set[str]) -> None:
    """Add the interests of a formula; the body of a guard has none before it begins."""
    for part in _ADDED[type(node)](node, kinds):
        _add_interests(part, kinds)


def _add_windowed(
    node: formulas.Total | formulas.StateWithin | formulas.Whenever, kinds: set[str]
) -> tuple[formulas.Formula, ...]:
    if not isinstance(node, formulas.StateWithin):
        kinds.add(node.pattern.kind)
    elif node.mode != "AT":
        kinds.add(STATE)
    if node.window is not None:
        kinds.add(node.window.pattern.kind)
    return node.open if isinstance(node, formulas.Whenever) else ()


_ADDED: Final[Mapping[type[formulas.Formula], Callable[[Any, set[str]], tuple[formulas.Formula, ...]]]] = {
    **dict.fromkeys((formulas.Total, formulas.StateWithin, formulas.Whenever), _add_windowed),
    formulas.And: lambda node, _: node.parts,
    formulas.Or: lambda node, _: node.parts,
    formulas.Not: lambda node, _: (node.part,),
    formulas.Once: lambda node, _: (node.cond,),
    formulas.Unless: lambda node, _: (node.cond, node.body),
    formulas.OrElse: lambda node, _: (node.body,),
    **dict.fromkeys((formulas.Truth, formulas.Text, formulas.Hole), lambda _, __: ()),
}
"""Adds the interests of a node itself, and returns the parts to go on with; a table as in ``progression``."""
