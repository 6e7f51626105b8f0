"""Of what is tried by the hundred, some is tried in the quick tests and the rest in the gate."""

from collections.abc import Sequence
from typing import TypeVar, cast

import pytest

T = TypeVar("T")


def some(values: Sequence[T], quick: int, *, long: Sequence[T] = (), slow: Sequence[T] = ()) -> list[T | object]:
    """The values for a test's parameters: so many of them are quick, spread over those that are not long or slow.

    A tuple is the values of several parameters.
    """
    short = [each for each in values if each not in slow]
    brief = [each for each in short if each not in long]
    kept = [brief[number * len(brief) // quick] for number in range(quick)]
    later = [marked(each, pytest.mark.gate) for each in short if each not in kept]
    return [*kept, *later, *(marked(each, pytest.mark.slow) for each in slow)]


def marked(value: object, mark: pytest.MarkDecorator) -> object:
    """The values for the parameters of one test, which bears this mark."""
    several = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=mark)
