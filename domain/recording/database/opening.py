"""Opens a database where its address says, whichever store it is; a driver is imported only where it is needed."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from domain.errors import BadRecord
from domain.recording.database.address import StoreAddress
from domain.recording.database.application import Records
from domain.recording.database.commits import RecordStore
from domain.recording.database.reader import RecordReader
from domain.recording.database.sqlite_reader import SqliteReader, must_be_ours
from domain.recording.database.writer_lock import WriterLock

MISSING = "PostgreSQL needs a driver: pip install 'oathbook[postgres]'"


def reader_at(address: StoreAddress) -> RecordReader:
    """What reads a database; ``NotFound`` where there is none, ``BadRecord`` where it is something else.

    ``StoreUnavailable`` where its server cannot be reached.
    """
    if isinstance(address, Path):
        return SqliteReader(address)
    try:
        from domain.recording.database.postgres.reader import PostgresReader  # noqa: PLC0415  # only who asks for PostgreSQL needs its driver
    except ImportError as problem:
        raise _missing(problem) from None
    return PostgresReader(address)


@contextmanager
def store_at(address: StoreAddress, says: str) -> Generator[RecordStore]:
    """What writes into a database, which is made where there is none.

    ``says`` tells others who writes into a file: ``WriterBusy`` where another process does. ``BadRecord`` where it is
    something else, ``StoreFull``, and ``StoreUnavailable`` where its server cannot be reached.
    """
    if isinstance(address, Path):
        must_be_ours(address, or_new=True)
        with WriterLock(address, says), closing(Records(address)) as records:
            yield records
        return
    try:
        from domain.recording.database.postgres.records import PostgresRecords  # noqa: PLC0415  # as above
    except ImportError as problem:
        raise _missing(problem) from None
    with closing(PostgresRecords(address)) as shared:
        yield shared


def _missing(problem: ImportError) -> BadRecord:
    return BadRecord(f"{MISSING} ({problem})")
