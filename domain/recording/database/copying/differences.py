"""How a table of a copy differs from that of the database, a page of rows at a time, in the order of their keys."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from oathbook.domain.recording.database.copy_schema import CopiedTable, Row, column_name
from oathbook.domain.recording.database.reader import RecordReader

PAGE: Final = 2_000  # rows that are read, and stored, at once


class PageDifference(Struct, frozen=True):
    """A page of rows as they are in the database, which of them the copy lacks, and which it has that are others."""

    rows: Sequence[Row]
    missing: Sequence[Row]
    other: Sequence[Row]


def compare_pages(
    table: CopiedTable, source: RecordReader, target: RecordReader, after: Row = ()
) -> Iterator[PageDifference]:
    """Compare a table page by page, from after a key on; what is mended meanwhile is not met again."""
    for rows in pages(table, source, after):
        last = table.key_of(rows[-1])
        there = _rows(table, target, after, last)
        ours, theirs = frozenset(rows), frozenset(there)
        yield PageDifference(
            rows, [row for row in rows if row not in theirs], [row for row in there if row not in ours]
        )
        after = last
    for rows in pages(table, target, after):
        yield PageDifference((), (), rows)


def pages(table: CopiedTable, side: RecordReader, after: Row = ()) -> Iterator[Sequence[Row]]:
    """The rows of a table in the order of their keys, from after a key on."""
    while (rows := _rows(table, side, after)) and table.key_of(
        rows[-1]
    ) != after:  # which a damaged text may come after
        yield rows
        after = table.key_of(rows[-1])


def last_key(table: CopiedTable, side: RecordReader) -> Row:
    """The key of the last row; nothing where there is none."""
    keys = [column_name(each, side.dialect) for each in table.columns[: table.key]]
    order = ", ".join(f"{key} DESC" for key in keys)
    found = side.all(f"SELECT {', '.join(keys)} FROM {table.name} ORDER BY {order} LIMIT 1")  # noqa: S608  # names of ours
    return tuple(found[0]) if found else ()


def count_rows(table: CopiedTable, side: RecordReader) -> int:
    """How many rows a table has."""
    ((found,),) = side.all(f"SELECT count(*) FROM {table.name}")  # noqa: S608  # a name of ours
    return int(found)


def _rows(table: CopiedTable, side: RecordReader, after: Row, upto: Row = ()) -> list[Row]:
    """A page of rows after a key, or all of them up to another."""
    columns = [column_name(each, side.dialect) for each in table.columns]
    keys = ", ".join(columns[: table.key])
    bounds = [f"({keys}) {sign} ({', '.join('?' * table.key)})" for sign, end in ((">", after), ("<=", upto)) if end]
    where = f"WHERE {' AND '.join(bounds)} " if bounds else ""
    most = "" if upto else f" LIMIT {PAGE}"
    found = side.all(f"SELECT {', '.join(columns)} FROM {table.name} {where}ORDER BY {keys}{most}", *after, *upto)  # noqa: S608  # names of ours
    return [tuple(row) for row in found]
