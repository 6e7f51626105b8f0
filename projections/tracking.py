"""The file of the read models: what the library tracks in it, and whether it is ours."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final

from eventsourcing.persistence import Tracking
from eventsourcing.sqlite import SQLiteCursor, SQLiteTrackingRecorder

from domain.errors import BadRecord
from domain.recording.database.read_pool import reading
from domain.recording.database.sqlite import CheckedPool, ImmediateDatastore, is_full, translated

APPLICATION: Final = 0x4F617676
"""What SQLite calls an application id; it says that a file holds read models of ours."""

SCHEMA: Final = 1
"""A file that says otherwise is thrown away."""

TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS store (id TEXT NOT NULL)",
    (
        "CREATE TABLE IF NOT EXISTS projections (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, "
        "tables TEXT NOT NULL, mark TEXT NOT NULL) WITHOUT ROWID"
    ),
    (
        "CREATE TABLE IF NOT EXISTS parked (name TEXT PRIMARY KEY, number INTEGER NOT NULL, game TEXT NOT NULL, "
        "position INTEGER NOT NULL, says TEXT NOT NULL) WITHOUT ROWID"
    ),
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)


def throw_away_other_schemas(path: Path) -> None:
    """Delete a file that another version of this program made; ``BadRecord`` if it is none of ours, ``StoreFull``."""
    if not path.exists() or path.stat().st_size == 0:
        return
    try:
        connection = reading(path)
        try:
            pragmas = ("application_id", "user_version", "schema_version")
            application, schema, changes = (connection.execute(f"PRAGMA {each}").fetchone()[0] for each in pragmas)
        finally:
            connection.close()
    except sqlite3.DatabaseError as problem:
        if is_full(problem):  # even a reader needs a file beside the database
            raise translated(problem) from problem
        msg = f"{path}: it does not hold Oathbook read models: {problem}; if you delete it, it is made again"
        raise BadRecord(msg) from None
    if application == 0 and changes == 0:
        return  # it was being made when the process ended
    if application != APPLICATION:
        msg = f"{path}: it does not hold Oathbook read models"
        raise BadRecord(msg)
    if schema != SCHEMA:
        for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            each.unlink(missing_ok=True)


class _Pool(CheckedPool):
    """Connections whose commits do not wait for the disk."""

    needed: ClassVar[Mapping[str, object]] = {"journal_mode": "wal", "synchronous": 1}


class Datastore(ImmediateDatastore):
    """The transactions of the record's store, on such connections."""

    def __init__(self, path: str) -> None:
        """One writer at a time."""
        super().__init__(path)
        self.pool = _Pool(db_name=path)


class Recorder(SQLiteTrackingRecorder):
    """The library's tracking, with our tables beside its own."""

    def construct_create_table_statements(self) -> list[str]:
        """The library's table, and ours."""
        return [*super().construct_create_table_statements(), *TABLES]

    def tracked(self, c: SQLiteCursor, name: str) -> int:
        """How far a projection is, within a transaction; 0 where it has not begun."""
        return self._max_tracking_id(name, c) or 0

    def track(self, c: SQLiteCursor, name: str, number: int) -> None:
        """Note how far a projection is, within the transaction that stores its rows."""
        self._insert_tracking(c, Tracking(name, number))
