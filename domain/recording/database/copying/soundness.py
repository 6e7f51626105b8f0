"""Whether a database is sound: its events go on without a gap, end as was noted, and are those of its log."""

from collections.abc import Iterator, Sequence
from typing import Final

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.evidence.tiles import WIDTH
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.copy_schema import EVENTS, HEADS, CopyProgress, Row
from oathbook.domain.recording.database.copying.differences import count_rows, pages
from oathbook.domain.recording.database.log_verifier import LogVerifier
from oathbook.domain.recording.database.reader import RecordReader
from oathbook.domain.recording.database.stored_tree import StoredTree

NO_HEAD: Final = "its head was not noted; this does it: oathbook database migrate"
ANOTHER: Final = "it is not what was stored there"


def check_soundness(side: RecordReader, faults: list[str]) -> Iterator[CopyProgress]:
    """Hold the events against the heads of their streams and against the leaves of the log, and say how far that is.

    All that is wrong is added to ``faults``.
    """
    tree, ends, done = StoredTree(side), _StreamEnds(), 0
    of = count_rows(EVENTS, side) + tree.size()
    for rows in pages(EVENTS, side):
        faults += ends.take(rows)
        done += len(rows)
        yield CopyProgress("checked", done, of)
    for rows in pages(HEADS, side):
        faults += ends.compare(rows)
    faults += ends.without_heads()
    walk = LogVerifier(tree)
    try:
        while not walk.is_over:
            faults += (each.says for each in walk.check_next())
            yield CopyProgress("checked", min(done + walk.leaves + WIDTH * walk.is_over, of), of)
        faults += (each.says for each in walk.check_newest() if each.says not in faults)
    except CorruptRecord as problem:
        faults.append(str(problem))


class _StreamEnds:
    """The last position of every stream, and the hash there."""

    def __init__(self) -> None:
        self._ends: dict[str, tuple[int, str]] = {}

    def take(self, events: Sequence[Row]) -> Iterator[str]:
        """Go on with events in the order of the log; says where one before them is missing."""
        for _, stream, position, _, state in events:
            before, _ = self._ends.get(stream, (0, ""))
            if position != before + 1:
                yield str(CorruptRecord(stream, before + 1, "it is missing"))
            self._ends[stream] = position, event_hash(state.partition(b"\n")[0])

    def compare(self, heads: Sequence[Row]) -> Iterator[str]:
        """Says where a stream does not end with what was noted."""
        for stream, noted in heads:
            position, last = self._ends.pop(stream, (0, ""))
            if noted != last:
                yield str(CorruptRecord(stream, position, ANOTHER))

    def without_heads(self) -> Iterator[str]:
        """Says of which streams nothing was noted."""
        for stream, (position, _) in self._ends.items():
            yield str(CorruptRecord(stream, position, NO_HEAD))
