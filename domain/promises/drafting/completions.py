"""Suggests what could come next, for an editor that offers phrases while a player writes."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.parser import must_be_readable
from oathbook.domain.promises.letter.parser_states import ParserPlace, ParserStates, parser_states_of
from oathbook.domain.promises.letter.word_parser import PossiblePhrase, WordParser, phrases_at
from oathbook.domain.rulesets.vocabulary import Vocabulary

ParserPosition = tuple[int, ParserPlace]  # a character between two words, and the place of the parser there


class Suggestion(Struct, frozen=True):
    """A phrase that could stand from a character on, in place of whatever is written after it."""

    offset: int
    phrase: PossiblePhrase


class Completions(Struct, frozen=True):
    """How a letter could go on, and whether it may be at its end."""

    suggestions: tuple[Suggestion, ...]
    finished: bool


def next_phrases(prefix: str, vocabulary: Vocabulary, names: Names) -> Completions:
    """How a letter that begins like this could go on: what could come next, and completions of an unfinished phrase.

    ``BadLetter`` says where the beginning is wrong.
    """
    states = parser_states_of(vocabulary)
    must_be_readable(prefix)
    spots, problem = _walk(WordParser(states, names, prefix), prefix, _start_of_last(states.language.longest, prefix))
    suggestions = tuple(_complete_last_words(prefix, spots, states, names))
    finished = False
    if problem is None:
        place = spots[-1][1]
        begins = not prefix.strip()
        coming = sorted(phrases_at(place, states, names), key=lambda each: begins and each.kind != "name")
        suggestions = (*suggestions, *(Suggestion(len(prefix), each) for each in coming))
        finished = states.may_end(place)
    elif not suggestions:
        raise problem
    return Completions(suggestions, finished)


def _start_of_last(characters: int, prefix: str) -> int:
    """Where as many characters begin as are looked at for the beginning of a phrase, any space being one."""
    for piece in reversed([*_UNSPACED.finditer(prefix)]):
        if characters < len(piece[0]):
            return piece.end() - characters
        characters = max(0, characters - len(piece[0]) - 1)
    return 0


_UNSPACED: Final = re.compile(r"\S+")


def _walk(parsing: WordParser, prefix: str, start: int) -> tuple[list[ParserPosition], BadLetter | None]:
    """The places before each word from a character on, and after the last one if no word is wrong."""
    spots: list[ParserPosition] = []
    end = 0
    try:
        for word in parsing.words():
            if (word.start_pos or 0) >= start:
                spots.append((word.start_pos or 0, parsing.parser.place))
            end = word.end_pos or 0
    except BadLetter as problem:
        wrong = len(prefix) - len(prefix[end:].lstrip())  # what is wrong may be said of a later word of its phrase
        return [*spots, (wrong, parsing.parser.place)], problem
    return [*spots, (len(prefix), parsing.parser.place)], None


def _complete_last_words(
    prefix: str, spots: list[ParserPosition], states: ParserStates, names: Names
) -> Iterator[Suggestion]:
    """Phrases that the last words may be the beginning of."""
    for offset, place in reversed(spots):
        begun = " ".join(prefix[offset:].replace("“", '"').split()).casefold()
        for phrase in phrases_at(place, states, names) if begun else ():
            says = phrase.says.casefold()
            if (says.startswith(begun) and says != begun) or (phrase.kind == "text" and begun[0] == '"'):
                yield Suggestion(offset, phrase)
