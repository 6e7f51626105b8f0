"""Letters as people type them, written without a look at the language: how many are understood, none wrongly signed.

A row of the list has a number, the title, who writes, to whom, the letter, and what is meant by it. It was counted
before any rule was made for it: four letters got a suggestion, and two of them the right one.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from oathbook.api.schemas.letter_review import LetterContext, sample_context
from oathbook.domain.promises.drafting.letter_suggestions import Suggestions, suggest_letters
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.registry import load_registry

LIST: Final = Path(__file__).with_name("fresh_letters_1.tsv")
TABLES: Final = {"heirless": ("heirless/e1", "ada bram cleo dov"), "knights_duty": ("knights_duty/1", "ada bram")}
UNDERSTOOD: Final = 4
"""So many got a suggestion when they were counted; rules that come may only make them more."""


class FreshLetter(NamedTuple):
    number: str
    title: str
    writer: str
    reader: str
    letter: str
    meaning: str


LETTERS: Final = [FreshLetter(*line.split("\t")) for line in LIST.read_text("utf-8").splitlines()]


@cache
def table(title: str) -> LetterContext:
    edition, seats = TABLES[title]
    return sample_context(load_registry().ruleset(edition), tuple(seats.split()))


def suggested(each: FreshLetter) -> Suggestions:
    world = table(each.title)
    return suggest_letters(each.letter, world.vocabulary, world.names, world.known, each.writer.lower())


@pytest.mark.parametrize("each", LETTERS, ids=[each.number for each in LETTERS])
def test_what_is_suggested_can_be_signed_and_binds_who_wrote_it(each: FreshLetter) -> None:
    world = table(each.title)
    for text in suggested(each).letters:
        letter = parse_letter(text, world.vocabulary, world.names)

        assert all(remark.weight == "warn" for remark in lint(letter, world.vocabulary, world.names, world.known))
        assert each.writer.lower().split(",")[0] in {name.text for name in letter.header.obligors}


def test_no_fewer_are_understood_than_when_they_were_counted() -> None:
    assert len(LETTERS) == 60
    assert sum(bool(suggested(each).letters) for each in LETTERS) >= UNDERSTOOD
