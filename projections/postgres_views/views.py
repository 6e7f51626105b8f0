"""The schema of the read models: rows and how far each share of them is, written together.

A worker has one session, which holds its shares and writes: once it has lost a share it can write nothing more of it.
"""

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec
from eventsourcing.persistence import OperationalError

from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.postgres.connections import Connection
from oathbook.projections.definitions import SHARES, Projection
from oathbook.projections.postgres_views import row_writer, tables
from oathbook.projections.postgres_views.dialect import postgres_ddl
from oathbook.projections.postgres_views.postgres_views_reader import PostgresViewsReader
from oathbook.projections.postgres_views.share_locks import LOCK_KEY, SETUP_LOCK, ShareLocks
from oathbook.projections.postgres_views.view_connections import connect, translate_errors
from oathbook.projections.view_store import Batch, Superseded, TrackedShares, fingerprint

MADE_BY_OTHER_VERSION: Final = "another version of this program makes the read models now"

PLACES: Final = """
SELECT name, position, array_agg(share) FROM tracked
WHERE name = ANY(%s) AND share = ANY(%s) AND NOT EXISTS (
    SELECT FROM parked WHERE parked.name = tracked.name AND parked.share = tracked.share
)
GROUP BY name, position
"""

MOVE: Final = """
UPDATE tracked SET position = %(upto)s, mark = CASE WHEN position = %(upto)s THEN mark ELSE %(mark)s END
WHERE name = %(name)s AND fingerprint = %(fingerprint)s AND share = ANY(%(shares)s) AND position = %(after)s
"""


class PostgresViews(PostgresViewsReader):
    """Every read model of a database, in a schema that can be dropped."""

    def __init__(self, address: PostgresAddress) -> None:
        """Find the schema, or make it; one of another version, or with other tables, is thrown away.

        ``StoreUnavailable`` where the server cannot be reached, and what ``Views`` raises.
        """
        super().__init__(address)
        self.found = ""
        self._session: tuple[Connection, ShareLocks] | None = None
        with self.setup_lock(), self._connection() as connection:
            self.found = self._damage(connection)
            if self.found or not tables.schema_exists(connection):
                tables.create_schema(connection)

    def close(self) -> None:
        """Close all connections that are not in use, and give the shares up."""
        super().close()
        with self._turn:
            if self._session is not None:
                self._session[0].close()

    def examine(self, *, deep: bool) -> bool:
        """As ``Views``; a schema that another version of the program has made meanwhile is left to it."""
        del deep
        with self.setup_lock(), self._connection() as connection:
            damage = self._damage(connection) if tables.schema_exists(connection) else "it was removed while in use"
            if damage == tables.OTHER_VERSION:
                self._give_up_shares()
            if not damage:
                return True
            self.found = damage
            tables.create_schema(connection)
            return False

    def damage(self, *, deep: bool = True) -> str:
        """What is wrong with the tables, or nothing."""
        del deep
        with self._connection() as connection:
            return self._damage(connection)

    def _damage(self, connection: Connection) -> str:
        return tables.damage(connection) if tables.schema_exists(connection) else ""

    @contextmanager
    def setup_lock(self) -> Generator[None]:
        """Let nobody else make tables or throw them away meanwhile."""
        with self._connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s, %s)", (LOCK_KEY, SETUP_LOCK))
            try:
                yield
            finally:
                if not connection.closed:
                    connection.execute("SELECT pg_advisory_unlock(%s, %s)", (LOCK_KEY, SETUP_LOCK))

    def adopt(self, store: str) -> str:
        """Belong to the database of records of that id; why there are no rows, or nothing if there may be some."""
        with self._connection() as connection, connection.transaction():
            found = connection.execute("SELECT id FROM store").fetchone()
            if found == (store,):
                return ""
            self._clear(connection)
            connection.execute("DELETE FROM store")
            connection.execute("INSERT INTO store VALUES (%s)", (store,))
        why, self.found = self.found, ""
        return why or ("there were none" if found is None else "they were made from another database")

    def clear(self) -> None:
        """Throw all rows away."""
        with self._connection() as connection, connection.transaction():
            self._clear(connection)

    def _clear(self, connection: Connection) -> None:
        for (name,) in connection.execute("SELECT name FROM made ORDER BY name").fetchall():
            _drop(connection, name)

    def marks(self, names: Iterable[str]) -> frozenset[tuple[int, str]]:
        """The numbers up to which projections have taken the log in, each with the hash of that event."""
        with self._connection() as connection:
            wanted = "SELECT DISTINCT position, mark FROM tracked WHERE name = ANY(%s) AND mark <> ''"
            return frozenset((position, mark) for position, mark in connection.execute(wanted, ([*names],)))

    def fault_of(self, projection: Projection) -> str:
        """Why the rows that are there are not those of a projection, or nothing."""
        with self._connection() as connection:
            wanted = "SELECT fingerprint, shape FROM made WHERE name = %s"
            found, shape = connection.execute(wanted, (projection.name,)).fetchone() or ("", "")
            if found != fingerprint(projection):
                return "it is made otherwise than before" if found else "there was none"
            tracked = (
                "SELECT count(*) FROM tracked WHERE name = %s AND fingerprint = %s AND (position = 0) = (mark = '')"
            )
            shares = connection.execute(tracked, (projection.name, found)).fetchone()
            whole = shares == (SHARES,) and shape == _shape(connection, projection)
        return "" if whole else "its tables are damaged"

    def renew(self, projection: Projection, until: int = 0, because: str = "") -> None:
        """As ``Views``."""
        with self._connection() as connection, connection.transaction():
            _drop(connection, projection.name)
            for table in projection.tables:
                connection.execute(f"DROP TABLE IF EXISTS {table.name}".encode())
                for statement in (table.sql, *table.indexes):
                    connection.execute(postgres_ddl(statement))
            names = msgspec.json.encode([table.name for table in projection.tables]).decode()
            mark = fingerprint(projection)
            noted = (projection.name, mark, names, _shape(connection, projection), until, because)
            connection.execute("INSERT INTO made VALUES (%s, %s, %s, %s, %s, %s)", noted)
            tracked = "INSERT INTO tracked SELECT %s, share, %s, 0, '' FROM generate_series(0, %s) AS share"
            connection.execute(tracked, (projection.name, mark, SHARES - 1))

    def replace(
        self, projections: Sequence[Projection], made: Iterable[tuple[Batch, ...]], upto: int, mark: str
    ) -> None:
        """As ``Views``; who reads sees the rows before until all are there, who writes waits."""
        with self._connection() as connection, connection.transaction():
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            names = [each.name for each in projections]
            tracked = "SELECT FROM tracked WHERE name = ANY(%s) ORDER BY name, share FOR UPDATE"
            connection.execute(tracked, (names,))
            for projection in projections:
                row_writer.delete_rows(connection, projection)
            for batches in made:
                for projection, batch in zip(projections, batches, strict=True):
                    row_writer.insert_batch(connection, projection, batch)
            connection.execute("UPDATE tracked SET position = %s, mark = %s WHERE name = ANY(%s)", (upto, mark, names))
            connection.execute("UPDATE made SET until = 0, because = '' WHERE name = ANY(%s)", (names,))
            connection.execute("DELETE FROM parked WHERE name = ANY(%s)", (names,))

    def tracked_shares(self, names: Iterable[str]) -> tuple[TrackedShares, ...]:
        """As ``Views``; the shares are those that are not another worker's."""
        with self._connection() as connection:
            assert self._session is not None, "it has a connection"
            held = self._session[1].shares()
            found = connection.execute(PLACES, ([*names], [*held])).fetchall()
        return tuple(TrackedShares(name, frozenset(shares), position) for name, position, shares in found)

    def split_shares(self, shares: frozenset[int]) -> tuple[frozenset[int], ...]:
        """Each by itself."""
        return tuple(frozenset((share,)) for share in sorted(shares))

    def write(self, *made: tuple[Projection, Batch]) -> None:
        """As ``Views``; readers of all processes are told."""
        with self._connection() as connection, connection.transaction():
            for projection, batch in made:
                self._track(connection, projection, batch)
                row_writer.write_batch(connection, projection, batch)
            connection.execute("SELECT pg_notify(%s, '')", (tables.CHANNEL,))

    def _track(self, connection: Connection, projection: Projection, batch: Batch) -> None:
        """Note how far it is; ``Superseded``."""
        where = {"name": projection.name, "fingerprint": fingerprint(projection), "shares": [*batch.shares]}
        moved = connection.execute(MOVE, {**where, "after": batch.after, "upto": batch.upto, "mark": batch.mark})
        if moved.rowcount != len(batch.shares):
            wanted = "SELECT FROM made WHERE name = %(name)s AND fingerprint <> %(fingerprint)s"
            if connection.execute(wanted, where).fetchone() is not None:
                self._give_up_shares()
            raise Superseded(projection.name)
        if batch.parked is not None:
            (share,) = batch.shares
            parked = (projection.name, share, *msgspec.structs.astuple(batch.parked))
            connection.execute("INSERT INTO parked VALUES (%s, %s, %s, %s, %s, %s)", parked)

    def _give_up_shares(self) -> None:
        """Give all shares up: what this process makes is wanted no more."""
        if self._session is not None:
            self._session[1].release_all()
        raise OperationalError(MADE_BY_OTHER_VERSION)

    @contextmanager
    def _connection(self) -> Generator[Connection]:
        """The session; a new one, which has no shares, where it was lost."""
        with self._turn, translate_errors():
            if self._session is None or self._session[0].closed:
                connection = connect(self.address, writes=True)
                self._session = connection, ShareLocks(connection)
            yield self._session[0]


def _shape(connection: Connection, projection: Projection) -> str:
    return tables.shape_of(tables.shapes(connection), tuple(table.name for table in projection.tables))


def _drop(connection: Connection, name: str) -> None:
    """Throw away what a projection has made, under whatever names its tables had then; first it is made to wait."""
    connection.execute("DELETE FROM tracked WHERE name = %s", (name,))
    connection.execute("DELETE FROM parked WHERE name = %s", (name,))
    for (names,) in connection.execute("DELETE FROM made WHERE name = %s RETURNING tables", (name,)).fetchall():
        for table in msgspec.json.decode(names, type=tuple[str, ...]):
            connection.execute(f"DROP TABLE IF EXISTS {table}".encode())
