"""Rows that go into a table, many by one statement."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

MOST_ROWS: Final = 500  # rows that one statement takes; its parameters stay far below the most that SQLite takes


class Cursor(Protocol):
    """What statements are given to, within a transaction."""

    def execute(self, statement: str, params: Sequence[object] = (), /) -> object:
        """Have one done."""
        ...

    def fetchone(self) -> Sequence[object] | None:
        """A row that it found."""
        ...

    def fetchall(self) -> Sequence[Sequence[object]]:
        """All that it found."""
        ...


def insert_rows(c: Cursor, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert rows, many by one statement: each statement lets other threads go first, and waits for its turn again."""
    for some in row_batches(rows):
        c.execute(statement.format(placeholders(len(some), len(some[0]))), [value for row in some for value in row])


def row_batches(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """Rows, as many at a time as one statement takes."""
    return (rows[first : first + MOST_ROWS] for first in range(0, len(rows), MOST_ROWS))


def placeholders(rows: int, columns: int) -> str:
    """The places of the values of some rows in a statement."""
    row = f"({','.join('?' * columns)})"
    return ",".join([row] * rows)
