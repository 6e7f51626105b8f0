"""Makes a database the copy of another: row by row, then held against it, and against its own log, before it counts."""

from collections.abc import Iterator

from msgspec import Struct

from oathbook.domain.errors import RecordDiffers
from oathbook.domain.recording.database.copied import EVENTS, TABLES, CopySource, CopyTarget, Row, identity_of
from oathbook.domain.recording.database.copying.checking import must_be_sound
from oathbook.domain.recording.database.copying.comparing import count, differing, end_of
from oathbook.domain.recording.database.copying.progress import CopyProgress
from oathbook.domain.recording.database.reader import RecordReader
from oathbook.domain.recording.database.stored_tree import StoredTree


class CopiedHead(Struct, frozen=True):
    """Up to where a database goes: its streams and events, the size of its log's tree, and the root of that."""

    streams: int
    events: int
    size: int
    root: bytes


def head_of(side: RecordReader) -> CopiedHead:
    """Up to where a database goes."""
    tree = StoredTree(side)
    size = tree.size()
    ((streams, events),) = side.all("SELECT (SELECT count(*) FROM heads), (SELECT count(*) FROM stored_events)")
    return CopiedHead(int(streams), int(events), size, tree.root(size))


def copy(source: CopySource, target: CopyTarget) -> Iterator[CopyProgress]:
    """Make the target the same as the source, or go on with that, and say how far it is.

    Refuses as ``identity_of`` the source, with ``RecordDiffers`` where something else is in the target, or is not the
    same in the end, and as ``must_be_sound`` where what was copied is not what its log says; then it does not count as
    a copy.
    """
    target.begin(identity_of(source))
    yield from _copied(source, target)
    yield from must_be_same(source, target)
    yield from must_be_sound(target)
    target.finish()


def _copied(source: CopySource, target: CopyTarget) -> Iterator[CopyProgress]:
    done, of = 0, sum(count(each, source) for each in TABLES)
    for table in TABLES:
        after = end_of(table, target) if table.in_order else ()
        done += count(table, target) if after else 0
        for page in differing(table, source, target, after):
            for row in page.other if table.grows else ():
                raise RecordDiffers(_unlike(table.name, row))
            target.change(table, page.other, page.missing)
            done += len(page.rows)
            yield CopyProgress("copied", done, of)


def must_be_same(source: CopySource, target: CopyTarget) -> Iterator[CopyProgress]:
    """Compare all rows, byte by byte; ``RecordDiffers`` names one that is not the same."""
    done, of = 0, sum(count(each, source) for each in TABLES)
    for table in TABLES:
        for page in differing(table, source, target):
            for row in (*page.missing, *page.other):
                raise RecordDiffers(_unlike(table.name, row))
            done += len(page.rows)
            yield CopyProgress("compared", done, of)


def _unlike(table: str, row: Row) -> str:
    where = f"position {row[2]} of {row[1]}" if table == EVENTS.name else f"{table} {row[0]}"
    return f"{where}: what is there is not what the database has; it does not count as a copy, remove it"
