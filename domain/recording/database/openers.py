"""Opens a database where its address says, whichever store it is; a driver is imported only where it is needed."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.reader import RecordReader
from oathbook.domain.recording.database.record_store import RecordStore
from oathbook.domain.recording.database.sqlite_reader import SqliteReader, must_be_ours, must_be_there
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.database.writer_lock import WriterLock

DRIVER_MISSING = (
    "PostgreSQL needs a driver: install Oathbook with its extra `postgres`, from where you installed it: "
    "pip install '/path/to/oathbook[postgres]'"
)


def open_reader(address: StoreAddress) -> RecordReader:
    """What reads a database; ``NotFound`` where there is none, ``BadRecord`` where it is something else.

    ``StoreUnavailable`` where its server cannot be reached.
    """
    if isinstance(address, Path):
        return SqliteReader(address)
    try:
        from oathbook.domain.recording.database.postgres.reader import PostgresReader  # noqa: PLC0415  # only who asks for PostgreSQL needs its driver
    except ImportError as problem:
        raise missing_driver(problem) from None
    return PostgresReader(address)


@contextmanager
def open_store(address: StoreAddress, says: str, *, brings_up: bool = False) -> Generator[RecordStore]:
    """What writes into a database, which is made where there is none.

    With ``brings_up`` one of an earlier version gets what it lacks, which a file always does; then it has to be there
    (``NotFound``), and no other process may write into it.

    ``says`` tells others who writes into a file: ``WriterBusy`` where another process does. ``BadRecord`` where it is
    something else, ``StoreFull``, and ``StoreUnavailable`` where its server cannot be reached.
    """
    if isinstance(address, Path):
        if brings_up:
            must_be_there(address)
        must_be_ours(address, or_new=not brings_up)
        with WriterLock(address, says), closing(SqliteRecords(address)) as records:
            yield records
        return
    try:
        from oathbook.domain.recording.database.postgres.records import PostgresRecords  # noqa: PLC0415  # as above
    except ImportError as problem:
        raise missing_driver(problem) from None
    with closing(PostgresRecords(address, brings_up=brings_up)) as shared:
        yield shared


def missing_driver(problem: ImportError) -> BadRecord:
    """What is said where the driver is missing."""
    return BadRecord(f"{DRIVER_MISSING} ({problem})")
