"""Opens either side of a copy where its address says, whichever store it is."""

from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.copy_schema import CopySource, CopyTarget
from oathbook.domain.recording.database.copying.sqlite_sides import SqliteSnapshot, SqliteTarget
from oathbook.domain.recording.database.openers import missing_driver
from oathbook.domain.recording.database.read_pool import must_not_be_mounted
from oathbook.domain.recording.database.sqlite_reader import must_be_ours, must_be_there
from oathbook.domain.recording.database.writer_lock import WriterLock, process_label


@contextmanager
def open_source(address: StoreAddress, *, alone: bool) -> Generator[CopySource]:
    """A database as it is now. With ``alone`` no other process may write into it meanwhile (``WriterBusy``).

    ``NotFound``, ``BadRecord`` where it is something else or of an earlier version, ``StoreUnavailable``.
    """
    if isinstance(address, Path):
        must_be_there(address)
        must_not_be_mounted(address)
        must_be_ours(address, or_new=False)
        with ExitStack() as held:
            if alone:
                held.enter_context(WriterLock(address, process_label()))
            yield held.enter_context(closing(SqliteSnapshot(address)))
        return
    try:
        from oathbook.domain.recording.database.postgres.copy_sides import PostgresSnapshot  # noqa: PLC0415  # only who asks for PostgreSQL needs its driver
    except ImportError as problem:
        raise missing_driver(problem) from None
    with closing(PostgresSnapshot(address, alone=alone)) as snapshot:
        yield snapshot


@contextmanager
def open_target(address: StoreAddress) -> Generator[CopyTarget]:
    """A database that is to become a copy; nothing is written yet.

    ``RecordDiffers`` where something is there, ``NotFound``, ``BadRecord``, ``StoreUnavailable``.
    """
    if isinstance(address, Path):
        with closing(SqliteTarget(address)) as file:
            yield file
        return
    try:
        from oathbook.domain.recording.database.postgres.copy_sides import PostgresTarget  # noqa: PLC0415  # as above
    except ImportError as problem:
        raise missing_driver(problem) from None
    with closing(PostgresTarget(address)) as database:
        yield database
