"""The log's statements on a connection of PostgreSQL: with its marks for values."""

from collections.abc import Sequence
from typing import Any, LiteralString, cast

from psycopg.rows import TupleRow

from oathbook.domain.recording.database.postgres.connecting import Connection
from oathbook.domain.recording.database.rows import Cursor


class LogCursor(Cursor):
    """Takes statements as SQLite has them, within a transaction."""

    def __init__(self, connection: Connection) -> None:
        """Nothing is found yet."""
        self._cursor = connection.cursor()

    def execute(self, statement: str, params: Sequence[object] = (), /) -> object:
        """Have one done."""
        marked = cast("LiteralString", statement.replace("?", "%s"))
        return self._cursor.execute(marked, cast("Sequence[Any]", params) or None)

    def fetchone(self) -> TupleRow | None:
        """A row that it found."""
        return self._cursor.fetchone()

    def fetchall(self) -> list[TupleRow]:
        """All that it found."""
        return self._cursor.fetchall()
