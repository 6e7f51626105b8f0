"""The reading side of a schema of read models: a bounded number of connections, replaced when they are lost."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any, Final, Self

import psycopg
from eventsourcing.persistence import PersistenceError

from oathbook.domain.errors import StoreUnavailable
from oathbook.domain.kernel import threads
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.postgres.connections import Connection
from oathbook.domain.recording.database.postgres.reader import storable
from oathbook.projections.postgres_views.dialect import postgres_query
from oathbook.projections.postgres_views.tables import VERSION
from oathbook.projections.postgres_views.view_connections import SCHEMA, connect, translate_errors
from oathbook.projections.postgres_views.views_listener import ViewsListener
from oathbook.projections.views_reader import Progress, ReadConnection, Rows, read_progress

MOST: Final = 8  # connections of a reader; whoever needs another waits
WAITS: Final = 5.0  # seconds to wait for a connection

BEGIN: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


def _ignore_damage() -> None:
    """Nobody looks after the schema."""


class _SqliteStyleConnection:
    """A connection that takes statements as SQLite does."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        return self._connection.execute(postgres_query(statement), [storable(each) for each in values])


class PostgresViewsReader:
    """A ``ViewsReader`` of a schema."""

    def __init__(self, address: PostgresAddress) -> None:
        """Keep where they are; nothing is opened yet."""
        self.address = address
        self.doubted: Callable[[], None] = _ignore_damage
        self._idle: deque[Connection] = deque()
        self._free = threads.BoundedSemaphore(MOST)
        self._turn = threads.RLock()
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

    def subscribe(self, told: Callable[[], None]) -> None:
        """Workers of all processes say when they have moved them on, and once a second it is looked at anyway."""
        with self._turn:
            if self._listener is None:
                self._listener = ViewsListener(self.address, told)

    def source_id(self, connection: ReadConnection) -> str:
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
    def snapshot(self) -> Generator[_SqliteStyleConnection]:
        """As a ``ViewsReader``; ``StoreUnavailable`` where they cannot be read, and ``doubted`` is called."""
        if not self._free.acquire(timeout=WAITS):
            raise StoreUnavailable(f"{self.place}: all connections that read are in use")
        try:
            connection = self._begin()
            try:
                yield _SqliteStyleConnection(connection)
            finally:
                self._release(connection)
        except (psycopg.Error, PersistenceError) as problem:
            self.doubted()
            raise StoreUnavailable(f"{self.place}: {str(problem).strip()}") from None
        finally:
            self._free.release()

    def progress(self, name: str) -> Progress:
        """How far a projection is."""
        return self.progress_of((name,))[name]

    def progress_of(self, names: Iterable[str]) -> dict[str, Progress]:
        """How far projections are, all at one moment."""
        with self.snapshot() as connection:
            return read_progress(connection, names)

    def _begin(self) -> Connection:
        """A connection in a transaction: one that is kept, if the server still knows it, or a new one."""
        while self._idle:
            connection = self._idle.pop()
            try:
                connection.execute(BEGIN)
            except psycopg.Error:
                connection.close()
            else:
                return connection
        connection = connect(self.address, writes=False)
        with translate_errors():
            connection.execute(BEGIN)
        return connection

    def _release(self, connection: Connection) -> None:
        try:
            connection.rollback()
        except psycopg.Error:
            connection.close()
        else:
            self._idle.append(connection)
