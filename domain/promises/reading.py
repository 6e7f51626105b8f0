"""Letters as the life of a promise needs them read: whom they bind, what can be judged in them, and by whom."""

from collections.abc import Iterator

from domain.games.game import Game
from domain.kernel.seats import TABLE, Seat
from domain.promises.letter import clauses as c
from domain.promises.letter.language import NAME
from domain.promises.letter.names import Names
from domain.promises.letter.reading import read
from domain.promises.letter.syntax import Name
from domain.promises.terms import Clause, Letters, Terms
from domain.rulesets.protocol import AnyRuleset


def letters_of(ruleset: AnyRuleset) -> Letters:
    """What reads the letters of games under a ruleset."""
    return _Letters(ruleset)


class _Letters:
    """Letters in the language of a ruleset's vocabulary."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self._vocabulary = ruleset.vocabulary

    def terms(self, game: Game, letter: str) -> Terms:
        """What a letter says; ``BadLetter`` where it cannot be read, or is longer than a letter may be."""
        there = read(letter, self._vocabulary, self._names(game))
        header = there.header
        obligors, addressees = _seats(header.obligors), _seats(header.addressees)
        clauses = (each for n, clause in enumerate(there.clauses, 1) for each in _clauses(clause, f"c{n}"))
        return Terms(there.canonical, NAME, obligors, addressees, _releasers(game, there), tuple(clauses))

    def warnings(self, game: Game, letter: str) -> tuple[str, ...]:
        """What its parties should know before they sign it now; ``BadLetter`` where it cannot be meant."""
        del game, letter
        return ()

    def _names(self, game: Game) -> Names:
        seats = tuple(each.seat for each in game.opened.seats)
        return {**self._vocabulary.names(game.opened.setup()), "player": seats}


def _releasers(game: Game, letter: c.Letter) -> tuple[Seat, ...]:
    """Who the letter says may release it, or else all parties; all seats are, where it names no addressee."""
    named = [_seats(term.by) for term in letter.terms if isinstance(term, c.MayRelease)]
    header = letter.header
    addressees = _seats(header.addressees) or tuple(each.seat for each in game.opened.seats)
    parties = named or [_seats(header.obligors), addressees]
    return tuple(dict.fromkeys(seat for seats in parties for seat in seats))


def _seats(names: tuple[Name, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(each.text) for each in names)


def _clauses(clause: c.Clause, path: str) -> Iterator[Clause]:
    duty = clause.core.duty
    yield Clause(path, _judge(duty.judge) if isinstance(duty, c.Plain) else None)
    if clause.core.reparation is not None:
        yield from _clauses(clause.core.reparation.clause, f"{path}.otherwise")


def _judge(named: Name | c.Office) -> Seat:
    """A player, or whoever holds the table's key: an arbiter is not told apart from the host yet."""
    return Seat(named.text) if isinstance(named, Name) else TABLE
