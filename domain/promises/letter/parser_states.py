"""The places of a parser between two words, followed without a text: for looking far ahead, and at many places.

A place is the numbers of the states that the parser has come through. At equal places it goes on equally.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from lark.parsers.lalr_analysis import Shift
from msgspec import Struct

from oathbook.domain.promises.letter.grammar import NAME_RULE, STRING
from oathbook.domain.promises.letter.lalr.tables import END, FIRST
from oathbook.domain.promises.letter.language import MOST_LANGUAGES, Language, language_of
from oathbook.domain.rulesets.vocabulary import Sort, Vocabulary

ParserPlace = tuple[int, ...]
START: Final[ParserPlace] = (FIRST,)


_SPOKEN: Final = re.compile(r"""\"[^"]*"|“[^”]*”|'s\b|\w+(?:[-,]\w+)*(?:'(?!s\b)\w+)?|\S""")


def spoken_words(text: str) -> list[str]:
    """The words of a text, names in quotation marks and marks of punctuation among them."""
    return _SPOKEN.findall(text)


class Phrase(Struct, frozen=True):
    """A phrase of the language: its terminal, its words, and whether suggestions are made of it."""

    terminal: str
    says: str
    words: tuple[str, ...]
    is_own: bool


class ParserStates:
    """The states of the parser of one language, and where each word leads."""

    def __init__(self, language: Language) -> None:
        self.language: Final = language
        table = cast("Any", language.parser).parser.parser._parse_table  # noqa: SLF001  # lark has no other door
        (self._end,) = table.end_states.values()
        self._states: dict[int, dict[str, tuple[Any, Any]]] = table.states
        self._all = {
            terminal: [
                Phrase(terminal, says, tuple(spoken_words(says.casefold())), terminal in language.own) for says in every
            ]
            for terminal, every in language.phrases.items()
        }
        self._sorts: dict[int, Sort] = {}
        self._phrases: dict[int, tuple[Phrase, ...]] = {}
        self._begun: dict[int, Mapping[str, list[Phrase]]] = {}

    def phrases(self, place: ParserPlace) -> tuple[Phrase, ...]:
        """The phrases that may come next, in the order of their terminals; some may turn out not to."""
        state = place[-1]
        if state not in self._phrases:
            expected = sorted(self._states[state])
            self._phrases[state] = tuple(each for terminal in expected for each in self._all.get(terminal, ()))
        return self._phrases[state]

    def phrases_begun_by(self, word: str, place: ParserPlace) -> Sequence[Phrase]:
        """Those of the phrases that begin with a word."""
        state = place[-1]
        if state not in self._begun:
            begun = defaultdict[str, list[Phrase]](list)
            for each in self.phrases(place):
                begun[each.words[0]].append(each)
            self._begun[state] = {**begun}
        return self._begun[state].get(word, ())

    def after(self, place: ParserPlace, terminal: str) -> ParserPlace | None:
        """The place after one more word; nothing where that is wrong here."""
        come = [*place]
        while step := self._states[come[-1]].get(terminal):
            act, to = step
            if act is Shift:
                return (*come, to)
            self._reduce(come, to)
        return None

    def may_end(self, place: ParserPlace) -> bool:
        """Whether a text may end here."""
        come = [*place]
        while step := self._states[come[-1]].get(END):
            self._reduce(come, step[1])
            if come[-1] == self._end:
                return True
        return False

    def accepts(self, place: ParserPlace) -> frozenset[str]:
        """The names of the terminals that may come next, ``END`` among them where a text may end."""
        expected = frozenset(each for each in self._states[place[-1]] if each.isupper() and self.after(place, each))
        return expected | {END} if self.may_end(place) else expected

    def sort_here(self, place: ParserPlace, terminal: str = STRING) -> Sort:
        """The sort of name that a word, or a text, would be here; empty where it is free text, or is wrong here."""
        after = self.after(place, terminal)
        return "" if after is None else self._sort_read(after[-1])

    def _sort_read(self, state: int) -> Sort:
        """The sort of the name that has just been read; empty where it was none."""
        if state not in self._sorts:
            complete = (str(to.origin.name) for act, to in self._states[state].values() if act is not Shift)
            sorts = (each.removeprefix(NAME_RULE) for each in complete if each.startswith(NAME_RULE))
            self._sorts[state] = next(sorts, "")
        return self._sorts[state]

    def _reduce(self, come: list[int], rule: Any) -> None:
        """Put the whole of a rule in the place of its parts."""
        del come[len(come) - len(rule.expansion) :]
        come.append(self._states[come[-1]][str(rule.origin.name)][1])


@lru_cache(MOST_LANGUAGES)
def parser_states_of(vocabulary: Vocabulary) -> ParserStates:
    """The states of the parser of a vocabulary's language, cached."""
    return ParserStates(language_of(vocabulary))
