"""Records and replays at hand: read once, and read on when a game has gone on."""

import threading
from collections import OrderedDict
from typing import Final, TypeVar

from msgspec.structs import replace

from domain.kernel.seats import Viewer
from domain.recording.archive import Archive, read_row
from domain.recording.record import Record
from replays.frames import Replay

MOST_EVENTS: Final = 50_000
"""Events of all records and replays that are kept; the one in use is kept whatever its length."""

Held = Record | Replay
H = TypeVar("H", Record, Replay)


class Shelf:
    """What was read last, up to so many events; the rest is read again when somebody asks."""

    def __init__(self, archive: Archive) -> None:
        """Read from this archive."""
        self._archive = archive
        self._held: OrderedDict[tuple[str, Viewer | None], Held] = OrderedDict()
        self._lock = threading.Lock()

    def record(self, game: str) -> Record:
        """The whole record of a game as it stands; ``NotFound``, ``CorruptRecord``."""
        held = self._taken(game, None)
        if not isinstance(held, Record):
            return self._put(game, None, self._archive.record(game))
        rows = self._archive.rows(game, after=len(held.events))
        if not rows:
            return held
        new = tuple(read_row(held.codec, game, row) for row in rows)
        return self._put(game, None, replace(held, events=(*held.events, *new), head=new[-1].hash))

    def replay(self, game: str, viewer: Viewer) -> Replay:
        """A game as a viewer sees it, as it stands."""
        record = self.record(game)
        held = self._taken(game, viewer)
        if isinstance(held, Replay) and len(held) == len(record.events):
            return held
        earlier = held if isinstance(held, Replay) else None
        return self._put(game, viewer, Replay(record, viewer, earlier=earlier))

    def _taken(self, game: str, viewer: Viewer | None) -> Held | None:
        with self._lock:
            held = self._held.get((game, viewer))
            if held is not None:
                self._held.move_to_end((game, viewer))
            return held

    def _put(self, game: str, viewer: Viewer | None, held: H) -> H:
        with self._lock:
            self._held[game, viewer] = held
            self._held.move_to_end((game, viewer))
            while len(self._held) > 1 and sum(map(_events, self._held.values())) > MOST_EVENTS:
                self._held.popitem(last=False)
        return held


def _events(held: Held) -> int:
    return len(held.events) if isinstance(held, Record) else len(held)
