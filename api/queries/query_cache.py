"""The cache of query results."""

from collections import OrderedDict
from typing import Final

from oathbook.api.queries.query import Query, QueryResult

MOST_BYTES: Final = 16 * 1024 * 1024

ENTRY_BYTES: Final = 1024
"""Bytes that a result counts for besides its body: the query, the other fields, and their places."""


class QueryCache:
    """The latest results, up to a number of bytes in memory; for one thread.

    A result follows from the events of a game up to a position, which never change, and from rulings. Results in which
    a ruling counts are not cached; others are wrong once somebody disputes the game.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[tuple[Query, int], QueryResult] = OrderedDict()
        self._bytes = 0

    def get(self, query: Query, length: int) -> QueryResult | None:
        """Returns the result from when the game had ``length`` events."""
        key = (query, length)
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, query: Query, result: QueryResult) -> None:
        """Caches a result, unless a ruling counts in it."""
        if result.is_ruled:
            return
        key = (query, result.position)
        before = self._kept.pop(key, None)
        self._bytes += _size(result) - (0 if before is None else _size(before))
        self._kept[key] = result
        while self._bytes > self._most_bytes:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= _size(gone)


def _size(result: QueryResult) -> int:
    return ENTRY_BYTES + len(result.body)
