"""The file of the read models: rows and how far they are, written together, beside a database of SQLite.

A commit here does not wait for the disk: whatever a failing machine loses is computed again from the record.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Final

import msgspec
from eventsourcing.persistence import PersistenceError
from eventsourcing.sqlite import SQLiteCursor

from oathbook.domain.recording.database.read_pool import FileIdentity, file_identity
from oathbook.projections import definitions, view_store
from oathbook.projections.sqlite_views.file_check import delete_files
from oathbook.projections.sqlite_views.sqlite_views_reader import SqliteViewsReader
from oathbook.projections.sqlite_views.tracking import ViewsDatastore, ViewsRecorder
from oathbook.projections.sqlite_views.wal import is_intact
from oathbook.projections.views_reader import tracked_position

POSITION: Final = """
UPDATE projections SET mark = :mark, because = CASE WHEN :upto < until THEN because ELSE '' END,
    until = CASE WHEN :upto < until THEN until ELSE 0 END
WHERE name = :name
"""


class SqliteViews(SqliteViewsReader):
    """Every read model of a database, in a file of its own that can be thrown away."""

    def __init__(self, path: Path, *, deep: bool = True) -> None:
        """Open the file, or make it; one that is damaged, of another version or anything else is thrown away.

        With ``deep`` every page of it is looked at first. ``BadRecord`` where no file can be made there, ``StoreFull``.
        """
        super().__init__(path)
        self.found = ""
        self._identity: FileIdentity = None
        if not is_intact(path):
            self._throw_away("its log is damaged")
        self._open(deep=deep)

    def close(self) -> None:
        """Close all connections that are not in use."""
        super().close()
        self._datastore.close()

    def _open(self, *, deep: bool) -> None:
        self._datastore = ViewsDatastore(str(self.path))
        self._recorder = ViewsRecorder(self._datastore)
        damage = self.damage(deep=deep)
        if damage:
            self._throw_away(damage)
        try:
            self._recorder.create_table()
        except PersistenceError:
            self._datastore.close()
            damage = "" if deep else self.damage()
            if not damage:
                raise
            self._throw_away(damage)
            self._open(deep=True)
        self._identity = file_identity(self.path)

    def _throw_away(self, damage: str) -> None:
        """Delete the file; ``found`` says why."""
        self.found = damage
        delete_files(self.path)

    def examine(self, *, deep: bool) -> bool:
        """Whether the file is as sound as can be told; one that is not is thrown away and made again, with no rows.

        ``found`` says what was wrong. Only one thread may do this, and none may write meanwhile; readers may read.
        """
        gone = self._identity is None or file_identity(self.path) != self._identity
        replaced = "it was removed or replaced while in use" if gone else ""
        damage = self.found or replaced or self.damage(deep=deep)
        if not damage:
            return True
        self._identity = None
        self.close()
        self._throw_away(damage)
        self._open(deep=False)
        return False

    def damage(self, *, deep: bool = True) -> str:
        """What is wrong with the file, or nothing; with ``deep`` every page is looked at. Refuses as opening does."""
        return self._recorder.signature.damage(self.path, deep=deep)

    def setup_lock(self) -> AbstractContextManager[None]:
        """There is no other process that would."""
        return nullcontext()

    def adopt(self, store: str) -> str:
        """Belong to the database of records of that id; why there are no rows, or nothing if there may be some."""
        with self.snapshot() as connection:
            found = connection.execute("SELECT id FROM store").fetchone()
        if found == (store,):
            return ""
        self.clear()
        with self._datastore.transaction(commit=True) as c:
            c.execute("DELETE FROM store")
            c.execute("INSERT INTO store VALUES (?)", (store,))
        why, self.found = self.found, ""
        return why or ("there were none" if found is None else "they were made from another database")

    def clear(self) -> None:
        """Throw all rows away."""
        with self._datastore.transaction(commit=True) as c:
            c.execute("SELECT name FROM projections")
            for (name,) in c.fetchall():
                _drop(c, name)

    def marks(self, names: Iterable[str]) -> frozenset[tuple[int, str]]:
        """The numbers up to which projections have taken the log in, each with the hash of that event."""
        return frozenset((each.position, each.mark) for each in self.progress_of(names).values() if each.mark)

    def fault_of(self, projection: definitions.Projection) -> str:
        """Why the rows that are there are not those of a projection, or nothing."""
        with self.snapshot() as connection:
            where = "SELECT fingerprint, mark FROM projections WHERE name = ?"
            found, mark = connection.execute(where, (projection.name,)).fetchone() or ("", "")
            there = dict(connection.execute("SELECT name, sql FROM sqlite_master"))
            position = tracked_position(connection, projection.name)
        if found != view_store.fingerprint(projection):
            return "it is made otherwise than before" if found else "there was none"
        expected = {name: sql for table in projection.tables for name, sql in schema_objects(table).items()}
        whole = bool(mark) == bool(position) and all(there.get(name) == sql for name, sql in expected.items())
        return "" if whole else "its tables are damaged"

    def renew(self, projection: definitions.Projection, until: int = 0, because: str = "") -> None:
        """Throw the rows of a projection away, so that it begins with the first event again.

        It is being made again, for that reason, until it has taken in the event with that number.
        """
        with self._datastore.transaction(commit=True) as c:
            self._renew(c, projection, until, because)
            _create_indexes(c, projection)

    def replace(
        self,
        projections: Sequence[definitions.Projection],
        made: Iterable[tuple[view_store.Batch, ...]],
        upto: int,
        mark: str,
    ) -> None:
        """Store rows that are all up to a number of the log, in the place of all rows of projections.

        ``made`` has a batch for each of them, again and again. If it raises, nothing has changed.
        """
        with self._datastore.transaction(commit=True) as c:
            for projection in projections:
                self._renew(c, projection)
            for batches in made:
                for projection, batch in zip(projections, batches, strict=True):
                    self._insert_rows(c, projection, batch)
            for projection in projections:
                _create_indexes(c, projection)
                self._write_position(c, projection, view_store.Batch(0, upto, mark, ()))

    def _renew(self, c: SQLiteCursor, projection: definitions.Projection, until: int = 0, because: str = "") -> None:
        _drop(c, projection.name)
        for table in projection.tables:
            c.execute(f"DROP TABLE IF EXISTS {table.name}")
            c.execute(table.sql)
        names = msgspec.json.encode([table.name for table in projection.tables]).decode()
        row = (projection.name, view_store.fingerprint(projection), names, "", until, because)
        c.execute("INSERT INTO projections VALUES (?,?,?,?,?,?)", row)

    def tracked_shares(self, names: Iterable[str]) -> tuple[view_store.TrackedShares, ...]:
        """How far projections are that are not parked; here one process makes all shares."""
        found = self.progress_of(names).items()
        return tuple(
            view_store.TrackedShares(name, definitions.ALL_SHARES, each.position)
            for name, each in found
            if each.parked is None
        )

    def split_shares(self, shares: frozenset[int]) -> tuple[frozenset[int], ...]:
        """They are tracked together."""
        return (shares,)

    def write(self, *made: tuple[definitions.Projection, view_store.Batch]) -> None:
        """Store rows and positions together; ``Superseded`` where a projection is not where its batch begins."""
        with self._datastore.transaction(commit=True) as c:
            for projection, batch in made:
                self._must_follow(c, projection, batch)
                self._write_rows(c, projection, batch)
                self._write_position(c, projection, batch)

    def _must_follow(self, c: SQLiteCursor, projection: definitions.Projection, batch: view_store.Batch) -> None:
        if self._recorder.tracked_position(c, projection.name) != batch.after:
            raise view_store.Superseded(projection.name)

    def _write_rows(self, c: SQLiteCursor, projection: definitions.Projection, batch: view_store.Batch) -> None:
        for table in projection.tables:
            if not isinstance(projection, definitions.PerEvent):
                key = "dispute" if isinstance(projection, definitions.PerDispute) else "game"
                c.executemany(f"DELETE FROM {table.name} WHERE {key} = ?", [(stream,) for stream in batch.streams])  # noqa: S608  # names of ours
        self._insert_rows(c, projection, batch)

    def _insert_rows(self, c: SQLiteCursor, projection: definitions.Projection, batch: view_store.Batch) -> None:
        for table in projection.tables:
            values = [row.values for row in batch.rows if row.table == table.name]
            if values:
                c.executemany(view_store.insert_statement(table, len(values[0])), values)

    def _write_position(self, c: SQLiteCursor, projection: definitions.Projection, batch: view_store.Batch) -> None:
        if batch.upto > batch.after:
            self._recorder.track(c, projection.name, batch.upto)
            c.execute(POSITION, {"mark": batch.mark, "upto": batch.upto, "name": projection.name})
        if batch.parked is not None:
            c.execute(
                "INSERT INTO parked VALUES (?,?,?,?,?)", (projection.name, *msgspec.structs.astuple(batch.parked))
            )


def schema_objects(table: definitions.ViewTable) -> dict[str, str]:
    """The tables and indexes that the statements of a table make, as SQLite notes them."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in (table.sql, *table.indexes):
            connection.execute(statement)
        return dict(connection.execute("SELECT name, sql FROM sqlite_master"))


def _create_indexes(c: SQLiteCursor, projection: definitions.Projection) -> None:
    for table in projection.tables:
        for statement in table.indexes:
            c.execute(statement)


def _drop(c: SQLiteCursor, name: str) -> None:
    """Throw away what a projection has made, under whatever names its tables had then."""
    c.execute("SELECT tables FROM projections WHERE name = ?", (name,))
    for (tables,) in c.fetchall():
        for table in msgspec.json.decode(tables, type=tuple[str, ...]):
            c.execute(f"DROP TABLE IF EXISTS {table}")
    for own in ("tracking WHERE application_name", "projections WHERE name", "parked WHERE name"):
        c.execute(f"DELETE FROM {own} = ?", (name,))  # noqa: S608  # names of ours
