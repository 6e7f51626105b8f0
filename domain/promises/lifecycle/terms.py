"""What the life of a promise needs to know of its letter, whatever else is in it."""

from collections.abc import Collection
from typing import Protocol

from msgspec import Struct

from domain.games.events import ClausePath
from domain.games.game import Game
from domain.kernel.seats import Seat
from domain.promises.letter.remarks import Remark


class JudgedClause(Struct, frozen=True):
    """A place in a letter that can be claimed and ruled on.

    ``judge`` is whoever decides what stands there in plain words: a seat, or the table; nobody where the rules decide.
    """

    path: ClausePath
    judge: Seat | None = None


class LetterTerms(Struct, frozen=True):
    """A letter that was read: its canonical text, the version of the language, whom it is about, and its clauses.

    ``releasers`` are those who can release somebody from it together, for each set of obligors that is bound alone; if
    there are none, nobody can.
    """

    letter: str
    language: str
    obligors: tuple[Seat, ...]
    addressees: tuple[Seat, ...]
    releasers: tuple[tuple[Seat, ...], ...]
    clauses: tuple[JudgedClause, ...]

    def is_released_by(self, consented: Collection[Seat]) -> bool:
        """Whether these consents release all who promise: it stands as long as it binds one of them."""
        return all(each and {*each} <= {*consented} for each in self.releasers)


class Letters(Protocol):
    """Reads the letters of a game."""

    def terms(self, game: Game, letter: str, *, is_new: bool = False) -> LetterTerms:
        """What a letter says; ``BadLetter`` where it cannot be read, or cannot be meant.

        A letter that ``is_new`` cannot be meant either if its time is over. All that rests on the letter and on what
        everybody may see of the game.
        """
        ...

    def overdue(self, game: Game, letter: str) -> str:
        """What of a letter as it is read back is too late by now, and in which clause; nothing if nothing is.

        That rests on what everybody may see of the game.
        """
        ...

    def warnings(self, game: Game, letter: str) -> tuple[Remark, ...]:
        """What its parties should know before they sign it, from the game as whoever asks sees it."""
        ...
