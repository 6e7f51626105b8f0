"""Either side of a copy where it is a file of SQLite: a moment of one that is there, or one that is being made."""

import os
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, NotFound, RecordDiffers, StoreUnavailable
from oathbook.domain.recording.database import copy_schema, sqlite
from oathbook.domain.recording.database.bulk_insert import placeholders
from oathbook.domain.recording.database.private_files import create_private, sync_folder
from oathbook.domain.recording.database.read_pool import connect_read_only
from oathbook.domain.recording.database.sqlite_reader import DIALECT

COPYING: Final = 0x4F61746A  # what stands in the place of our application id while a copy is not whole
PART_SUFFIX: Final = ".part"  # how the name of a file ends that is not whole

SQLITE_MAGIC: Final = b"SQLite format 3\0"

WRITE_DIALECT: Final = replace(DIALECT, state="state")  # what columns are called where rows are put in


class SqliteSnapshot(copy_schema.CopySource):
    """A file as it is when this is made; whoever writes goes on meanwhile."""

    dialect = DIALECT

    def __init__(self, path: Path) -> None:
        """Open a database of ours; ``BadRecord`` where it is of an earlier version, ``StoreUnavailable``."""
        self._path = path
        with ExitStack() as failing:
            self._connection = connect_read_only(path)
            failing.callback(self._connection.close)
            self._connection.execute("BEGIN")
            ((schema,),) = self.all(self.dialect.schema)
            if schema != sqlite.SCHEMA:
                raise BadRecord(copy_schema.outdated_message(path, schema, sqlite.SCHEMA))
            failing.pop_all()

    def all(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds."""
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as problem:
            raise StoreUnavailable(f"{self._path}: {problem}") from None

    def close(self) -> None:
        """Let go of that moment."""
        self._connection.close()


class SqliteTarget(copy_schema.CopyTarget):
    """A file with another name until it is whole; nobody else writes into that one meanwhile."""

    dialect = DIALECT

    def __init__(self, path: Path) -> None:
        """Nothing is made yet; ``RecordDiffers`` where something is there, ``NotFound`` where its folder is not."""
        self._path, self._part = path, path.with_name(f"{path.name}{PART_SUFFIX}")
        _must_be_free(path)
        if not path.parent.is_dir():
            raise NotFound(f"{path}: there is no such folder")
        self._connection: sqlite3.Connection | None = None

    def begin(self, identity: copy_schema.DatabaseIdentity) -> None:
        """Make the file with another name, or go on with it; ``RecordDiffers`` where it is none of this database."""
        with _faults_of(self._part):
            create_private(str(self._part))
            if not _is_sqlite(self._part):
                raise self._another()
            self._connection = connection = sqlite3.connect(self._part, timeout=0, isolation_level=None)
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            if not tables:
                self._make(connection, identity)
            elif application not in {COPYING, sqlite.APPLICATION} or copy_schema.read_identity(self) != identity:
                raise self._another()  # it is ours where it was killed while it took its name
            connection.execute(f"PRAGMA application_id = {COPYING}")
            connection.execute("COMMIT")

    def _another(self) -> RecordDiffers:
        return RecordDiffers(f"{self._part}: it was not begun as a copy of this database; remove it")

    @staticmethod
    def _make(connection: sqlite3.Connection, identity: copy_schema.DatabaseIdentity) -> None:
        for each in sqlite.TABLES:
            connection.execute(each.format(events="stored_events"))
        connection.execute("UPDATE store SET id = ?", (identity.store,))
        connection.execute("UPDATE blinding SET secret = ?", (identity.secret,))

    def all(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds."""
        with _faults_of(self._part):
            return self._begun_connection.execute(statement, values).fetchall()

    def change(
        self, table: copy_schema.CopiedTable, other: Sequence[copy_schema.Row], missing: Sequence[copy_schema.Row]
    ) -> None:
        """Take rows out and put rows in, in one transaction; ``StoreFull``."""
        columns = [copy_schema.column_name(each, WRITE_DIALECT) for each in table.columns]
        keys = " AND ".join(f"{each} = ?" for each in columns[: table.key])
        with _faults_of(self._part):
            self._begun_connection.execute("BEGIN")
            self._begun_connection.executemany(f"DELETE FROM {table.name} WHERE {keys}", map(table.key_of, other))  # noqa: S608  # names of ours
            values = placeholders(1, len(columns))
            insert = f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES {values}"  # noqa: S608  # names of ours
            self._begun_connection.executemany(insert, missing)
            self._begun_connection.execute("COMMIT")

    def finish(self) -> None:
        """Take the name, on the disk; ``RecordDiffers`` where something has taken it meanwhile."""
        with _faults_of(self._part):
            self._begun_connection.execute(f"PRAGMA application_id = {sqlite.APPLICATION}")
        self.close()
        _must_be_free(self._path)
        self._part.rename(self._path)
        sync_folder(self._path.parent)

    def close(self) -> None:
        """Close the file; what is not whole stays, for the next time."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @property
    def _begun_connection(self) -> sqlite3.Connection:
        assert self._connection is not None, "it was begun"
        return self._connection


def _is_sqlite(path: Path) -> bool:
    """Whether a file may be ours, as its first bytes say; SQLite itself would overwrite a short one of another's."""
    with path.open("rb") as file:
        return file.read(len(SQLITE_MAGIC)) in {SQLITE_MAGIC, b""}


def _must_be_free(path: Path) -> None:
    """What SQLite would take for the log of a file of this name would be written into it."""
    for each in (path, Path(f"{path}-wal"), Path(f"{path}-journal")):
        if os.path.lexists(each):
            raise RecordDiffers(f"{each}: something is already there; nothing was overwritten")


@contextmanager
def _faults_of(path: Path) -> Generator[None]:
    """``StoreFull``, or ``RecordDiffers`` where another process copies into the file or it is something else."""
    try:
        yield
    except sqlite3.Error as problem:
        if sqlite.is_full(problem):
            raise sqlite.translate_error(problem) from problem
        busy = getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
        says = "another process copies into it" if busy else f"{problem}; remove it"
        raise RecordDiffers(f"{path}: {says}") from None
