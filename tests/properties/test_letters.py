"""What holds for every letter that can be said, and for every text that cannot."""

from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.drafting.completions import next_phrases
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.grammar import grammar_of
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from tests.support.promises.lettering import letters, near_letter, parsed

QUICK = 100
SLOW = 10_000


def reads_back_to_itself(text: str) -> None:
    letter = parse_letter(text, SAMPLE, NAMES)
    again = parse_letter(letter.canonical, SAMPLE, NAMES)

    assert again.canonical == letter.canonical
    if not rejected(letter):
        assert meaning(again) == meaning(msgspec.structs.replace(letter, text=letter.canonical))


def rejected(letter: ParsedLetter) -> bool:
    return any(each.weight == "reject" for each in lint(letter, SAMPLE, NAMES))


def meaning(letter: ParsedLetter) -> list[Agreement]:
    return [msgspec.structs.replace(each, spans=()) for each in compile_letter(letter, SAMPLE, NAMES)]


@given(letters())
@settings(max_examples=QUICK)
def test_a_read_back_is_read_as_itself_and_means_the_same(text: str) -> None:
    reads_back_to_itself(text)


@pytest.mark.slow
@given(letters())
@settings(max_examples=SLOW)
def test_a_read_back_is_read_as_itself_and_means_the_same_in_many_letters(text: str) -> None:
    reads_back_to_itself(text)


@cache
def earley() -> Lark:
    return Lark(grammar_of(SAMPLE).text, parser="earley", lexer="basic", ambiguity="explicit")


@pytest.mark.gate
@given(letters())
@settings(max_examples=QUICK)
def test_no_letter_can_be_parsed_in_two_ways(text: str) -> None:
    assert not list(parsed(earley(), text).find_data("_ambig"))


def is_a_letter_or_a_bad_letter(text: str) -> None:
    """Whatever else it raises fails the test."""
    try:
        letter = parse_letter(text, SAMPLE, NAMES)
    except BadLetter as bad:
        found = bad.offset
    else:
        found = 0
        lint(letter, SAMPLE, NAMES)
        if not rejected(letter):
            assert compile_letter(parse_letter(letter.canonical, SAMPLE, NAMES), SAMPLE, NAMES)
    assert 0 <= found <= len(text)


@given(st.binary(max_size=300))
@settings(max_examples=QUICK)
def test_random_bytes_are_a_letter_or_a_bad_letter(data: bytes) -> None:
    is_a_letter_or_a_bad_letter(data.decode("utf-8", "surrogateescape"))


@pytest.mark.slow
@given(st.binary(max_size=5_000))
@settings(max_examples=SLOW)
def test_many_random_bytes_are_a_letter_or_a_bad_letter(data: bytes) -> None:
    is_a_letter_or_a_bad_letter(data.decode("utf-8", "surrogateescape"))


@pytest.mark.parametrize(
    "seeds", [range(QUICK * 2), pytest.param(range(QUICK * 2, SLOW + QUICK * 2), marks=pytest.mark.slow)]
)
def test_what_is_nearly_a_letter_is_one_or_a_bad_letter(seeds: range) -> None:
    for seed in seeds:
        is_a_letter_or_a_bad_letter(near_letter(seed))


@given(letters(), st.integers(0, 300))
@settings(max_examples=QUICK // 2)
def test_every_beginning_of_a_letter_can_go_on_to_its_next_word(text: str, at: int) -> None:
    words = parse_letter(text, SAMPLE, NAMES).canonical.split(" ")
    prefix, rest = " ".join(words[:at]), " ".join(words[at:])

    prompt = next_phrases(prefix, SAMPLE, NAMES)

    assert not rest.strip() or any(is_next(prefix, rest, each.offset, each.phrase.says) for each in prompt.suggestions)


def is_next(prefix: str, rest: str, offset: int, says: str) -> bool:
    """Whether the letter goes on with the phrase (any number or text stands for one)."""
    coming = f"{prefix[offset:]} {rest}".strip().casefold()
    return coming.startswith(says.casefold()) or says == '"…"' or (says == "1" and coming[0].isdigit())
