"""Whether a database is sound: its events go on without a gap, end as was noted, and are those of its log."""

from collections.abc import Iterator, Sequence
from typing import Final

from oathbook.domain.errors import BadRecord, CorruptRecord
from oathbook.domain.evidence.tiles import WIDTH
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.copy_schema import EVENTS, HEADS, CopyProgress, Row
from oathbook.domain.recording.database.copying.differences import count_rows, pages
from oathbook.domain.recording.database.log_verifier import LogFaults, LogVerifier
from oathbook.domain.recording.database.reader import RecordReader
from oathbook.domain.recording.database.stored_tree import StoredTree

NO_HEAD: Final = "its head was not noted; this does it: oathbook database migrate"
ANOTHER: Final = "it is not what was stored there"


def must_be_sound(side: RecordReader) -> Iterator[CopyProgress]:
    """Hold the events against the heads of their streams and against the leaves of the log, and say how far that is.

    ``CorruptRecord`` names an event that is not what was stored, ``BadRecord`` says what else is wrong.
    """
    tree, ends, done = StoredTree(side), _Ends(), 0
    of = count_rows(EVENTS, side) + tree.size()
    for rows in pages(EVENTS, side):
        ends.take(rows)
        done += len(rows)
        yield CopyProgress("checked", done, of)
    for rows in pages(HEADS, side):
        ends.must_be(rows)
    ends.must_all_be_noted()
    walk = LogVerifier(tree)
    while not walk.is_over:
        _must_be_right(walk.check_next())
        yield CopyProgress("checked", min(done + walk.leaves + WIDTH * walk.is_over, of), of)
    _must_be_right(walk.check_newest())


def _must_be_right(faults: LogFaults) -> None:
    for each in faults:
        raise BadRecord(each.says)


class _Ends:
    """The last position of every stream, and the hash there."""

    def __init__(self) -> None:
        self._ends: dict[str, tuple[int, str]] = {}

    def take(self, events: Sequence[Row]) -> None:
        """Go on with events in the order of the log; ``CorruptRecord`` where one before them is missing."""
        for _, stream, position, _, state in events:
            before, _ = self._ends.get(stream, (0, ""))
            if position != before + 1:
                raise CorruptRecord(stream, before + 1, "it is missing")
            self._ends[stream] = position, event_hash(state.partition(b"\n")[0])

    def must_be(self, heads: Sequence[Row]) -> None:
        """``CorruptRecord`` where a stream does not end with what was noted."""
        for stream, noted in heads:
            position, last = self._ends.pop(stream, (0, ""))
            if noted != last:
                raise CorruptRecord(stream, position, ANOTHER)

    def must_all_be_noted(self) -> None:
        """``CorruptRecord`` where nothing was noted of a stream."""
        for stream, (position, _) in self._ends.items():
            raise CorruptRecord(stream, position, NO_HEAD)
