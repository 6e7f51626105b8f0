"""Lists the read models of a database without creating any, and rebuilds them as the only writer."""

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from oathbook.api.cli.databases import archive_in
from oathbook.api.cli.process_pool import map_in_processes
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.writer_lock import WriterLock, process_label
from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections.batch_builder import Batches, WholeStreams, build_share
from oathbook.projections.definitions import Projection
from oathbook.projections.log_reader import LogReader, LogUnavailable
from oathbook.projections.progress import ProjectionState
from oathbook.projections.projector import PROJECTIONS, Projector
from oathbook.projections.promise_ledger import PROMISE_LEDGER
from oathbook.projections.promise_ledger_rows import UnjudgedGame, unjudged_games
from oathbook.projections.view_openers import open_views, open_views_reader
from oathbook.projections.view_store import fingerprint
from oathbook.projections.views_reader import UNREADABLE, Parked, ReadConnection, tracked_position

MARK: Final = "SELECT fingerprint, mark FROM projections WHERE name = ?"
PARKED: Final = "SELECT number, game, position, says FROM parked WHERE name = ? ORDER BY number"

NAMES: Final = tuple(projection.name for projection in PROJECTIONS)


class ReadModel(Struct, frozen=True):
    """How many of the stored events a read model has processed, and where it is parked, if it is.

    ``unjudged`` are games whose promises it could not judge; it went on with the others.
    """

    name: str
    position: int
    of: int
    status: Literal["ready", "behind", "parked", "not built"]
    parked: Parked | None = None
    unjudged: tuple[UnjudgedGame, ...] = ()


def read_states(database: str) -> tuple[ReadModel, ...]:
    """The progress of every projection; creates and changes nothing. ``NotFound`` and ``BadRecord`` name the file."""
    with archive_in(database) as archive:
        look = _ProgressReader(archive)
        reader = open_views_reader(archive.address)
        try:
            with closing(reader), reader.snapshot() as connection:
                ours = reader.source_id(connection) == archive.store
                return tuple(look.state(connection, each) if ours else look.not_built(each) for each in PROJECTIONS)
        except UNREADABLE:
            return tuple(look.not_built(each) for each in PROJECTIONS)  # a service makes them again


class _RebuildTask(Struct, frozen=True):
    """Makes shares of a database, in any process."""

    database: str
    names: tuple[str, ...]

    def __call__(self, share: WholeStreams) -> Batches:
        """What it makes of the projections of these names."""
        projections = [each for name in self.names for each in PROJECTIONS if each.name == name]
        with archive_in(self.database) as archive:
            return build_share(archive, load_registry().ruleset, projections, share)


def rebuild(database: str, names: Sequence[str], workers: int) -> tuple[ReadModel, ...]:
    """Compute the rows of these projections again, in so many processes, and return their progress.

    ``WriterBusy`` if another process writes to the database, ``NotFound`` if there is none, ``BadRecord``.
    """
    with (
        archive_in(database) as archive,
        _exclusively(archive),
        _label_unanswered(database),
        open_views(archive.address) as views,
        Projector(archive, views, load_registry().ruleset) as projector,
    ):
        remaking = _RebuildTask(database, tuple(names))
        projector.rebuild_at_once(lambda _, shares: map_in_processes(remaking, shares, workers), *names)
        states = {each.name: each for each in projector.states()}
        with views.snapshot() as connection:
            found = ((states[name], _unjudged(connection, name)) for name in names)
            return tuple(ReadModel(it.name, it.position, it.of, _status(it), it.parked, games) for it, games in found)


def _status(state: ProjectionState) -> Literal["ready", "behind", "parked"]:
    """Here a read model that is made again is simply behind."""
    return "behind" if state.status == "rebuilding" else state.status


def _unjudged(connection: ReadConnection, name: str) -> tuple[UnjudgedGame, ...]:
    return unjudged_games(connection) if name == PROMISE_LEDGER.name else ()


class _ProgressReader:
    """Reads the progress of read models; rows that a projector would delete do not count."""

    def __init__(self, archive: Archive) -> None:
        self.store = archive.store
        self.newest = archive.last_number()
        self._pages = LogReader(archive, load_registry().ruleset)

    def not_built(self, projection: Projection) -> ReadModel:
        """The progress of a projection that has no rows."""
        return ReadModel(projection.name, 0, self.newest, "not built")

    def state(self, connection: ReadConnection, projection: Projection) -> ReadModel:
        """The progress of a projection, as the file of read models has it."""
        made_by, mark = connection.execute(MARK, (projection.name,)).fetchone() or ("", "")
        if made_by != fingerprint(projection):
            return self.not_built(projection)
        position = tracked_position(connection, projection.name)
        if mark and self._pages.mark_at(position) != mark:
            return self.not_built(projection)  # an older copy of the record was put back
        found = connection.execute(PARKED, (projection.name,)).fetchone()
        parked = None if found is None else Parked(*found)
        moving: Literal["ready", "behind"] = "ready" if position >= self.newest else "behind"
        status = moving if parked is None else "parked"
        return ReadModel(projection.name, position, self.newest, status, parked, _unjudged(connection, projection.name))


def _exclusively(archive: Archive) -> AbstractContextManager[object]:
    """Into a file nobody else may write meanwhile; who makes read models in a schema waits."""
    address = archive.address
    return WriterLock(address, process_label()) if isinstance(address, Path) else nullcontext()


@contextmanager
def _label_unanswered(database: str) -> Generator[None]:
    """Make a refusal name the database that cannot be asked now."""
    try:
        yield
    except LogUnavailable as problem:
        raise BadRecord(f"{database}: {problem}") from None
