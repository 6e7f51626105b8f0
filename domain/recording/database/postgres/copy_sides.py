"""Either side of a copy where it is a database of PostgreSQL: a moment of it, or one that is being made."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Final

import msgspec
from psycopg import sql

from oathbook.domain.errors import BadRecord, CorruptRecord, RecordDiffers
from oathbook.domain.recording.database import copy_schema
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.postgres import ddl, schema_setup
from oathbook.domain.recording.database.postgres.connections import connect, translate_errors
from oathbook.domain.recording.database.postgres.reader import DIALECT, storable, with_driver_marks
from oathbook.domain.recording.database.sqlite import FILED_TOPIC

MOMENT: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
PATIENT: Final = "SET idle_in_transaction_session_timeout = 0"
"""What is read at one moment may take long to be put elsewhere."""

GO_ON: Final = (
    "SELECT setval(pg_get_serial_sequence('stored_events', 'notification_id'), max(notification_id)) FROM stored_events"
)


class PostgresSnapshot(copy_schema.CopySource):
    """A database as it is when this is made. With ``alone`` nobody else may write into it meanwhile."""

    dialect = DIALECT

    def __init__(self, address: PostgresAddress, *, alone: bool) -> None:
        """Open it; ``NotFound``, ``BadRecord`` where it is something else or of an earlier version.

        ``WriterBusy`` where it should be alone and is not, ``StoreUnavailable``.
        """
        self._address = address
        self._connection = connect(address, writes=False)
        with ExitStack() as failing, translate_errors(address):
            failing.callback(self.close)
            schema_setup.must_be_ours(self._connection, address)
            if alone:
                schema_setup.lock_exclusively(self._connection, address)
            self._connection.execute(PATIENT)
            self._connection.execute(MOMENT)
            ((schema,),) = self.all(self.dialect.schema)
            if schema != ddl.SCHEMA:
                raise BadRecord(copy_schema.outdated_message(address, schema, ddl.SCHEMA))
            failing.pop_all()

    def all(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds."""
        with translate_errors(self._address):
            return self._connection.execute(
                with_driver_marks(statement), [storable(each) for each in values]
            ).fetchall()

    def close(self) -> None:
        """Let go of that moment."""
        self._connection.close()


class PostgresTarget(copy_schema.CopyTarget):
    """A database whose tables say that they are a copy that is not whole; nobody else writes into it."""

    dialect = DIALECT

    def __init__(self, address: PostgresAddress) -> None:
        """Nothing is made yet; ``BadRecord`` and ``StoreUnavailable``."""
        self._address = address
        self._connection = connect(address, writes=True)

    def begin(self, identity: copy_schema.DatabaseIdentity) -> None:
        """Make the tables, or go on with them; ``RecordDiffers`` where something is there, ``WriterBusy``."""
        with translate_errors(self._address):
            self._connection.execute(ddl.BEGIN)
            try:
                self._connection.execute(ddl.CREATION_LOCK)
                if schema_setup.create_missing_tables(self._connection, self._address):
                    self._connection.execute(
                        "UPDATE store SET application = %s, id = %s", (ddl.COPYING, identity.store)
                    )
                    self._connection.execute("UPDATE blinding SET secret = %s", (identity.secret,))
                self._must_be_begun(identity)
                self._connection.execute("COMMIT")
            finally:
                self._connection.rollback()
            schema_setup.lock_exclusively(self._connection, self._address)
            self._must_be_begun(identity)

    def _must_be_begun(self, identity: copy_schema.DatabaseIdentity) -> None:
        schema_setup.must_be_ours(self._connection, self._address, ddl.APPLICATION, ddl.COPYING)
        ((application, schema, store),) = self.all("SELECT application, schema, id FROM store")
        if application == ddl.APPLICATION:
            raise RecordDiffers(f"{self._address}: there are records in this database; nothing was overwritten")
        if (schema, store) != (ddl.SCHEMA, identity.store):
            raise RecordDiffers(f"{self._address}: a copy of another database was begun here; remove its tables")

    def all(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds."""
        with translate_errors(self._address):
            return self._connection.execute(with_driver_marks(statement), values).fetchall()

    def change(
        self, table: copy_schema.CopiedTable, other: Sequence[copy_schema.Row], missing: Sequence[copy_schema.Row]
    ) -> None:
        """Take rows out and put rows in, in one transaction."""
        columns = [sql.Identifier(copy_schema.column_name(each, DIALECT)) for each in table.columns]
        name, of_all = sql.Identifier(table.name), sql.SQL(", ").join(columns)
        keys = sql.SQL(" AND ").join(sql.SQL("{} = %s").format(each) for each in columns[: table.key])
        with translate_errors(self._address), self._connection.cursor() as cursor:
            cursor.execute(ddl.BEGIN)
            cursor.executemany(sql.SQL("DELETE FROM {} WHERE {}").format(name, keys), map(table.key_of, other))
            with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(name, of_all)) as rows:
                for each in missing:
                    rows.write_row(each)
            if table is copy_schema.EVENTS:
                cursor.executemany(
                    "INSERT INTO filed VALUES (%s, %s, %s, %s)", [*map(_filing_row, filter(_is_filing, missing))]
                )
            cursor.execute("COMMIT")

    def finish(self) -> None:
        """Count as a database from now on; numbers go on after the last one."""
        with translate_errors(self._address):
            self._connection.execute(ddl.BEGIN)
            self._connection.execute(GO_ON)
            self._connection.execute("UPDATE store SET application = %s", (ddl.APPLICATION,))
            self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the connection; what is not whole stays, for the next time."""
        self._connection.close()


class _Filed(msgspec.Struct):
    game: str


class _Filing(msgspec.Struct):
    """What the event that begins a dispute says of it: its game, and who filed it."""

    by: str
    data: _Filed


def _is_filing(event: copy_schema.Row) -> bool:
    return bool(event[3] == FILED_TOPIC)


def _filing_row(event: copy_schema.Row) -> tuple[str, str, str, int]:
    number, dispute, position, _, state = event
    try:
        found = msgspec.json.decode(state.partition(b"\n")[0], type=_Filing)
    except msgspec.MsgspecError:
        raise CorruptRecord(dispute, position, "it does not say which game the dispute is about") from None
    return found.data.game, dispute, found.by, number
