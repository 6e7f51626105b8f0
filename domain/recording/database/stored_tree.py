"""The log as it is read: leaves, hashes over them, and whether they are those of the rows."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

from oathbook.domain.errors import CorruptRecord, NotFound
from oathbook.domain.evidence.leaves import LogLeaf, blind_of, secret_for, tag_of
from oathbook.domain.evidence.tiles import nodes_in
from oathbook.domain.evidence.tree import EMPTY, TreeNode, root
from oathbook.domain.recording.database.log_tree import STREAM, leaf_from, raw
from oathbook.domain.recording.database.reader import RecordReader, only_row

LEAVES: Final = "SELECT tag, position, hash FROM leaves WHERE number >= ? AND number < ? ORDER BY number"
_MOST_BLINDS: Final = 4_096


T = TypeVar("T")


class StoredTree:
    """The tree over everything that is stored, for reading."""

    def __init__(self, reader: RecordReader) -> None:
        """Read through this."""
        self.all = reader.all
        self.dialect = reader.dialect
        self.blind = lru_cache(_MOST_BLINDS)(self._made_blind)

    def _made_blind(self, stream: str) -> bytes:
        """What blinds a stream."""
        return blind_of(self._secret(), stream)

    def secret_for(self, purpose: str) -> bytes:
        """What every process on this database knows, and nobody who was given anything out of it; for one purpose."""
        return secret_for(self._secret(), purpose)

    def _secret(self) -> bytes:
        (secret,) = only_row(self.all("SELECT secret FROM blinding"), "the secret that blinds the log")
        return raw(secret)

    def size(self) -> int:
        """How many leaves there are."""
        ((size,),) = self.all("SELECT coalesce(max(number) + 1, 0) FROM leaves")
        return int(size)

    def root(self, size: int) -> bytes:
        """The root over so many leaves, of which there are as many."""
        return root(self.node(), size) if size else EMPTY

    def node(self) -> TreeNode:
        """The nodes; what is read for one is kept for the next."""
        return nodes_in(self.hashes)

    def hashes(self, level: int, first: int, last: int) -> Sequence[bytes]:
        """The hashes of a level of tiles, from one number on, up to before another; refuses as ``leaves``."""
        if not level:
            return [each.leaf_hash for each in self.leaves(first, last)]
        found = "SELECT hash FROM subtrees WHERE level = ? AND number >= ? AND number < ? ORDER BY number"
        return _all_of([raw(each) for (each,) in self.all(found, level, first, last)], first, last)

    def leaves(self, first: int, last: int) -> list[LogLeaf]:
        """The leaves from one number on, up to before another; ``CorruptRecord`` where some are missing."""
        return _all_of([leaf_from(*each) for each in self.all(LEAVES, first, last)], first, last)

    def number(self, stream: str, position: int) -> int:
        """The number of the leaf of an event; ``NotFound``."""
        where = "tag = ? AND position = ?"
        for (number,) in self.all(f"SELECT number FROM leaves WHERE {where}", self.tag(stream), position):  # noqa: S608  # names of ours
            return int(number)
        msg = f"the log has no leaf for position {position} of {stream!r}"
        raise NotFound(msg)

    def stated(self, said: str) -> int:
        """The position of a statement of the store; ``NotFound``."""
        for (position,) in self.all("SELECT position FROM statements WHERE said = ?", said):
            return int(position)
        msg = "the store has not said that"
        raise NotFound(msg)

    def statements(self) -> list[str]:
        """What the store has said of itself."""
        return [str(said) for (said,) in self.all("SELECT said FROM statements ORDER BY position")]

    def tag(self, stream: str) -> bytes:
        """The tag of a stream."""
        return tag_of(stream, self.blind(stream))


def _all_of(found: list[T], first: int, last: int) -> list[T]:
    if len(found) != last - first:
        raise CorruptRecord(STREAM, first, f"of leaves {first} to {last - 1} of the log some are missing")
    return found
