"""The shape of an answer about taking back."""

from typing import Self

from msgspec import Struct
from msgspec.structs import asdict

from oathbook.domain.games.takeback_rules import TakebackTerms
from oathbook.domain.kernel import Seat


class TakebackAdvice(Struct, frozen=True, rename={"start": "from"}):
    """What it would take to go back to before the decision at ``from``: ``needs`` are the seats that have to agree.

    ``decisions`` is how many would no longer count, ``others`` who else has acted since, ``draws`` and ``reveals``
    where something was drawn or shown, ``promisees`` to whom a promise was broken since.
    """

    game: str
    position: int
    start: int
    needs: tuple[Seat, ...]
    decisions: int
    others: tuple[Seat, ...]
    draws: tuple[int, ...]
    reveals: tuple[int, ...]
    promisees: tuple[Seat, ...]

    @classmethod
    def of(cls, game: str, position: int, terms: TakebackTerms) -> Self:
        """Returns the terms in a game at a position."""
        return cls(game, position, **asdict(terms))
