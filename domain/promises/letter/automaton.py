"""The parser between two words. lark's own types are loose here; this is all that we ask of it."""

from collections.abc import Iterator
from copy import copy
from typing import Any, cast

from lark import Lark, Token, Tree


class Automaton:
    """A parser on its way through a text. Fed with what cannot stand there, it raises lark's ``UnexpectedToken``."""

    def __init__(self, parser: Any) -> None:  # lark does not say what its parts hold
        """Keep the parser of lark."""
        self._parser = parser

    @classmethod
    def before(cls, lark: Lark, text: str) -> "Automaton":
        """The parser before the first word of a text."""
        begin = cast("Any", lark).parse_interactive
        return cls(begin(text))

    def words(self) -> Iterator[Token]:
        """The words of the text, each looked for when it is asked for: where it stands says what it can be."""
        words: Iterator[Token] = self._parser.lexer_thread.lex(self._parser.parser_state)
        return words

    def feed(self, word: Token) -> None:
        """Go past a word."""
        self._parser.feed_token(word)

    def finish(self) -> Tree[Token]:
        """The tree, where the text may end here."""
        tree: Tree[Token] = self._parser.feed_eof()
        return tree

    def copy(self) -> "Automaton":
        """Another one at the same place, for looking ahead: it builds no tree, as its lists are those of this one."""
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
