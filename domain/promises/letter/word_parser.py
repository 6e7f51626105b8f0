"""Parses a letter word by word, so that an error is found at its first word."""

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any, Final, Literal, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from msgspec import Struct

from oathbook.domain.errors import MOST_EXPECTED, BadLetter
from oathbook.domain.kernel.limits import LETTER_NUMBER
from oathbook.domain.promises.letter.grammar import INT, STRING, WORD
from oathbook.domain.promises.letter.lalr.tables import END
from oathbook.domain.promises.letter.names import Names, nearest, possible_names, unquote
from oathbook.domain.promises.letter.parser_states import ParserPlace, ParserStates
from oathbook.domain.rulesets.vocabulary import Sort

PhraseKind = Literal["words", "name", "number", "text"]


class PossiblePhrase(Struct, frozen=True, order=True):
    """What could stand at a place: words of the language, a name of the game, any number, or any text."""

    says: str
    kind: PhraseKind
    sort: Sort = ""


A_NUMBER: Final = PossiblePhrase("1", "number")
A_TEXT: Final = PossiblePhrase('"…"', "text")


MOST_QUOTED: Final = 40  # the most characters of a text that a message quotes

UNFINISHED: Final = "the letter is not finished"


class Automaton:
    """A parser between two words of a text. Fed with a word that is wrong there, it raises lark's ``UnexpectedToken``.

    lark's own types are loose here; this is all that we ask of it.
    """

    def __init__(self, lark: Lark, text: str) -> None:
        """The parser before the first word of a text."""
        self._parser: Any = cast("Any", lark).parse_interactive(text)  # lark does not say what its parts hold

    @property
    def place(self) -> ParserPlace:
        """Where it stands, for looking ahead without it."""
        return (*self._parser.parser_state.state_stack,)

    def words(self) -> Iterator[Token]:
        """The words of the text, lexed one by one: what a word can be depends on its place."""
        words: Iterator[Token] = self._parser.lexer_thread.lex(self._parser.parser_state)
        return words

    def feed(self, word: Token) -> None:
        """Accept a word."""
        self._parser.feed_token(word)

    def finish(self) -> Tree[Token]:
        """The tree, if the text may end here."""
        tree: Tree[Token] = self._parser.feed_eof()
        return tree


class WordParser:
    """One text on its way through the parser."""

    def __init__(self, states: ParserStates, names: Names, text: str) -> None:
        self._states = states
        self._language = states.language
        self._names = names
        self._text = text
        self.parser: Final = Automaton(states.language.parser, text)

    def parse(self) -> Tree[Token]:
        """The tree of a whole letter; ``BadLetter`` at the first word that is wrong there."""
        for _ in self.words():
            pass
        try:
            return self.parser.finish()
        except UnexpectedToken:
            raise self._error(UNFINISHED, len(self._text.rstrip())) from None

    def words(self) -> Iterator[Token]:
        """Each word while the parser is before it; ``BadLetter`` at the first word that is wrong there."""
        lexed = self.parser.words()
        while (word := self._next(lexed)) is not None:
            self._check(word)
            yield word
            try:
                self.parser.feed(word)
            except UnexpectedToken:
                raise self._misplaced_error(_start(word)) from None

    def _next(self, lexed: Iterator[Token]) -> Token | None:
        try:
            return next(lexed, None)
        except UnexpectedToken as problem:
            raise self._misplaced_error(_start(cast("Token", problem.token))) from None
        except UnexpectedCharacters as problem:
            raise self._misplaced_error(cast("int", problem.pos_in_stream)) from None

    def _check(self, word: Token) -> None:
        """``BadLetter`` for a name that the game does not have, or a number out of bounds."""
        if word.type == INT and len(word) > len(str(LETTER_NUMBER)):
            raise self._error(f"numbers go up to {LETTER_NUMBER:,}", _start(word))
        if word.type in {WORD, STRING} and (sort := self._states.sort_here(self.parser.place, word.type)):
            name = unquote(word)
            meant = possible_names(name, sort, self._names)
            if len(meant) > 1:
                which = " or ".join(self._language.spelling(each, sort) for each in meant)
                raise self._error(f"{_excerpt(name)} could be {which}", _start(word), first="name")
            if not meant:
                close = nearest(name, sort, self._names)
                hint = f" (is it {self._language.spelling(close, sort)}?)" if close else ""
                raise self._error(f"there is no {sort} {_excerpt(name)}{hint}", _start(word), first="name")

    def _misplaced_error(self, offset: int) -> BadLetter:
        """A word that cannot stand there: the first that fits no phrase, after those that begin one."""
        written = [(each.start(), each[0].casefold()) for each in _WRITTEN.finditer(self._text, offset)]
        fits = {says: _matching_words(says, written) for says in self._may_follow()}
        longest = max(fits.values(), default=0)
        there, word = written[longest] if longest < len(written) else (len(self._text.rstrip()), "")
        if not longest:
            return self._error(f"{_excerpt(word)} cannot stand here", there)
        rest = tuple(" ".join(says.split()[longest:]) for says, fit in fits.items() if fit == longest)
        expected = _most_similar([each for each in rest if each], word)
        return BadLetter(f"{_excerpt(word)} cannot stand here" if word else UNFINISHED, self._text, there, expected)

    def _may_follow(self) -> Iterator[str]:
        """All phrases that could stand next, in the words of the language and in other ways."""
        for terminal in sorted(self._states.accepts(self.parser.place)):
            yield from self._language.phrases.get(terminal, ())

    def _error(self, says: str, offset: int, *, first: PhraseKind = "words") -> BadLetter:
        found = _WRITTEN.match(self._text, offset)
        phrases = phrases_at(self.parser.place, self._states, self._names)
        best = [each.says for each in phrases if each.kind == first] or [each.says for each in phrases]
        why = self._language.out_of_scope_reason(self._text[offset:])
        cannot = f"; it cannot be promised: {why}" if why else ""
        return BadLetter(f"{says}{cannot}", self._text, offset, _most_similar(best, found[0] if found else ""))


def _matching_words(says: str, written: list[tuple[int, str]]) -> int:
    """How many of the first words of a phrase are written."""
    words = _WRITTEN.findall(says.casefold())
    pairs = enumerate(zip(words, written, strict=False))
    return next((number for number, (word, (_, there)) in pairs if word != there), min(len(words), len(written)))


def _most_similar(phrases: list[str], word: str) -> tuple[str, ...]:
    """The phrases most like a word, a few at most; those that are not like it stay in their order."""
    written = word[: MOST_QUOTED + 1].casefold()  # beyond what is quoted, nothing is like it
    alike = {each: SequenceMatcher(None, each.casefold(), written).ratio() for each in phrases}
    return tuple(sorted(alike, key=lambda each: -alike[each] if alike[each] >= LEAST_ALIKE else 0))[:MOST_EXPECTED]


LEAST_ALIKE: Final = 0.6  # how much a phrase has to be like what is written to be what was meant
_WRITTEN: Final = re.compile(r"[\w-]+|\S")


def _start(word: Token) -> int:
    return word.start_pos or 0


def _excerpt(found: str) -> str:
    return f"“{found[:MOST_QUOTED]}{'…' if len(found) > MOST_QUOTED else ''}”"


def phrases_at(place: ParserPlace, states: ParserStates, names: Names) -> tuple[PossiblePhrase, ...]:
    """All phrases that could come next, in alphabetical order: words, then names, then the rest."""
    language, found = states.language, set[PossiblePhrase]()
    for terminal in states.accepts(place) - {END}:
        if terminal == INT:
            found.add(A_NUMBER)
        elif terminal in {WORD, STRING}:
            sort = states.sort_here(place, terminal)
            found |= {PossiblePhrase(language.spelling(name, sort), "name", sort) for name in names.get(sort, ())}
            found |= set() if sort else {A_TEXT}
        elif terminal in language.own:
            found |= {PossiblePhrase(words, "words") for words in language.phrases[terminal]}
    return tuple(sorted(found, key=lambda each: (_ORDER[each.kind], each.says.casefold(), each.says)))


_ORDER: Final[Mapping[PhraseKind, int]] = {"words": 0, "name": 1, "number": 2, "text": 3}
