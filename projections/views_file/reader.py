"""The reading side of a file of read models: connections of its own."""

import sqlite3
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from domain.recording.database.read_pool import ReadPool
from projections.readers import UNREADABLE, Progress, progress_in


def _unheard() -> None:
    """Nobody looks after the file."""


class FileReader:
    """A ``ViewsReader`` of a file."""

    def __init__(self, path: Path) -> None:
        """Keep where they are; nothing is opened yet."""
        self.path = path
        self.doubted: Callable[[], None] = _unheard
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

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
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
        with self.reading() as connection:
            return progress_in(connection, names)
