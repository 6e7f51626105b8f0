"""Which seats were taken: the key of a seat counts as used once a request with it is about to be answered."""

from functools import lru_cache
from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.recording.writing.writer import Writer

MOST_GAMES: Final = 65_536
MOST_KNOWN: Final = 65_536  # keys that are remembered; others are noted again, which changes nothing


class UsedKeys:
    """Notes the use of keys, each once in a run of the program."""

    def __init__(self, writer: Writer) -> None:
        """Nothing is noted yet."""
        self._writer = writer
        self._known = set[tuple[str, str]]()
        self.first_game = lru_cache(MOST_GAMES)(writer.archive.first_game)
        """As ``Archive.first_game``, kept in memory: who sits in a game has sat down in those that it goes on from."""

    def knows(self, game: str, key: str) -> bool:
        """Whether this key was noted in this game, by its digest."""
        return (game, key) in self._known

    def note(self, game: str, seat: Seat | None, key: str) -> None:
        """Note that a key was used; ``KeyReplaced`` where the host has given the seat another one before.

        A database that is only shown takes no note: in it no key is replaced either.
        """
        if self.knows(game, key) or self._writer.refuses:
            return
        first = self.first_game(game)
        for each in self._writer.archive.opening(game).seats:
            if each.seat == seat:
                self._writer.use_seat(first, each.seat, self._writer.keys.given(first, each.key))
        self._known = self._known if len(self._known) < MOST_KNOWN else set[tuple[str, str]]()
        self._known.add((game, key))
