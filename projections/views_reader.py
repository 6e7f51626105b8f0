"""The reading side of the read models, wherever their rows are: what a reader asks, and how far each projection is."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, Protocol

from msgspec import Struct

from oathbook.domain.errors import StoreUnavailable
from oathbook.domain.kernel.limits import PAGE

UNREADABLE: Final = (sqlite3.DatabaseError, StoreUnavailable)  # what a reader raises where the rows cannot be had now


class Rows(Protocol):
    """What was found: a row is a tuple of values."""

    def fetchone(self) -> Any:  # noqa: ANN401  # as every driver has it
        """The next row, or nothing."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """One row after the other."""
        ...


class ReadConnection(Protocol):
    """A connection that can only read. It takes statements as SQLite does, each ``?`` standing for a value."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        """Ask."""
        ...


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


def clamp_limit(limit: int) -> int:
    """A number of rows to be asked for, from 1 to a page."""
    return max(1, min(limit, PAGE))


def tracked_position(connection: ReadConnection, name: str) -> int:
    """The number of the last event of the log that is in a projection, as that connection sees it."""
    statement = "SELECT notification_id FROM tracking WHERE application_name = ?"
    found: tuple[int] | None = connection.execute(statement, (name,)).fetchone()
    return 0 if found is None else found[0]


def read_progress(connection: ReadConnection, names: Iterable[str]) -> dict[str, Progress]:
    """How far projections are, as that connection sees it."""
    at = dict(connection.execute("SELECT application_name, notification_id FROM tracking"))
    rows = connection.execute("SELECT name, mark, until, because FROM projections")
    made = {name: (mark, until, because) for name, mark, until, because in rows}
    rows = connection.execute("SELECT name, number, game, position, says FROM parked ORDER BY number DESC")
    parked = {name: Parked(*where) for name, *where in rows}
    found: dict[str, Progress] = {}
    for name in names:
        mark, until, because = made.get(name, ("", 0, ""))
        found[name] = Progress(at.get(name, 0), mark, parked.get(name), until, because)
    return found


class ViewsReader(Protocol):
    """Every read model of a database, for those who ask and do not make them."""

    doubted: Callable[[], None]
    """Is called where the rows cannot be read: they may be damaged."""

    @property
    def place(self) -> str:
        """Where they are, to be shown."""
        ...

    def close(self) -> None:
        """Close all connections that are not in use."""
        ...

    def subscribe(self, told: Callable[[], None]) -> None:
        """Call this, until closed, whenever another process may have moved them on, if any can; of the first to ask."""
        ...

    def source_id(self, connection: ReadConnection) -> str:
        """The id of the records that they were made from; nothing where it was not by this version of the program."""
        ...

    def snapshot(self) -> AbstractContextManager[ReadConnection]:
        """A connection that can only read, and sees everything as it was at its first look; ``UNREADABLE``."""
        ...

    def progress(self, name: str) -> Progress:
        """How far a projection is; ``UNREADABLE``."""
        ...

    def progress_of(self, names: Iterable[str]) -> dict[str, Progress]:
        """How far projections are, all at one moment; ``UNREADABLE``."""
        ...
