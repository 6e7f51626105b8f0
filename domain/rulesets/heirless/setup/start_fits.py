"""The refusal of a start position, naming its field."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from domain.errors import BadRecord
from domain.kernel.seats import Seat

MOST_COUNTED: Final = 1_000_000
"""So that whatever is counted on from there can still be written."""


def once(values: Iterable[str | Seat | None], where: str) -> None:
    """``BadRecord`` where a value is named twice."""
    twice = [value for value, times in Counter(values).items() if times > 1]
    fits(not twice, where, f"{', '.join(map(str, twice))} is named twice")


def fits(holds: bool, where: str, what: str) -> None:  # noqa: FBT001  # reads as a claim: fits(a == b, "…", "…")
    """``BadRecord`` naming the field, where it does not hold."""
    if not holds:
        msg = f"{where}: {what}"
        raise BadRecord(msg)
