"""A hundred and forty letters as players write them who have not read the grammar, and what becomes of each.

``hundred_letters.txt`` and ``forty_letters.txt`` were each written by somebody who had not looked at the grammar, as
players of these games would type them, and none may be reworded to fit. Beside each letter stands what comes of it:
read as it is typed, meant by the first suggestion, missing although the language could say it, or not to be promised
in these rules at all, with the reason.
"""

from collections import Counter
from pathlib import Path

import pytest

from oathbook.api.schemas.letter_review import sample_context
from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.drafting.letter_suggestions import MOST_SUGGESTIONS
from oathbook.domain.promises.letter.language_versions import lint, must_be_signable
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.registry import load_registry
from tests.support.promises.suggesting import clarifying_question, suggested_letters

HERE = Path(__file__).parent


def listed(*files: str) -> list[list[str]]:
    return [each.split(": ", 1) for file in files for each in (HERE / file).read_text().splitlines()]


LETTERS = listed("hundred_letters.txt", "forty_letters.txt")
READ = listed("hundred_letters_read.txt", "forty_letters_read.txt")
EDITIONS = {
    "heirless": "heirless/e1",
    "knights_duty": "knights_duty/1",
    "gloomhaven": "gloomhaven_attack/gh1",
    "cube_bag": "cube_bag/g1",
}
WORLDS = {
    game: sample_context(load_registry().ruleset(edition), ("red", "blue", "green", "yellow"))
    for game, edition in EDITIONS.items()
}


@pytest.mark.parametrize("number", range(140))
def test_what_becomes_of_a_letter_is_as_recorded(number: int) -> None:
    (game, letter), (becomes, says) = LETTERS[number], READ[number]
    vocabulary, names = WORLDS[game].vocabulary, WORLDS[game].names
    found = suggested_letters(letter, vocabulary, names, writer="red")
    try:
        typed = parse_letter(letter, vocabulary, names)
    except BadLetter:
        typed = None
    is_read = typed is not None and all(each.weight == "warn" for each in lint(typed, vocabulary, names))

    assert is_read == (becomes == "typed")
    if typed is not None and is_read:
        assert typed.canonical == says
    elif becomes == "suggested":
        assert found[0] == says
    else:
        assert found == ()
        assert clarifying_question(letter, vocabulary, names, "red") == (says if becomes == "asked" else "")


@pytest.mark.parametrize(("first", "last"), [(0, 100), (100, 140)], ids=["a hundred", "forty more"])
def test_two_thirds_of_those_that_can_be_meant_are_read_or_suggested(first: int, last: int) -> None:
    counted = Counter(becomes for becomes, _ in READ[first:last])

    assert len(LETTERS) == len({letter for _, letter in LETTERS}) == len(READ) == 140
    can_be_meant = counted["typed"] + counted["suggested"] + counted["asked"] + counted["missing"]
    assert counted["cannot"] + can_be_meant == last - first
    assert 3 * (counted["typed"] + counted["suggested"]) >= 2 * can_be_meant


@pytest.mark.gate
def test_each_suggestion_can_be_taken_as_it_is() -> None:
    for game, letter in LETTERS:
        vocabulary, names = WORLDS[game].vocabulary, WORLDS[game].names
        found = suggested_letters(letter, vocabulary, names)
        assert len(found) <= MOST_SUGGESTIONS
        for each in found:
            there = parse_letter(each, vocabulary, names)
            assert there.canonical == each
            must_be_signable(there, lint(there, vocabulary, names))
