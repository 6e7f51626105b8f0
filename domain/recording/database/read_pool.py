"""Connections that can only read; some are kept for the next reader."""

import os
import sqlite3
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from oathbook.domain.errors import BadRecord, StoreUnavailable

MOST_IDLE: Final = 8  # connections that are kept for the next reader


FileIdentity = tuple[int, int] | None
"""Which file a path leads to, if any: one that is put in its place is another, whatever it holds."""


def file_identity(path: Path) -> FileIdentity:
    """Which file is there now."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def must_not_be_mounted(path: Path) -> None:
    """``BadRecord`` where a file is mounted by itself: SQLite keeps what was written last in a file beside each name.

    Only Linux mounts files; ``/proc/self/mountinfo`` lists them (proc_pid_mountinfo(5)).
    """
    try:
        mounts = Path("/proc/self/mountinfo").read_bytes()
    except OSError:
        return
    escaped = b"".join(
        b"\\%03o" % byte if byte in b" \t\n\\" else bytes([byte]) for byte in os.fsencode(path.resolve())
    )
    if any(line.split(b" ")[4] == escaped for line in mounts.splitlines()):
        raise BadRecord(
            f"{path}: the file is mounted by itself, and what was written last is in a file beside it, which is not; "
            "mount its folder instead"
        )


class ReadPool:
    """The connections of those who read a database; any number at a time, and none that holds up a commit."""

    def __init__(self, path: Path) -> None:
        """Read this database; nothing is opened yet."""
        self._path = path
        self._idle: deque[tuple[FileIdentity, sqlite3.Connection]] = deque()

    def close(self) -> None:
        """Close all connections that are not in use."""
        while self._idle:
            self._idle.pop()[1].close()

    @contextmanager
    def connection(self) -> Generator[sqlite3.Connection]:
        """A connection for as long as it is needed; ``StoreUnavailable`` where none can be had."""
        identity = file_identity(self._path)
        connection = self._take_idle(identity) or self._open_another()
        try:
            yield connection
        finally:
            connection.rollback()
            if len(self._idle) < MOST_IDLE:
                self._idle.append((identity, connection))
            else:
                connection.close()

    def _take_idle(self, identity: FileIdentity) -> sqlite3.Connection | None:
        """One that reads the file that is there now, not one that was there before."""
        with suppress(IndexError):  # until there is none, here or in another thread
            while True:
                read, connection = self._idle.pop()
                if read == identity:
                    return connection
                connection.close()
        return None

    def _open_another(self) -> sqlite3.Connection:
        try:
            return _connect(self._path)
        except sqlite3.Error as problem:
            raise StoreUnavailable(f"{self._path}: {problem}") from None


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that can only read; ``BadRecord`` where the file is no database."""
    try:
        return _connect(path)
    except sqlite3.Error as problem:
        raise BadRecord(f"{path}: {problem}") from None


def uri(path: Path, mode: str) -> str:
    """A path as SQLite takes it, with how it is to be opened; its bytes need not be UTF-8."""
    return f"file:{quote(os.fsencode(path))}?mode={mode}"


def _connect(path: Path) -> sqlite3.Connection:
    made = sqlite3.connect(uri(path, "ro"), uri=True, isolation_level=None, check_same_thread=False)
    made.text_factory = decode_text
    made.execute("PRAGMA query_only = ON")
    return made


def decode_text(text: bytes) -> str:
    """A text as it is stored; damaged bytes are replaced, so that one row keeps nobody from reading the others."""
    return text.decode(errors="replace")
