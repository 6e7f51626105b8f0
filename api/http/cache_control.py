"""Answers that nothing changes any more, which browsers may keep."""

from secrets import token_hex
from typing import Annotated, Final

from fastapi import Query

from oathbook.api.http.callers import Caller
from oathbook.api.queries.query import QueryResult

RUN_ID: Final = token_hex(4)
"""Names this run of the service: another may be another version, which says the same thing in other words."""

FOREVER: Final = "private, max-age=31536000, immutable"
"""For a year, in the browser that asked and in no shared cache (RFC 8246)."""

LastingName = Annotated[
    str | None,
    Query(
        alias="of",
        max_length=100,
        description="`lasting` of the game: the answer may then be kept for as long as the game has this name.",
    ),
]


def lasting_name(caller: Caller, head: str, *, is_ruled: bool) -> str | None:
    """The name that a game has until anything changes in what the public is told of it; none while it runs.

    Its last hash, ``head``, names every event. A ruling on a dispute costs Prestige without an event, so then there is
    no name. Nor is there one for a key: what a seat sees should be gone when its key is.
    """
    if caller.seat is not None or not caller.head.closed or is_ruled:
        return None
    return f"{RUN_ID}-{head}"


def cache_headers(caller: Caller, told: QueryResult, named: str | None) -> dict[str, str]:
    """The header of an answer, for a caller who named the game as it is."""
    if named is None or named != lasting_name(caller, told.head, is_ruled=told.is_ruled):
        return {}
    return {"Cache-Control": FOREVER}
