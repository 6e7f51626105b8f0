"""Reads a SQLite database of records, once it is sure that the file is one."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from oathbook.domain.errors import BadRecord, NotFound, StoreUnavailable
from oathbook.domain.recording.database import sqlite
from oathbook.domain.recording.database.read_pool import ReadPool, connect_read_only, must_not_be_mounted, uri
from oathbook.domain.recording.database.reader import Dialect, RecordReader

DIALECT: Final = Dialect(
    number="rowid",
    state="CAST(state AS BLOB)",
    filed=f"stored_events WHERE topic = '{sqlite.FILED_TOPIC}' AND {sqlite.GAME_OF_DISPUTE} = ?",
    filer=sqlite.FILER,
    schema="PRAGMA user_version",
)

_KIND: Final = 0xFF  # the part of a code that says what kind of error it is

_PASSING: Final = {
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_INTERRUPT),
    *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL),
}
"""Locks of others, and a system that has no file, memory or room left, or does not reach its disk."""

_OF_THE_FILE: Final = {sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA, sqlite3.SQLITE_IOERR_CORRUPTFS}
"""Of those the ones that say that bytes are gone or are others: they stay so."""


class SqliteReader(RecordReader):
    """The file of that path; any number may read at a time, and none holds up a commit."""

    dialect = DIALECT

    def __init__(self, path: Path) -> None:
        """Open the database; ``NotFound`` where there is none, ``BadRecord`` where it is something else."""
        must_be_there(path)
        must_not_be_mounted(path)
        must_be_ours(path, or_new=False)
        self._path = path
        self._pool = ReadPool(path)

    def close(self) -> None:
        """Close all connections that are not in use."""
        self._pool.close()

    def all(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds; ``StoreUnavailable`` where they cannot be read now.

        What else SQLite raises says that the database is damaged.
        """
        with self._pool.connection() as connection:
            try:
                return connection.execute(statement, values).fetchall()
            except sqlite3.OperationalError as problem:
                if not _may_pass(problem):
                    raise
                raise StoreUnavailable(f"{self._path}: {problem}") from problem


def _may_pass(problem: sqlite3.OperationalError) -> bool:
    """Whether another try may succeed with the database as it is."""
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR)  # there is none of what Python cannot decode
    return code & _KIND in _PASSING and code not in _OF_THE_FILE


def must_be_there(path: Path) -> None:
    """``NotFound``."""
    if not path.exists():
        raise NotFound(f"{path}: there is no such database")


def must_be_ours(path: Path, *, or_new: bool) -> None:
    """``BadRecord`` where a file is no database of ours, or one of a later version; ``StoreFull``.

    With ``or_new`` a database with nothing in it passes, and none at all: a process may have been killed making it.
    """
    if or_new and not path.exists():
        return
    try:
        application, schema, tables = _read_markers(path, or_new=or_new)
    except UnicodeDecodeError:  # of what SQLite says is wrong, with the name that is
        raise BadRecord(f"{path}: it is not an Oathbook database: the names of its tables are no text") from None
    except sqlite3.DatabaseError as problem:
        if sqlite.is_full(problem):  # even a reader needs a file beside the database
            raise sqlite.translate_error(problem) from problem
        raise BadRecord(f"{path}: it is not an Oathbook database: {problem}") from None
    if or_new and (application, schema, tables) == (0, 0, 0):
        return
    if application != sqlite.APPLICATION:
        raise BadRecord(f"{path}: it is not an Oathbook database")
    if schema > sqlite.SCHEMA:
        raise BadRecord(
            f"{path}: it was written by a later version (schema {schema}; this program knows {sqlite.SCHEMA})"
        )


def _read_markers(path: Path, *, or_new: bool) -> tuple[int, int, int]:
    """Whose database it is, its version, and how many tables and the like it has."""
    with closing(connect_read_only(path)) as connection:
        try:
            return _select_markers(connection)
        except sqlite3.OperationalError as problem:
            if not or_new or problem.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
    with closing(sqlite3.connect(uri(path, "rw"), uri=True)) as connection:
        return _select_markers(connection)  # rolls back what a killed process left half written; a reader could not


def _select_markers(connection: sqlite3.Connection) -> tuple[int, int, int]:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return application, schema, tables
