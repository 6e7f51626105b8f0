"""Holds the rows of a database against the leaves of its log: which were changed, are missing, or are others."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import NotFound
from oathbook.domain.evidence.leaves import KEY_REPLACED, LogLeaf, key_replaced_statement, make_leaf
from oathbook.domain.evidence.tiles import WIDTH
from oathbook.domain.evidence.tree import subtree_hash
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database import log_tree
from oathbook.domain.recording.database.stored_tree import StoredTree

NEWEST: Final = 1_024  # leaves that are looked at before all others
AHEAD: Final = (
    64  # leaves and events beyond those, to see where both go on alike; with as many faults nobody can see it
)

_LEAVES: Final = "SELECT number, tag, position, hash FROM leaves WHERE number >= ? AND number < ? ORDER BY number"


class LogFault(Struct, frozen=True):
    """What is wrong, in words: with a position of a stream, which a leaf has; without a stream, with the log itself.

    ``row`` is the number of the row that is not the leaf's; nothing where the row is missing.
    """

    says: str
    stream: str = ""
    position: int = 0
    leaf: int = 0
    row: int | None = None


LogFaults = tuple[LogFault, ...]


class _StoredEvent(Struct, frozen=True):
    """An event with the number of its row, its stream, and what its leaf would be."""

    row: int
    stream: str
    leaf: LogLeaf

    def differs_from(self, number: int) -> LogFault:
        """It is not what the leaf of that number says."""
        says = f"position {self.leaf.position} of {self.stream} is not what leaf {number} of the log says"
        return LogFault(says, self.stream, self.leaf.position, number, self.row)


class _LogPage:
    """So many leaves with their numbers, the events that may be theirs, and some of either beyond those."""

    def __init__(self, leaves: list[tuple[int, LogLeaf]], events: list[_StoredEvent], most: int) -> None:
        """Keep both; ``is_cut`` says that there may be more events."""
        self.leaves, self.events = leaves[:most], events
        self.is_cut = len(events) == most + AHEAD
        self._leaf_at = {(leaf.tag, leaf.position): at for at, (_, leaf) in enumerate(leaves)}
        self._event_at = {(each.leaf.tag, each.leaf.position): at for at, each in enumerate(events)}

    def events_before(self, leaf: LogLeaf, at: int) -> int:
        """How many events stand between here and the one of this leaf; less than none where it does not come."""
        return self._event_at.get((leaf.tag, leaf.position), -1) - at

    def leaves_before(self, event: LogLeaf, at: int) -> int:
        """How many leaves stand between here and the one of this event; less than none where it does not come."""
        return self._leaf_at.get((event.tag, event.position), -1) - at


def is_stream_damaged(tree: StoredTree, stream: str, rows: Mapping[int, bytes], position: int) -> bool:
    """Whether one of the first events of a stream is missing, or is not what its leaf of the log says.

    ``rows`` are these events as they are stored, by their positions.
    """
    blind = tree.blind(stream)
    found = tree.all("SELECT position, hash FROM leaves WHERE tag = ? AND position <= ?", tree.tag(stream), position)
    own = (make_leaf(stream, blind, at, event_hash(row.partition(b"\n")[0])) for at, row in rows.items())
    return len(rows) < position or dict(found) != {leaf.position: leaf.hash for leaf in own}


class LogVerifier:
    """A walk over the log from its beginning, 256 leaves at a time."""

    def __init__(self, tree: StoredTree) -> None:
        """Begin; ``leaves`` is how many have been looked at."""
        self._tree = tree
        self._log = tree.tag(log_tree.LOG_STREAM)
        number, state = tree.dialect.number, tree.dialect.state
        self._ends = f"SELECT (SELECT max(number) FROM leaves), (SELECT max({number}) FROM stored_events)"  # noqa: S608  # names of ours
        columns = f"{number}, originator_id, originator_version, {state}"
        self._events = f"SELECT {columns} FROM stored_events WHERE {number} > ? AND {number} <= ? ORDER BY {number}"  # noqa: S608  # as above
        self._after = 0
        self.leaves = 0
        self.is_over = False

    def check_next(self) -> LogFaults:
        """Look at the next 256 leaves, and return all that is wrong there. At the end of the log, it ``is_over``.

        It also is after a fault of the log itself, as it cannot be told then which events belong to which leaves.
        """
        page = self._read(_LEAVES, self._events, (self.leaves, self._after), WIDTH)
        for number, (each, _) in enumerate(page.leaves, self.leaves):
            if each != number:
                return self._end([LogFault(f"leaf {number} of the log is missing")])
        taken, faults = self._compare(page)
        self.leaves += len(page.leaves)
        if len(faults) >= AHEAD:
            says = (
                f"of the {WIDTH} leaves up to {self.leaves} of the log, {len(faults)} and more are not those of events"
            )
            return self._end([LogFault(says)])
        if len(page.leaves) < WIDTH:
            return self._end([*faults, *map(self._extra, page.events[taken:])])
        self._after = page.events[taken - 1].row if taken else self._after
        wrong = self._check_subtrees([leaf.leaf_hash for _, leaf in page.leaves])
        return self._end([*faults, LogFault(wrong)]) if wrong else tuple(faults)

    def _end(self, faults: Iterable[LogFault]) -> LogFaults:
        self.is_over = True
        return tuple(faults)

    def check_newest(self) -> LogFaults:
        """All that is wrong with the newest leaves."""
        page = self._read(f"{_LEAVES} DESC", f"{self._events} DESC", (0, 0), NEWEST)
        _, faults = self._compare(page)
        return (*faults, *self._check_replaced_keys())

    def _check_replaced_keys(self) -> LogFaults:
        """What is wrong with the keys that were replaced, if anything is."""
        keys, said = "SELECT old, new, '' FROM replaced_keys", "SELECT '', '', said FROM statements"
        every = self._tree.all(f"{keys} UNION ALL {said}")
        rows = {key_replaced_statement(old, new) for old, new, each in every if not each}
        said_so = {each for _, _, each in every if each}
        stated = {each for each in said_so if KEY_REPLACED in each}
        says = "the keys that were replaced are not those of which the log says so"
        return () if rows == stated else (LogFault(says),)

    def _compare(self, page: _LogPage) -> tuple[int, list[LogFault]]:
        """How many events these leaves take up, and all that is wrong with them.

        Where a leaf and an event are not of the same place, the shorter way on is taken: past leaves whose events are
        missing, or past events that do not belong there.
        """
        taken, faults = 0, list[LogFault]()
        for at, (number, leaf) in enumerate(page.leaves):
            if leaf.tag == self._log:
                faults += self._check_statement(number, leaf)
                continue
            skipped = page.events_before(leaf, taken)
            missed = page.leaves_before(page.events[taken].leaf, at) if taken < len(page.events) else 1
            if skipped > 0 and not 0 < missed <= skipped:
                faults += (each.differs_from(number) for each in page.events[taken : taken + skipped])
                taken, skipped = taken + skipped, 0
            if skipped == 0:
                own = page.events[taken]
                faults += () if own.leaf == leaf else (own.differs_from(number),)
                taken += 1
            elif taken < len(page.events) or not page.is_cut:  # pragma: no branch  # else the next page has it
                faults.append(self._missing(number, leaf))
                if missed <= 0:  # what stands there has another name, or another position
                    faults.append(page.events[taken].differs_from(number))
                    taken += 1
        return taken, faults

    def _check_statement(self, number: int, leaf: LogLeaf) -> LogFaults:
        if self._statements.get(leaf.position) == leaf:
            return ()
        return (LogFault(f"statement {leaf.position} of the store is not what leaf {number} of the log says"),)

    def _missing(self, number: int, leaf: LogLeaf) -> LogFault:
        """The event of a leaf is not where it should be; its stream is known where anything else is there of it."""
        stream = self._stream_of.get(leaf.tag, "")
        of = f"position {leaf.position} of {stream}, " if stream else ""
        return LogFault(f"{of}the event of leaf {number} of the log, is missing", stream, leaf.position, number)

    def _extra(self, event: _StoredEvent) -> LogFault:
        """An event stands after all leaves: its own is another, or there is none."""
        try:
            return event.differs_from(self._tree.leaf_number(event.stream, event.leaf.position))
        except NotFound:
            return LogFault(f"position {event.leaf.position} of {event.stream} has no leaf in the log")

    @cached_property
    def _stream_of(self) -> Mapping[bytes, str]:
        """The streams by their tags."""
        found = self._tree.all("SELECT stream FROM heads UNION SELECT originator_id FROM stored_events")
        return {self._tree.tag(each): each for (each,) in found if isinstance(each, str)}

    def _check_subtrees(self, hashes: list[bytes]) -> str:
        """What is wrong with the hash over these leaves, or with those above it."""
        level, number, found = 1, self.leaves // WIDTH - 1, subtree_hash(hashes)
        while True:
            if [found] != [*self._tree.hashes(level, number, number + 1)]:
                return f"the hash over the leaves up to {self.leaves} of the log is not what it was"
            if (number + 1) % WIDTH:
                return ""
            level, number = level + 1, number // WIDTH
            found = subtree_hash(self._tree.hashes(level - 1, number * WIDTH, (number + 1) * WIDTH))

    def _read(self, leaves: str, events: str, after: tuple[int, int], most: int) -> _LogPage:
        """So many leaves from a number on, and the events after a row; none that came meanwhile."""
        ((last, newest),) = self._tree.all(self._ends)
        ends = (-1 if last is None else int(last)) + 1, 0 if newest is None else int(newest)
        limit = f"LIMIT {most + AHEAD}"
        numbered = [
            (int(number), log_tree.leaf_from(*each))
            for number, *each in self._tree.all(f"{leaves} {limit}", after[0], ends[0])
        ]
        rows = self._tree.all(f"{events} {limit}", after[1], ends[1])
        blind = self._tree.blind(log_tree.LOG_STREAM)
        self._statements = {
            position: make_leaf(log_tree.LOG_STREAM, blind, position, event_hash(log_tree.as_text(text).encode()))
            for position, text in self._tree.all("SELECT position, said FROM statements")
        }
        return _LogPage(numbered, [self._event(*row) for row in rows], most)

    def _event(self, row: int, stream: object, position: object, state: object) -> _StoredEvent:
        """An event as it is stored; what is of another kind than it should be is that of no leaf."""
        named, at = str(stream), position if isinstance(position, int) else 0
        found = event_hash(log_tree.as_bytes(state).partition(b"\n")[0])
        return _StoredEvent(row, named, make_leaf(named, self._tree.blind(named), at, found))
