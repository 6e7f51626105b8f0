"""Whole numbers and texts at the edge of what survives the wire (domain/kernel/limits.py)."""

import msgspec
import pytest

from oathbook.domain.kernel import limits
from oathbook.domain.kernel.limits import MOST_EXACT, Count, ShortText, WholeNumber


@pytest.mark.parametrize("value", [-MOST_EXACT, 0, MOST_EXACT])
def test_a_whole_number_within_the_limit_is_read(value: int) -> None:
    """RFC 7493, section 2.2: every JSON reader keeps these exactly."""
    assert msgspec.convert(value, WholeNumber) == value


@pytest.mark.parametrize("value", [-MOST_EXACT - 1, MOST_EXACT + 1, 2**64, 10**400, 1.0, True, "1"])
def test_a_whole_number_beyond_the_limit_is_not_read(value: object) -> None:
    """One past the edge on either side, huge ones, and what is no whole number."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(value, WholeNumber)


@pytest.mark.parametrize("value", [-1, MOST_EXACT + 1])
def test_a_count_is_not_negative_and_not_beyond_the_limit(value: int) -> None:
    """A count starts at nothing."""
    assert msgspec.convert(0, Count) == 0

    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(value, Count)


def test_a_short_text_has_up_to_two_hundred_characters() -> None:
    """A line of text, measured in characters."""
    assert msgspec.convert("é" * 200, ShortText) == "é" * 200

    with pytest.raises(msgspec.ValidationError, match="200"):
        msgspec.convert("é" * 201, ShortText)


def test_the_limits_are_those_of_the_design() -> None:
    """Section 11 names them; whoever changes one changes the design and this line."""
    assert limits.DEPTH == 16
    assert limits.BODY_BYTES == 65_536
    assert limits.CONSEQUENCES_PER_STEP == 500
    assert limits.DRAWS_PER_STEP == 200
    assert limits.REJECTED_SAMPLES == 128
    assert limits.CARDS_PER_DRAW == 1_000
    assert limits.SEATS == 12
    assert limits.EVENTS_PER_GAME == 100_000
