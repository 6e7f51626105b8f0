"""The clock of the service; it reports when the system clock jumps."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

JUMP: Final = 1.0  # seconds: a difference between two readings from which on it counts as a jump


class WatchedClock:
    """A clock that calls a listener when the time of day jumps: it was set, or the machine was asleep.

    The times recorded in a stream never run backwards, whatever it returns.
    """

    def __init__(self, clock: Callable[[], str], steady: Callable[[], float], report: Callable[[str], None]) -> None:
        """``clock`` returns RFC 3339 text, ``steady`` counts seconds; each jump is passed to ``report``."""
        self._clock = clock
        self._steady = steady
        self._report = report
        self._ahead = self._look()[1]

    def __call__(self) -> str:
        """Returns the current time."""
        at, ahead = self._look()
        jump, self._ahead = ahead - self._ahead, ahead
        if abs(jump) >= JUMP:
            self._report(f"it jumped {'forward' if jump > 0 else 'back'} by {abs(jump):.1f} s, to {at}")
        return at

    def _look(self) -> tuple[str, float]:
        """Returns the time, and by how many seconds it is ahead of the steady count."""
        at = self._clock()
        return at, datetime.fromisoformat(at).timestamp() - self._steady()
