"""Whole letters in place of one that cannot be read."""

import pytest

from oathbook.domain.promises.drafting.letter_suggestions import MOST_SUGGESTIONS, MOST_WORDS
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from tests.support.promises.suggesting import suggested_letters


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("I will idle this season", "Red promises to idle by the end of this season."),
        ("Red promises to gvie 2 wood to Blue.", "Red promises to give 2 wood to Blue."),
        ("Red promises give 2 wood to Blue", "Red promises to give 2 wood to Blue."),
        ("Red will give the 2 wood to Blue", "Red promises to give 2 wood to Blue."),
        ("Red promises to propose law Corn Tax", 'Red promises to propose law "Corn Tax".'),
        ("Red promises to propose law “Corn tax” please", 'Red promises to propose law "Corn Tax".'),
        ("Red will idle by the end of my next turn", "Red promises to idle by the end of Red's next turn."),
        (
            "Red and Blue will not attack each other",
            "Red and Blue jointly promise: (1) Red not to attack Blue; (2) Blue not to attack Red.",
        ),
        ("Red will be kind to Blue", 'Red promises in plain words "be kind to Blue" judged by the table.'),
    ],
)
def test_the_likeliest_letter_comes_first(typed: str, first: str) -> None:
    assert suggested_letters(typed, SAMPLE, NAMES, writer="Red")[0] == first


@pytest.mark.parametrize(
    "typed",
    [
        "Red promises if Blue attacks Green, to give 2 wood to Blue by the end of season 2.",
        "If Blue attacks Green I will give 2 wood to Blue by the end of season 2",
    ],
)
def test_of_a_letter_with_two_meanings_both_are_suggested(typed: str) -> None:
    """As they are typed and in everyday words: by when Blue must attack Green is not said."""
    assert suggested_letters(typed, SAMPLE, NAMES, writer="Red")[:2] == (
        "Red promises if Blue attacks Green by the end of season 2, to give 2 wood to Blue by the end of season 2.",
        "Red promises if Blue attacks Green, to give 2 wood to Blue within 1 season.",
    )


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Red promises Blue 2 wood", "Red promises Blue to give 2 wood to Blue."),
        (
            "I owe Blue two wood, due end of season 2",
            "Red promises Blue to give 2 wood to Blue by the end of season 2.",
        ),
        ("Red promises two wood to Blue", "Red promises to give 2 wood to Blue."),
        (
            "Give Blue 2 wood by end of season 2, otherwise 3 wood",
            "Red promises to give 2 wood to Blue by the end of season 2, otherwise to give 3 wood to Blue.",
        ),
        ("Red gives Blue 2 wood in season 2", "Red promises to give 2 wood to Blue during season 2."),
        ("Red promises to not attack Blue", "Red promises not to attack Blue."),
        ("I promise to have no more than two wood", "Red promises that Red has at most 2 wood."),
        ("I won't idle until Blue does", "Red promises not to idle until Blue idles."),
        ("I will idle before Blue!", "Red promises to idle before Blue idles."),
        ("Red and Blue both won't attack Green", "Red and Blue each promise not to attack Green."),
        (
            "Red and Blue promise to ally with each other",
            "Red and Blue jointly promise: (1) Red to ally with Blue; (2) Blue to ally with Red.",
        ),
        (
            "I don't attack Blue so long as Blue doesn't attack me",
            "Red promises not to attack Blue, unless Blue attacks Red.",
        ),
        (
            "As long as Blue does not attack me, I won't attack Blue",
            "Red promises not to attack Blue, unless Blue attacks Red.",
        ),
        ("Red promises Blue to idle if Green idles first", "Red promises Blue if Green idles, to idle."),
        ("I will idle if the Truce passes", 'Red promises if law "Truce" is enacted, to idle.'),
        ("I will build the Forge", 'Red promises to build workplace "Forge".'),
        ("Red promises Blue not to attack Green more than once", "Red promises Blue to attack Green at most once."),
        (
            "I promise Blue never to idle more than twice until the end of season 2",
            "Red promises Blue to idle at most twice until the end of season 2.",
        ),
        ("I won't idle more than 3 times", "Red promises to idle at most 3 times."),
        ("Red will attack Green only once", "Red promises to attack Green at most once."),
    ],
)
def test_what_goes_without_saying_is_said(typed: str, first: str) -> None:
    assert suggested_letters(typed, SAMPLE, NAMES, writer="Red")[0] == first


@pytest.mark.parametrize(
    "typed",
    [
        "I may attack Blue",
        "I won't idle until everybody idles",
        "I will attack Blue in any battle",
        "I will attack Green before Blue",
        "I will attack Green as long as Blue does not attack me",
        "I will give Blue 2 wood, otherwise attack Green if Green attacks me",
        "Blue may not use my Mill",
        "I will not be the first to attack Blue",
        "I won't attack Blue until Blue does",
        "I will give Blue 2 wood before Blue does",
        "Red promises Blue not to attack Green and to idle more than twice",
    ],
)
def test_nothing_is_guessed_where_it_could_be_another_promise(typed: str) -> None:
    """To allow is no promise; before or to whom, how long, and for which of two duties, can be two things."""
    assert suggested_letters(typed, SAMPLE, NAMES, writer="Red") == ()


def test_without_a_writer_i_may_be_anybody_whom_the_letter_does_not_name() -> None:
    assert suggested_letters("I will give 2 wood to Blue", SAMPLE, NAMES) == (
        "Red promises to give 2 wood to Blue.",
        "Green promises to give 2 wood to Blue.",
    )


def test_two_meanings_are_both_suggested() -> None:
    found = suggested_letters("Red and Blue will idle by the end of season 2", SAMPLE, NAMES)

    assert set(found) == {
        "Red and Blue jointly promise to idle by the end of season 2.",
        "Red and Blue each promise to idle by the end of season 2.",
    }


@pytest.mark.parametrize(
    "hopeless",
    [
        "Red promises to dance.",
        "Red promises to",
        "Red promises not to\x00idle",
        "Red promises to kind.",
        "be kind",
        " ".join(["Red"] * (MOST_WORDS + 1)),
    ],
)
def test_nothing_is_suggested_where_nothing_is_near(hopeless: str) -> None:
    assert suggested_letters(hopeless, SAMPLE, NAMES) == ()


@pytest.mark.parametrize("typed", ["Red promises attack Blue", "Red will nt attack Blue", "Red may attack Blue"])
def test_no_not_is_put_in_or_left_out(typed: str) -> None:
    found = suggested_letters(typed, SAMPLE, NAMES)

    assert not any(" not " in each or " never " in each for each in found if " nt " not in typed)
    assert all(" not " in each for each in found if " nt " in typed)


def test_there_are_five_at_most() -> None:
    names = {**NAMES, "player": tuple(f"p{each}" for each in "abcdefg")}

    assert len(suggested_letters("I will idle", SAMPLE, names)) == MOST_SUGGESTIONS
