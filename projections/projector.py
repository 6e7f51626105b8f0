"""Carries the read models along with the record, a page at a time, in a thread of its own."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Self

from eventsourcing.persistence import PersistenceError

from oathbook.domain.errors import StoreUnavailable
from oathbook.domain.kernel import threads
from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.advancer import Advancer, ProjectionGroup
from oathbook.projections.batch_builder import ShareBuilder, replace_rows
from oathbook.projections.clause_usage import CLAUSE_USAGE
from oathbook.projections.definitions import Projection, describe_error
from oathbook.projections.docket import DOCKET
from oathbook.projections.draw_statistics.draws import DRAW_STATISTICS
from oathbook.projections.forks import FORKS
from oathbook.projections.games import GAMES
from oathbook.projections.log_reader import LogReader
from oathbook.projections.players import PLAYERS
from oathbook.projections.precedents import PRECEDENTS
from oathbook.projections.progress import ProgressListener, ProjectionState, ReadModels
from oathbook.projections.promise_ledger import PROMISE_LEDGER
from oathbook.projections.timeline import TIMELINE
from oathbook.projections.view_store import Views

PROJECTIONS: Final[tuple[Projection, ...]] = (
    *(GAMES, FORKS),
    *(TIMELINE, CLAUSE_USAGE, DRAW_STATISTICS, PLAYERS),
    *(DOCKET, PRECEDENTS),
    PROMISE_LEDGER,
)
"""The last takes longest, and holds up no other."""


POLL: Final = 1.0  # seconds after which the projector looks for new events without being told of any

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0  # seconds between two attempts while a database takes or gives nothing


def _ignore_report(says: str) -> None:
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
        report: Callable[[str], None] = _ignore_report,
    ) -> None:
        """Make the tables, and throw away rows that are not of this record or not of these projections.

        ``ruleset_of`` finds the ruleset of an edition; ``page`` is how many events are taken in at once; ``report`` is
        told of rows that have to be made again, and why.
        """
        self.projections = projections
        self._views = views
        self._archive = archive
        self._pages = LogReader(archive, ruleset_of)
        self._advancing = Advancer(self._pages, views, page)
        self._turn = self._advancing.turn
        self._prompted = threads.Event()
        self._closing = threads.Event()
        self._models = ReadModels(self._pages, views, (each.name for each in projections))
        self._thread: threads.Thread | None = None
        self._store, self._report = archive.store, report
        self._doubted = threads.Event()
        views.doubted = self.doubt
        try:
            self._reset_outdated()
        except (sqlite3.DatabaseError, PersistenceError):
            if views.examine(deep=True):
                raise
            self._reset_outdated()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def subscribe(self, listener: ProgressListener) -> None:
        """Call this, in the thread, after every page and whenever there is another fault, or none any more."""
        self._models.listener = listener

    def start(self) -> None:
        """Begin to follow the record, until closed; first every page of the read models is looked at."""
        self._models.examined = False
        self._thread = threads.Thread(target=self._run, name="oathbook-projector", daemon=True)
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
        """Look at the read models where that is due, and take in, here and now, all that there is.

        Raises what the databases raise.
        """
        if not self._models.examined:
            self._examine(deep=True)
            self._models.examined = True
        self._advance_until_done(self.projections)

    def rebuild(self, *names: str) -> None:
        """Throw the rows of projections away and compute them again; ``NotFound`` where there is none of a name."""
        projections = tuple(map(self._projection, names))
        with self._turn:
            for projection in projections:
                self._views.renew(projection)
        self._advance_until_done(projections)

    def rebuild_at_once(self, remaking: ShareBuilder, *names: str) -> None:
        """The same as ``rebuild``, faster, where nobody waits for rows meanwhile: they are there all at once.

        If an event cannot be taken in, it is left to ``rebuild`` to find out which. Raises what ``remaking`` raises.
        """
        projections = tuple(map(self._projection, names))
        with self._turn:
            if not replace_rows(self._archive, self._pages, self._views, projections, remaking):
                self.rebuild(*names)
        self._advance_until_done(projections)

    def advance(self, name: str) -> bool:
        """Take a page in for one projection, and say whether there was one; ``NotFound``, and as ``catch_up``."""
        return self._advance_all(self._advancing.groups((self._projection(name),)))

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

    def _advance_until_done(self, projections: Iterable[Projection]) -> None:
        """Take in, here and now, all that there is for these."""
        projections = tuple(projections)
        while self._advance_all(self._advancing.groups(projections)):
            pass

    def _advance_all(self, groups: Iterable[ProjectionGroup]) -> bool:
        """Take a page in for each of these, and say whether there was any."""
        return sum(map(self._advance, groups)) > 0

    def _advance(self, group: ProjectionGroup) -> bool:
        moved = self._advancing.advance(group)
        if moved:
            self._models.notify()
        return moved

    def _reset_outdated(self) -> None:
        """Make rows again that are not of this record or not of these projections, and say so."""
        with self._views.setup_lock():
            self._reset_outdated_locked()

    def _reset_outdated_locked(self) -> None:
        newest, why = self._pages.newest(), self._views.adopt(self._store)
        known = self._views.marks(each.name for each in self.projections)
        if not why and any(self._pages.mark_at(position) != mark for position, mark in known):
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
            self._report(f"{self._views.place}: {which} made again: {fault}")

    def _examine(self, *, deep: bool) -> bool:
        """Whether the read models had to be made again."""
        with self._turn:
            if self._views.examine(deep=deep):
                return False
            self._reset_outdated()
            return True

    def _projection(self, name: str) -> Projection:
        self._models.must_have(name)
        return next(each for each in self.projections if each.name == name)

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            self._prompted.clear()
            before = dict(self._models.faults), self._models.examined
            went_on = self._is_sound() and self._try_advance_all()
            if before != (self._models.faults, self._models.examined):
                self._models.notify()
            if went_on:
                continue
            if self._models.faults:
                self._closing.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE
                if not self._prompted.wait(POLL):
                    self._try_examine(deep=False)

    def _is_sound(self) -> bool:
        """Look at the read models where that is due; whether they can be written now."""
        if self._models.examined and not self._doubted.is_set():
            return True
        self._doubted.clear()
        return self._try_examine(deep=True)

    def _try_examine(self, *, deep: bool) -> bool:
        """Examine; whatever is wrong is kept to be shown, and tried again later."""
        try:
            self._examine(deep=deep)
        except Exception as problem:  # noqa: BLE001  # because the thread must not end, whatever happens
            self._models.faults.update(dict.fromkeys((each.name for each in self.projections), describe_error(problem)))
            self._doubted.set()
            return False
        self._models.examined = True
        return True

    def _try_advance_all(self) -> bool:
        """Take in what there is, as far as that can be done now; whether there was anything."""
        try:
            groups = self._advancing.groups(self.projections)
        except Exception as problem:  # noqa: BLE001  # as below
            self._record_failure(self.projections, problem)
            return False
        return sum(map(self._try_advance, groups)) > 0

    def _try_advance(self, group: ProjectionGroup) -> bool:
        """Take a page in, if there is one; whatever is wrong is kept to be shown, and tried again later."""
        try:
            moved = self._advance(group)
        except Exception as problem:  # noqa: BLE001  # because the thread must not end, whatever happens
            if len(group.parts) > 1:
                return sum(self._try_advance(ProjectionGroup(group.position, (each,))) for each in group.parts) > 0
            self._record_failure((each for each, _ in group.parts), problem)
            return False
        for each, _ in group.parts:
            self._models.faults.pop(each.name, None)
        return moved

    def _record_failure(self, projections: Iterable[Projection], problem: Exception) -> None:
        for each in projections:
            self._models.faults[each.name] = describe_error(problem)
        if isinstance(problem, sqlite3.DatabaseError | PersistenceError | StoreUnavailable):
            self._doubted.set()
