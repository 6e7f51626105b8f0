"""A cache of records and replays, which reads only what is new when a game has more events."""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Final, TypeVar

from msgspec.structs import replace

from oathbook.domain.kernel import Viewer
from oathbook.domain.promises.audit.standing import RulingEffect
from oathbook.domain.recording.database.archive import Archive, read_row
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex

MOST_BYTES: Final = 24 * 1024 * 1024
"""Stored bytes of all cached records, more than the largest record that HTTP takes. In memory they need some 20 times
that."""

FEW_EVENTS: Final = 20  # events that take no noticeable time to read

Events = tuple[EncodedEvent, ...]
Cached = Record | ReplayIndex
LengthOf = Callable[[str], int | None]
RuledIn = Callable[[str], tuple[RulingEffect, ...]]
H = TypeVar("H", Record, ReplayIndex)
CacheKey = tuple[str, Viewer | None, bool]
"""A game, its viewer (None for the whole record), and whether penalties from rulings on disputes count."""


class ReplayCache:
    """The records and replays that were used last, up to a number of bytes."""

    def __init__(
        self,
        archive: Archive,
        ruled_in: RuledIn = lambda _: (),
        length_of: LengthOf = lambda _: None,
        *,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """Reads from ``archive`` and keeps up to ``most_bytes``.

        ``ruled_in`` returns what rulings on disputes do in a game, ``length_of`` the number of events
        of a game if it is known without reading.
        """
        self._most_bytes = most_bytes
        self._archive = archive
        self._length_of = length_of
        self._ruled_in = ruled_in
        self._held: OrderedDict[CacheKey, tuple[Cached, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self._building: defaultdict[CacheKey, threading.RLock] = defaultdict(threading.RLock)

    def record(self, game: str, *, new_events: Events = ()) -> Record:
        """Returns the whole record of a game; ``NotFound``, ``CorruptRecord``.

        Events that were just stored can be passed as ``new_events``; they are used if they are the next ones.
        """
        key = (game, None, False)
        with self._lock_for(key):
            held = self._cached(key)
            if isinstance(held, Record) and held.redacted and self._archive.byte_size(game) != _stored_bytes(held):
                self._forget(game)  # a fuller copy was imported
                held = None
            if not isinstance(held, Record):
                return self._put(key, self._archive.record(game))
            follow = bool(new_events) and new_events[0].entry.position == len(held.events) + 1
            new = new_events if follow else self._new_events(held)
            if not new:
                return held
            longer = replace(held, events=(*held.events, *new), head=new[-1].hash)
            return self._put(key, longer, new)

    def replay(self, game: str, viewer: Viewer, *, rulings: bool = True) -> Replay:
        """Returns a game as a viewer sees it; ``rulings`` is as for ``index``."""
        return self.index(game, viewer, rulings=rulings).replay

    def replay_after(self, step: StoredStep, viewer: Viewer) -> Replay:
        """Returns the replay after a step, made from the step's events if the game is cached."""
        return self.index(step.game, viewer, new_events=step.events).replay

    def index(self, game: str, viewer: Viewer, *, new_events: Events = (), rulings: bool = True) -> ReplayIndex:
        """Returns the replay with its index; ``new_events`` is as for ``record``.

        Without ``rulings`` the effects of rulings on disputes do not count; they may come long after the event.
        """
        ruled = self._ruled_in(game)
        key = (game, viewer, rulings or not ruled)
        with self._lock_for(key):
            record, ruled = self.record(game, new_events=new_events), ruled if rulings else ()
            held = self._cached(key)
            if not isinstance(held, ReplayIndex):
                index = self._put(key, ReplayIndex(Replay(record, viewer, ruled=ruled)))
                if record.redacted and self._cached((game, None, False)) is not record:
                    self._forget(game)  # it may have been filled meanwhile
                return index
            if len(held.replay) >= len(record.events) and held.replay.ruled == ruled:
                return held
            longer = Replay(record, viewer, ruled=ruled, earlier=held.replay)
            return self._put(key, ReplayIndex(longer, earlier=held), record.events[len(held.replay) :])

    def is_nearly_cached(self, game: str, viewer: Viewer, position: int) -> bool:
        """Returns whether the cache has a viewer's game up to about that position, and no thread is building it."""
        for key in ((game, None, False), (game, viewer, True)):
            turn = self._lock_for(key)
            if not turn.acquire(blocking=False):
                return False
            turn.release()
            held = self._held.get(key)
            if held is None or _length(held[0]) < position - FEW_EVENTS:
                return False
        return True

    def _new_events(self, held: Record) -> Events:
        if self._length_of(held.game) == len(held.events):
            return ()
        rows = self._archive.rows(held.game, after=len(held.events))
        return tuple(read_row(held.codec, held.game, row) for row in rows)

    def _lock_for(self, key: CacheKey) -> threading.RLock:
        """One thread builds an entry; the others wait for it."""
        with self._lock:
            return self._building[key]

    def _cached(self, key: CacheKey) -> Cached | None:
        with self._lock:
            if key not in self._held:
                return None
            self._held.move_to_end(key)
            return self._held[key][0]

    def _forget(self, game: str) -> None:
        with self._lock:
            for key in [each for each in self._held if each[0] == game]:
                self._bytes -= self._held.pop(key)[1]

    def _put(self, key: CacheKey, held: H, new: Events | None = None) -> H:
        """Caches a value; ``new`` are the events that it has more than the one before, if it continues that one."""
        weight = _weight(held, new)  # outside the lock, as it takes a while
        with self._lock:
            _, before = self._held.pop(key, (None, 0))
            self._held[key] = (held, weight if new is None else before + weight)
            self._bytes += self._held[key][1] - before
            while len(self._held) > 1 and self._bytes > self._most_bytes:
                gone, (_, lighter) = self._held.popitem(last=False)
                self._bytes -= lighter
                self._building.pop(gone, None)
        return held


def _stored_bytes(record: Record) -> int:
    return sum(len(event.line) + 1 + len(event.openings) for event in record.events)


def _length(held: Cached) -> int:
    return len(held.events) if isinstance(held, Record) else len(held.replay)


def _weight(held: Cached, new: Events | None = None) -> int:
    """Returns the bytes of a record or of its new events; a replay shares most of its memory with the record."""
    if new is None:
        new = held.events if isinstance(held, Record) else held.replay.record.events
    size = sum(len(event.line) + len(event.openings) for event in new)
    return size if isinstance(held, Record) else size // 4
