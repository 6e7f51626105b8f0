"""The twenty-five letters: each reads in one way only, and its read-back is itself."""

import re
from functools import cache

import pytest
from lark import Lark

from oathbook.domain.promises.letter.grammar import grammar_of
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from tests.support.promises.lettering import parsed, strict_parser
from tests.support.promises.letters import LETTERS

ALL = pytest.mark.parametrize("letter", LETTERS.values(), ids=LETTERS)


@cache
def strict() -> Lark:
    return strict_parser(SAMPLE)


@cache
def parser_with(lexer: str) -> Lark:
    return Lark(grammar_of(SAMPLE).text, parser="lalr", lexer=lexer, maybe_placeholders=False)


@cache
def earley() -> Lark:
    """A parser that finds every way, with every way to cut the text into words; names are those of the game."""
    names = "|".join((*NAMES["player"], *NAMES["item"]))
    grammar = re.sub(r"^WORD: .*$", f"WORD: /{names}/", grammar_of(SAMPLE).text, flags=re.MULTILINE)
    return Lark(grammar, parser="earley", lexer="dynamic_complete", ambiguity="explicit")


@ALL
def test_a_letter_is_parsed_by_a_grammar_without_any_conflict(letter: str) -> None:
    assert parsed(strict(), letter).children


@ALL
def test_a_letter_can_be_parsed_in_one_way_only(letter: str) -> None:
    tree = parsed(earley(), letter)

    assert not list(tree.find_data("_ambig"))


@pytest.mark.gate
@ALL
def test_a_letter_is_parsed_the_same_when_words_are_told_apart_without_knowing_where_they_stand(letter: str) -> None:
    assert parsed(parser_with("basic"), letter) == parsed(parser_with("contextual"), letter)


@ALL
def test_the_read_back_of_a_letter_is_the_letter(letter: str) -> None:
    assert parse_letter(letter, SAMPLE, NAMES).canonical == letter
