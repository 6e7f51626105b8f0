"""Answers that are at hand."""

from collections import OrderedDict
from typing import Final

from oathbook.api.queries.query import Query, QueryResult

MOST_BYTES: Final = 16 * 1024 * 1024

ENTRY_BYTES: Final = 1024
"""Bytes that an answer counts for besides its body: the question, the rest of the answer, and their places."""


class QueryCache:
    """What was answered last, up to so many bytes in memory; for one thread.

    An answer rests on the events of a game up to a position, which never change, and on rulings. Those that a ruling
    has a part in are not kept, and one is no longer right once somebody disputes its game.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[tuple[Query, int], QueryResult] = OrderedDict()
        self._bytes = 0

    def get(self, asked: Query, length: int) -> QueryResult | None:
        """What was answered when the game had so many events."""
        place = (asked, length)
        if place in self._kept:
            self._kept.move_to_end(place)
        return self._kept.get(place)

    def put(self, asked: Query, told: QueryResult) -> None:
        """Answer the same next time."""
        if told.is_ruled:
            return
        place = (asked, told.position)
        before = self._kept.pop(place, None)
        self._bytes += _size(told) - (0 if before is None else _size(before))
        self._kept[place] = told
        while self._bytes > self._most_bytes:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= _size(gone)


def _size(told: QueryResult) -> int:
    return ENTRY_BYTES + len(told.body)
