"""A table of functions by the type that each takes: what asks about each decision, what each event changes."""

from collections.abc import Callable, Mapping
from inspect import get_annotations
from typing import Any, TypeVar, get_args

First = TypeVar("First")
Answer = TypeVar("Answer")


def functions_by_type(*functions: Callable[[First, Any], Answer]) -> Mapping[type, Callable[[First, Any], Answer]]:
    """Return the functions by the type that the second argument of each is annotated with, or by each of a union.

    Two functions with the same type are a mistake, which an assertion finds.
    """
    rows = [(kind, function) for function in functions for kind in _argument_types(function)]
    table = dict(rows)
    assert len(table) == len(rows), "two functions take the same type"
    return table


def _argument_types(function: Callable[..., object]) -> tuple[type, ...]:
    _, kind, *_ = get_annotations(function).values()
    return get_args(kind) or (kind,)
