"""Whether a file of read models can be used, or has to be thrown away and made again."""

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.read_pool import connect_read_only
from oathbook.domain.recording.database.sqlite import is_full, translate_error

INACCESSIBLE_CODES: Final = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
)
"""What SQLite says of a file that it could not look at; the lower byte of its code."""


class FileSignature:
    """What the file of a program's read models looks like: its application id, its schema, and its own tables."""

    def __init__(self, application: int, schema: int, statements: Iterable[str], row: str) -> None:
        """``statements`` make the tables in an empty database, and ``row`` asks for one that must be in them."""
        self._numbers = [application, schema]
        self._row = row
        with closing(sqlite3.connect(":memory:")) as connection:
            for each in statements:
                connection.execute(each)
            self._tables = _tables_in(connection)

    def damage(self, path: Path, *, deep: bool) -> str:
        """Why the file cannot be used, or nothing, also where there is none or it has only been begun.

        With ``deep`` every page is looked at. ``BadRecord`` if there is no telling: it is a folder, or may not be read
        and written. ``StoreFull``.
        """
        if not path.exists():
            return ""
        _must_be_a_file(path)
        if path.stat().st_size == 0:
            return ""
        try:
            with closing(connect_read_only(path)) as connection:
                return self._damage_in(connection, deep=deep)
        except sqlite3.DatabaseError as problem:
            if is_full(problem):  # even a reader needs a file beside the database
                raise translate_error(problem) from problem
            if problem.sqlite_errorcode & 0xFF in INACCESSIBLE_CODES:
                raise BadRecord(f"{path}: {problem}") from None
            return str(problem)

    def _damage_in(self, connection: sqlite3.Connection, *, deep: bool) -> str:
        numbers = [connection.execute(f"PRAGMA {each}").fetchone()[0] for each in ("application_id", "user_version")]
        tables = _tables_in(connection)
        if numbers == [0, 0] and not tables:
            return ""  # the process ended that was making it
        if numbers[0] != self._numbers[0]:
            return "it holds something else"
        if numbers != self._numbers:
            return "another version of this program made it"
        if any(tables.get(name) != sql for name, sql in self._tables.items()) or not _has_row(connection, self._row):
            return "its tables are not those that were made"
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone() if deep else ("ok",)
        return "" if found == "ok" else str(found)


def _must_be_a_file(path: Path) -> None:
    if not path.is_file():
        raise BadRecord(f"{path}: it is not a file; the read models need one of this name, so move it away")
    if not os.access(path, os.R_OK | os.W_OK):
        raise BadRecord(f"{path}: this process may not read and write it")


def _has_row(connection: sqlite3.Connection, row: str) -> bool:
    return connection.execute(row).fetchone() is not None


def _tables_in(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))


def delete_files(path: Path) -> None:
    """Delete a file of read models, with what SQLite keeps beside it; ``OSError``."""
    for each in (Path(f"{path}-wal"), Path(f"{path}-shm"), path):
        each.unlink(missing_ok=True)
