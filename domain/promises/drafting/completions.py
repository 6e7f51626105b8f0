"""Suggests what could come next, for an editor that offers phrases while a player writes."""

from collections.abc import Iterator

from msgspec import Struct

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.letter.language import Language, language_of
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.parser import must_be_readable
from oathbook.domain.promises.letter.word_parser import Automaton, PossiblePhrase, WordParser, phrases_at
from oathbook.domain.rulesets.vocabulary import Vocabulary

ParserPosition = tuple[int, Automaton]  # a place between two words, and the parser at that place


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
    language = language_of(vocabulary)
    must_be_readable(prefix)
    spots, problem = _walk(WordParser(language, names, prefix), prefix)
    suggestions = tuple(_complete_last_words(prefix, spots, language, names))
    finished = False
    if problem is None:
        parser = spots[-1][1]
        begins = not prefix.strip()
        coming = sorted(phrases_at(parser, language, names), key=lambda each: begins and each.kind != "name")
        suggestions = (*suggestions, *(Suggestion(len(prefix), each) for each in coming))
        finished = "$END" in parser.accepts()
    elif not suggestions:
        raise problem
    return Completions(suggestions, finished)


def _walk(parsing: WordParser, prefix: str) -> tuple[list[ParserPosition], BadLetter | None]:
    """The places before each word, and after the last one if no word is wrong."""
    spots: list[ParserPosition] = []
    end = 0
    try:
        for word in parsing.words():
            spots.append((word.start_pos or 0, parsing.parser.copy()))
            end = word.end_pos or 0
    except BadLetter as problem:
        wrong = len(prefix) - len(prefix[end:].lstrip())  # what is wrong may be said of a later word of its phrase
        return [*spots, (wrong, parsing.parser)], problem
    return [*spots, (len(prefix), parsing.parser)], None


def _complete_last_words(
    prefix: str, spots: list[ParserPosition], language: Language, names: Names
) -> Iterator[Suggestion]:
    """Phrases that the last words may be the beginning of."""
    for offset, parser in reversed(spots):
        begun = " ".join(prefix[offset:].replace("“", '"').split()).casefold()
        if len(begun) > language.longest:
            return
        for phrase in phrases_at(parser, language, names) if begun else ():
            says = phrase.says.casefold()
            if (says.startswith(begun) and says != begun) or (phrase.kind == "text" and begun[0] == '"'):
                yield Suggestion(offset, phrase)
