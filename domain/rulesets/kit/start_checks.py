"""Checks of components and start positions: each names the field that does not fit."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from oathbook.domain.errors import BadRecord

MOST_COUNTABLE: Final = 1_000_000
"""The largest number a start position may hold, so that what is counted on from there can still be written."""


def check_that(holds: bool, where: str, what: str) -> None:  # noqa: FBT001  # reads as a claim: fits(a == b, "…", "…")
    """Raise ``BadRecord`` naming the field, where it does not hold."""
    if not holds:
        raise BadRecord(f"{where}: {what}")


def check_unique(values: Iterable[str | None], where: str) -> None:
    """Raise ``BadRecord`` where a value is named twice."""
    twice = [value for value, times in Counter(values).items() if times > 1]
    check_that(not twice, where, f"{', '.join(map(str, twice))} is named twice")


def check_countable(number: int, where: str) -> None:
    """Raise ``BadRecord`` where a number, with or without its sign, is larger than anything counted in play."""
    check_that(abs(number) <= MOST_COUNTABLE, where, f"nobody counted beyond {MOST_COUNTABLE:,}")
