"""The clock of the service: what it says is what events have as their time, and a jump of it is noticed."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

JUMP: Final = 1.0  # seconds by which the clock may differ from one that only runs on, from one look to the next


class WatchedClock:
    """A clock that tells the operator where it has jumped, as when somebody sets it or the machine has slept.

    The times of a stream never run backwards, whatever it says.
    """

    def __init__(self, clock: Callable[[], str], steady: Callable[[], float], report: Callable[[str], None]) -> None:
        """Tell the time by ``clock``, as RFC 3339 text; ``steady`` counts seconds, ``report`` is told of a jump."""
        self._clock = clock
        self._steady = steady
        self._report = report
        self._ahead = self._look()[1]

    def __call__(self) -> str:
        """The time now."""
        at, ahead = self._look()
        jump, self._ahead = ahead - self._ahead, ahead
        if abs(jump) >= JUMP:
            self._report(f"it jumped {'forward' if jump > 0 else 'back'} by {abs(jump):.1f} s, to {at}")
        return at

    def _look(self) -> tuple[str, float]:
        """The time, and by how many seconds it is ahead of the steady count."""
        at = self._clock()
        return at, datetime.fromisoformat(at).timestamp() - self._steady()
