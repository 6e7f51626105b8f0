"""The tables in a database of PostgreSQL: whose they are, how they are made and brought up, and who writes there."""

from collections.abc import Sequence
from contextlib import suppress
from typing import LiteralString, cast

import psycopg
from psycopg import errors, sql

from oathbook.domain.errors import BadRecord, NotFound, WriterBusy
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.copied import earlier
from oathbook.domain.recording.database.postgres.connecting import Connection, first_line
from oathbook.domain.recording.database.postgres.log_tables import LOG_TABLES
from oathbook.domain.recording.database.postgres.tables import (
    ALONE,
    APPLICATION,
    BEGIN,
    COPYING,
    FILLING,
    LOCK_MAKING,
    SCHEMA,
    SERVING,
    TABLES,
)


def must_be_ours(connection: Connection, address: PostgresAddress, *applications: str) -> None:
    """``NotFound`` where the tables are not there, ``BadRecord`` where they are not ours or of a later version.

    Others than ours pass if they are among these ``applications``.
    """
    try:
        found = connection.execute("SELECT application, schema FROM store").fetchall()
    except errors.UndefinedTable:
        msg = f"{address}: there are no records in this database"
        raise NotFound(msg) from None
    except psycopg.ProgrammingError as problem:
        msg = f"{address}: it is not an Oathbook database: {first_line(problem)}"
        raise BadRecord(msg) from None
    if found[:1] == [(COPYING, SCHEMA)] and not applications:
        msg = f"{address}: a copy into it was begun and is not whole; copy again, and it goes on where it was"
        raise BadRecord(msg)
    if len(found) != 1 or found[0][0] not in (applications or (APPLICATION,)):
        msg = f"{address}: it is not an Oathbook database"
        raise BadRecord(msg)
    if found[0][1] > SCHEMA:
        msg = f"{address}: it was written by a later version (schema {found[0][1]}; this program knows {SCHEMA})"
        raise BadRecord(msg)


def make_tables(connection: Connection, address: PostgresAddress) -> None:
    """Make the tables unless they are there; of several processes that do so at once, one does.

    Refuses as ``must_be_ours`` and ``made_tables``, and with ``BadRecord`` where they are of an earlier version:
    processes of that version may write there.
    """
    connection.execute(BEGIN)
    try:
        connection.execute(LOCK_MAKING)
        made_tables(connection, address)
        must_be_ours(connection, address)
        for (schema,) in connection.execute("SELECT schema FROM store WHERE schema < %s", (SCHEMA,)).fetchall():
            raise BadRecord(earlier(address, schema, SCHEMA))
        connection.execute("COMMIT")
    finally:
        with suppress(psycopg.Error):
            connection.rollback()


def made_tables(connection: Connection, address: PostgresAddress) -> bool:
    """Make the tables unless they are there, and say whether, within a transaction that holds ``LOCK_MAKING``.

    ``BadRecord`` where the user may make none, or others have such names.
    """
    if connection.execute("SELECT to_regclass('store')").fetchone() != (None,):
        return False
    _make(connection, address, (*TABLES, *FILLING, *LOG_TABLES))
    return True


def bring_up(connection: Connection, address: PostgresAddress) -> None:
    """Give a database of an earlier version what it lacks; no other process writes until the connection ends.

    Refuses as ``must_be_ours`` and ``take_alone``.
    """
    must_be_ours(connection, address)
    take_alone(connection, address)
    connection.execute(BEGIN)
    try:
        _make(connection, address, (*FILLING, *LOG_TABLES))
        connection.execute("UPDATE store SET schema = %s", (SCHEMA,))
        connection.execute("COMMIT")
    finally:
        with suppress(psycopg.Error):
            connection.rollback()


def _make(connection: Connection, address: PostgresAddress, tables: Sequence[str]) -> None:
    try:
        for each in tables:
            connection.execute(sql.SQL(cast("LiteralString", each)))
    except psycopg.ProgrammingError as problem:
        msg = f"{address}: the tables cannot be made there: {first_line(problem)}"
        raise BadRecord(msg) from None


def take_alone(connection: Connection, address: PostgresAddress) -> None:
    """Have no other writers from now on until the connection ends; ``WriterBusy`` where there are some."""
    _take(connection, ALONE, f"{address}: other processes write to this database, or copy it; stop them first")


def take_part(connection: Connection, address: PostgresAddress) -> None:
    """Write from now on until the connection ends; ``WriterBusy`` where another process has to be alone."""
    _take(connection, SERVING, f"{address}: it is being copied or brought up to this version; try again later")


def _take(connection: Connection, lock: LiteralString, busy: str) -> None:
    try:
        connection.execute(lock)
    except errors.LockNotAvailable:
        raise WriterBusy(busy) from None
