"""Wakes the event streams of a game when it has gone on."""

import asyncio
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

from api.schemas import problems
from api.schemas.problems import Problem

MOST_STREAMS: Final = 500


class EventHub:
    """The streams that wait for each game. The writer's thread reports commits, streams wait on the event loop."""

    def __init__(self) -> None:
        """Nobody waits yet."""
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False

    def __len__(self) -> int:
        """How many streams are open."""
        return sum(map(len, self._waiting.values()))

    def start(self) -> None:
        """Belong to the event loop that runs now."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Let every stream end; may be called from a signal handler."""
        self.closing = True
        self._call(self._wake_all)

    def committed(self, game: str, position: int) -> None:
        """A game has gone on; called in the writer's thread."""
        del position
        self._call(self._wake, game)

    @contextmanager
    def waiting(self, game: str) -> Generator[asyncio.Event]:
        """An event that is set whenever the game has gone on; ``too-busy`` where too many streams are open."""
        if len(self) >= MOST_STREAMS:
            raise Problem(problems.BUSY, f"{MOST_STREAMS} streams are open", headers={"Retry-After": "30"})
        event = asyncio.Event()
        self._waiting[game].add(event)
        try:
            yield event
        finally:
            self._waiting[game].discard(event)
            if not self._waiting[game]:
                del self._waiting[game]

    def _call(self, work: object, *args: object) -> None:
        with suppress(RuntimeError):  # the loop is closed already, and nobody waits on it any more
            if self._loop is not None:
                self._loop.call_soon_threadsafe(work, *args)  # type: ignore[arg-type]  # because both are methods of this class

    def _wake(self, game: str) -> None:
        for event in self._waiting.get(game, ()):
            event.set()

    def _wake_all(self) -> None:
        for game in list(self._waiting):
            self._wake(game)
