"""Holds the rows of a database against the leaves of its log: which were changed, are missing, or are others."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from oathbook.domain.evidence.leaves import KEY_REPLACED, LogLeaf, key_replaced_statement, make_leaf
from oathbook.domain.evidence.tiles import WIDTH
from oathbook.domain.evidence.tree import subtree_hash
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database import log_tree
from oathbook.domain.recording.database.stored_tree import StoredTree

NEWEST: Final = 1_024  # leaves that are looked at before all others

_LEAVES: Final = "SELECT number, tag, position, hash FROM leaves WHERE number >= ? AND number < ? ORDER BY number"


class _LeafPage(Struct, frozen=True):
    """Leaves with their numbers, the events that may be theirs with their numbers in the log, and all statements."""

    leaves: list[tuple[int, LogLeaf]]
    events: list[tuple[int, str, LogLeaf]]
    statements: Mapping[int, LogLeaf]


class LogVerifier:
    """A walk over the log from its beginning, 256 leaves at a time."""

    def __init__(self, tree: StoredTree) -> None:
        """Begin; ``leaves`` is how many have been found right."""
        self._tree = tree
        self._log = tree.tag(log_tree.LOG_STREAM)
        number, state = tree.dialect.number, tree.dialect.state
        self._ends = f"SELECT (SELECT max(number) FROM leaves), (SELECT max({number}) FROM stored_events)"  # noqa: S608  # names of ours
        columns = f"{number}, originator_id, originator_version, {state}"
        self._events = f"SELECT {columns} FROM stored_events WHERE {number} > ? AND {number} <= ? ORDER BY {number}"  # noqa: S608  # as above
        self._after = 0
        self.leaves = 0
        self.is_over = False

    def check_next(self) -> str:
        """Look at the next 256 leaves. Says what is wrong, if anything is; at the end of the log, ``is_over``."""
        found = self._read(_LEAVES, (self.leaves, WIDTH), self._events, (self._after, WIDTH + 1))
        for number, (each, _) in enumerate(found.leaves, self.leaves):
            if each != number:
                return f"leaf {number} of the log is missing"
        taken, wrong = self._first_difference(found)
        if wrong:
            return wrong
        self.is_over = len(found.leaves) < WIDTH
        if self.is_over:
            extra = (
                f"position {leaf.position} of {stream} has no leaf in the log"
                for _, stream, leaf in found.events[taken:]
            )
            return next(extra, "")
        self.leaves += WIDTH
        self._after = found.events[taken - 1][0] if taken else self._after
        return self._check_subtrees([leaf.leaf_hash for _, leaf in found.leaves])

    def check_newest(self) -> str:
        """What is wrong with the newest leaves, if anything is."""
        found = self._read(f"{_LEAVES} DESC", (0, NEWEST), f"{self._events} DESC", (0, NEWEST))
        return self._first_difference(found, backwards=True)[1] or self._check_replaced_keys()

    def _check_replaced_keys(self) -> str:
        """What is wrong with the keys that were replaced, if anything is."""
        keys, said = "SELECT old, new, '' FROM replaced_keys", "SELECT '', '', said FROM statements"
        every = self._tree.all(f"{keys} UNION ALL {said}")
        rows = {key_replaced_statement(old, new) for old, new, each in every if not each}
        said_so = {each for _, _, each in every if each}
        stated = {each for each in said_so if KEY_REPLACED in each}
        return "" if rows == stated else "the keys that were replaced are not those of which the log says so"

    def _first_difference(self, found: _LeafPage, *, backwards: bool = False) -> tuple[int, str]:
        """How many events have been taken up by leaves, and what is wrong first of all in the order of the log."""
        taken, wrong = 0, ""
        for number, leaf in found.leaves:
            if leaf.tag == self._log:
                if found.statements.get(leaf.position) != leaf:
                    return taken, f"statement {leaf.position} of the store is not what leaf {number} of the log says"
                continue
            if taken == len(found.events):
                return taken, wrong or f"the event of leaf {number} of the log is missing"
            _, stream, own = found.events[taken]
            if own != leaf:
                wrong = f"position {own.position} of {stream} is not what leaf {number} of the log says"
                if not backwards or (own.tag, own.position) != (leaf.tag, leaf.position):
                    return taken, wrong
            taken += 1
        return taken, wrong

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

    def _read(self, leaves: str, first: tuple[int, int], events: str, after: tuple[int, int]) -> _LeafPage:
        """Leaves from a number on and events after one, at most so many of each; none that came meanwhile."""
        ((last, newest),) = self._tree.all(self._ends)
        ends = (-1 if last is None else int(last)) + 1, 0 if newest is None else int(newest)
        numbered = [
            (int(number), log_tree.leaf_from(*each))
            for number, *each in self._tree.all(f"{leaves} LIMIT {first[1]}", first[0], ends[0])
        ]
        rows = self._tree.all(f"{events} LIMIT {after[1]}", after[0], ends[1])
        blind = self._tree.blind(log_tree.LOG_STREAM)
        said = {
            position: make_leaf(log_tree.LOG_STREAM, blind, position, event_hash(log_tree.as_text(text).encode()))
            for position, text in self._tree.all("SELECT position, said FROM statements")
        }
        return _LeafPage(numbered, [self._event(*row) for row in rows], said)

    def _event(self, number: int, *row: object) -> tuple[int, str, LogLeaf]:
        stream, position, state = log_tree.as_text(row[0]), log_tree.as_count(row[1]), log_tree.as_bytes(row[2])
        found = event_hash(state.partition(b"\n")[0])
        return number, stream, make_leaf(stream, self._tree.blind(stream), position, found)
