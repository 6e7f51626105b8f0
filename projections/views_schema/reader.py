"""The reading side of a schema of read models: a bounded number of connections, replaced when they are lost."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore, RLock
from typing import Any, Final, Self

import psycopg
from eventsourcing.persistence import PersistenceError

from oathbook.domain.errors import StoreUnavailable
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.postgres.connecting import Connection
from oathbook.domain.recording.database.postgres.reader import storable
from oathbook.projections.readers import Asking, Progress, Rows, progress_in
from oathbook.projections.views_schema.connecting import SCHEMA, connected, translating
from oathbook.projections.views_schema.dialect import asked
from oathbook.projections.views_schema.listening import ViewsListener
from oathbook.projections.views_schema.tables import VERSION

MOST: Final = 8
"""Connections of a reader; whoever needs another waits."""

WAITS: Final = 5.0
"""Seconds to wait for a connection."""

BEGIN: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


def _unheard() -> None:
    """Nobody looks after the schema."""


class _Asked:
    """A connection that takes statements as SQLite does."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        return self._connection.execute(asked(statement), [storable(each) for each in values])


class SchemaReader:
    """A ``ViewsReader`` of a schema."""

    def __init__(self, address: PostgresAddress) -> None:
        """Keep where they are; nothing is opened yet."""
        self.address = address
        self.doubted: Callable[[], None] = _unheard
        self._idle: deque[Connection] = deque()
        self._free = BoundedSemaphore(MOST)
        self._turn = RLock()
        self._listener: ViewsListener | None = None

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    @property
    def place(self) -> str:
        """The database without its password, and the schema."""
        return f"{self.address}, schema {SCHEMA}"

    def follow(self, told: Callable[[], None]) -> None:
        """Workers of all processes say when they have moved them on, and once a second it is looked at anyway."""
        with self._turn:
            if self._listener is None:
                self._listener = ViewsListener(self.address, told)

    def source(self, connection: Asking) -> str:
        """The id of the records that they were made from; nothing where it was not by this version of the program."""
        asked_for = "SELECT id FROM store CROSS JOIN about WHERE version = ?"
        made_from = connection.execute(asked_for, (VERSION,)).fetchone()
        return "" if made_from is None else str(made_from[0])

    def close(self) -> None:
        """Close all connections that are not in use, and listen no more."""
        with self._turn:
            listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
        while self._idle:
            self._idle.pop().close()

    @contextmanager
    def reading(self) -> Generator[_Asked]:
        """As a ``ViewsReader``; ``StoreUnavailable`` where they cannot be read, and ``doubted`` is called."""
        if not self._free.acquire(timeout=WAITS):
            msg = f"{self.place}: all connections that read are in use"
            raise StoreUnavailable(msg)
        try:
            connection = self._begun()
            try:
                yield _Asked(connection)
            finally:
                self._give_back(connection)
        except (psycopg.Error, PersistenceError) as problem:
            self.doubted()
            msg = f"{self.place}: {str(problem).strip()}"
            raise StoreUnavailable(msg) from None
        finally:
            self._free.release()

    def progress(self, name: str) -> Progress:
        """How far a projection is."""
        return self.progress_of((name,))[name]

    def progress_of(self, names: Iterable[str]) -> dict[str, Progress]:
        """How far projections are, all at one moment."""
        with self.reading() as connection:
            return progress_in(connection, names)

    def _begun(self) -> Connection:
        """A connection in a transaction: one that is kept, if the server still knows it, or a new one."""
        while self._idle:
            connection = self._idle.pop()
            try:
                connection.execute(BEGIN)
            except psycopg.Error:
                connection.close()
            else:
                return connection
        connection = connected(self.address, writes=False)
        with translating():
            connection.execute(BEGIN)
        return connection

    def _give_back(self, connection: Connection) -> None:
        try:
            connection.rollback()
        except psycopg.Error:
            connection.close()
        else:
            self._idle.append(connection)
