"""Puts back the rows of a file of SQLite that its log proves to be damaged: those whose hash is the leaf, no others."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from oathbook.domain.errors import CorruptRecord, NotFound, Refused
from oathbook.domain.evidence.leaves import LogLeaf, repaired_statement
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.archive import read_row
from oathbook.domain.recording.database.fast_fold import edition_in
from oathbook.domain.recording.database.log_tables import CREATE_TREE
from oathbook.domain.recording.database.log_tree import LogTree
from oathbook.domain.recording.database.log_verifier import LogFault, LogFaults, LogVerifier
from oathbook.domain.recording.database.reader import RecordReader
from oathbook.domain.recording.database.repairing.sources import FoundEvent, RepairSource
from oathbook.domain.recording.database.sqlite import DISPUTE_PREFIX
from oathbook.domain.recording.database.sqlite_reader import DIALECT
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.format.codec import EncodedEvent, StreamCodec, codec_of
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.rulesets.protocol import AnyRuleset

_KEPT: Final = (
    "FROM sqlite_master WHERE tbl_name = 'stored_events' AND sql IS NOT NULL AND type IN ('trigger', 'index')"
)
_ROW: Final = "SELECT rowid, CAST(state AS BLOB) FROM stored_events WHERE originator_id = ? AND originator_version = ?"


class Repair(Struct, frozen=True):
    """Which rows were put back and which could not be, and how many heads were computed again."""

    mended: LogFaults
    left: LogFaults
    heads: int


class ConnectionReader(RecordReader):
    """Reads what a connection has written so far."""

    dialect = DIALECT

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def all(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds."""
        return self._connection.execute(statement, values).fetchall()

    def close(self) -> None:
        """It is closed by who opened it."""


class _Typed(Struct):
    type: str


class RowRepair:
    """The repair of one file, within one transaction on it."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        sources: Sequence[RepairSource],
        ruleset_of: Callable[[str], AnyRuleset],
        disputes: StreamCodec,
    ) -> None:
        """Nothing is changed yet; ``disputes`` reads the streams of disputes."""
        self._connection = connection
        self._sources = (self, *sources)
        self._ruleset_of, self._disputes = ruleset_of, disputes
        self._codecs: dict[str, StreamCodec] = {}
        self.tree = StoredTree(ConnectionReader(connection))

    def find(self, stream: str, position: int) -> FoundEvent | None:
        """What the database itself has there: of a row of which only the topic is wrong, all the rest."""
        found = self._connection.execute(_ROW, (stream, position)).fetchall()
        return next((FoundEvent(state, row) for row, state in found), None)

    def walk(self) -> LogFaults:
        """All that is not as the leaves of the log say."""
        walk, faults = LogVerifier(self.tree), list[LogFault]()
        while not walk.is_over:
            faults += walk.check_next()
        return tuple(faults)

    def unreadable(self, known: LogFaults) -> Iterator[LogFault]:
        """The rows whose topic or second line is not that of their first, which is what the leaf says."""
        wrong = {each.row for each in known}
        rows = self._connection.execute(
            "SELECT rowid, originator_id, originator_version, topic, CAST(state AS BLOB) FROM stored_events"
        )
        for row, stream, position, topic, state in rows:
            try:
                if row in wrong or self._read(stream, position, state).topic == topic:
                    continue
                says = str(CorruptRecord(stream, position, f"it is stored as {topic}, but is not"))
            except CorruptRecord as problem:
                says = str(problem)
            except Refused:
                continue  # its edition is not installed: nobody can read it here
            yield LogFault(says, stream, position, self.tree.leaf_number(stream, position), row)

    def mend(self, faults: LogFaults, at: str) -> Repair:
        """Put back what can be, compute the heads again, and have the log say so; all or nothing."""
        by_leaf = defaultdict[int, list[LogFault]](list)
        for each in faults:
            by_leaf[each.leaf].append(each)
        mended, left = list[LogFault](), list[LogFault]()
        self._connection.execute("BEGIN IMMEDIATE")
        kept = self._connection.execute(f"SELECT type, name, sql {_KEPT}").fetchall()  # a condition of ours
        for kind, name, _ in kept:
            self._connection.execute(f"DROP {kind} {name}")
        for number, group in by_leaf.items():
            done = self._mend_leaf(number, group)
            mended += done
            left += () if done else group
        for _, _, statement in kept:
            self._connection.execute(statement)
        heads = self._mend_heads()
        if mended:
            statement = repaired_statement([each.leaf for each in mended], at)
            LogTree(CREATE_TREE, DIALECT).append_statement(self._connection.cursor(), statement)
        self._connection.execute("COMMIT")
        return Repair(tuple(mended), tuple(left), heads)

    def _mend_leaf(self, number: int, group: Sequence[LogFault]) -> LogFaults:
        """Put the event of a leaf in the place of what is there instead, if anything is; returns what was mended."""
        (leaf,) = self.tree.leaves(number, number + 1)
        wanted = next((each for each in group if self._is_of(each, leaf)), None)
        event = None if wanted is None else self._find_event(wanted, leaf)
        if wanted is None or event is None:
            return ()
        found, read = event
        values = (wanted.stream, wanted.position, read.topic, found.state)
        there = wanted.row if wanted.row is not None else next(filter(None, map(self._nameless, group)), None)
        if there is None:
            if not self._is_free(found.row) or self.find(wanted.stream, wanted.position) is not None:
                return ()  # it stands in another place of the log, or nobody can tell in which it stood
            self._connection.execute("INSERT INTO stored_events VALUES (?,?,?,?,?)", (found.row, *values))
        else:
            columns = "originator_id = ?, originator_version = ?, topic = ?, state = ?"
            self._connection.execute(f"UPDATE stored_events SET {columns} WHERE rowid = ?", (*values, there))  # noqa: S608  # names of ours
        return (wanted,)

    def _nameless(self, fault: LogFault) -> int | None:
        """The row of a fault where no leaf has its name and position: it stands in the place of what is missing."""
        try:
            self.tree.leaf_number(fault.stream, fault.position)
        except NotFound:
            return fault.row
        return None

    def _is_of(self, fault: LogFault, leaf: LogLeaf) -> bool:
        return (self.tree.tag(fault.stream), fault.position) == (leaf.tag, leaf.position)

    def _is_free(self, row: int | None) -> bool:
        """Whether a backup says in which row an event stood, and nothing is there now."""
        taken = self._connection.execute("SELECT 1 FROM stored_events WHERE rowid = ?", (row,)).fetchall()
        return row is not None and not taken

    def _find_event(self, fault: LogFault, leaf: LogLeaf) -> tuple[FoundEvent, EncodedEvent] | None:
        """The event of a leaf with all that it hides, strictly read; nothing where no source has it."""
        for source in self._sources:
            found = source.find(fault.stream, fault.position)
            if found is None or _line_hash(found) != leaf.hash:
                continue
            try:
                event = self._read(fault.stream, fault.position, found.state)
            except Refused:
                continue
            if not event.withheld or self._is_redacted(fault.stream):
                return found, event
        return None

    def _is_redacted(self, game: str) -> bool:
        asked = "SELECT 1 FROM redacted WHERE game = ?1 AND NOT EXISTS (SELECT 1 FROM filled WHERE game = ?1)"
        return bool(self._connection.execute(asked, (game,)).fetchall())

    def _read(self, stream: str, position: int, state: bytes) -> EncodedEvent:
        """An event strictly read, under the topic that its line names; ``CorruptRecord``, ``UnknownEdition``.

        The line is what a leaf says, so it is one.
        """
        topic = msgspec.json.decode(state.partition(b"\n")[0], type=_Typed).type
        codec = self._disputes if topic.startswith(DISPUTE_PREFIX) else self._codec_of(stream)
        return read_row(codec, stream, StoredRow(position, topic, state))

    def _codec_of(self, game: str) -> StreamCodec:
        """What reads a game's events, as its opening says, which the log proves; ``NotFound``, ``UnknownEdition``."""
        if game not in self._codecs:
            number = self.tree.leaf_number(game, 1)
            (leaf,) = self.tree.leaves(number, number + 1)
            openings = (source.find(game, 1) for source in self._sources)
            opening = next((each for each in openings if each is not None and _line_hash(each) == leaf.hash), None)
            if opening is None:
                raise NotFound(f"nobody has the opening of {game!r}")
            self._codecs[game] = codec_of(self._ruleset_of(edition_in(game, StoredRow(1, "", opening.state))).wire)
        return self._codecs[game]

    def _mend_heads(self) -> int:
        """Note again with which event each stream ends, as its last leaf says; how many heads were others."""
        named: dict[str, str] = dict(self._connection.execute("SELECT stream, hash FROM heads").fetchall())
        streams = {stream for (stream,) in self._connection.execute("SELECT originator_id FROM stored_events")}
        right = dict[str, str]()
        for stream in named.keys() | streams:
            last = "SELECT hash FROM leaves WHERE tag = ? ORDER BY position DESC LIMIT 1"
            for (found,) in self._connection.execute(last, (self.tree.tag(stream),)).fetchall():
                right[stream] = found.hex()
        wrong = [stream for stream, noted in right.items() if named.get(stream) != noted]
        lost = named.keys() - right.keys()
        if wrong or lost:
            self._connection.execute("DELETE FROM heads")
            self._connection.executemany("INSERT INTO heads VALUES (?,?)", right.items())
        return len(wrong)


def _line_hash(found: FoundEvent) -> bytes:
    return bytes.fromhex(event_hash(found.state.partition(b"\n")[0]))
