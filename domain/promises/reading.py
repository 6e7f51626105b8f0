"""Letters as the life of a promise needs them read: whom they bind, what can be judged in them, and by whom."""

from collections.abc import Iterator

from domain.games.game import Game
from domain.kernel.seats import TABLE, Seat
from domain.promises import kernel as k
from domain.promises.letter.language import NAME
from domain.promises.letter.lowering import lowered
from domain.promises.letter.names import Names
from domain.promises.letter.reading import read
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
        names = self._names(game)
        canonical = read(read(letter, self._vocabulary, names).canonical, self._vocabulary, names)
        agreements = lowered(canonical, self._vocabulary, names)
        obligors, releasers = (
            _each_once(seats) for seats in zip(*((each.obligors, each.releasers) for each in agreements), strict=True)
        )
        judges = {path: judge for each in agreements for path, judge in _judges(each.formula)}
        paths = dict.fromkeys(path for each in agreements for path, _ in each.spans)
        clauses = tuple(Clause(path, judges.get(path)) for path in paths)
        return Terms(canonical.canonical, NAME, obligors, agreements[0].addressees, releasers, clauses)

    def warnings(self, game: Game, letter: str) -> tuple[str, ...]:
        """What its parties should know before they sign it now; ``BadLetter`` where it cannot be meant."""
        del game, letter
        return ()

    def _names(self, game: Game) -> Names:
        seats = tuple(each.seat for each in game.opened.seats)
        return {**self._vocabulary.names(game.opened.setup()), "player": seats}


def _each_once(several: tuple[tuple[Seat, ...], ...]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(seat for seats in several for seat in seats))


def _judges(formula: k.Formula) -> Iterator[tuple[k.Path, Seat]]:
    """The plain words in a formula, and who judges each."""
    match formula:
        case k.Text(path, judge=judge):
            yield path, TABLE if judge == "arbiter" else Seat(judge)  # an arbiter has the table's key, as the host has
        case k.And(parts) | k.Or(parts):
            for part in parts:
                yield from _judges(part)
        case k.First(body=body) | k.Each(body=body) | k.Unless(body=body):
            yield from _judges(body)
        case k.OrElse(_, body, reparation):
            yield from _judges(body)
            yield from _judges(reparation)
        case k.Truth() | k.Tally() | k.StW() | k.Neg() | k.Hole():
            pass
