"""Where two records part."""

from typing import Any

from msgspec import Struct

from oathbook.domain.games.game_events import Entry
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record


class RecordDifference(Struct, frozen=True):
    """The first position at which two records differ; ``what`` says in which field, and what stands on either side.

    A side is nothing where that record has no such position.
    """

    position: int
    what: str
    one: Any
    other: Any


def compare_records(one: Record, other: Record) -> RecordDifference | None:
    """The first position whose event says something else in the other record, or nothing.

    Ids, times, salts and hashes are not compared: a game recorded twice is the same game.
    """
    ours, theirs = one.entries(), other.entries()
    for number in range(max(len(ours), len(theirs))):
        left = ours[number] if number < len(ours) else None
        right = theirs[number] if number < len(theirs) else None
        what = "length" if left is None or right is None else _differing_field(left, right)
        if what:
            return RecordDifference(number + 1, what, left and left.body, right and right.body)
    return None


def _differing_field(left: Entry, right: Entry) -> str:
    if left.by != right.by:
        return "by"
    if left.step != right.step:
        return "step"
    return "" if _cleartext(left.body) == _cleartext(right.body) else "data"


def _cleartext(body: object) -> bytes:
    """The body in the clear; what a record does not open cannot be compared and stands as it is."""
    return value_text(body)
