"""Suggestions that leave out a condition, a time, an order, an amount, a negation, a person or a permission."""

import random
from typing import Final

import pytest

from oathbook.api.schemas.letter_review import sample_context
from oathbook.domain.promises.drafting.guard import question_about
from oathbook.domain.rulesets.registry import load_registry
from tests.support.promises.suggesting import clarifying_question, suggested_letters

SEATS: Final = ("ann", "ben", "cleo")
GIVES: Final = "ann promises to give 2 wolf0 to ben."
SPARES: Final = "ann promises not to attack ben."
BOTH: Final = "ann and ben jointly promise: (1) ann to give 1 cat0 to ben; (2) ben to give 1 fox0 to ann"

LOST: Final = (
    ("Ben may use my Mill.", GIVES, "Ben may", "Is this a permission, or a duty?"),
    ("I'll give Ben 2 wolf0 if he asks.", GIVES, "if he asks", "Only when somebody asks for it?"),
    ("I'll give Ben 2 wolf0 only if he builds.", GIVES, "only if", "And otherwise not at all?"),
    ("I'll give only Ben 2 wolf0.", GIVES, "only", "What is ruled out by it?"),
    ("I'll give Ben 2 wolf0 when Tithe passes.", GIVES, "when", "The first time, or every time?"),
    ("I'll give Ben 2 wolf0 unless he attacks.", GIVES, "unless", "Unless what happens?"),
    ("I'll give Ben 2 wolf0 right after the vote.", GIVES, "right after", "By when?"),
    ("I'll give Ben 2 wolf0 then.", GIVES, "then", "Which of them comes first?"),
    ("I'll give 2 wolf0 to the first of you, Ben.", GIVES, "first", "Only whoever comes first?"),
    ("I'll give Ben 2 wolf0 until season 3.", GIVES, "until", "Until when?"),
    ("I'll give Ben 2 wolf0 in each vote.", GIVES, "in each vote", "In each of them?"),
    ("I'll give Ben 2 wolf0 for each law.", GIVES, "for each", "How many for each?"),
    ("I'll give Ben 2 wolf0 twice.", GIVES, "twice", "How often?"),
    ("I'll give Ben 3 wolf0.", GIVES, "3", "How many?"),
    ("I'll give Ben two wolf0 and two wolf0.", GIVES, "two", "How many?"),
    ("I'll not give Ben 2 wolf0.", GIVES, "not", "What is not to be done?"),
    ("I'll give Ben and Cleo 2 wolf0.", GIVES, "cleo", "Who is meant by it?"),
    ("Everybody gives Ben 2 wolf0.", GIVES, "everybody", "Who is meant by it?"),
    ("I won't attack Ben with the bow, nor shoot.", SPARES, "shoot", "With the bow only?"),
)
CHANGED: Final = (
    (
        "I'll vote for Tithe if Ben proposes it.",
        'ann promises if ben proposes law "Tithe", to spend any Influence in favour of law "Tithe".',
        "In that vote, or in any?",
    ),
    (
        "Ann gives Ben 1 cat0 and Ben gives Ann 1 fox0 by the end of this season.",
        f"{BOTH} by the end of this season.",
        "Does the time hold for both?",
    ),
    ("You give me 1 fox0, I give you 1 cat0.", f"{BOTH}.", "In any case, or only if the other side does its part?"),
    (
        "You'll have 4 cat1 by the end of season 2.",
        "ben promises that ben has at least 4 cat1 by the end of season 2.",
        "Do you give it, or do they have to keep it?",
    ),
)
KEPT: Final = (
    ("I'll give Ben two wolf0.", GIVES),
    ("I won't attack Ben again.", SPARES),
    ("Neither will I attack Ben nor anybody.", SPARES),
    ("From now on I never attack Ben.", SPARES),
    ("I'll give Ben 2 wolf0 for free, so he can build.", GIVES),
    ("Ben isn't attacked by me.", SPARES),
    ("I won't use Ben's Mill.", 'ann promises not to use workplace "Mill".'),
)


@pytest.mark.parametrize(("typed", "suggested", "word", "asks"), LOST)
def test_a_word_that_is_left_out_is_clarifying_question(typed: str, suggested: str, word: str, asks: str) -> None:
    assert question_about(typed, suggested, "ann", SEATS) == (word, asks)


@pytest.mark.parametrize(("typed", "suggested", "asks"), CHANGED)
def test_what_a_reading_decides_by_itself_is_clarifying_question(typed: str, suggested: str, asks: str) -> None:
    """No word is missing, and what is promised would be another thing."""
    question = question_about(typed, suggested, "ann", SEATS)

    assert question is not None
    assert question.asks == asks


def test_a_player_is_not_found_in_the_name_of_another() -> None:
    found = question_about("I'll give Al 2 wolf0.", "bo promises to give 2 wolf0 to alma.", "bo", ("al", "alma", "bo"))

    assert found == ("al", "Who is meant by it?")


@pytest.mark.parametrize(("typed", "suggested"), KEPT)
def test_a_letter_that_says_all_of_it_stands(typed: str, suggested: str) -> None:
    assert question_about(typed, suggested, "ann", SEATS) is None


def test_a_suggestion_that_would_mislead_is_not_made_and_its_word_is_named() -> None:
    world = sample_context(load_registry().ruleset("heirless/e1"), SEATS)
    asked = (world.vocabulary, world.names)

    assert suggested_letters("I'll give Ben 2 wolf0.", *asked, writer="ann")[0] == GIVES
    assert suggested_letters("I'll give Ben 2 wolf0 again.", *asked, writer="ann") == ()
    assert clarifying_question("I'll give Ben 2 wolf0 again.", *asked, "ann") == "Clarify “again”: how often?"


WORDS: Final = ("then", "only", "twice", "whenever", "unless", "except", "per", "half", "instead")


@pytest.mark.gate
def test_no_word_of_weight_gets_lost_wherever_it_stands() -> None:
    """Put into a letter at any place: what is suggested all the same is another letter than without the word."""
    world = sample_context(load_registry().ruleset("heirless/e1"), SEATS)
    rng = random.Random(41)  # noqa: S311  # places
    letters = (
        "I'll give Ben 2 wolf0 by the end of this season.",
        "I will deploy to the Valley.",
        "I won't attack Cleo.",
    )
    plain = {each: suggested_letters(each, world.vocabulary, world.names, writer="ann")[0] for each in letters}
    for _ in range(300):
        letter = rng.choice(letters)
        words = letter.split()
        words.insert(rng.randrange(1, len(words)), rng.choice(WORDS))
        found = suggested_letters(" ".join(words), world.vocabulary, world.names, writer="ann")
        assert plain[letter] not in found, " ".join(words)
