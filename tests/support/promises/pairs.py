"""Every act and every state with every time: letters that random games keep and break.

Each game is played once and judges all letters. A letter takes its names from what happens in the game that judges it,
so that little is tried in vain; the names and amounts of what is kept and what is broken may differ.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Final, NamedTuple

from domain.errors import BadLetter
from domain.kernel.seats import TABLE
from domain.promises.evaluator.verdict import judged
from domain.promises.letter.language import language_of
from domain.promises.letter.linting import linted
from domain.promises.letter.lowering import lowered
from domain.promises.letter.names import Names, names_in
from domain.promises.letter.phrases import AMOUNT, NUMBER, Blank, blanks_of, parts_of
from domain.promises.letter.reading import read
from domain.promises.letter.rejecting import PAST
from domain.promises.letter.remarks import Circumstances
from domain.promises.logic.matching import Reader
from domain.promises.logic.moments import Moment
from domain.promises.logic.proof import vacuous
from domain.promises.monitor.monitor import fed, signed
from domain.promises.trace.segmentation import moments_of
from domain.promises.trace.trace import Trace
from domain.recording.writing.memory_writer import MemoryWriter
from domain.rulesets.protocol import AnyRuleset
from domain.rulesets.registry import installed
from domain.rulesets.vocabulary import Fact, StatePhrase, Verb, Vocabulary, not_told
from tests.support.playing import played_at_random, sources

MOST_DECISIONS: Final = 250
PART: Final = 1, 2, 3
ACTOR: Final = 0.7
"""How often a letter is given by who acts so in the game: the others may well break it."""


class PlayedGame(NamedTuple):
    """A random game as letters see it, with the names that they can use."""

    moments: tuple[Moment, ...]
    trace: Trace
    names: Names
    seats: tuple[str, ...]


class Pair(NamedTuple):
    """What is promised, and when: the form of each."""

    what: str
    when: str


class Try(NamedTuple):
    """A letter in a game, and the moment it is signed in."""

    letter: str
    game: PlayedGame
    signed: int


@cache
def games(edition: str, many: int) -> tuple[PlayedGame, ...]:
    """So many random games of an edition, from each of its samples in turn."""
    ruleset = installed().ruleset(edition)
    return tuple(_played(ruleset, number) for number in range(many))


def _played(ruleset: AnyRuleset, number: int) -> PlayedGame:
    setup = ruleset.samples()[number % len(ruleset.samples())]
    scribe = MemoryWriter.opened(ruleset, setup, sources(f"pair {number}"))
    played_at_random(scribe, Random(number), MOST_DECISIONS)  # noqa: S311  # a game of a test, not a secret
    moments = moments_of(ruleset, scribe.record.entries())
    trace = Trace.of(moments, Reader.of(ruleset.vocabulary))
    return PlayedGame(moments, trace, names_in(ruleset.vocabulary, setup), tuple(each.seat for each in setup.seats))


class Pairs:
    """All pairs of one ruleset, and letters for each."""

    def __init__(self, edition: str, many: int, seed: int = 0) -> None:
        """With so many games."""
        ruleset = installed().ruleset(edition)
        self.vocabulary: Vocabulary = ruleset.vocabulary
        self._language = language_of(ruleset.vocabulary)
        self._games = games(edition, many)
        self._reader = Reader.of(ruleset.vocabulary)
        self._dice = Random(seed)  # noqa: S311  # a choice of a test, not a secret

    def all(self) -> Iterator[Pair]:
        """Every act, prohibition and state with every time."""
        forms = [*self._forms()]
        for verb, word, when in product(self.vocabulary.verbs, ("to", "not to"), forms):
            if not when.startswith("at "):
                yield Pair(f"{word} {verb.name}", when)
        yield from (Pair(f"that {state.name}", when) for state, when in product(self.vocabulary.states, forms))

    def _forms(self) -> Iterator[str]:
        """The forms of times that the grammar takes with a duty."""
        rows = self.vocabulary
        yield ""
        points = ["the end of the game"]
        for unit in rows.units:
            points += [f"the end of X's next {unit.word}"] if unit.whose else []
            points += [] if unit.whose else [f"the end of {which} {unit.word}" for which in ("this", "next")]
            points += [f"the {edge} of {unit.word} N" for edge in ("end", "start")] if unit.slot else []
            yield f"within N {unit.word}s{' of X' if unit.whose else ''}"
            yield from (f"during {unit.word} N",) if unit.now else ()
        points += [
            " ".join(each if isinstance(each, str) else "N" for each in parts_of(row.phrase)) for row in rows.phases
        ]
        yield from (f"{word} {point}" for word in ("by", "before", "until", "at") for point in points)
        yield from (f"{word} DONE" for word in ("before", "until"))
        for episode in rows.episodes:
            yield from (f"in {which} {episode.word}" for which in ("the next", "every"))
            yield from (f"in this {episode.word}",) if episode.open is not not_told else ()

    # Letters -----------------------------------------------------------------------------------------------------

    def tries(self, pair: Pair, most: int) -> Iterator[Try]:
        """So many letters of a pair, each in a game."""
        word, _, name = pair.what.rpartition(" ")
        for _ in range(most):
            game = self._dice.choice(self._games)
            said = self._state(name, game) if word == "that" else self._act(name, game)
            if said is None:
                continue
            actor, what, near = said
            before = max(0, near - 1), max(0, near - self._dice.randint(1, 12)), self._dice.randrange(max(1, near))
            at = self._dice.choice((*before, self._anywhere(game)))
            by = actor if self._dice.random() < ACTOR else self._dice.choice(game.seats)
            when = self._when(pair.when, game, at)
            others = [each for each in game.seats if each != by]
            if when is not None:
                yield Try(f"{' '.join((by, 'promises', *others[:1], word, what, when)).rstrip()}.", game, at)

    def _anywhere(self, game: PlayedGame) -> int:
        return self._dice.randrange(max(1, len(game.moments) - 2))

    def _act(self, name: str, game: PlayedGame) -> tuple[str, str, int] | None:
        """An act that somebody does in a game, with the moment they do it in."""
        verb = next(each for each in self.vocabulary.verbs if each.name == name)
        found = [
            (index, fact) for index, each in game.trace.by_kind.get(verb.kind, ()) if _shows(verb, fact := each.fact)
        ]
        if not found:
            return None
        near, fact = self._dice.choice(found)
        return str(fact.by), self._filled(verb.base, fact), near

    def _done(self, game: PlayedGame) -> str | None:
        """An event that happens in a game."""
        verbs = [each for each in self.vocabulary.verbs if each.kind in game.trace.by_kind]
        verb = self._dice.choice(verbs) if verbs else None
        facts = [each.fact for _, each in game.trace.by_kind[verb.kind] if _shows(verb, each.fact)] if verb else []
        if verb is None or not facts:
            return None
        fact = self._dice.choice(facts)
        return f"{fact.by} {self._filled(verb.third, fact)}"

    def _filled(self, phrase: str, fact: Fact) -> str:
        return " ".join(
            each if isinstance(each, str) else self._said(each, fact.slots[each.slot]) for each in parts_of(phrase)
        )

    def _said(self, blank: Blank, value: object) -> str:
        if blank.sort in {AMOUNT, NUMBER}:
            return str(value)
        return self._language.written(str(value), blank.sort)

    def _state(self, name: str, game: PlayedGame) -> tuple[str, str, int] | None:
        state: StatePhrase = next(each for each in self.vocabulary.states if each.name == name)
        said: list[str] = []
        for each in parts_of(state.phrase):
            if isinstance(each, str):
                said.append(each)
            elif each.sort == AMOUNT:
                said.append(self._dice.choice(("at least 1", "at least 2", "at most 1", "at most 3", "exactly 1")))
            elif each.sort == NUMBER:
                said.append(str(self._dice.choice(PART)))
            elif not game.names.get(each.sort):
                return None
            else:
                said.append(self._said(each, self._dice.choice(game.names[each.sort])))
        return self._dice.choice(game.seats), " ".join(said), self._dice.randrange(len(game.moments))

    def _when(self, form: str, game: PlayedGame, at: int) -> str | None:
        """A time of a form; of the units that are numbered, one that is not past."""
        if form.endswith("DONE"):
            done = self._done(game)
            return None if done is None else form.replace("DONE", done)
        now = max((*self._known(game.moments[at].after).now.values(), 0))
        number = max(1, now + self._dice.choice((0, 1, 1, 2)))
        return re.sub(r"\bN\b", str(number), re.sub(r"\bX\b", self._dice.choice(game.seats), form))

    # Judging -----------------------------------------------------------------------------------------------------

    def status(self, attempt: Try) -> str:
        """What comes of a letter in its game: ``kept`` only if a duty arose; what nobody could sign is ``refused``."""
        letter, game, at = attempt
        try:
            typed = read(letter, self.vocabulary, game.names)
        except BadLetter:
            return "unreadable"
        known = self._known(game.moments[at].after)
        if any(each.weight == "reject" for each in linted(typed, self.vocabulary, game.names, known)):
            return "refused"
        (agreement,) = lowered(read(typed.canonical, self.vocabulary, game.names), self.vocabulary, game.names)
        state = signed("P", agreement, game.moments[at], self._reader)
        for moment in game.moments[at + 1 :]:
            state = fed(state, moment, self._reader)
        if state.status == "kept" and vacuous(judged("P", agreement, at, game.trace).root):
            return "never due"
        return state.status

    def refusals(self, pair: Pair, most: int) -> set[str]:
        """The codes by which letters of a pair are refused; of an act that random games do not show, with any names."""
        found: set[str] = set()
        for letter, game, at in self.tries(pair, most):
            try:
                typed = read(letter, self.vocabulary, game.names)
            except BadLetter:
                continue
            remarks = linted(typed, self.vocabulary, game.names, self._known(game.moments[at].after))
            found |= {each.code for each in remarks if each.weight == "reject" and each.code != PAST}
        return found

    def _known(self, state: object) -> Circumstances:
        rows = self.vocabulary
        phrases = {each.name: each for each in rows.states}
        now = {each.word: _number(phrases[each.now], state) for each in rows.units if each.now}
        return Circumstances(
            now=now,
            begun=frozenset(each.phrase for each in rows.phases if each.begun(state)),
            open=frozenset(each.word for each in rows.episodes if each.open(state)),
        )


def _shows(verb: Verb, fact: Fact) -> bool:
    """Whether a fact shows that somebody did what the verb says."""
    blanks = blanks_of(verb.base)
    if fact.by in {None, TABLE} or any(fact.slots.get(slot) != value for slot, value in verb.fixed.items()):
        return False
    amounts = (fact.slots[each.slot] for each in blanks if each.sort == AMOUNT and each.slot in fact.slots)
    told = all(isinstance(fact.slots.get(each.slot), str | int) for each in blanks)
    return told and all(isinstance(each, int) and each > 0 for each in amounts)


def _number(phrase: StatePhrase, state: object) -> int:
    (place,) = blanks_of(phrase.phrase)
    return next((number for number in range(1, 100) if phrase.measure(state, {place.slot: number}).lo > 0), 0)
