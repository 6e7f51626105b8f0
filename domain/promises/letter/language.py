"""The language of a ruleset's letters: its parser, and the words that have a meaning in it."""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from lark import Lark
from lark.common import LexerConf
from lark.lexer import ContextualLexer

from oathbook.domain.promises.letter.grammar import A_WORD, FIXED_TERMINALS, grammar_of
from oathbook.domain.promises.letter.lalr.grammar_reader import CompiledGrammar
from oathbook.domain.promises.letter.lalr.tables import TableParser
from oathbook.domain.promises.letter.phrase_parts import BARE, only_ways, with_promises
from oathbook.domain.promises.letter.synonyms import state_synonyms, verb_synonyms
from oathbook.domain.rulesets.vocabulary import Sort, Vocabulary

MOST_LANGUAGES: Final = 32  # languages kept in memory; a ruleset has one or two
MOST_NAME: Final = 64  # characters of a name that an editor still completes


class _UncheckedLexer(ContextualLexer):
    """A lexer that skips the check for colliding phrases, which lark makes where *interegular* is installed."""

    def __init__(
        self, conf: LexerConf, states: dict[int, Collection[str]], always_accept: Collection[str] = ()
    ) -> None:
        conf.skip_validation = True
        super().__init__(conf, states, always_accept)


class Language:
    """A vocabulary with its parser."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        vocabulary = with_promises(vocabulary)
        grammar = grammar_of(vocabulary)
        self.vocabulary: Final = vocabulary
        self.to_do: Final = verb_synonyms(vocabulary)
        self.to_be: Final = state_synonyms(vocabulary)
        self.only_to_do: Final = tuple(only_ways(vocabulary.verbs))
        self.own: Final = grammar.own | {*FIXED_TERMINALS}  # terminals that suggestions and messages are made of
        self.phrases: Final = {**{name: (words,) for name, words in grammar.phrases.items()}, **FIXED_TERMINALS}
        """What may stand for a terminal, by its name; words, names and numbers are not among them."""
        self.words: Final = frozenset(
            word.casefold() for words in self.phrases.values() for each in words for word in re.findall(r"[\w-]+", each)
        )
        """Words that mean something: a name that is one of them stands in quotation marks."""
        self.longest: Final = max(MOST_NAME, *(len(words) for each in self.phrases.values() for words in each))
        self.parser: Final = Lark(
            CompiledGrammar(grammar.text),
            parser="lalr",
            propagate_positions=True,
            maybe_placeholders=False,
            _plugins={"ContextualLexer": _UncheckedLexer, "LALR_Parser": TableParser},
        )

    def out_of_scope_reason(self, text: str) -> str:
        """Why something that a text speaks of cannot be promised in these rules; empty if nothing is known of it."""
        words = re.findall(r"\w+", text.casefold())
        reasons = (why for begins, why in self.vocabulary.beyond for word in words if word.startswith(begins))
        return next(reasons, "")

    def spelling(self, name: str, sort: Sort) -> str:
        """A name as a letter writes it."""
        if sort in BARE and _BARE.fullmatch(name) and name.casefold() not in self.words:
            return name
        return quote(name)


def quote(text: str) -> str:
    """A text in quotation marks that it does not contain."""
    return f"“{text}”" if '"' in text else f'"{text}"'


_BARE: Final = re.compile(A_WORD)


@lru_cache(MOST_LANGUAGES)
def language_of(vocabulary: Vocabulary) -> Language:
    """The language of a vocabulary, cached."""
    return Language(vocabulary)
