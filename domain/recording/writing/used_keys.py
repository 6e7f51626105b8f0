"""Notes which keys of seats were used. A key is used when the service is about to answer a request with it."""

from functools import lru_cache
from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.recording.writing.writer import Writer

MOST_GAMES: Final = 65_536
MOST_KNOWN: Final = 65_536  # keys in memory; noting a key again changes nothing


class UsedKeys:
    """Notes the first use of each key in this process."""

    def __init__(self, writer: Writer) -> None:
        """Starts with no keys in memory."""
        self._writer = writer
        self._known = set[tuple[str, str]]()
        self.first_game = lru_cache(MOST_GAMES)(writer.archive.first_game)
        """``Archive.first_game`` with a cache. A game and its forks share which keys were used."""

    def knows(self, game: str, key: str) -> bool:
        """Returns whether the use of this key in this game was noted; ``key`` is its digest."""
        return (game, key) in self._known

    def note(self, game: str, seat: Seat | None, key: str) -> None:
        """Note that the key of a seat was used; raises ``KeyReplaced`` if the host has replaced it.

        A read-only database stores nothing; no keys can be replaced there either.
        """
        if self.knows(game, key) or self._writer.refuses:
            return
        first = self.first_game(game)
        for each in self._writer.archive.opening(game).seats:
            if each.seat == seat:
                self._writer.use_seat(first, each.seat, self._writer.keys.after_host(first, each.key))
        self._known = self._known if len(self._known) < MOST_KNOWN else set[tuple[str, str]]()
        self._known.add((game, key))
