"""The tables in a database of PostgreSQL: whose they are, how they are made and brought up, and who writes there."""

from collections.abc import Sequence
from contextlib import suppress
from typing import LiteralString, cast

import psycopg
from psycopg import errors, sql

from oathbook.domain.errors import BadRecord, NotFound, WriterBusy
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.copy_schema import outdated_message
from oathbook.domain.recording.database.postgres import ddl
from oathbook.domain.recording.database.postgres.connections import Connection, first_line
from oathbook.domain.recording.database.postgres.ddl import CREATE_LOG


def must_be_ours(connection: Connection, address: PostgresAddress, *applications: str) -> None:
    """``NotFound`` where the tables are not there, ``BadRecord`` where they are not ours or of a later version.

    Others than ours pass if they are among these ``applications``.
    """
    try:
        found = connection.execute("SELECT application, schema FROM store").fetchall()
    except errors.UndefinedTable:
        raise NotFound(f"{address}: there are no records in this database") from None
    except psycopg.ProgrammingError as problem:
        raise BadRecord(f"{address}: it is not an Oathbook database: {first_line(problem)}") from None
    if found[:1] == [(ddl.COPYING, ddl.SCHEMA)] and not applications:
        raise BadRecord(
            f"{address}: a copy into it was begun and is not whole; copy again, and it goes on where it was"
        )
    if len(found) != 1 or found[0][0] not in (applications or (ddl.APPLICATION,)):
        raise BadRecord(f"{address}: it is not an Oathbook database")
    if found[0][1] > ddl.SCHEMA:
        raise BadRecord(
            f"{address}: it was written by a later version (schema {found[0][1]}; this program knows {ddl.SCHEMA})"
        )


def ensure_tables(connection: Connection, address: PostgresAddress) -> None:
    """Make the tables unless they are there; of several processes that do so at once, one does.

    Refuses as ``must_be_ours`` and ``create_missing_tables``, and with ``BadRecord`` tables of an earlier version:
    processes of that version may write there.
    """
    connection.execute(ddl.BEGIN)
    try:
        connection.execute(ddl.CREATION_LOCK)
        create_missing_tables(connection, address)
        must_be_ours(connection, address)
        for (schema,) in connection.execute("SELECT schema FROM store WHERE schema < %s", (ddl.SCHEMA,)).fetchall():
            raise BadRecord(outdated_message(address, schema, ddl.SCHEMA))
        connection.execute("COMMIT")
    finally:
        with suppress(psycopg.Error):
            connection.rollback()


def create_missing_tables(connection: Connection, address: PostgresAddress) -> bool:
    """Make the tables unless they are there, and say whether, within a transaction that holds ``CREATION_LOCK``.

    ``BadRecord`` where the user may make none, or others have such names.
    """
    if connection.execute("SELECT to_regclass('store')").fetchone() != (None,):
        return False
    _make(connection, address, (*ddl.TABLES, ddl.CREATE_SEAT_USE, *ddl.CREATE_FILLED, *CREATE_LOG))
    return True


def migrate(connection: Connection, address: PostgresAddress) -> None:
    """Give a database of an earlier version what it lacks; no other process writes until the connection ends.

    Refuses as ``must_be_ours`` and ``lock_exclusively``.
    """
    must_be_ours(connection, address)
    lock_exclusively(connection, address)
    connection.execute(ddl.BEGIN)
    try:
        _make(connection, address, (ddl.CREATE_SEAT_USE, *ddl.CREATE_FILLED, *CREATE_LOG))
        connection.execute("UPDATE store SET schema = %s", (ddl.SCHEMA,))
        connection.execute("COMMIT")
    finally:
        with suppress(psycopg.Error):
            connection.rollback()


def _make(connection: Connection, address: PostgresAddress, tables: Sequence[str]) -> None:
    try:
        for each in tables:
            connection.execute(sql.SQL(cast("LiteralString", each)))
    except psycopg.ProgrammingError as problem:
        raise BadRecord(f"{address}: the tables cannot be made there: {first_line(problem)}") from None


def lock_exclusively(connection: Connection, address: PostgresAddress) -> None:
    """Have no other writers from now on until the connection ends; ``WriterBusy`` where there are some."""
    _take(
        connection,
        ddl.EXCLUSIVE_LOCK,
        f"{address}: other processes write to this database, or copy it; stop them first",
    )


def lock_shared(connection: Connection, address: PostgresAddress) -> None:
    """Write from now on until the connection ends; ``WriterBusy`` where another process has to be alone."""
    _take(connection, ddl.SHARED_LOCK, f"{address}: it is being copied or brought up to this version; try again later")


def _take(connection: Connection, lock: LiteralString, busy: str) -> None:
    try:
        connection.execute(lock)
    except errors.LockNotAvailable:
        raise WriterBusy(busy) from None
