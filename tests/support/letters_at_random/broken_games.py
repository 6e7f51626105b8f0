"""Random games of Heirless at which random letters are signed, most of which somebody breaks.

A game is first played without letters. They take their names from what happens in it, and are signed some time before;
then the same is decided again. So it can also be told with other names, or with one letter more.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, TypeVar, cast

from msgspec import Struct

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadLetter
from oathbook.domain.games.switch_settings import with_switch
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.played_game import played_game
from oathbook.domain.promises.lifecycle.acts import OfferLetter, Sign
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import Setup
from tests.support.playing import ruleset_of, sources
from tests.support.promises.pair_games import PlayedGame, as_letters_see, random_record
from tests.support.promises.pairs import Pair, Pairs, Try

EDITION: Final = "heirless/e1"
MOST_SEATS: Final = 4
MOST_DECISIONS: Final = 150
MOST_TRIES: Final = 400
BROKEN: Final = 0.85
"""How often a letter is one that somebody breaks."""
OF_LETTERS: Final = 0.5
FROM_THE_BOX: Final = 0.6
"""How often a game is played from its beginning."""

LETTERS: Final = (
    "{a} promises {b} to give {n} {item} to {b} by the end of season 1.",
    "{a} promises {b} to give {n} {item} to {c} by the end of season 1.",
    "{a} and {c} jointly promise {b} to give {n} {item} to {b} by the end of season 1.",
    "{a} and {b} jointly promise {c} not to attack {c} until the end of season 1.",
    "{a} and {b} each promise {c} not to idle until {c} idles.",
    "{a} promises {b} to idle at most once.",
    "{a} promises {b} to either give {n} {item} to {b} or idle by the end of season 1.",
    "{a} promises {b} whenever {b} idles, to give 1 {item} to {b} within 1 turn of {a}.",
    "{a} promises {b} to give 2 {item} to {b} by the end of season 1, otherwise to idle at least once.",
    '{a} promises {b} to deploy a knight to tile "{tile}" by the end of season 1.',
    '{a} promises {b} to deploy a knight to tile "{tile}" before {b} deploys a knight to tile "{tile}".',
    '{a} and {c} jointly promise {b} to deploy a knight to tile "{tile}" at least {n} times by the end of season 1.',
    '{a} promises {b} that {a} controls tile "{tile}" at the end of season 1.',
    "{a} promises {b} that {a} has at least {n} {item} until the end of season 1.",
    "{a} promises {b} to ally with {b} in every battle.",
    '{a} promises {b} to enact law "{law}" by the end of season 1.',
    '{a} promises {b} to spend at least {n} Influence in favour of law "{law}" in the next vote.',
    "{a} promises {b} whenever a vote on any law opens, to spend at most 1 Influence against it in that vote.",
    '{a} promises {b} to use card "{card}" before {b} uses card "{card}".',
    "{a} promises {b} not to make a promise to {c}.",
    "{a} promises {b} not to break a promise until the end of season 1.",
)
"""Letters of which more than one side of who pays can come out."""

T = TypeVar("T")
Names = Mapping[str, str]


class Decided(NamedTuple):
    """A decision as its seat writes it, with what was drawn."""

    text: str
    draws: tuple[tuple[str, tuple[str, ...]], ...]


class LetteredGame(Struct, frozen=True):
    """Decisions from a setup on, and letters, each with the number of decisions before its signing."""

    setup: Setup
    decided: tuple[Decided, ...]
    letters: tuple[tuple[int, str], ...]

    def record(self, called: Names | None = None) -> Record:
        """The game as it is written, with other names for its seats if some are given."""
        named = called or {}
        scribe = MemoryWriter.open(
            ruleset_of(EDITION), renamed(self.setup, named), sources("broken"), chance="witnessed"
        )
        for number in range(len(self.decided) + 1):
            for _, letter in (each for each in self.letters if each[0] == number):
                _sign(scribe, in_words(letter, named))
            if number < len(self.decided):
                text, draws = self.decided[number]
                reports = [DrawReport(in_words(label, named), renamed(drawn, named)) for label, drawn in draws]
                scribe.decide(scribe.decision_from(json.loads(in_words(text, named))), reports)
        return scribe.record


def _sign(scribe: MemoryWriter, letter: str) -> None:
    """Let all sign a letter, unless its time is past."""
    with suppress(BadLetter):
        (event,) = scribe.promise(Seat(letter.split(maxsplit=1)[0]), OfferLetter(letter))
        promise = cast("Any", event.entry.body).promise
        for seat in scribe.game.promises[promise].offer.signers:
            scribe.promise(seat, Sign(promise))


def in_words(text: str, named: Names) -> str:
    """A text with other names for seats, their Knights' too."""
    return re.sub(rf"\b({'|'.join(named)})\b", lambda found: named[found[0]], text) if named else text


def renamed(value: T, named: Names) -> T:
    """A value with other names for seats wherever one stands in it."""
    found: Any = value
    match value:
        case str():
            found = in_words(value, named)
        case tuple():
            found = tuple(renamed(each, named) for each in cast("tuple[Any, ...]", value))
        case dict():
            found = {renamed(key, named): renamed(each, named) for key, each in cast("dict[Any, Any]", value).items()}
        case Struct():
            found = type(value)(**{each: renamed(getattr(value, each), named) for each in value.__struct_fields__})
        case _:
            pass
    return cast("T", found)


@cache
def _setups() -> tuple[Setup, ...]:
    return tuple(each for each in ruleset_of(EDITION).samples() if len(each.seats) <= MOST_SEATS)


@cache
def _pairs() -> tuple[tuple[Pair, ...], ...]:
    """All pairs: of acts with times, acts with guards, states, and what guards speak of."""
    every = tuple(Pairs(EDITION, ()).all())
    acts = [each for each in every if each.duty and not each.duty.startswith("that ")]
    return (
        tuple(each for each in acts if not each.guard),
        tuple(each for each in acts if each.guard),
        tuple(each for each in every if each.duty.startswith("that ")),
        tuple(each for each in every if each.asked),
    )


def lettered_game(seed: int, letters: int = 10) -> LetteredGame:
    """A random game with so many random letters; the same for the same seed."""
    dice, ruleset = Random(seed), ruleset_of(EDITION)  # noqa: S311  # a game of a test, not a secret
    begins = dice.random() < FROM_THE_BOX
    setup = dice.choice([each for each in _setups() if (each.start is None) == begins])
    for switch, settings in (("HA-73", ("maker", "judge", "nobody")), ("HA-74", ("each", "last"))):
        setup = with_switch(ruleset, setup, switch, dice.choice(settings))
    record = random_record(ruleset, setup, seed, MOST_DECISIONS)
    commands = played_game(ruleset, record.entries()).commands
    places = [each.moment for each in commands]
    decided = (
        Decided(decision_text(each.decision).decode(), tuple((draw.label, draw.drawn) for draw in each.draws))
        for each in commands
    )
    game = as_letters_see(record)
    tried = _letters(Pairs(EDITION, (game,), seed), game, dice, letters)
    signed = ((bisect_right(places, each.signed), each.letter) for each in tried)
    return LetteredGame(setup, tuple(decided), tuple(sorted(each for each in signed if each[0] < len(commands))))


def _letters(pairs: Pairs, game: PlayedGame, dice: Random, many: int) -> Iterator[Try]:
    found, spare = 0, None
    for _ in range(MOST_TRIES):
        if dice.random() < OF_LETTERS:
            attempts = [_of_letters(game, dice)]
        else:
            made = list(pairs.tries(dice.choice(dice.choice(_pairs())), 1))
            attempts = [_with_others(each, spare, dice) for each in made]
            spare = next(iter(made), spare)
        for each in attempts:
            status = _status(pairs, each)
            if status == "broken" or (status in {"kept", "pending", "void"} and dice.random() > BROKEN):
                yield each
                found += 1
        if found >= many:
            return


def _status(pairs: Pairs, attempt: Try) -> str:
    try:
        return pairs.status(attempt)
    except BadLetter:
        return ""


def _of_letters(game: PlayedGame, dice: Random) -> Try:
    a, b, c = dice.sample(game.seats, 3)
    names = {each: dice.choice(game.names[each]) for each in ("item", "tile", "law", "card")}
    letter = dice.choice(LETTERS).format(a=a, b=b, c=c, n=dice.randint(1, 3), **names)
    at = dice.choice((0, dice.randrange(max(1, len(game.moments) - 1))))
    return Try(letter, game, at)


def _with_others(attempt: Try, spare: Try | None, dice: Random) -> Try:
    """The letter, now and then with more parties, or with a duty of the one before it besides or instead."""
    maker, _, receiver, body = attempt.letter.rstrip(".").split(maxsplit=3)
    other = next(each for each in attempt.game.seats if each not in {maker, receiver})
    roll = dice.random()
    duties = body
    if spare is not None and roll < 0.2 and not re.search(r"[.]|otherwise|unless", body + spare.letter.rstrip(".")):
        second = spare.letter.rstrip(".").split(maxsplit=3)[3]
        duties = f": (1) {body}; (2) {second}" if roll < 0.1 else f"either ({body}) or ({second})"
    roll = dice.random()
    head = (
        f"{maker} and {other} jointly promise {receiver}"
        if roll < 0.3
        else f"{maker} and {other} each promise {receiver}"
        if roll < 0.35
        else f"{maker} promises {receiver} and {other}"
        if roll < 0.4
        else f"{maker} promises {receiver}"
    )
    return attempt._replace(letter=f"{head} {duties}.".replace(" :", ":"))
