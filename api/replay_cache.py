"""Records and replays at hand: read once, and read on when a game has gone on."""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Final, TypeVar

from msgspec.structs import replace

from oathbook.domain.kernel import Viewer
from oathbook.domain.promises.audit.standing import RuledPenalty
from oathbook.domain.recording.database.archive import Archive, read_row
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex

MOST_BYTES: Final = 24 * 1024 * 1024
"""Stored bytes of all that is kept, more than the largest record that comes over HTTP. Read, they take some 20 times
as much memory."""

FEW_EVENTS: Final = 20  # events that are read on in no time

Events = tuple[EncodedEvent, ...]
Cached = Record | ReplayIndex
LengthOf = Callable[[str], int | None]
RuledIn = Callable[[str], tuple[RuledPenalty, ...]]
H = TypeVar("H", Record, ReplayIndex)
CacheKey = tuple[str, Viewer | None, bool]
"""A game and its viewer, and whether it counts what rulings on disputes cost; no viewer for the whole record."""


class ReplayCache:
    """What was read last, up to so many bytes; the rest is read again on demand."""

    def __init__(
        self,
        archive: Archive,
        ruled_in: RuledIn = lambda _: (),
        length_of: LengthOf = lambda _: None,
        *,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """Read from this archive, and keep up to ``most_bytes``.

        ``ruled_in`` finds what rulings on disputes cost in a game, ``length_of`` how many events a game has where that
        is known without reading.
        """
        self._most_bytes = most_bytes
        self._archive = archive
        self._length_of = length_of
        self._ruled_in = ruled_in
        self._held: OrderedDict[CacheKey, tuple[Cached, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self._building: defaultdict[CacheKey, threading.RLock] = defaultdict(threading.RLock)

    def record(self, game: str, *, made: Events = ()) -> Record:
        """The whole record of a game as it stands; ``NotFound``, ``CorruptRecord``.

        Events that were just ``made`` need not be read back, where they are the next ones.
        """
        place = (game, None, False)
        with self._lock_for(place):
            held = self._cached(place)
            if isinstance(held, Record) and held.redacted and self._archive.byte_size(game) != _stored_bytes(held):
                self._forget(game)  # a fuller copy of it was brought
                held = None
            if not isinstance(held, Record):
                return self._put(place, self._archive.record(game))
            new = made if made and made[0].entry.position == len(held.events) + 1 else self._new_events(held)
            if not new:
                return held
            longer = replace(held, events=(*held.events, *new), head=new[-1].hash)
            return self._put(place, longer, new)

    def replay(self, game: str, viewer: Viewer, *, rulings: bool = True) -> Replay:
        """A game as a viewer sees it, as it stands; ``rulings`` is as for ``index``."""
        return self.index(game, viewer, rulings=rulings).replay

    def replay_after(self, step: StoredStep, viewer: Viewer) -> Replay:
        """The same after a step, out of its events where the game is at hand."""
        return self.index(step.game, viewer, made=step.events).replay

    def index(self, game: str, viewer: Viewer, *, made: Events = (), rulings: bool = True) -> ReplayIndex:
        """The same as ``replay``, with what takes the whole game to work out; ``made`` is as for ``record``.

        Without ``rulings`` nothing is told of those on disputes, which may come long after what they are about.
        """
        ruled = self._ruled_in(game)
        place = (game, viewer, rulings or not ruled)
        with self._lock_for(place):
            record, ruled = self.record(game, made=made), ruled if rulings else ()
            held = self._cached(place)
            if not isinstance(held, ReplayIndex):
                index = self._put(place, ReplayIndex(Replay(record, viewer, ruled=ruled)))
                if record.redacted and self._cached((game, None, False)) is not record:
                    self._forget(game)  # it may have been filled meanwhile
                return index
            if len(held.replay) >= len(record.events) and held.replay.ruled == ruled:
                return held
            longer = Replay(record, viewer, ruled=ruled, earlier=held.replay)
            return self._put(place, ReplayIndex(longer, earlier=held), record.events[len(held.replay) :])

    def is_nearly_cached(self, game: str, viewer: Viewer, position: int) -> bool:
        """Whether a game as a viewer sees it is at hand up to that position, or nearly, and nobody is reading it."""
        for place in ((game, None, False), (game, viewer, True)):
            turn = self._lock_for(place)
            if not turn.acquire(blocking=False):
                return False
            turn.release()
            held = self._held.get(place)
            if held is None or _length(held[0]) < position - FEW_EVENTS:
                return False
        return True

    def _new_events(self, held: Record) -> Events:
        if self._length_of(held.game) == len(held.events):
            return ()
        rows = self._archive.rows(held.game, after=len(held.events))
        return tuple(read_row(held.codec, held.game, row) for row in rows)

    def _lock_for(self, place: CacheKey) -> threading.RLock:
        """What is being read is read once, however many ask for it."""
        with self._lock:
            return self._building[place]

    def _cached(self, place: CacheKey) -> Cached | None:
        with self._lock:
            if place not in self._held:
                return None
            self._held.move_to_end(place)
            return self._held[place][0]

    def _forget(self, game: str) -> None:
        """Read it again, whoever looks at it."""
        with self._lock:
            for place in [each for each in self._held if each[0] == game]:
                self._bytes -= self._held.pop(place)[1]

    def _put(self, place: CacheKey, held: H, new: Events | None = None) -> H:
        """Keep it; ``new`` are the events that it has more than what was kept there, if only those are."""
        weight = _weight(held, new)  # which takes a while, and the lock is everybody's
        with self._lock:
            _, before = self._held.pop(place, (None, 0))
            self._held[place] = (held, weight if new is None else before + weight)
            self._bytes += self._held[place][1] - before
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
    """The bytes of a record, or of its new events; a replay shares most of them with it."""
    if new is None:
        new = held.events if isinstance(held, Record) else held.replay.record.events
    size = sum(len(event.line) + len(event.openings) for event in new)
    return size if isinstance(held, Record) else size // 4
