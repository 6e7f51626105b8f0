"""Reads letters for the life of a promise: whom they bind, what can be judged in them, and by whom."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import NotCovered, UnknownVersion
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import ClausePath
from oathbook.domain.kernel import TABLE, Concealed, Seat
from oathbook.domain.kernel.limits import OTHER_LETTERS_BYTES
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.language_versions import RECORDED, language_version, must_be_signable
from oathbook.domain.promises.letter.names import Names, names_in
from oathbook.domain.promises.letter.phrase_parts import blanks_of
from oathbook.domain.promises.letter.rejections import PAST
from oathbook.domain.promises.letter.remarks import Circumstances, Remark
from oathbook.domain.promises.logic import formulas as logic
from oathbook.domain.promises.logic.shares import leaves_of
from oathbook.domain.promises.logic.versions import LANGUAGE
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.vocabulary import StatePhrase, Vocabulary

LATEST: Final = 100  # the last season, or other unit, against which a deadline is checked


class JudgedClause(Struct, frozen=True):
    """A place in a letter that can be claimed and ruled on.

    ``judge`` is whoever decides what stands there in plain words: a seat, or the table; nobody where the rules decide.
    """

    path: ClausePath
    judge: Seat | None = None


class LetterTerms(Struct, frozen=True):
    """The terms of a letter: its canonical text, the version of the language, its parties, and its clauses.

    ``releasers`` are the seats that can together release each set of obligors; an empty set means that nobody can.
    """

    letter: str
    language: str
    obligors: tuple[Seat, ...]
    addressees: tuple[Seat, ...]
    releasers: tuple[tuple[Seat, ...], ...]
    clauses: tuple[JudgedClause, ...]

    def is_released_by(self, consented: Collection[Seat]) -> bool:
        """Whether these consents release all obligors: a promise binds as long as it binds one of them."""
        return all(each and {*each} <= {*consented} for each in self.releasers)


class LetterReader:
    """Reads the letters of games under one ruleset.

    All answers but ``warnings`` depend only on what everybody may see of the game.
    """

    def __init__(self, ruleset: AnyRuleset, language: str = LANGUAGE, *, recorded: bool = False) -> None:
        """Keep the ruleset with its vocabulary; ``UnknownVersion`` for a language that this program does not read.

        Of ``recorded`` letters an offer is rejected only for what was a reason when letters were first signed.
        """
        self._ruleset = ruleset
        self._vocabulary = ruleset.vocabulary
        self._name, self._language, self._recorded = language, language_version(language), recorded

    def with_language(self, language: str) -> "LetterReader":
        """The same in another version of the language; ``UnknownVersion``."""
        return LetterReader(self._ruleset, language, recorded=self._recorded)

    @property
    def deciding_clauses(self) -> tuple[str, ...]:
        """The clauses and readings by which the letter decides, and no ruling against it."""
        return self._vocabulary.letter_decides

    def terms(self, game: Game, letter: str, *, is_new: bool = False) -> LetterTerms:
        """The terms of a letter; ``BadLetter`` where it cannot be read, is rejected, or is too long.

        A letter that ``is_new`` is also rejected for deadlines that have passed.
        """
        typed, names = self._read(game, letter)
        known = self.circumstances(game) if is_new else RECORDED
        must_be_signable(typed, self._language.linted(typed, self._vocabulary, names, known))
        agreements = self.agreements(game, typed.canonical)
        owed = (leaf for each in agreements for leaf in leaves_of(each.formula))
        judges = {each.path: _judge_of(each) for each in owed if isinstance(each, logic.Text)}
        paths = dict.fromkeys(path for each in agreements for path, _ in each.spans)
        return LetterTerms(
            typed.canonical,
            self._name,
            unique_seats(*(each.obligors for each in agreements)),
            agreements[0].addressees,
            tuple(each.releasers for each in agreements),
            tuple(JudgedClause(path, judges.get(path)) for path in paths),
        )

    def overdue_part(self, game: Game, letter: str) -> str:
        """What is too late by now in a letter as it is read back, with its clause; empty if nothing is."""
        there, names = self._read(game, letter)
        remarks = self._language.linted(there, self._vocabulary, names, self.circumstances(game))
        late = next((each for each in remarks if each.code == PAST), None)
        if late is None:
            return ""
        start, end = late.span
        within = (number for number, clause in enumerate(there.clauses, 1) if clause.span[0] <= start < clause.span[1])
        clause = next((f"c{number}" for number in within), "its terms")
        return f"{clause}, “{there.text[start:end]}”: {late.says}"

    def warnings(self, game: Game, letter: str) -> tuple[Remark, ...]:
        """What its parties should know before they sign it now, by the game as the reader sees it."""
        there, names = self._read(game, letter)
        others = tuple(self._other_agreements(game, {each.text for each in there.header.obligors}, names))
        may = partial(self._may, game.state)
        known = replace(self.circumstances(game), state=game.state, others=others, may=may)
        return self._language.linted(there, self._vocabulary, names, known)

    def agreements(self, game: Game, letter: str) -> tuple[logic.Agreement, ...]:
        """What the signers of a letter, as it is read back, are bound by."""
        there, names = self._read(game, letter)
        by_consent = self._vocabulary.releasable(game.opened.setup())
        return self._language.lowered(there, self._vocabulary, names, by_consent=by_consent)

    def read(self, game: Game, letter: str) -> ParsedLetter:
        """A letter with the places of its words; ``BadLetter`` where it cannot be read."""
        return self._read(game, letter)[0]

    def _read(self, game: Game, letter: str) -> tuple[ParsedLetter, Names]:
        names = names_in(self._vocabulary, game.opened.setup())
        return self._language.read(letter, self._vocabulary, names), names

    def unit_numbers(self, game: Game) -> dict[str, int]:
        """The number of each unit in a game, as ``unit_numbers``."""
        return unit_numbers(self._vocabulary, game.state)

    def _may(self, state: object, decision: object) -> bool:
        """Whether the rules allow a decision, or refuse it only because it is another player's turn."""
        try:
            refusal = self._ruleset.refusal(state, decision)
        except (Concealed, NotCovered):
            return True  # what this reader cannot know is no ground for a warning
        return refusal is None or refusal.kind == "out-of-turn"

    def _other_agreements(self, game: Game, obligors: set[str], names: Names) -> Iterator[logic.Agreement]:
        """The agreements that already bind these obligors, by their latest letters up to a limit of bytes."""
        binding = (each.offer for each in reversed(tuple(game.promises.values())) if each.stands == "binding")
        theirs = dict.fromkeys((each.letter, each.language) for each in binding if obligors & {*each.obligors})
        left = OTHER_LETTERS_BYTES
        for letter, named in theirs:
            left -= len(letter.encode())
            if left < 0:
                return
            with suppress(UnknownVersion):
                language = language_version(named)
                yield from language.lowered(language.read(letter, self._vocabulary, names), self._vocabulary, names)

    def circumstances(self, game: Game) -> Circumstances:
        """The current time of the game."""
        begun = frozenset(each.phrase for each in self._vocabulary.phases if each.begun(game.state))
        is_open = frozenset(each.word for each in self._vocabulary.episodes if each.open(game.state))
        now, setup = self.unit_numbers(game), game.opened.setup()
        last = self._vocabulary.last(setup)
        return Circumstances(now=now, last=last, begun=begun, open=is_open, setup=setup, recorded=self._recorded)


def unit_numbers(vocabulary: Vocabulary, state: object) -> dict[str, int]:
    """The number of each unit (it is season 2), as far as a vocabulary has a phrase for it."""
    phrases = {each.name: each for each in vocabulary.states}
    counted = {each.word: phrases[each.now] for each in vocabulary.units if each.now in phrases}
    found = {word: next(_numbers(phrase, state), 0) for word, phrase in counted.items()}
    return {word: number for word, number in found.items() if number}


def _numbers(phrase: StatePhrase, state: object) -> Iterator[int]:
    """The numbers for which a phrase with one place holds."""
    (place,) = (blank.slot for blank in blanks_of(phrase.phrase))
    return (number for number in range(1, LATEST + 1) if phrase.measure(state, {place: number}).lo > 0)


def unique_seats(*several: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats of all of these, each once."""
    return tuple(dict.fromkeys(seat for seats in several for seat in seats))


def _judge_of(plain: logic.Text) -> Seat:
    return TABLE if plain.judge == "arbiter" else Seat(plain.judge)  # an arbiter has the table's key, as the host has
