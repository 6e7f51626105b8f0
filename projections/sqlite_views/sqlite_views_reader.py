"""The reading side of a file of read models: connections of its own."""

import sqlite3
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from oathbook.domain.recording.database.read_pool import ReadPool
from oathbook.projections.sqlite_views.tracking import APPLICATION, SCHEMA
from oathbook.projections.views_reader import UNREADABLE, Progress, ReadConnection, read_progress


def _ignore_damage() -> None:
    """Nobody looks after the file."""


class SqliteViewsReader:
    """A ``ViewsReader`` of a file."""

    def __init__(self, path: Path) -> None:
        """Keep where they are; nothing is opened yet."""
        self.path = path
        self.doubted: Callable[[], None] = _ignore_damage
        self._readers = ReadPool(path)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    @property
    def place(self) -> str:
        """The path."""
        return str(self.path)

    def close(self) -> None:
        """Close all connections that are not in use."""
        self._readers.close()

    def subscribe(self, told: Callable[[], None]) -> None:
        """Nobody but the service's own process moves them on, and says so itself."""

    def source_id(self, connection: ReadConnection) -> str:
        """The id of the records that they were made from; nothing where it was not by this version of the program."""
        numbers = [connection.execute(f"PRAGMA {each}").fetchone()[0] for each in ("application_id", "user_version")]
        made_from = connection.execute("SELECT id FROM store").fetchone() if numbers == [APPLICATION, SCHEMA] else None
        return "" if made_from is None else str(made_from[0])

    @contextmanager
    def snapshot(self) -> Generator[sqlite3.Connection]:
        """As a ``ViewsReader``; where SQLite cannot answer, ``doubted`` is called."""
        try:
            with self._readers.connection() as connection:
                connection.execute("BEGIN")
                yield connection
        except UNREADABLE:
            self.doubted()
            raise

    def progress(self, name: str) -> Progress:
        """How far a projection is."""
        return self.progress_of((name,))[name]

    def progress_of(self, names: Iterable[str]) -> dict[str, Progress]:
        """How far projections are, all at one moment."""
        with self.snapshot() as connection:
            return read_progress(connection, names)
