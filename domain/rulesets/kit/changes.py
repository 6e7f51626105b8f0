"""The table of what events change, made of the functions that change it."""

from collections.abc import Callable, Mapping
from inspect import get_annotations
from typing import Any, TypeVar, get_args

Before = TypeVar("Before")
After = TypeVar("After")


def changes_by_event(*changes: Callable[[Before, Any], After]) -> Mapping[type, Callable[[Before, Any], After]]:
    """The functions by the type of event that each takes as its second argument; one for each, if that is a union."""
    rows = [(kind, change) for change in changes for kind in _kinds_of_event(change)]
    table = dict(rows)
    assert len(table) == len(rows), "two functions take the same event"
    return table


def _kinds_of_event(change: Callable[..., object]) -> tuple[type, ...]:
    _, kind, *_ = get_annotations(change).values()
    return get_args(kind) or (kind,)
