"""Waits in tests for what happens elsewhere."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Final

PATIENCE: Final = 50.0
"""Seconds, nearly as many as a test may take: a busy machine does in half a minute what takes a moment otherwise."""


def until(holds: Callable[[], object], within: float = PATIENCE) -> None:
    """Wait for something that another thread or process does."""
    end = monotonic() + within
    while not holds():
        assert monotonic() < end, "it did not happen"
        sleep(0.005)
