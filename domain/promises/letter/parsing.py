"""Parses a letter word by word, so that an error is found at its first word."""

import re
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, Final, Literal, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from msgspec import Struct

from domain.errors import BadLetter
from domain.kernel.limits import LETTER_NUMBER
from domain.promises.letter.grammar import INT, NAME_RULE, STRING, WORD
from domain.promises.letter.language import Language
from domain.promises.letter.names import Names, bare, known, nearest
from domain.rulesets.vocabulary import Sort

PhraseKind = Literal["words", "name", "number", "text"]


class PossiblePhrase(Struct, frozen=True, order=True):
    """What could stand at a place: words of the language, a name of the game, any number, or any text."""

    says: str
    kind: PhraseKind
    sort: Sort = ""


A_NUMBER: Final = PossiblePhrase("1", "number")
A_TEXT: Final = PossiblePhrase('"…"', "text")


MOST_QUOTED: Final = 40
"""The most characters of a text that a message quotes."""

UNFINISHED: Final = "the letter is not finished"


class Automaton:
    """A parser between two words of a text. Fed with a word that is wrong there, it raises lark's ``UnexpectedToken``.

    lark's own types are loose here; this is all that we ask of it.
    """

    def __init__(self, parser: Any) -> None:  # lark does not say what its parts hold
        """Keep the parser of lark."""
        self._parser = parser

    @classmethod
    def before(cls, lark: Lark, text: str) -> "Automaton":
        """The parser before the first word of a text."""
        begin = cast("Any", lark).parse_interactive
        return cls(begin(text))

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

    def copy(self) -> "Automaton":
        """A copy at the same place for looking ahead; it builds no tree, as it shares the lists of this one."""
        ahead = self._parser.copy(deepcopy_values=False)
        ahead.parser_state.parse_conf = copy(ahead.parser_state.parse_conf)
        ahead.parser_state.parse_conf.callbacks = {}
        return Automaton(ahead)

    def accepts(self) -> frozenset[str]:
        """The names of the terminals that could come next."""
        return frozenset(self._parser.accepts())

    def complete(self) -> Iterator[str]:
        """The names of the rules that are complete here, if the right word comes next."""
        for _, rule in self._parser.choices().values():
            if hasattr(rule, "origin"):
                yield str(rule.origin.name)


class Parsing:
    """One text on its way through the parser."""

    def __init__(self, language: Language, names: Names, text: str) -> None:
        """Begin before the first word."""
        self._language = language
        self._names = names
        self._text = text
        self.parser: Final = Automaton.before(language.parser, text)

    def whole(self) -> Tree[Token]:
        """The tree of a whole letter; ``BadLetter`` at the first word that is wrong there."""
        for _ in self.words():
            pass
        try:
            return self.parser.finish()
        except UnexpectedToken:
            raise self._bad(UNFINISHED, len(self._text.rstrip())) from None

    def words(self) -> Iterator[Token]:
        """Each word while the parser is before it; ``BadLetter`` at the first word that is wrong there."""
        lexed = self.parser.words()
        while (word := self._next(lexed)) is not None:
            self._check(word)
            yield word
            try:
                self.parser.feed(word)
            except UnexpectedToken:
                raise self._misplaced(_start(word)) from None

    def _next(self, lexed: Iterator[Token]) -> Token | None:
        try:
            return next(lexed, None)
        except UnexpectedToken as problem:
            raise self._misplaced(_start(cast("Token", problem.token))) from None
        except UnexpectedCharacters as problem:
            raise self._misplaced(cast("int", problem.pos_in_stream)) from None

    def _check(self, word: Token) -> None:
        """``BadLetter`` for a name that the game does not have, or a number out of bounds."""
        if word.type == INT and len(word) > len(str(LETTER_NUMBER)):
            msg = f"numbers go up to {LETTER_NUMBER:,}"
            raise self._bad(msg, _start(word))
        if word.type in {WORD, STRING} and (sort := sort_after(self.parser, word)):
            name = bare(word)
            if known(name, sort, self._names) is None:
                close = nearest(name, sort, self._names)
                hint = f" (is it {self._language.written(close, sort)}?)" if close else ""
                msg = f"there is no {sort} {_quoted(name)}{hint}"
                raise self._bad(msg, _start(word), first="name")

    def _misplaced(self, offset: int) -> BadLetter:
        found = _WRITTEN.match(self._text, offset)
        return self._bad(f"{_quoted(found[0] if found else '')} cannot stand here", offset)

    def _bad(self, says: str, offset: int, *, first: PhraseKind = "words") -> BadLetter:
        phrases = sorted(phrases_at(self.parser, self._language, self._names), key=lambda each: each.kind != first)
        return BadLetter(says, self._text, offset, tuple(each.says for each in phrases))


_WRITTEN: Final = re.compile(r"[\w-]+|\S")


def _start(word: Token) -> int:
    return word.start_pos or 0


def _quoted(found: str) -> str:
    return f"“{found[:MOST_QUOTED]}{'…' if len(found) > MOST_QUOTED else ''}”"


def phrases_at(parser: Automaton, language: Language, names: Names) -> tuple[PossiblePhrase, ...]:
    """All phrases that the parser could accept next, in alphabetical order: words, then names, then the rest."""
    found: set[PossiblePhrase] = set()
    for terminal in parser.accepts() - {"$END"}:
        if terminal == INT:
            found.add(A_NUMBER)
        elif terminal in {WORD, STRING}:
            sort = sort_after(parser, Token(terminal, '""'))
            found |= {PossiblePhrase(language.written(name, sort), "name", sort) for name in names.get(sort, ())}
            found |= set() if sort else {A_TEXT}
        elif terminal in language.own:
            found |= {PossiblePhrase(words, "words") for words in language.phrases[terminal]}
    return tuple(sorted(found, key=lambda each: (_ORDER[each.kind], each.says.casefold(), each.says)))


_ORDER: Final[Mapping[PhraseKind, int]] = {"words": 0, "name": 1, "number": 2, "text": 3}


def sort_after(parser: Automaton, word: Token) -> Sort:
    """The sort of name that the word would be here; empty where it would be free text, or is wrong here."""
    after = parser.copy()
    try:
        after.feed(word)
    except UnexpectedToken:
        return ""
    names = (each.removeprefix(NAME_RULE) for each in after.complete() if each.startswith(NAME_RULE))
    return next(names, "")
