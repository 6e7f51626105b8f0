"""Keys of seats that were replaced. No event has them: a record names the keys with which its game was opened."""

from collections.abc import Callable, Mapping
from typing import Final

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.record_store import KEY_USED_MESSAGE
from oathbook.domain.recording.format.bearer_keys import bind_to_game

StoreReplacement = Callable[[str, str], bool]
"""Notes on the disk that a key has taken the place of another; false if one has already."""

NO_KEY: Final = ""  # the digest of no key


class ReplacedKeys:
    """Which key counts now for one that an opening names, all by their digests."""

    def __init__(self) -> None:
        self._new: dict[str, str] = {}
        self._used = set[str]()
        self._listeners: list[Callable[[str, str], None]] = []

    def __len__(self) -> int:
        """How many were replaced."""
        return len(self._new)

    def current(self, digest: str) -> str:
        """The key at the end of the chain, which counts in its place; itself if nobody replaced it.

        Two keys that replaced each other, as earlier versions let them, count for nobody: both are replaced.
        """
        passed: dict[str, None] = {}
        while digest in self._new and digest not in passed:
            passed[digest] = None
            digest = self._new[digest]
        counts = NO_KEY if digest in passed else digest
        for each in passed:  # the next look-up takes one step
            self._new[each] = counts
        return counts

    def after_host(self, game: str, digest: str) -> str:
        """Returns the last key with which the host replaced this one; the key itself if the host never did.

        ``game`` is the original game of its forks; see ``Archive.first_game``.
        """
        while (replacement := self._new.get(bind_to_game(game, digest))) is not None:
            digest = replacement
        return digest

    def was_used(self, digest: str) -> bool:
        """Whether this key has replaced another, or been replaced."""
        return digest in self._used

    def subscribe(self, listener: Callable[[str, str], None]) -> None:
        """Call this with each key that is replaced from now on, and the one in its place, before that is answered."""
        self._listeners.append(listener)

    def replace(self, old: str, new: str, store: StoreReplacement) -> bool:
        """Replace a key once it is stored; false if it was replaced before. In the writer's turn.

        ``BadRecord`` where the new key was used: whoever looked before the turn may have looked too early.
        """
        if self.was_used(new):
            raise BadRecord(KEY_USED_MESSAGE)
        if not store(old, new):
            return False
        self.learn({old: new})
        return True

    def learn(self, replaced: Mapping[str, str]) -> None:
        """Know of keys that were replaced, and of those in their places; in the writer's turn. Some may be known."""
        for old, new in replaced.items():
            if old not in self._new:
                self._used |= {old, new}
                self._new[old] = new
                for listener in self._listeners:
                    listener(old, new)
