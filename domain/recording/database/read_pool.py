"""Connections that can only read; some are kept for the next reader."""

import sqlite3
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from domain.errors import BadRecord, StoreUnavailable

MOST_IDLE: Final = 8
"""Connections that are kept for the next reader."""


class ReadPool:
    """The connections of those who read a database; any number at a time, and none that holds up a commit."""

    def __init__(self, path: Path) -> None:
        """Read this database; nothing is opened yet."""
        self._path = path
        self._idle: deque[sqlite3.Connection] = deque()

    def close(self) -> None:
        """Close all connections that are not in use."""
        while self._idle:
            self._idle.pop().close()

    @contextmanager
    def connection(self) -> Generator[sqlite3.Connection]:
        """A connection for as long as it is needed; ``StoreUnavailable`` where none can be had."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._another()
        try:
            yield connection
        finally:
            connection.rollback()
            if len(self._idle) < MOST_IDLE:
                self._idle.append(connection)
            else:
                connection.close()

    def _another(self) -> sqlite3.Connection:
        try:
            return _connected(self._path)
        except sqlite3.Error as problem:
            msg = f"{self._path}: {problem}"
            raise StoreUnavailable(msg) from None


def reading(path: Path) -> sqlite3.Connection:
    """A connection that can only read; ``BadRecord`` where the file is no database."""
    try:
        return _connected(path)
    except sqlite3.Error as problem:
        msg = f"{path}: {problem}"
        raise BadRecord(msg) from None


def uri(path: Path, mode: str) -> str:
    """A path as SQLite takes it, with how it is to be opened."""
    return f"file:{quote(str(path))}?mode={mode}"


def _connected(path: Path) -> sqlite3.Connection:
    made = sqlite3.connect(uri(path, "ro"), uri=True, isolation_level=None, check_same_thread=False)
    made.execute("PRAGMA query_only = ON")
    return made
