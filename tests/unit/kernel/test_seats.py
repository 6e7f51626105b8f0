"""Names of places at a table (docs/laws.md: ``table`` is a seat of every setup)."""

import pytest

from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, WRITERS, is_seat_name


@pytest.mark.parametrize("name", ["a", "ash", "red-2", "seat_1", "a" * 32, "holders", "tables"])
def test_a_short_lower_case_word_names_a_seat(name: str) -> None:
    """Letters, digits, hyphen and underscore after a letter, up to 32 of them."""
    assert is_seat_name(name)


@pytest.mark.parametrize("name", [TABLE, PUBLIC, HOLDER, *WRITERS])
def test_a_word_that_means_somebody_else_names_no_seat(name: str) -> None:
    """Otherwise an event by ``rules`` or a view for ``public`` could be a player's."""
    assert not is_seat_name(name)


@pytest.mark.parametrize("name", ["", "Ash", "2nd", "-a", "_a", "a b", "a\n", "é", "\u0430", "a" * 33])
def test_anything_else_names_no_seat(name: str) -> None:
    """Empty, capitals, a digit first, blanks, line ends, letters that only look Latin, 33 characters."""
    assert not is_seat_name(name)
