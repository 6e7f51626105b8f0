"""What reads a database of records, and what its language calls things."""

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from oathbook.domain.errors import BadRecord


class Dialect(Struct, frozen=True):
    """What the same statement calls things in another store.

    ``number`` is the column of an event's number in the log, ``state`` its bytes, ``filed`` the table, with a
    condition, of the disputes about one game, and ``filer`` who filed one, there. ``schema`` asks for the version of
    the tables.
    """

    number: str
    state: str
    filed: str
    filer: str
    schema: str


class RecordReader(Protocol):
    """Connections that only read; any number of threads use them."""

    dialect: Dialect

    def all(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds, with a question mark for each value; ``StoreUnavailable``."""
        ...

    def close(self) -> None:
        """Close all connections that are not in use."""
        ...


def only_row(rows: Sequence[Any], says: str) -> Any:
    """The row of a table that has one; ``BadRecord`` where a damaged database has none, or several."""
    if len(rows) != 1:
        raise BadRecord(f"{says}: it should be in one row, and there are {len(rows)}; the database is damaged")
    return rows[0]
