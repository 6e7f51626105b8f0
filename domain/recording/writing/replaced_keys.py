"""Keys of seats that were replaced. No event has them: a record names the keys with which its game was opened."""

from collections.abc import Callable

Store = Callable[[str, str], bool]
"""Notes on the disk that a key has taken the place of another; false if one has already."""


class ReplacedKeys:
    """Which key counts now for one that an opening names, all by their digests."""

    def __init__(self) -> None:
        """None are known yet."""
        self._new: dict[str, str] = {}
        self._used = set[str]()

    def __len__(self) -> int:
        """How many were replaced."""
        return len(self._new)

    def current(self, digest: str) -> str:
        """The key in whose place it counts, at the end of the chain; itself if nobody replaced it."""
        passed: list[str] = []
        while digest in self._new:
            passed.append(digest)
            digest = self._new[digest]
        for each in passed[:-1]:  # the next look-up takes one step
            self._new[each] = digest
        return digest

    def was_used(self, digest: str) -> bool:
        """Whether this key has replaced another, or been replaced."""
        return digest in self._used

    def replace(self, old: str, new: str, store: Store) -> bool:
        """Replace a key once it is stored; false if it was replaced before. In the writer's turn."""
        if not store(old, new):
            return False
        self.learn(old, new)
        return True

    def learn(self, old: str, new: str) -> None:
        """Know of a key that was replaced; in the writer's turn, and it may be known already."""
        if old not in self._new:
            self._used |= {old, new}
            self._new[old] = new
