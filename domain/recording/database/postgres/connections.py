"""Connections to a PostgreSQL server: what they must be like, and what their errors mean."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from typing import Any, Final, LiteralString, cast

import psycopg
from msgspec import Struct
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow

from oathbook.domain.errors import BadRecord, StoreFull, StoreUnavailable
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.bulk_insert import Cursor
from oathbook.domain.recording.database.postgres.ddl import APPLICATION

Connection = psycopg.Connection[TupleRow]

CONNECT_SECONDS: Final = 5
"""Seconds in which a server has to take a connection, or another process to give the lock back."""

CONNECT_DEFAULTS: Final = {
    "connect_timeout": CONNECT_SECONDS,
    "application_name": APPLICATION,
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How a connection begins, unless its URL says otherwise: it notices within seconds that nobody is there."""

LIMITS: Final = (
    "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '10s'; SET client_min_messages = 'error'"
)
"""The server gives up for a process that is frozen or gone in a transaction, as it holds up all the others."""

LOST_STATES: Final = ("08", "57P", "25P03")  # how the codes begin with which a server ends a connection

UNSAFE_SETTINGS: Final = (
    "SELECT name, setting FROM pg_settings WHERE name IN ('synchronous_commit', 'fsync') AND setting = 'off'"
)


def connect(address: PostgresAddress, *, writes: bool) -> Connection:
    """A connection, each statement a transaction unless one is begun.

    ``BadRecord`` where the URL is wrong or what is acknowledged would not be on the disk, ``StoreUnavailable`` where
    the server takes no connection.
    """
    try:
        said = conninfo_to_dict(address.url)
    except psycopg.Error:  # which quotes what it cannot read, and that may be the password
        raise BadRecord(
            f"{address}: the URL cannot be read: a parameter is not known, or a % stands before no two digits"
        ) from None
    more = {name: value for name, value in CONNECT_DEFAULTS.items() if name not in said}
    with translate_errors(address), ExitStack() as failing:
        connection = psycopg.connect(address.url, autocommit=True, **cast("Any", more))
        failing.callback(connection.close)
        connection.execute(LIMITS)
        if writes:
            _must_be_safe(connection, address)
        else:
            connection.execute("SET default_transaction_read_only = on")
        failing.pop_all()
    return connection


def _must_be_safe(connection: Connection, address: PostgresAddress) -> None:
    """``BadRecord`` where a commit does not wait for the disk."""
    for name in connection.execute(UNSAFE_SETTINGS).fetchall():
        raise BadRecord(f"{address}: {name[0]} is off, so that what is acknowledged could be lost; set it on")


def is_lost(problem: psycopg.Error, connection: Connection) -> bool:
    """Whether a connection is of no use any more, or will be at once: the server says so before it closes it."""
    of_the_connection = isinstance(problem, psycopg.OperationalError | psycopg.InterfaceError)
    return connection.closed or (of_the_connection and (problem.sqlstate or "08").startswith(LOST_STATES))


def translate_error(address: PostgresAddress, problem: psycopg.Error) -> Exception:
    """``StoreFull`` where the disk takes nothing more, else ``StoreUnavailable``."""
    if isinstance(problem, errors.DiskFull):
        return StoreFull(f"{address}: the disk of the server is full; nothing of this request was stored")
    return StoreUnavailable(f"{address}: {first_line(problem)}")


@contextmanager
def translate_errors(address: PostgresAddress) -> Generator[None]:
    """Raise what ``translate_error`` makes of an error of the driver."""
    try:
        yield
    except psycopg.Error as problem:
        raise translate_error(address, problem) from None


def first_line(problem: psycopg.Error) -> str:
    """What the server or the driver says; never with a password, which neither of them repeats."""
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]


class LogCursor(Cursor):
    """Takes statements as SQLite has them, within a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._cursor = connection.cursor()

    def execute(self, statement: str, params: Sequence[object] = (), /) -> object:
        """Have one done."""
        marked = cast("LiteralString", statement.replace("?", "%s"))
        return self._cursor.execute(marked, cast("Sequence[Any]", params) or None)

    def fetchone(self) -> TupleRow | None:
        """A row that it found."""
        return self._cursor.fetchone()

    def fetchall(self) -> list[TupleRow]:
        """All that it found."""
        return self._cursor.fetchall()


ASKED: Final = ("server_version", "fsync", "full_page_writes", "synchronous_commit")
_SETTINGS: Final = "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)"
_NOW: Final = "SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"


class ServerFacts(Struct, frozen=True):
    """Settings of a server, and what its clock says."""

    settings: Mapping[str, str]
    now: str


def server_facts(address: PostgresAddress) -> ServerFacts:
    """Ask the server; ``BadRecord`` where the URL is wrong, ``StoreUnavailable`` where it takes no connection."""
    with closing(connect(address, writes=False)) as connection, translate_errors(address):
        settings = connection.execute(_SETTINGS, (list(ASKED),)).fetchall()
        ((now,),) = connection.execute(_NOW).fetchall()
    return ServerFacts({str(name): str(setting) for name, setting in settings}, str(now))
