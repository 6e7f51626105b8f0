"""Every letter can be put together by clicks on its card."""

import re
from collections.abc import Iterator
from itertools import count, pairwise
from random import Random
from typing import Final

import pytest

from oathbook.api.schemas.letter_review import EXAMPLE_CONTEXT, LetterContext, sample_context
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections.letter_card.card import card_of
from tests.support.letters_at_random.clicking import Clicker, random_letter

EDITIONS: Final = ("", "heirless/e1", "heirless/e2", "knights_duty/1", "cube_bag/g1", "gloomhaven_attack/gh1")
"""The examples, and an edition of every vocabulary."""
FEW_CHANGES: Final = (
    "Red promises Blue to give 2 wood to Blue by the end of season 2.",
    'Red and Green jointly promise Blue if a vote on law "Truce" opens, each of them to propose it in that vote.',
    "Red promises: (1) to idle twice; (2) whenever Blue gives 1 wood to Red, to give 1 corn to Blue in all.",
    "Red promises either (to idle) or (not to attack Blue) or (that Red has at least 2 wood), unless Blue idles.",
    'Red promises to give any corn to Blue, otherwise in plain words "be sorry" judged by Blue. Blue may release Red.',
    "Red promises if Blue idles, to idle, otherwise either (to give 1 wood to Blue within 1 season) or (to idle).",
    "Red and Blue exchange 2 wood and 1 stone for any corn by the end of season 2.",
    "Red lends 2 wood to Blue until the end of season 3.",
    "Red promises Blue once the first of Blue and Green attacks Red, to attack that player by Red's next decision.",
    "Red promises if Blue does not attack Red in the next battle, to give 1 wood to Blue in every battle with Blue.",
    "Red promises Blue to attack only Green until the end of season 2.",
    "Red promises to idle. This promise ends if Green idles or (Red idles and Blue idles).",
)


def context(edition: str) -> LetterContext:
    return sample_context(load_registry().ruleset(edition), ()) if edition else EXAMPLE_CONTEXT


def letters(edition: str, first: int, number: int) -> Iterator[str]:
    world, found = context(edition), 0
    for seed in count(first):
        letter = random_letter(Random(seed), world.vocabulary, world.names)  # noqa: S311  # it needs to be repeatable
        if letter is not None:
            yield letter
            found += 1
        if found == number:
            return


def can_be_clicked(edition: str, first: int, number: int) -> None:
    world = context(edition)
    clicker = Clicker(world.vocabulary, world.names)

    assert [each for each in letters(edition, first, number) if clicker.clicks(each) is None] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_letters_are_put_together_by_clicks(edition: str) -> None:
    can_be_clicked(edition, 0, 3)


@pytest.mark.gate
@pytest.mark.parametrize("edition", EDITIONS)
def test_many_letters_are_put_together_by_clicks(edition: str) -> None:
    can_be_clicked(edition, 10_000, 20)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_kinds_of_letters_are_put_together_by_clicks(edition: str) -> None:
    can_be_clicked(edition, 100_000, 500)


@pytest.mark.parametrize("letter", FEW_CHANGES)
def test_a_letter_is_put_together_in_few_changes(letter: str) -> None:
    clicker = Clicker(EXAMPLE_CONTEXT.vocabulary, EXAMPLE_CONTEXT.names)

    clicks = clicker.clicks(clicker.read(letter) or "")

    assert clicks is not None
    assert clicks <= len(letter.split())


def test_without_a_list_what_it_holds_cannot_be_clicked() -> None:
    clicker = Clicker(EXAMPLE_CONTEXT.vocabulary, EXAMPLE_CONTEXT.names)
    clicker.lists = {
        name: tuple(each for each in all_ if "battles" not in each) for name, all_ in clicker.lists.items()
    }

    assert clicker.clicks("Red promises to idle by the end of this season.") is not None
    assert clicker.clicks("Red promises to idle by the battles of season 2.") is None


def test_every_word_of_a_letter_stands_in_one_place_of_its_card() -> None:
    world = EXAMPLE_CONTEXT
    for text in (*FEW_CHANGES, *letters("", 0, 40)):
        letter = parse_letter(
            parse_letter(text, world.vocabulary, world.names).canonical, world.vocabulary, world.names
        )
        card, said = card_of(letter, world.vocabulary), letter.text
        spans = sorted(each.span for each in card.parts)

        assert all(end <= start for (_, end), (start, _) in pairwise(spans)), letter.text
        between = [said[end:start] for (_, end), (start, _) in pairwise([(0, 0), *spans, (len(said), len(said))])]
        assert [each for each in between if re.search(r"[A-Za-z]", each)] == []
        assert all(0 <= first <= last <= len(said) for each in card.edits for first, last in (each.span, each.shows))
        assert len({*card.edits}) == len(card.edits)
