"""How far the read models are, and waiting until they are far enough."""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from oathbook.domain.errors import NotFound
from oathbook.domain.kernel import threads
from oathbook.projections.definitions import describe_error
from oathbook.projections.log_reader import LogReader
from oathbook.projections.views_reader import UNREADABLE, Parked, Progress, ViewsReader


class ProjectionState(Struct, frozen=True):
    """How far a projection is in the log, of how many events; where it is parked, or what it cannot get past now.

    It is rebuilding ``because`` its rows were thrown away, until it has all that was stored when they were, or because
    nobody knows yet whether they are sound.
    """

    name: str
    position: int
    of: int
    status: Literal["ready", "behind", "rebuilding", "parked"]
    parked: Parked | None = None
    fault: str = ""
    because: str = ""


ProgressListener = Callable[[dict[str, str], bool], None]
"""Is told what each projection cannot get past now, and whether the file has been examined."""


def _ignore_progress(faults: dict[str, str], examined: bool) -> None:  # noqa: FBT001  # two things to be told
    """Nobody listens."""
    del faults, examined


class ReadModels:
    """The read models as those see them who ask and do not make them."""

    def __init__(self, pages: LogReader, views: ViewsReader, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.faults: dict[str, str] = {}
        self.examined = True
        self.listener: ProgressListener = _ignore_progress
        self._pages, self._views = pages, views
        self._moved = threads.Condition()
        self._closed = False

    def notify(self) -> None:
        """Wake everybody who waits: some read model has gone on, or something else has changed."""
        self.listener(dict(self.faults), self.examined)
        self._wake()

    def _wake(self) -> None:
        with self._moved:
            self._moved.notify_all()

    def close(self) -> None:
        """Let nobody wait any more."""
        self._closed = True
        self.notify()

    def states(self) -> tuple[ProjectionState, ...]:
        """How far each projection is; raises what the database of records raises."""
        newest = self._pages.newest()
        try:
            found = self._views.progress_of(self.names)
        except UNREADABLE as problem:
            found = dict.fromkeys(self.names, Progress(0, "", None, newest + 1, describe_error(problem)))
        return tuple(self._state(name, newest, found[name]) for name in self.names)

    def wait_for(self, game: str, position: int, name: str, timeout: float) -> int:
        """Wait until a projection has taken in a game up to a position, and say up to which it has.

        It waits at most ``timeout`` seconds, and not for a projection that is parked, nor when all is being closed.
        ``NotFound`` where there is none of that name.
        """
        self.must_have(name)

        def enough() -> bool:
            if self._closed or self._position_reached(game, name) >= position:
                return True
            return self._views.progress(name).parked is not None

        self._views.subscribe(self._wake)
        with self._moved:
            self._moved.wait_for(enough, timeout)
        return self._position_reached(game, name)

    def must_have(self, name: str) -> None:
        """``NotFound`` where there is no projection of that name."""
        if name not in self.names:
            raise NotFound(f"there is no projection “{name}”; there are {', '.join(self.names)}")

    def _state(self, name: str, newest: int, progress: Progress) -> ProjectionState:
        fault, position = self.faults.get(name, ""), progress.position
        if progress.parked is not None:
            return ProjectionState(name, position, newest, "parked", progress.parked)
        if not self.examined:
            return ProjectionState(name, position, newest, "rebuilding", None, fault, "it is being examined")
        if position < progress.until:
            return ProjectionState(name, position, newest, "rebuilding", None, fault, progress.because)
        status: Literal["ready", "behind"] = "ready" if position >= newest else "behind"
        return ProjectionState(name, position, newest, status, fault=fault)

    def _position_reached(self, game: str, name: str) -> int:
        return self._pages.position_by(game, self._views.progress(name).position)
