"""Of what is tried by the hundred, some is tried in the quick tests and the rest in the gate."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")


def some(values: Sequence[T], quick: int, *, besides: Sequence[T] = ()) -> list[T | object]:
    """The values for a parameter of a test: so many of them, spread over all ``besides`` some, are quick."""
    short = [each for each in values if each not in besides]
    kept = [short[number * len(short) // quick] for number in range(quick)]
    return [each if each in kept else pytest.param(each, marks=pytest.mark.gate) for each in values]
