"""The log as it is read: leaves, hashes over them, and whether they are those of the rows."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

from oathbook.domain.errors import CorruptRecord, NotFound
from oathbook.domain.evidence.leaves import LogLeaf, derive_blind, derive_secret, derive_tag
from oathbook.domain.evidence.tiles import node_reader
from oathbook.domain.evidence.tree import EMPTY_ROOT, TreeNode, tree_root
from oathbook.domain.recording.database.log_tree import LOG_STREAM, as_bytes, leaf_from
from oathbook.domain.recording.database.reader import RecordReader, only_row

LEAVES: Final = "SELECT tag, position, hash FROM leaves WHERE number >= ? AND number < ? ORDER BY number"
_MOST_BLINDS: Final = 4_096


T = TypeVar("T")


class StoredTree:
    """The tree over everything that is stored, for reading."""

    def __init__(self, reader: RecordReader) -> None:
        self.all = reader.all
        self.dialect = reader.dialect
        self.blind = lru_cache(_MOST_BLINDS)(self._derive_blind)

    def _derive_blind(self, stream: str) -> bytes:
        return derive_blind(self._secret(), stream)

    def secret_for(self, purpose: str) -> bytes:
        """What every process on this database knows, and nobody who was given anything out of it; for one purpose."""
        return derive_secret(self._secret(), purpose)

    def _secret(self) -> bytes:
        (secret,) = only_row(self.all("SELECT secret FROM blinding"), "the secret that blinds the log")
        return as_bytes(secret)

    def size(self) -> int:
        """How many leaves there are."""
        ((size,),) = self.all("SELECT coalesce(max(number) + 1, 0) FROM leaves")
        return int(size)

    def root(self, size: int) -> bytes:
        """The root over so many leaves, of which there are as many."""
        return tree_root(self.node(), size) if size else EMPTY_ROOT

    def node(self) -> TreeNode:
        """The nodes; what is read for one is kept for the next."""
        return node_reader(self.hashes)

    def hashes(self, level: int, first: int, last: int) -> Sequence[bytes]:
        """The hashes of a level of tiles, from one number on, up to before another; refuses as ``leaves``."""
        if not level:
            return [each.leaf_hash for each in self.leaves(first, last)]
        found = "SELECT hash FROM subtrees WHERE level = ? AND number >= ? AND number < ? ORDER BY number"
        return _all_of([as_bytes(each) for (each,) in self.all(found, level, first, last)], first, last)

    def leaves(self, first: int, last: int) -> list[LogLeaf]:
        """The leaves from one number on, up to before another; ``CorruptRecord`` where some are missing."""
        return _all_of([leaf_from(*each) for each in self.all(LEAVES, first, last)], first, last)

    def leaf_number(self, stream: str, position: int) -> int:
        """The number of the leaf of an event; ``NotFound``."""
        where = "tag = ? AND position = ?"
        for (number,) in self.all(f"SELECT number FROM leaves WHERE {where}", self.tag(stream), position):  # noqa: S608  # names of ours
            return int(number)
        raise NotFound(f"the log has no leaf for position {position} of {stream!r}")

    def statement_position(self, said: str) -> int:
        """The position of a statement of the store; ``NotFound``."""
        for (position,) in self.all("SELECT position FROM statements WHERE said = ?", said):
            return int(position)
        raise NotFound("the store has not said that")

    def statements(self) -> list[str]:
        """What the store has said of itself."""
        return [str(said) for (said,) in self.all("SELECT said FROM statements ORDER BY position")]

    def tag(self, stream: str) -> bytes:
        """The tag of a stream."""
        return derive_tag(stream, self.blind(stream))


def _all_of(found: list[T], first: int, last: int) -> list[T]:
    if len(found) != last - first:
        raise CorruptRecord(LOG_STREAM, first, f"of leaves {first} to {last - 1} of the log some are missing")
    return found
