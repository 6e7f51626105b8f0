"""Whole letters in place of one that cannot be read."""

import pytest

from domain.promises.drafting.suggesting import MOST, MOST_WORDS, suggested
from domain.promises.letter.sample import NAMES, SAMPLE


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
    assert suggested(typed, SAMPLE, NAMES, writer="Red")[0] == first


def test_without_a_writer_i_may_be_anybody_whom_the_letter_does_not_name() -> None:
    assert suggested("I will give 2 wood to Blue", SAMPLE, NAMES) == (
        "Red promises to give 2 wood to Blue.",
        "Green promises to give 2 wood to Blue.",
    )


def test_two_meanings_are_both_suggested() -> None:
    found = suggested("Red and Blue will idle by the end of season 2", SAMPLE, NAMES)

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
    assert suggested(hopeless, SAMPLE, NAMES) == ()


@pytest.mark.parametrize("typed", ["Red promises attack Blue", "Red will nt attack Blue", "Red may attack Blue"])
def test_no_not_is_put_in_or_left_out(typed: str) -> None:
    found = suggested(typed, SAMPLE, NAMES)

    assert not any(" not " in each or " never " in each for each in found if " nt " not in typed)
    assert all(" not " in each for each in found if " nt " in typed)


def test_there_are_five_at_most() -> None:
    names = {**NAMES, "player": tuple(f"p{each}" for each in "abcdefg")}

    assert len(suggested("I will idle", SAMPLE, names)) == MOST
