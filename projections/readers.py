"""The reading side of the read models: connections of its own, and how far each projection is."""

import sqlite3
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from msgspec import Struct

from domain.errors import StoreUnavailable
from domain.kernel.limits import PAGE
from domain.recording.database.read_pool import ReadPool


class Parked(Struct, frozen=True):
    """Where a projection stopped: the event's number in the log, its game and position, and what was wrong with it."""

    number: int
    game: str
    position: int
    says: str


class Progress(Struct, frozen=True):
    """How far a projection is: the number of the last event in it, the event's hash, and where it is parked, if so.

    It was thrown away ``because`` of something, and is being made again ``until`` it has reached that number.
    """

    position: int
    mark: str
    parked: Parked | None
    until: int = 0
    because: str = ""


def views_path(db: Path) -> Path:
    """Where the read models of a database of records are."""
    return Path(f"{db.resolve()}.views")


def at_most_a_page(limit: int) -> int:
    """A number of rows to be asked for, from 1 to a page."""
    return max(1, min(limit, PAGE))


def tracked(connection: sqlite3.Connection, name: str) -> int:
    """The number of the last event of the log that is in a projection, as that connection sees it."""
    statement = "SELECT notification_id FROM tracking WHERE application_name = ?"
    found: tuple[int] | None = connection.execute(statement, (name,)).fetchone()
    return 0 if found is None else found[0]


def _unheard() -> None:
    """Nobody looks after the file."""


class ViewsReader:
    """Every read model of a database, for those who ask and do not make them."""

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

    def close(self) -> None:
        """Close all connections that are not in use."""
        self._readers.close()

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """A connection that can only read, and sees everything as it was at its first look.

        Where SQLite cannot answer, ``doubted`` is called: the file may be damaged.
        """
        try:
            with self._readers.connection() as connection:
                connection.execute("BEGIN")
                yield connection
        except (sqlite3.DatabaseError, StoreUnavailable):
            self.doubted()
            raise

    def progress(self, name: str) -> Progress:
        """How far a projection is."""
        return self.progress_of((name,))[name]

    def progress_of(self, names: Iterable[str]) -> dict[str, Progress]:
        """How far projections are, all at one moment."""
        with self.reading() as connection:
            at = dict(connection.execute("SELECT application_name, notification_id FROM tracking"))
            rows = connection.execute("SELECT name, mark, until, because FROM projections")
            made = {name: (mark, until, because) for name, mark, until, because in rows}
            rows = connection.execute("SELECT name, number, game, position, says FROM parked")
            parked = {name: Parked(*where) for name, *where in rows}
        found: dict[str, Progress] = {}
        for name in names:
            mark, until, because = made.get(name, ("", 0, ""))
            found[name] = Progress(at.get(name, 0), mark, parked.get(name), until, because)
        return found
