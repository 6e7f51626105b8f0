"""Letters as the life of a promise needs them read; so far those that are in plain words as a whole."""

import re
from typing import Final

from domain.errors import BadLetter
from domain.games.game import Game
from domain.kernel.limits import LETTER_BYTES
from domain.kernel.seats import TABLE, Seat
from domain.promises.terms import Clause, Letters, Terms
from domain.rulesets.protocol import AnyRuleset

LANGUAGE: Final = "letter/1"
_NAME = r"[a-z][a-z0-9_-]*"
_NAMES = rf"{_NAME}(?:, {_NAME})*(?: and {_NAME})?"
_LETTER: Final = re.compile(
    rf"(?P<obligors>{_NAMES})(?P<mode> jointly| each)? promises? (?:(?P<addressees>{_NAMES}) )?"
    rf'in plain words "(?P<words>[^"\n]+)"(?: judged by (?P<judge>the table|the arbiter|{_NAME}))?\.'
)


def letters_of(ruleset: AnyRuleset) -> Letters:
    """What reads the letters of games under a ruleset."""
    del ruleset
    return PlainLetters()


class PlainLetters:
    """Reads letters in plain words."""

    def terms(self, game: Game, letter: str) -> Terms:
        """What a letter says; ``BadLetter`` where it cannot be read."""
        if len(letter.encode()) > LETTER_BYTES:
            msg = f"the letter is longer than {LETTER_BYTES:,} bytes"
            raise BadLetter(msg, letter, 0)
        found = _LETTER.fullmatch(letter.strip())
        if found is None:
            msg = "it is no letter in plain words"
            raise BadLetter(msg, letter, 0, ('ash promises birch in plain words "…".',))
        seats = tuple(each.seat for each in game.opened.seats)
        obligors, addressees = (_names(found, part, seats) for part in ("obligors", "addressees"))
        judge = {"the table": TABLE, "the arbiter": TABLE, None: TABLE}.get(found["judge"]) or Seat(found["judge"])
        _must_sit(found, "judge", (judge,), (*seats, TABLE))
        releasers = tuple(dict.fromkeys((*obligors, *(addressees or seats))))
        return Terms(found[0], LANGUAGE, obligors, addressees, releasers, (Clause("c1", judge),))

    def warnings(self, game: Game, letter: str) -> tuple[str, ...]:
        """Nothing can be said of plain words."""
        del game, letter
        return ()


def _names(found: re.Match[str], part: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    text = found[part]
    named = tuple(Seat(each) for each in re.split(r", | and ", text)) if text else ()
    _must_sit(found, part, named, seats)
    return named


def _must_sit(found: re.Match[str], part: str, named: tuple[Seat, ...], seats: tuple[Seat, ...]) -> None:
    for seat in named:
        if seat not in seats:
            msg = f"nobody at this table is called {seat}"
            raise BadLetter(msg, found.string, found.start(part), seats)
