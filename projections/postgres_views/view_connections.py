"""Connections to a database of PostgreSQL for its read models, and what its errors are called here."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

import psycopg
from eventsourcing import persistence
from psycopg.types.numeric import IntLoader

from oathbook.domain.errors import StoreFull
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.postgres import connections as records
from oathbook.domain.recording.database.postgres.connections import Connection

SCHEMA: Final = "oathbook_views"

SETTINGS: Final = {
    "search_path": SCHEMA,
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "5s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "30s",
}
"""The server notices within 5 seconds that the machine of a session is gone; all that it held is free then."""

FULL: Final = "53100"


def connect(address: PostgresAddress, *, writes: bool) -> Connection:
    """As that of the records, at the schema of the read models."""
    connection = records.connect(address, writes=writes)
    try:
        for name, value in SETTINGS.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
    except psycopg.Error as problem:
        connection.close()
        raise records.translate_error(address, problem) from None
    connection.adapters.register_loader("numeric", IntLoader)  # sums, which are integers here
    return connection


@contextmanager
def translate_errors() -> Generator[None]:
    """Raise the library's error of the same name instead of the driver's, or ``StoreFull``."""
    try:
        yield
    except psycopg.Error as problem:
        raise translate_error(problem) from problem


def translate_error(problem: psycopg.Error) -> Exception:
    """The same in the library's words."""
    if problem.sqlstate == FULL:
        return StoreFull("the disk of the database is full; once there is room, send the request again")
    for kind in type(problem).__mro__:
        with suppress(AttributeError):
            named: type[Exception] = getattr(persistence, kind.__name__)
            return named(str(problem).strip())
    return persistence.DatabaseError(str(problem).strip())
