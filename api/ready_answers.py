"""Answers about replays, as bytes: the same question about the same game needs no work."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final

from replays.frames import Replay

MOST_BYTES: Final = 16 * 1024 * 1024
"""Of all answers that are kept."""


class ReadyAnswers:
    """What was answered last, up to so many bytes."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def bytes_of(self, replay: Replay, asked: Hashable, make: Callable[[], bytes]) -> bytes:
        """The answer to what is ``asked`` about a replay and rests on nothing else; made if it is not kept.

        A replay is what its viewer sees of the events that its last hash names, and of rulings.
        """
        place = (replay.record.game, replay.record.head, replay.viewer, replay.ruled, asked)
        with self._lock:
            if place in self._kept:
                self._kept.move_to_end(place)
                return self._kept[place]
        made = make()
        with self._lock:
            self._bytes += len(made) - len(self._kept.pop(place, b""))
            self._kept[place] = made
            while self._bytes > MOST_BYTES:
                _, gone = self._kept.popitem(last=False)
                self._bytes -= len(gone)
        return made
