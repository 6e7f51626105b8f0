"""The database of the read models: rows and how far they are, written together, read through connections of their own.

A commit here does not wait for the disk: whatever a failing machine loses is computed again from the record.
"""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Self

import msgspec
from eventsourcing.sqlite import SQLiteCursor
from msgspec import Struct

from domain.kernel.limits import PAGE
from domain.recording.database.read_pool import ReadPool
from projections.changes import PerDispute, PerEvent, Projection, ViewRow, ViewTable
from projections.tracking import Datastore, Recorder, throw_away_other_schemas


class Parked(Struct, frozen=True):
    """Where a projection stopped: the event's number in the log, its game and position, and what was wrong with it."""

    number: int
    game: str
    position: int
    says: str


class Progress(Struct, frozen=True):
    """How far a projection is: the number of the last event in it, the event's hash, and where it is parked, if so."""

    position: int
    mark: str
    parked: Parked | None


class Batch(Struct, frozen=True):
    """What events ``after`` a number, up to another, make of a projection; written at once or not at all.

    ``streams`` are the games or disputes whose rows are replaced, ``mark`` is the hash of the last event, ``parked``
    the event that comes next and cannot be taken in.
    """

    after: int
    upto: int
    mark: str
    rows: tuple[ViewRow, ...]
    streams: tuple[str, ...] = ()
    parked: Parked | None = None


class Superseded(Exception):  # noqa: N818  # it is no error: somebody else was faster, and the page is taken again
    """The projection is not where the batch begins."""


def views_path(db: Path) -> Path:
    """Where the read models of a database of records are."""
    return Path(f"{db.resolve()}.views")


def at_most_a_page(limit: int) -> int:
    """A number of rows to be asked for, from 1 to a page."""
    return max(1, min(limit, PAGE))


def tracked(connection: sqlite3.Connection, name: str) -> int:
    """The number of the last event of the log that is in a projection, as that connection sees it."""
    statement = "SELECT notification_id FROM tracking WHERE application_name = ?"
    found: tuple[int] | None = connection.execute(statement, (name,)).fetchone()
    return 0 if found is None else found[0]


class Views:
    """Every read model of a database, in a file of its own that can be thrown away."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it; ``BadRecord`` where it is something else, ``StoreFull``."""
        self.path = path
        self._readers = ReadPool(path)
        throw_away_other_schemas(path)
        self._datastore = Datastore(str(path))
        self._recorder = Recorder(self._datastore)
        self._recorder.create_table()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close all connections that are not in use."""
        self._readers.close()
        self._datastore.close()

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """A connection that can only read, and sees everything as it was at its first look."""
        with self._readers.connection() as connection:
            connection.execute("BEGIN")
            yield connection

    def adopt(self, store: str) -> None:
        """Belong to the database of records of that id; rows that were made from another are thrown away."""
        with self.reading() as connection:
            found = connection.execute("SELECT id FROM store").fetchone()
        if found == (store,):
            return
        self.clear()
        with self._datastore.transaction(commit=True) as c:
            c.execute("DELETE FROM store")
            c.execute("INSERT INTO store VALUES (?)", (store,))

    def clear(self) -> None:
        """Throw all rows away."""
        with self._datastore.transaction(commit=True) as c:
            c.execute("SELECT name FROM projections")
            for (name,) in c.fetchall():
                _drop(c, name)

    def install(self, projection: Projection) -> None:
        """Make the tables of a projection; where it is not the one they were made for, they are made anew."""
        with self.reading() as connection:
            found = connection.execute(
                "SELECT fingerprint FROM projections WHERE name = ?", (projection.name,)
            ).fetchone()
        if found != (fingerprint(projection),):
            self.renew(projection)

    def renew(self, projection: Projection) -> None:
        """Throw the rows of a projection away, so that it begins with the first event again."""
        with self._datastore.transaction(commit=True) as c:
            _drop(c, projection.name)
            for table in projection.tables:
                for statement in (table.sql, *table.indexes):
                    c.execute(statement)
            names = msgspec.json.encode([table.name for table in projection.tables]).decode()
            c.execute("INSERT INTO projections VALUES (?,?,?,?)", (projection.name, fingerprint(projection), names, ""))

    def progress(self, name: str) -> Progress:
        """How far a projection is."""
        with self.reading() as connection:
            position = tracked(connection, name)
            mark = connection.execute("SELECT mark FROM projections WHERE name = ?", (name,)).fetchone() or ("",)
            where = "SELECT number, game, position, says FROM parked WHERE name = ?"
            parked = connection.execute(where, (name,)).fetchone()
        return Progress(position, mark[0], None if parked is None else Parked(*parked))

    def write(self, projection: Projection, batch: Batch) -> None:
        """Store rows and position together; ``Superseded`` where the projection is not where the batch begins."""
        with self._datastore.transaction(commit=True) as c:
            self._must_follow(c, projection, batch)
            self._write_rows(c, projection, batch)
            self._write_position(c, projection, batch)

    def _must_follow(self, c: SQLiteCursor, projection: Projection, batch: Batch) -> None:
        if self._recorder.tracked(c, projection.name) != batch.after:
            raise Superseded(projection.name)

    def _write_rows(self, c: SQLiteCursor, projection: Projection, batch: Batch) -> None:
        for table in projection.tables:
            if not isinstance(projection, PerEvent):
                key = "dispute" if isinstance(projection, PerDispute) else "game"
                c.executemany(f"DELETE FROM {table.name} WHERE {key} = ?", [(stream,) for stream in batch.streams])  # noqa: S608  # names of ours
            values = [row.values for row in batch.rows if row.table == table.name]
            if values:
                c.executemany(_insertion(table, len(values[0])), values)

    def _write_position(self, c: SQLiteCursor, projection: Projection, batch: Batch) -> None:
        if batch.upto > batch.after:
            self._recorder.track(c, projection.name, batch.upto)
            c.execute("UPDATE projections SET mark = ? WHERE name = ?", (batch.mark, projection.name))
        if batch.parked is not None:
            c.execute(
                "INSERT INTO parked VALUES (?,?,?,?,?)", (projection.name, *msgspec.structs.astuple(batch.parked))
            )


def fingerprint(projection: Projection) -> str:
    """What rows depend on besides the record: a projection's name, its version and its tables."""
    return sha256(msgspec.json.encode([projection.name, projection.version, projection.tables])).hexdigest()


def _insertion(table: ViewTable, columns: int) -> str:
    marks = ",".join("?" * columns)
    added = ", ".join(f"{count} = {count} + excluded.{count}" for count in table.counts)
    return f"INSERT INTO {table.name} VALUES ({marks})" + (f" ON CONFLICT DO UPDATE SET {added}" if added else "")  # noqa: S608  # names of ours


def _drop(c: SQLiteCursor, name: str) -> None:
    """Throw away what a projection has made, under whatever names its tables had then."""
    c.execute("SELECT tables FROM projections WHERE name = ?", (name,))
    for (tables,) in c.fetchall():
        for table in msgspec.json.decode(tables, type=tuple[str, ...]):
            c.execute(f"DROP TABLE IF EXISTS {table}")
    for own in ("tracking WHERE application_name", "projections WHERE name", "parked WHERE name"):
        c.execute(f"DELETE FROM {own} = ?", (name,))  # noqa: S608  # names of ours
