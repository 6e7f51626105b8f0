"""The refusal of a start position, naming its field."""

from collections import Counter
from collections.abc import Iterable

from domain.errors import BadRecord


def once(values: Iterable[str], where: str) -> None:
    """``BadRecord`` where a value is named twice."""
    twice = [value for value, times in Counter(values).items() if times > 1]
    fits(not twice, where, f"{', '.join(twice)} is named twice")


def fits(holds: bool, where: str, what: str) -> None:  # noqa: FBT001  # reads as a claim: fits(a == b, "…", "…")
    """``BadRecord`` naming the field, where it does not hold."""
    if not holds:
        msg = f"{where}: {what}"
        raise BadRecord(msg)
