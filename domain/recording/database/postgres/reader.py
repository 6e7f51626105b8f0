"""Reads a database of records on a PostgreSQL server, through connections that can only read."""

from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

import psycopg

from oathbook.domain.errors import StoreUnavailable
from oathbook.domain.kernel import threads
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.postgres.connections import Connection, connect, is_lost, translate_error
from oathbook.domain.recording.database.postgres.schema_setup import must_be_ours
from oathbook.domain.recording.database.reader import Dialect, RecordReader

MOST_CONNECTIONS: Final = 8  # connections of one reader; whoever needs another waits for one
WAIT_SECONDS: Final = 5.0  # seconds to wait for a connection

DIALECT: Final = Dialect(
    number="notification_id",
    state="state",
    filed="filed WHERE game = ?",
    filer="filer",
    schema="SELECT schema FROM store",
)

NOTHING: Final = "\x01"  # stands for what PostgreSQL cannot hold, and so never holds: a text with a zero character


class PostgresReader(RecordReader):
    """A database of that server; a lost connection is replaced, and what was asked is asked again, once."""

    dialect = DIALECT

    def __init__(self, address: PostgresAddress, most: int = MOST_CONNECTIONS) -> None:
        """Open the database; ``NotFound`` where no records are, ``BadRecord`` and ``StoreUnavailable``."""
        self._address = address
        self._idle: deque[Connection] = deque()
        self._free = threads.BoundedSemaphore(most)
        try:
            with self._connection() as connection:
                must_be_ours(connection, address)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections that are not in use."""
        while self._idle:
            self._idle.pop().close()

    def all(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds; ``StoreUnavailable`` where the server cannot be asked."""
        asked, given = with_driver_marks(statement), [storable(each) for each in values]
        try:
            return self._all(asked, given)
        except _ConnectionLost:
            self.close()  # the others were lost with it, as when the server was started again
        try:
            return self._all(asked, given)
        except _ConnectionLost as lost:
            raise translate_error(self._address, lost.problem) from None

    def _all(self, statement: bytes, values: list[Any]) -> list[Any]:
        with self._connection() as connection:
            try:
                return connection.execute(statement, values).fetchall()
            except psycopg.Error as problem:
                if is_lost(problem, connection):
                    connection.close()
                    raise _ConnectionLost(problem) from None
                raise translate_error(self._address, problem) from None

    @contextmanager
    def _connection(self) -> Generator[Connection]:
        """A connection for as long as it is needed; it is kept for the next one who asks, if it is whole."""
        if not self._free.acquire(timeout=WAIT_SECONDS):
            raise StoreUnavailable(f"{self._address}: all connections that read are in use")
        try:
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = connect(self._address, writes=False)
            try:
                yield connection
            finally:
                if not connection.closed:
                    self._idle.append(connection)
        finally:
            self._free.release()


class _ConnectionLost(Exception):  # noqa: N818  # it is not answered to anybody
    """The connection was lost."""

    def __init__(self, problem: psycopg.Error) -> None:
        super().__init__()
        self.problem = problem


@lru_cache(256)
def with_driver_marks(statement: str) -> bytes:
    """A statement with the driver's marks for values."""
    return statement.replace("%", "%%").replace("?", "%s").encode()


def storable(value: Any) -> Any:
    """A value as PostgreSQL takes it."""
    return NOTHING if isinstance(value, str) and "\0" in value else value
