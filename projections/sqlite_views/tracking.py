"""The file of the read models: the tables it has of its own, and what the library tracks in it."""

from collections.abc import Mapping
from typing import ClassVar, Final

from eventsourcing.persistence import Tracking
from eventsourcing.sqlite import SQLiteCursor, SQLiteTrackingRecorder

from oathbook.domain.recording.database.sqlite import CheckedPool, ImmediateDatastore
from oathbook.projections.sqlite_views.file_check import FileSignature

APPLICATION: Final = 0x4F617676  # what SQLite calls an application id; it says that a file holds read models of ours
SCHEMA: Final = 2  # a file that says otherwise is thrown away

TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS store (id TEXT NOT NULL)",
    (
        "CREATE TABLE IF NOT EXISTS projections (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, "
        "tables TEXT NOT NULL, mark TEXT NOT NULL, until INTEGER NOT NULL, because TEXT NOT NULL) WITHOUT ROWID"
    ),
    (
        "CREATE TABLE IF NOT EXISTS parked (name TEXT PRIMARY KEY, number INTEGER NOT NULL, game TEXT NOT NULL, "
        "position INTEGER NOT NULL, says TEXT NOT NULL) WITHOUT ROWID"
    ),
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)


class _Pool(CheckedPool):
    """Connections whose commits do not wait for the disk."""

    needed: ClassVar[Mapping[str, object]] = {"journal_mode": "wal", "synchronous": 1}


class ViewsDatastore(ImmediateDatastore):
    """The transactions of the record's store, on such connections."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.pool = _Pool(db_name=path)


class ViewsRecorder(SQLiteTrackingRecorder):
    """The library's tracking, with our tables beside its own."""

    def construct_create_table_statements(self) -> list[str]:
        """The library's table, and ours."""
        return [*super().construct_create_table_statements(), *TABLES]

    @property
    def signature(self) -> FileSignature:
        """How a file with these tables is known."""
        own = f"SELECT 1 FROM tracking WHERE application_name = '{self.table_migration_identifier}'"  # noqa: S608  # a name of the library
        return FileSignature(APPLICATION, SCHEMA, self.create_table_statements, own)

    def tracked_position(self, c: SQLiteCursor, name: str) -> int:
        """How far a projection is, within a transaction; 0 where it has not begun."""
        return self._max_tracking_id(name, c) or 0

    def track(self, c: SQLiteCursor, name: str, number: int) -> None:
        """Note how far a projection is, within the transaction that stores its rows."""
        self._insert_tracking(c, Tracking(name, number))
