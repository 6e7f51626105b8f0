"""Makes a database the copy of another: row by row, then held against it, and against its own log, before it counts."""

from collections.abc import Iterator

from msgspec import Struct

from oathbook.domain.errors import BadRecord, CorruptRecord, RecordDiffers
from oathbook.domain.recording.database import copy_schema
from oathbook.domain.recording.database.copy_schema import CopyProgress
from oathbook.domain.recording.database.copying.differences import compare_pages, count_rows, last_key
from oathbook.domain.recording.database.copying.soundness import check_soundness
from oathbook.domain.recording.database.reader import RecordReader
from oathbook.domain.recording.database.stored_tree import StoredTree


class DatabaseHead(Struct, frozen=True):
    """Up to where a database goes: its streams and events, the size of its log's tree, and the root of that.

    The root is empty where the tree is damaged.
    """

    streams: int
    events: int
    size: int
    root: bytes


def database_head(side: RecordReader) -> DatabaseHead:
    """Up to where a database goes."""
    tree = StoredTree(side)
    size = tree.size()
    ((streams, events),) = side.all("SELECT (SELECT count(*) FROM heads), (SELECT count(*) FROM stored_events)")
    try:
        root = tree.root(size)
    except CorruptRecord:
        root = b""
    return DatabaseHead(int(streams), int(events), size, root)


def copy_database(
    source: copy_schema.CopySource, target: copy_schema.CopyTarget, damage: list[str] | None = None
) -> Iterator[CopyProgress]:
    """Make the target the same as the source, or go on with that, and say how far it is.

    Refuses as ``file_identity`` the source, with ``RecordDiffers`` where something else is in the target, or is not the
    same in the end. Where what was copied is not what its log says, it is added to ``damage``; without that it is
    ``BadRecord``, and does not count as a copy.
    """
    target.begin(copy_schema.read_identity(source))
    yield from _copy_tables(source, target)
    yield from must_be_same(source, target)
    faults = list[str]()
    yield from check_soundness(target, faults)
    if faults and damage is None:
        raise BadRecord(faults[0])
    target.finish()
    if damage is not None:
        damage += faults


def _copy_tables(source: copy_schema.CopySource, target: copy_schema.CopyTarget) -> Iterator[CopyProgress]:
    done, of = 0, sum(count_rows(each, source) for each in copy_schema.TABLES)
    for table in copy_schema.TABLES:
        after = last_key(table, target) if table.in_order else ()
        done += count_rows(table, target) if after else 0
        for page in compare_pages(table, source, target, after):
            for row in page.other if table.grows else ():
                raise RecordDiffers(_difference(table.name, row))
            target.change(table, page.other, page.missing)
            done += len(page.rows)
            yield CopyProgress("copied", done, of)


def must_be_same(source: copy_schema.CopySource, target: copy_schema.CopyTarget) -> Iterator[CopyProgress]:
    """Compare all rows, byte by byte; ``RecordDiffers`` names one that is not the same."""
    done, of = 0, sum(count_rows(each, source) for each in copy_schema.TABLES)
    for table in copy_schema.TABLES:
        for page in compare_pages(table, source, target):
            for row in (*page.missing, *page.other):
                raise RecordDiffers(_difference(table.name, row))
            done += len(page.rows)
            yield CopyProgress("compared", done, of)


def _difference(table: str, row: copy_schema.Row) -> str:
    where = f"position {row[2]} of {row[1]}" if table == copy_schema.EVENTS.name else f"{table} {row[0]}"
    return f"{where}: what is there is not what the database has; it does not count as a copy, remove it"
