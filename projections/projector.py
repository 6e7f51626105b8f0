"""Carries the read models along with the record, a page at a time, in a thread of its own."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Event, RLock, Thread
from typing import Final, Self

from eventsourcing.persistence import PersistenceError

from domain.errors import StoreUnavailable
from domain.kernel.limits import PAGE
from domain.recording.database.archive import Archive
from domain.rulesets.protocol import AnyRuleset
from projections.all import PROJECTIONS
from projections.changes import Projection, said
from projections.making import UNSTORABLE, Remaking, Unmade, made_of, parked_at, remade
from projections.pages import LogEvent, Pages
from projections.progress import Listener, ProjectionState, ReadModels
from projections.store import Batch, Superseded, Views

POLL: Final = 1.0
"""Seconds after which the projector looks for new events without being told of any."""

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
"""Seconds between two attempts while a database takes or gives nothing."""


def _unreported(says: str) -> None:
    """Nobody asked to be told."""
    del says


class Projector:
    """Keeps the read models of a database of records."""

    down: Final = ""
    """What is wrong with a projector that cannot make them at all; this one is in the process that asks."""

    def __init__(
        self,
        archive: Archive,
        views: Views,
        ruleset_of: Callable[[str], AnyRuleset],
        projections: tuple[Projection, ...] = PROJECTIONS,
        *,
        page: int = PAGE,
        report: Callable[[str], None] = _unreported,
    ) -> None:
        """Make the tables, and throw away rows that are not of this record or not of these projections.

        ``ruleset_of`` finds the ruleset of an edition; ``page`` is how many events are taken in at once; ``report`` is
        told of rows that have to be made again, and why.
        """
        self.projections = projections
        self._views = views
        self._archive = archive
        self._pages = Pages(archive, ruleset_of)
        self._page = page
        self._turn = RLock()
        self._prompted = Event()
        self._closing = Event()
        self._models = ReadModels(self._pages, views, (each.name for each in projections))
        self._thread: Thread | None = None
        self._store, self._report = archive.store, report
        self._doubted = Event()
        views.doubted = self.doubt
        try:
            self._settle()
        except (sqlite3.DatabaseError, PersistenceError):
            if views.examine(deep=True):
                raise
            self._settle()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def tell(self, listener: Listener) -> None:
        """Call this, in the thread, after every page and whenever there is another fault, or none any more."""
        self._models.listener = listener

    def start(self) -> None:
        """Begin to follow the record, until closed; first every page of the read models is looked at."""
        self._models.examined = False
        self._thread = Thread(target=self._follow, name="oathbook-projector", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish the page in hand and stop; archive and views stay open."""
        self._closing.set()
        self._prompted.set()
        self._models.close()
        if self._thread is not None:
            self._thread.join()

    def prompt(self, game: str = "", position: int = 0) -> None:
        """Say that there are new events; the writer may call this after every commit."""
        del game, position
        self._prompted.set()

    def doubt(self) -> None:
        """Say that the read models may be damaged; the thread looks, and makes them again if they are."""
        self._doubted.set()
        self._prompted.set()

    def catch_up(self) -> None:
        """Take in, here and now, all that there is; raises what the databases raise."""
        self._go_on(self.projections)

    def rebuild(self, *names: str) -> None:
        """Throw the rows of projections away and compute them again; ``NotFound`` where there is none of a name."""
        projections = tuple(map(self._named, names))
        with self._turn:
            for projection in projections:
                self._views.renew(projection)
        self._go_on(projections)

    def remake(self, remaking: Remaking, *names: str) -> None:
        """The same as ``rebuild``, faster, where nobody waits for rows meanwhile: they are there all at once.

        If an event cannot be taken in, it is left to ``rebuild`` to find out which. Raises what ``remaking`` raises.
        """
        projections = tuple(map(self._named, names))
        with self._turn:
            if not remade(self._archive, self._pages, self._views, projections, remaking):
                self.rebuild(*names)
        self._go_on(projections)

    def advance(self, name: str) -> bool:
        """Take a page in for one projection, and say whether there was one; ``NotFound``, and as ``catch_up``."""
        return self._advance((self._named(name),))

    @property
    def faults(self) -> Mapping[str, str]:
        """What the thread cannot get past now, by projection; it tries again."""
        return dict(self._models.faults)

    def states(self) -> tuple[ProjectionState, ...]:
        """How far each projection is; raises what the database of records raises."""
        return self._models.states()

    def wait_for(self, game: str, position: int, name: str, timeout: float) -> int:
        """As ``ReadModels.wait_for``."""
        return self._models.wait_for(game, position, name, timeout)

    def _go_on(self, projections: Iterable[Projection]) -> None:
        """Take in, here and now, all that there is for these."""
        while sum(map(self._advance, self._abreast(projections))):
            pass

    def _settle(self) -> None:
        """Make rows again that are not of this record or not of these projections, and say so."""
        newest, why = self._pages.newest(), self._views.adopt(self._store)
        known = (self._views.progress(projection.name) for projection in self.projections)
        if not why and any(each.mark and self._pages.mark_at(each.position) != each.mark for each in known):
            self._views.clear()
            why = "what was taken in is not in the record any more: an older copy of it was put back"
        again: defaultdict[str, list[str]] = defaultdict(list)
        for projection in self.projections:
            fault = why or self._views.fault_of(projection)
            if fault:
                self._views.renew(projection, newest, fault)
                again[fault].append(projection.name)
        for fault, names in again.items() if newest else ():
            which = "all read models" if len(names) == len(self.projections) else ", ".join(names)
            self._report(f"{self._views.path}: {which} made again: {fault}")

    def _examine(self, *, deep: bool) -> bool:
        """Whether the read models had to be made again."""
        with self._turn:
            if self._views.examine(deep=deep):
                return False
            self._settle()
            return True

    def _named(self, name: str) -> Projection:
        self._models.must_have(name)
        return next(each for each in self.projections if each.name == name)

    def _follow(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            self._prompted.clear()
            before = dict(self._models.faults), self._models.examined
            went_on = self._is_sound() and self._went_on()
            if before != (self._models.faults, self._models.examined):
                self._models.moved()
            if went_on:
                continue
            if self._models.faults:
                self._closing.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE
                if not self._prompted.wait(POLL):
                    self._examine_tried(deep=False)

    def _is_sound(self) -> bool:
        """Look at the read models where that is due; whether they can be written now."""
        if self._models.examined and not self._doubted.is_set():
            return True
        self._doubted.clear()
        return self._examine_tried(deep=True)

    def _examine_tried(self, *, deep: bool) -> bool:
        """Examine; whatever is wrong is kept to be shown, and tried again later."""
        try:
            self._examine(deep=deep)
        except Exception as problem:  # noqa: BLE001  # because the thread must not end, whatever happens
            self._models.faults.update(dict.fromkeys((each.name for each in self.projections), said(problem)))
            self._doubted.set()
            return False
        self._models.examined = True
        return True

    def _went_on(self) -> bool:
        """Take in what there is, as far as that can be done now; whether there was anything."""
        try:
            groups = self._abreast(self.projections)
        except Exception as problem:  # noqa: BLE001  # as below
            self._failed(self.projections, problem)
            return False
        return sum(map(self._tried, groups)) > 0

    def _tried(self, group: tuple[Projection, ...]) -> bool:
        """Take a page in, if there is one; whatever is wrong is kept to be shown, and tried again later."""
        try:
            moved = self._advance(group)
        except Exception as problem:  # noqa: BLE001  # because the thread must not end, whatever happens
            if len(group) > 1:
                return sum(self._tried((each,)) for each in group) > 0
            self._failed(group, problem)
            return False
        for each in group:
            self._models.faults.pop(each.name, None)
        return moved

    def _failed(self, group: tuple[Projection, ...], problem: Exception) -> None:
        for each in group:
            self._models.faults[each.name] = said(problem)
        if isinstance(problem, sqlite3.DatabaseError | PersistenceError | StoreUnavailable):
            self._doubted.set()

    def _abreast(self, projections: Iterable[Projection]) -> tuple[tuple[Projection, ...], ...]:
        """The projections that are equally far, together; those that are parked are left out."""
        progress = self._views.progress_of(each.name for each in self.projections)
        groups: defaultdict[int, list[Projection]] = defaultdict(list)
        for each in projections:
            if progress[each.name].parked is None:
                groups[progress[each.name].position].append(each)
        return tuple(map(tuple, groups.values()))

    def _advance(self, group: tuple[Projection, ...]) -> bool:
        """Take a page in for projections that are equally far, and say whether there was one."""
        with self._turn:
            progress = self._views.progress_of(each.name for each in group)
            positions = {each.position for each in progress.values()}
            if len(positions) > 1:
                return True  # another process took a page in for some of them
            (position,) = positions
            going = [each for each in group if progress[each.name].parked is None]
            page = self._pages.page(position, self._page) if going else ()
            if not page:
                return False
            try:
                self._take_in_together(going, position, page)
            except Superseded:
                return True  # another process was faster; it goes on from there
        self._models.moved()
        return True

    def _take_in_together(self, group: Sequence[Projection], after: int, page: tuple[LogEvent, ...]) -> None:
        """Store what a page makes of all of them at once, or of each by itself where one of them cannot take it in."""
        try:
            self._views.write(*((each, made_of(each, after, page)) for each in group))
        except (Unmade, *UNSTORABLE):
            for each in group:
                self._take_in(each, after, page)

    def _take_in(self, projection: Projection, after: int, page: tuple[LogEvent, ...]) -> None:
        """Store what a page makes of a projection, or the part before an event whose rows cannot be made or stored."""
        try:
            self._views.write((projection, made_of(projection, after, page)))
        except (Unmade, *UNSTORABLE) as problem:
            half = len(page) // 2
            if half:
                self._take_in(projection, after, page[:half])
            else:
                if not isinstance(problem, Unmade) and self._views.damage():
                    raise  # no event is to blame
                (only,) = page
                says = problem.says if isinstance(problem, Unmade) else said(problem)
                self._views.write((projection, Batch(after, after, "", (), parked=parked_at(only, says))))
