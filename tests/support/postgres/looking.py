"""A database of PostgreSQL looked at from outside, and changed by a hand that has no respect for its triggers."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import sql
from psycopg.rows import TupleRow

from oathbook.domain.recording.database.address import PostgresAddress

TABLES: Final = (
    "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY table_name"
)

CUT: Final = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE application_name = 'oathbook' AND datname = current_database()"
)
FULL: Final = (
    "CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
    "$$BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END$$"
)


@contextmanager
def looking(address: PostgresAddress) -> Generator[psycopg.Connection[TupleRow]]:
    """A connection; what is done through it stays."""
    with psycopg.connect(address.url, autocommit=True) as connection:
        yield connection


def dumped(address: PostgresAddress) -> str:
    """Every row of every table, as values are written in a statement of SQLite's."""
    with looking(address) as connection:
        tables = [str(name) for (name,) in connection.execute(TABLES).fetchall()]
        rows = {each: connection.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(each))) for each in tables}
        return "\n".join(
            f"INSERT INTO {table} VALUES({','.join(map(_written, row))});"
            for table, found in rows.items()
            for row in sorted(found, key=repr)
        )


def changed(address: PostgresAddress, statement: str, *values: object) -> int:
    """Do this to a database without its triggers, and say how many rows it was done to."""
    with looking(address) as connection:
        connection.execute("ALTER TABLE stored_events DISABLE TRIGGER USER")
        count = connection.execute(statement.replace("?", "%s").encode(), values).rowcount
        connection.execute("ALTER TABLE stored_events ENABLE TRIGGER USER")
        return count


def cut(address: PostgresAddress) -> int:
    """Cut all connections of our program to the database of an address, and say how many there were."""
    with looking(address) as connection:
        return len(connection.execute(CUT).fetchall())


@contextmanager
def full(address: PostgresAddress) -> Generator[None]:
    """What a server says whose disk takes nothing more, to everybody who stores an event."""
    with looking(address) as connection:
        connection.execute(FULL)
        connection.execute("CREATE TRIGGER no_room BEFORE INSERT ON stored_events EXECUTE FUNCTION no_room()")
        yield
        connection.execute("DROP TRIGGER no_room ON stored_events")


def _written(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else repr(value)
