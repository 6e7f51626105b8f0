"""Ids as people read them."""

import pytest

from oathbook.domain.kernel import TABLE, capitalise, display_name, display_seat


def test_a_seat_is_called_by_its_name() -> None:
    assert [display_seat(each) for each in ("ash", "red-2", TABLE)] == ["Ash", "Red-2", "the table"]


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("OpenGates", "Open Gates"),
        ("Valley", "Valley"),
        ("FoxBandit-1", "Fox Bandit 1"),
        ("ash-12", "Ash 12"),
        ("red-2-1", "Red-2 1"),
        ("guard-elite", "guard elite"),
        ("trained_army", "trained army"),
        ("wolf0", "wolf0"),
        ("-1", "-1"),
        ("rolling+1", "rolling+1"),
        ("-2,1", "-2,1"),
        ("", ""),
    ],
)
def test_a_name_is_read_as_words(name: str, read: str) -> None:
    """What is no name of several words, such as a number, a card or a place on a map, stays as it is."""
    assert display_name(name) == read


def test_a_sentence_begins_with_a_capital() -> None:
    assert (capitalise("the game ends"), capitalise("")) == ("The game ends", "")
