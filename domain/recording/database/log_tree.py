"""The log as it grows: a leaf for everything that is stored, in the same transaction."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from itertools import islice
from typing import Final, NoReturn

from msgspec import Struct

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.evidence.leaves import LogLeaf, derive_blind, derive_tag, key_replaced_statement
from oathbook.domain.evidence.tiles import HEIGHT, WIDTH
from oathbook.domain.evidence.tree import subtree_hash
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.bulk_insert import Cursor, insert_rows
from oathbook.domain.recording.database.log_tables import TREE_TABLES
from oathbook.domain.recording.database.reader import Dialect

LOG_STREAM: Final = "log"  # the stream of what the store says of itself

EVENTS_PER_GROWTH: Final = 4_096
"""Events that one transaction takes in where a tree is made out of what is stored already."""

_MOST_TAGS: Final = 4_096
_MOST_LATELY: Final = 4_096
_OTHER: Final = "the log has other events of it"


LOG_ENDS: Final = (
    "SELECT NULL, coalesce(max(number) + 1, 0) FROM leaves "
    "UNION ALL SELECT tag, max(position) FROM leaves WHERE tag IN ({}) GROUP BY tag"
)


class LogEnds(Struct, frozen=True):
    """The number of the next leaf, and the last position that the log has of each stream that was asked for."""

    next: int
    last: Mapping[bytes, int]


class LogTree:
    """Appends leaves; made once for a store, and given a cursor each time."""

    def __init__(self, tables: Sequence[str], dialect: Dialect) -> None:
        """Nothing is read yet; ``tables`` makes those of the tree."""
        self._tables = tables
        self._number = dialect.number
        self._columns = f"originator_id, originator_version, {dialect.state}"
        self._secret = b""
        self._tag = lru_cache(_MOST_TAGS)(self._derive_tag)
        self._lately: dict[str, int] = {}

    def _derive_tag(self, stream: str) -> bytes:
        return derive_tag(stream, derive_blind(self._secret, stream))

    def append(self, c: Cursor, events: Sequence[tuple[str, int, str]]) -> int:
        """A leaf for each event, given as its stream, its position and its hash; the number of the first.

        Refuses with ``CorruptRecord`` where the log does not have the events before these, or has these.
        """
        self.ask_ends(c, {stream for stream, _, _ in events})
        return self.append_after(c, read_log_ends(c), events)

    def ask_ends(self, c: Cursor, streams: Collection[str]) -> None:
        """Ask how far the log and these streams in it are; ``read_log_ends`` reads the answer, perhaps after others."""
        if not self._secret:
            self._secret = select_bytes(c, "SELECT secret FROM blinding")
        c.execute(LOG_ENDS.format(",".join("?" * len(streams)) or "NULL"), [*map(self._tag, streams)])

    def append_after(self, c: Cursor, ends: "LogEnds", events: Sequence[tuple[str, int, str]]) -> int:
        """As ``append``, once it is known how far the log is."""
        self._must_come_next(ends, events)
        new = [LogLeaf(self._tag(stream), position, bytes.fromhex(found)) for stream, position, found in events]
        rows = [(number, each.tag, each.position, each.hash) for number, each in enumerate(new, ends.next)]
        insert_rows(c, "INSERT INTO leaves VALUES {}", rows)
        self._close_tiles(c, ends.next, new)
        self._note_numbers((found for _, _, found in events), ends.next)
        return ends.next

    def leaf_number(self, event_hash: str) -> int | None:
        """The number of the leaf of an event, which is stored, if it is one of the last that were added here."""
        return self._lately.get(event_hash)

    def _note_numbers(self, hashes: Iterable[str], first: int) -> None:
        """Where the transaction fails, nobody asks for these; where they are stored after all, they are noted anew."""
        for number, each in enumerate(hashes, first):
            self._lately.pop(each, None)
            self._lately[each] = number
        for each in [*islice(self._lately, max(0, len(self._lately) - _MOST_LATELY))]:
            del self._lately[each]

    def _must_come_next(self, ends: "LogEnds", events: Sequence[tuple[str, int, str]]) -> None:
        for stream, first in {stream: position for stream, position, _ in reversed(events)}.items():
            if ends.last.get(self._tag(stream), 0) != first - 1:
                raise CorruptRecord(stream, first - 1, _OTHER)

    def append_statement(self, c: Cursor, said: str) -> int:
        """A statement of the store itself, and its leaf; the number of that."""
        position = select_number(c, "SELECT coalesce(max(position), 0) + 1 FROM statements")
        c.execute("INSERT INTO statements VALUES (?,?)", (position, said))
        return self.append(c, [(LOG_STREAM, position, event_hash(said.encode()))])

    def grow(self, c: Cursor) -> int:
        """Leaves for the next events that have none, where a tree is begun or was being made; how many."""
        done = "(SELECT count(*) FROM leaves) - (SELECT count(*) FROM leaves WHERE tag = ?)"
        order = f"ORDER BY {self._number} LIMIT {EVENTS_PER_GROWTH} OFFSET ({done})"
        self._secret = select_bytes(c, "SELECT secret FROM blinding")
        c.execute(f"SELECT {self._columns} FROM stored_events {order}", (self._tag(LOG_STREAM),))  # noqa: S608  # names of ours
        found = c.fetchall()
        rows = ((as_text(stream), as_count(at), as_bytes(state).partition(b"\n")[0]) for stream, at, state in found)
        self.append(c, [(stream, at, event_hash(line)) for stream, at, line in rows])
        return len(found)

    def is_whole(self, c: Cursor) -> bool:
        """Whether the newest event and the newest statement have their leaves."""
        self._secret = select_bytes(c, "SELECT secret FROM blinding")
        newest = f"ORDER BY {self._number} DESC LIMIT 1"
        c.execute(f"SELECT originator_id, originator_version FROM stored_events {newest}")  # noqa: S608  # names of ours
        ends = [(as_text(stream), as_count(position)) for stream, position in c.fetchall()]
        ends.append((LOG_STREAM, select_number(c, "SELECT coalesce(max(position), 0) FROM statements")))
        for stream, position in ends:
            c.execute("SELECT 1 FROM leaves WHERE tag = ? AND position = ?", (self._tag(stream), position))
            if position and c.fetchone() is None:
                return False
        return True

    def restart(self, c: Cursor, said: str) -> None:
        """Forget the tree, and say why; what it is made of stays. ``grow`` makes the next one."""
        self._lately.clear()
        for table in TREE_TABLES:
            c.execute(f"DROP TABLE {table}")
        for statement in self._tables:
            c.execute(statement)
        position = select_number(c, "SELECT coalesce(max(position), 0) + 1 FROM statements")
        c.execute("INSERT INTO statements VALUES (?,?)", (position, said))

    def append_missing_statements(self, c: Cursor) -> None:
        """Leaves for the statements that have none; keys that were replaced before there was a log are stated."""
        c.execute(
            "SELECT position, said FROM statements WHERE position > "
            "(SELECT coalesce(max(position), 0) FROM leaves WHERE tag = ?) ORDER BY position",
            (self._tag(LOG_STREAM),),
        )
        self.append(c, [(LOG_STREAM, as_count(at), event_hash(as_text(said).encode())) for at, said in c.fetchall()])
        c.execute("SELECT said FROM statements")
        said = {str(each) for (each,) in c.fetchall()}
        c.execute("SELECT old, new FROM replaced_keys ORDER BY old")
        for old, new in c.fetchall():
            if (told := key_replaced_statement(str(old), str(new))) not in said:
                self.append_statement(c, told)

    def _close_tiles(self, c: Cursor, first: int, new: Sequence[LogLeaf]) -> None:
        """The hash over each 256 leaves that are there now, and over each 256 of those."""
        hashes = [each.leaf_hash for each in new] if _completes_tile(first, len(new)) else []
        level = 0
        while _completes_tile(first, len(hashes)):
            start = first - first % WIDTH
            row = [*self._before(c, level, start, first), *hashes]
            parts = [row[each : each + WIDTH] for each in range(0, len(row) - WIDTH + 1, WIDTH)]
            level, first, hashes = level + 1, start // WIDTH, [subtree_hash(each) for each in parts]
            rows = [(level, number, each) for number, each in enumerate(hashes, first)]
            insert_rows(c, "INSERT INTO subtrees VALUES {}", rows)

    @staticmethod
    def _before(c: Cursor, level: int, start: int, first: int) -> list[bytes]:
        """The hashes of a level from one number on, up to before another."""
        if level:
            c.execute(
                "SELECT hash FROM subtrees WHERE level = ? AND number >= ? AND number < ? ORDER BY number",
                (level, start, first),
            )
            return [as_bytes(found) for (found,) in c.fetchall()]
        c.execute(
            "SELECT tag, position, hash FROM leaves WHERE number >= ? AND number < ? ORDER BY number", (start, first)
        )
        return [leaf_from(*row).leaf_hash for row in c.fetchall()]


def read_log_ends(c: Cursor) -> LogEnds:
    """How far the log is, as ``LogTree.ask`` has asked."""
    found = [(tag, as_count(number)) for tag, number in c.fetchall()]
    numbers = [number for tag, number in found if tag is None]
    return LogEnds(numbers[0], {as_bytes(tag): position for tag, position in found if tag is not None})


def _completes_tile(first: int, many: int) -> bool:
    """Whether so many more make 256 whole."""
    return first + many >> HEIGHT > first >> HEIGHT


def select_number(c: Cursor, statement: str) -> int:
    """The number that a statement finds."""
    c.execute(statement)
    return as_count((c.fetchone() or (0,))[0])


def select_bytes(c: Cursor, statement: str, *values: object) -> bytes:
    """The bytes that a statement finds."""
    c.execute(statement, values)
    return as_bytes((c.fetchone() or (b"",))[0])


def leaf_from(tag: object, position: object, found: object) -> LogLeaf:
    """The leaf of a row; ``CorruptRecord`` where it is of none."""
    return LogLeaf(as_bytes(tag), as_count(position), as_bytes(found))


def as_text(found: object) -> str:
    """The text of a column; ``CorruptRecord`` where it is none."""
    return found if isinstance(found, str) else _refuse("a text")


def as_count(found: object) -> int:
    """The number of a column; ``CorruptRecord`` where it has none that counts something."""
    return found if isinstance(found, int) and found >= 0 else _refuse("a number")


def as_bytes(found: object) -> bytes:
    """The bytes of a column; ``CorruptRecord`` where it has none."""
    return found if isinstance(found, bytes) else _refuse("the bytes of something")


def _refuse(what: str) -> NoReturn:
    raise CorruptRecord(LOG_STREAM, 0, f"a row of the database does not have {what} where it should")


def grow_log(tree: LogTree, transaction: Callable[[], AbstractContextManager[Cursor]]) -> Iterator[int]:
    """Give a leaf to everything that has none, a transaction at a time; how many events that were so far."""
    done = 0
    with transaction() as c:
        if tree.is_whole(c):
            return
    while grown := _grow_in_transaction(tree, transaction):
        done += grown
        yield done


def grow_once(tree: LogTree, c: Cursor) -> int:
    """Give leaves to the next events or, once all have theirs, to the statements; how many events."""
    grown = tree.grow(c)
    if not grown:
        tree.append_missing_statements(c)
    return grown


def _grow_in_transaction(tree: LogTree, transaction: Callable[[], AbstractContextManager[Cursor]]) -> int:
    with transaction() as c:
        return grow_once(tree, c)


def complete_heads(c: Cursor, dialect: Dialect) -> int:
    """Note the head of every stream of which none is noted, as of an earlier version; how many there were.

    What is the last event now counts as what was stored.
    """
    lacking = "originator_version = 1 AND originator_id NOT IN (SELECT stream FROM heads)"
    c.execute(f"SELECT originator_id FROM stored_events WHERE {lacking}")  # noqa: S608  # names of ours
    streams = [str(stream) for (stream,) in c.fetchall()]
    last = f"SELECT {dialect.state} FROM stored_events WHERE originator_id = ? ORDER BY originator_version DESC LIMIT 1"  # noqa: S608  # as above
    heads = [(stream, event_hash(select_bytes(c, last, stream).partition(b"\n")[0])) for stream in streams]
    insert_rows(c, "INSERT INTO heads VALUES {}", heads)
    return len(heads)
