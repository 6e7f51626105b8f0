"""A hundred letters as players write them who have not read the grammar, and what becomes of each.

``hundred_letters.txt`` was written before anybody looked at the language, and none may be reworded to fit. Beside it
stands what comes of each: read as it is typed, meant by the first suggestion, missing although the language could say
it, or not to be promised in these rules at all, with the reason.
"""

from collections import Counter
from pathlib import Path

import pytest

from api.schemas.letters import world_without_a_game
from domain.errors import BadLetter
from domain.promises.drafting.suggesting import MOST, suggested
from domain.promises.letter.linting import linted, must_stand
from domain.promises.letter.reading import read
from domain.rulesets.registry import installed

HERE = Path(__file__).parent
LETTERS = [each.split(": ", 1) for each in (HERE / "hundred_letters.txt").read_text().splitlines()]
READ = [each.split(": ", 1) for each in (HERE / "hundred_letters_read.txt").read_text().splitlines()]
EDITIONS = {"heirless": "heirless/e1", "knights_duty": "knights_duty/1"}
WORLDS = {
    game: world_without_a_game(installed().ruleset(edition), ("red", "blue", "green", "yellow"))
    for game, edition in EDITIONS.items()
}


@pytest.mark.parametrize("number", range(100))
def test_what_becomes_of_a_letter_is_as_recorded(number: int) -> None:
    (game, letter), (becomes, says) = LETTERS[number], READ[number]
    vocabulary, names = WORLDS[game].vocabulary, WORLDS[game].names
    found = suggested(letter, vocabulary, names, writer="red")
    try:
        typed = read(letter, vocabulary, names)
    except BadLetter:
        typed = None
    is_read = typed is not None and all(each.weight == "warn" for each in linted(typed, vocabulary, names))

    assert is_read == (becomes == "typed")
    if typed is not None and is_read:
        assert typed.canonical == says
    elif becomes == "suggested":
        assert found[0] == says
    else:
        assert found == ()
        assert says


def test_two_thirds_of_those_that_can_be_meant_are_read_or_suggested() -> None:
    counted = Counter(becomes for becomes, _ in READ)

    assert len(LETTERS) == len({letter for _, letter in LETTERS}) == len(READ) == 100
    can_be_meant = counted["typed"] + counted["suggested"] + counted["missing"]
    assert counted["cannot"] + can_be_meant == 100
    assert 3 * (counted["typed"] + counted["suggested"]) >= 2 * can_be_meant


def test_each_suggestion_can_be_taken_as_it_is() -> None:
    for game, letter in LETTERS:
        vocabulary, names = WORLDS[game].vocabulary, WORLDS[game].names
        found = suggested(letter, vocabulary, names)
        assert len(found) <= MOST
        for each in found:
            there = read(each, vocabulary, names)
            assert there.canonical == each
            must_stand(there, linted(there, vocabulary, names))
