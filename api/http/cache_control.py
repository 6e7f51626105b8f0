"""Answers that never change, which browsers may cache."""

from secrets import token_hex
from typing import Annotated, Final

from fastapi import Query

from oathbook.api.http.callers import Caller
from oathbook.api.queries.query import QueryResult

RUN_ID: Final = token_hex(4)
"""Names this run of the service: another may be another version, whose words differ."""

FOREVER: Final = "private, max-age=31536000, immutable"
"""For a year, in the client's cache and no shared one (RFC 8246)."""

LastingName = Annotated[
    str | None,
    Query(
        alias="of",
        max_length=100,
        description="`lasting` of the game: the answer may then be kept for as long as the game has this name.",
    ),
]


def lasting_name(caller: Caller, head: str, *, is_ruled: bool) -> str | None:
    """Returns the name of a finished game until anything changes in its public answers; None while it runs.

    The last hash, ``head``, stands for every event. A ruling costs points without an event, so a ruled game has no
    name. Nor has it one for a key: what a seat sees should be gone when its key is.
    """
    if caller.seat is not None or not caller.head.closed or is_ruled:
        return None
    return f"{RUN_ID}-{head}"


def cache_headers(caller: Caller, result: QueryResult, name: str | None) -> dict[str, str]:
    """Returns the cache header of an answer to a caller who gave the game's current lasting name, else none."""
    if name is None or name != lasting_name(caller, result.head, is_ruled=result.is_ruled):
        return {}
    return {"Cache-Control": FOREVER}
