"""Carries the read models along with the record, a page at a time, in a thread of its own."""

from collections.abc import Callable, Mapping
from threading import Condition, Event, RLock, Thread
from typing import Final, Literal, Self

from eventsourcing.persistence import DataError, IntegrityError, PersistenceError, ProgrammingError
from msgspec import Struct

from domain.errors import NotFound, StoreFull
from domain.kernel.limits import PAGE
from domain.recording.database.archive import Archive
from domain.rulesets.protocol import AnyRuleset
from projections.all import PROJECTIONS
from projections.changes import PerAudit, PerDispute, PerEvent, PerGame, Projection, ViewRow, said
from projections.pages import LogEvent, Pages, Unanswered
from projections.store import Batch, Parked, Superseded, Views

POLL: Final = 1.0
"""Seconds after which the projector looks for new events without being told of any."""

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
"""Seconds between two attempts while a database takes or gives nothing."""

FAULTS: Final = (Unanswered, StoreFull, PersistenceError, OSError, MemoryError)
"""What no event is to blame for: tried again, never parked."""

UNSTORABLE: Final = (IntegrityError, DataError, ProgrammingError, OverflowError, UnicodeEncodeError)
"""What a database raises over rows that it cannot hold."""


class Unmade(Exception):  # noqa: N818  # never leaves this module
    """A page whose rows cannot be made; which of its events is to blame has to be found out."""

    def __init__(self, says: str) -> None:
        """Keep what was wrong."""
        super().__init__(says)
        self.says = says


class ProjectionState(Struct, frozen=True):
    """How far a projection is in the log, of how many events; where it is parked, or what it cannot get past now."""

    name: str
    position: int
    of: int
    status: Literal["ready", "behind", "parked"]
    parked: Parked | None = None
    fault: str = ""


class Projector:
    """Keeps the read models of a database of records."""

    def __init__(
        self,
        archive: Archive,
        views: Views,
        ruleset_of: Callable[[str], AnyRuleset],
        projections: tuple[Projection, ...] = PROJECTIONS,
        *,
        page: int = PAGE,
    ) -> None:
        """Make the tables, and throw away rows that are not of this record or not of these projections.

        ``ruleset_of`` finds the ruleset of an edition; ``page`` is how many events are taken in at once.
        """
        self.projections = projections
        self._views = views
        self._pages = Pages(archive, ruleset_of)
        self._page = page
        self._turn = RLock()
        self._moved = Condition()
        self._prompted = Event()
        self._closing = Event()
        self._faults: dict[str, str] = {}
        self._thread: Thread | None = None
        self._settle(archive.store)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def start(self) -> None:
        """Begin to follow the record, until closed."""
        self._thread = Thread(target=self._follow, name="oathbook-projector", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish the page in hand and stop; archive and views stay open."""
        self._closing.set()
        self._prompted.set()
        with self._moved:
            self._moved.notify_all()
        if self._thread is not None:
            self._thread.join()

    def prompt(self, game: str = "", position: int = 0) -> None:
        """Say that there are new events; the writer may call this after every commit."""
        del game, position
        self._prompted.set()

    def catch_up(self) -> None:
        """Take in, here and now, all that there is; raises what the databases raise."""
        while sum(map(self._advance, self.projections)):
            pass

    def rebuild(self, name: str) -> None:
        """Throw the rows of a projection away and compute them again; ``NotFound`` where there is none of that name."""
        projection = self._named(name)
        with self._turn:
            self._views.renew(projection)
        while self._advance(projection):
            pass

    def advance(self, name: str) -> bool:
        """Take a page in for one projection, and say whether there was one; ``NotFound``, and as ``catch_up``."""
        return self._advance(self._named(name))

    @property
    def faults(self) -> Mapping[str, str]:
        """What the thread cannot get past now, by projection; it tries again."""
        return dict(self._faults)

    def states(self) -> tuple[ProjectionState, ...]:
        """How far each projection is; raises what the databases raise."""
        newest = self._pages.newest()
        return tuple(self._state(projection.name, newest) for projection in self.projections)

    def wait_for(self, game: str, position: int, name: str, timeout: float) -> int:
        """Wait until a projection has taken in a game up to a position, and say up to which it has.

        It waits at most ``timeout`` seconds, and not for a projection that is parked, nor when all is being closed.
        ``NotFound`` where there is none of that name.
        """
        self._named(name)

        def enough() -> bool:
            if self._closing.is_set() or self._reached(game, name) >= position:
                return True
            return self._views.progress(name).parked is not None

        with self._moved:
            self._moved.wait_for(enough, timeout)
        return self._reached(game, name)

    def _settle(self, store: str) -> None:
        self._views.adopt(store)
        known = (self._views.progress(projection.name) for projection in self.projections)
        if any(each.mark and self._pages.mark_at(each.position) != each.mark for each in known):
            self._views.clear()  # what was taken in is not in the record any more: an older copy of it was put back
        for projection in self.projections:
            self._views.install(projection)

    def _named(self, name: str) -> Projection:
        for projection in self.projections:
            if projection.name == name:
                return projection
        msg = f"there is no projection {name!r}; there are {', '.join(each.name for each in self.projections)}"
        raise NotFound(msg)

    def _state(self, name: str, newest: int) -> ProjectionState:
        progress = self._views.progress(name)
        if progress.parked is not None:
            return ProjectionState(name, progress.position, newest, "parked", progress.parked)
        status: Literal["ready", "behind"] = "ready" if progress.position >= newest else "behind"
        return ProjectionState(name, progress.position, newest, status, fault=self._faults.get(name, ""))

    def _reached(self, game: str, name: str) -> int:
        return self._pages.position_by(game, self._views.progress(name).position)

    def _follow(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            self._prompted.clear()
            if sum(map(self._tried, self.projections)):
                continue
            if self._faults:
                self._closing.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE
                self._prompted.wait(POLL)

    def _tried(self, projection: Projection) -> bool:
        """Take a page in, if there is one; whatever is wrong is kept to be shown, and tried again later."""
        try:
            moved = self._advance(projection)
        except Exception as problem:  # noqa: BLE001  # because the thread must not end, whatever happens
            self._faults[projection.name] = said(problem)
            return False
        self._faults.pop(projection.name, None)
        return moved

    def _advance(self, projection: Projection) -> bool:
        """Take a page in and say whether there was one."""
        with self._turn:
            progress = self._views.progress(projection.name)
            if progress.parked:
                return False
            page = self._pages.page(progress.position, self._page)
            if not page:
                return False
            try:
                self._take_in(projection, progress.position, page)
            except Superseded:
                return True  # another process was faster; it goes on from there
        with self._moved:
            self._moved.notify_all()
        return True

    def _take_in(self, projection: Projection, after: int, page: tuple[LogEvent, ...]) -> None:
        """Store what a page makes of a projection, or the part before an event whose rows cannot be made or stored."""
        try:
            self._views.write(projection, made_of(projection, after, page))
        except (Unmade, *UNSTORABLE) as problem:
            half = len(page) // 2
            if half:
                self._take_in(projection, after, page[:half])
            else:
                (only,) = page
                says = problem.says if isinstance(problem, Unmade) else said(problem)
                self._views.write(projection, Batch(after, after, "", (), parked=_parked(only, says)))


def made_of(projection: Projection, after: int, page: tuple[LogEvent, ...]) -> Batch:
    """What a page makes of a projection, up to the first event that it cannot take in; ``Unmade``."""
    made = _Made(projection)
    upto, mark, parked = after, "", None
    for seen in page:
        try:
            made.take(seen)
        except FAULTS:
            raise
        except Exception as problem:  # noqa: BLE001  # because an event that nobody foresaw stops one projection, not all
            parked = _parked(seen, said(problem))
            break
        upto, mark = seen.number, seen.mark
    streams = made.streams()
    rows = (*made.each_event, *(row for rows in streams.values() for row in rows))
    return Batch(after, upto, mark, rows, tuple(streams), parked)


class _Made:
    """What a projection makes of events: rows of each of them, or of the stream that each is in."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self.each_event: list[ViewRow] = []
        self._each_stream: dict[str, tuple[ViewRow, ...]] = {}
        self._last: dict[str, LogEvent] = {}

    def take(self, seen: LogEvent) -> None:
        """One more event; a stream that the projection does not read is passed by."""
        projection = self._projection
        if isinstance(projection, PerDispute) == seen.is_of_game:
            return
        match projection:
            case PerEvent():
                if not (projection.once and seen.is_carried):
                    self.each_event.extend(projection.rows(seen.ruleset, seen.game, seen.entry))
            case PerGame():
                self._each_stream[seen.game] = projection.rows(seen.ruleset, seen.so_far(projection.name))
            case PerAudit():
                seen.so_far(projection.name)
                self._last[seen.game] = seen
            case PerDispute():
                self._each_stream[seen.game] = projection.rows(seen.heard)

    def streams(self) -> dict[str, tuple[ViewRow, ...]]:
        """The rows of every stream that was read; ``Unmade``."""
        if isinstance(self._projection, PerAudit):
            return {seen.game: _judged(self._projection, seen) for seen in self._last.values()}
        return self._each_stream


def _judged(projection: PerAudit, seen: LogEvent) -> tuple[ViewRow, ...]:
    """What a game so far makes of a projection that needs its promises judged."""
    try:
        return projection.rows(seen.so_far(projection.name), seen.judged(projection.name))
    except FAULTS:
        raise
    except Exception as problem:
        raise Unmade(said(problem)) from problem


def _parked(seen: LogEvent, says: str) -> Parked:
    return Parked(seen.number, seen.game, seen.position, says)
