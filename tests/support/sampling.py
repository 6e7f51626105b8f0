"""Of what is tried by the hundred, some is tried in the quick tests and the rest in the gate."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")


def some(values: Sequence[T], quick: int, *, slow: Sequence[T] = ()) -> list[T | object]:
    """The values for a parameter of a test: so many of them are quick, spread over all but those that are slow."""
    short = [each for each in values if each not in slow]
    kept = [short[number * len(short) // quick] for number in range(quick)]
    later = [pytest.param(each, marks=pytest.mark.gate) for each in short if each not in kept]
    return [*kept, *later, *(pytest.param(each, marks=pytest.mark.slow) for each in slow)]
