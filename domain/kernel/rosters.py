"""Names of players in sentences: a player without a name is called by the seat."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from oathbook.domain.kernel.display_names import capitalise, display_name, display_seat
from oathbook.domain.kernel.player_names import latin_lookalike
from oathbook.domain.kernel.seats import TABLE

_COMMON: Final = frozenset(
    """
    a all am an and any are as at be been both but by can could did do does each either else first for from had has
    have he her his i if in into is it its last least less may might more most must my next no none nor not now of
    off on once one only or other our out own over seat second shall she should so some such than that the their
    them then there they third this to two under until up us was we were what when where which who whom whose why
    will with would yet you your
    """.split()  # noqa: SIM905  # as a list it takes a line a word
)
"""Words of every sentence: a seat with such an id keeps it in texts whose seats are not marked, as in "seat will"."""

MOST_GAMES: Final = 1024  # whose rosters are kept in memory
_QUOTED: Final = re.compile(r"(“[^”]*”|\"[^\"]*\")")
_WORD: Final = re.compile(r"seat [a-z0-9_-]+|[A-Za-z0-9_-]+")


class Roster(Struct, frozen=True):
    """The names of the players of a game by their seats; a seat without a name has its display form."""

    names: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(players: Iterable[tuple[str, str]]) -> "Roster":
        """Returns the roster of pairs of a seat and its player's name, which may be empty.

        If a name could be confused with another player or seat, its own seat is added: ``Ada (Red)``.
        """
        return _roster_of(tuple(players))

    def call(self, seat: str) -> str:
        """Returns the name of the player in a seat, or the display form of the seat."""
        return dict(self.names).get(seat) or display_seat(seat)

    def call_thing(self, name: str) -> str:
        """Returns a component's or figure's name as words; the figure of a seat gets its player's name: ``Ada 1``."""
        seat, _, number = name.rpartition("-")
        player = dict(self.names).get(seat)
        return f"{player} {number}" if player and number.isdecimal() else display_name(name)

    def call_owner(self, name: str) -> str:
        """Returns the name of a seat or figure, with a capital, as the owner of a draw."""
        return dict(self.names).get(name) or capitalise(self.call_thing(name))

    @property
    def brief(self) -> "Roster":
        """The roster for narrow places: names of three words or more are cut to their first word."""
        firsts = Counter(name.split()[0] for _, name in self.names)
        return Roster(
            tuple(
                (seat, first if name.count(" ") > 1 and firsts[first := name.split()[0]] == 1 else name)
                for seat, name in self.names
            )
        )

    def name_ids(self, text: str) -> str:
        """Returns a text with its seat and figure ids replaced by names, except in quotations."""
        ids = {seat: name for seat, name in self.names if seat not in _COMMON}
        return _replace(text, {**ids, **{f"seat {seat}": name for seat, name in self.names}, **self._displayed()})

    def name_seats(self, text: str) -> str:
        """Returns a text with the display forms of its seats replaced by names, except in quotations."""
        return _replace(text, self._displayed())

    def _displayed(self) -> dict[str, str]:
        return {display_seat(seat): name for seat, name in self.names if seat not in _COMMON}


EMPTY_ROSTER: Final = Roster()
"""A roster without names, for code that does not know the opening."""


@lru_cache(MOST_GAMES)
def _roster_of(players: tuple[tuple[str, str], ...]) -> Roster:
    seats = [(seat, player, display_seat(seat)) for seat, player in players]
    meant = Counter(each for _, player, shown in seats for each in {_key(player), _key(shown)})
    meant.update({_key(TABLE), _key(display_seat(TABLE))})
    with_names = ((seat, player, shown) for seat, player, shown in seats if player)
    return Roster(
        tuple(
            (seat, player if meant[_key(player)] == 1 and player[-1] != ")" else f"{player} ({shown})")
            for seat, player, shown in with_names
        )
    )


def _key(name: str) -> str:
    """Returns the same text for names that readers could confuse: case and look-alike letters are ignored."""
    return (latin_lookalike(name) or name).casefold()


def _replace(text: str, names: dict[str, str]) -> str:
    """Returns a text with words replaced by names; ``ash-1`` becomes the name of ``ash`` and the number."""

    def substitute(found: re.Match[str]) -> str:
        stem, _, number = found[0].rpartition("-")
        return names.get(found[0]) or (f"{names[stem]} {number}" if number.isdecimal() and stem in names else found[0])

    parts = _QUOTED.split(text) if names else [text]
    return "".join(part if at % 2 else _WORD.sub(substitute, part) for at, part in enumerate(parts))
