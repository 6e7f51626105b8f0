"""What every request to act in a game comes with."""

from typing import Annotated

from fastapi import Query

from oathbook.api.http import callers
from oathbook.api.http.preconditions import IdempotencyKey, IfMatch

ActingSeat = Annotated[
    str | None, Query(max_length=40, description="The seat for which a scribe acts; the caller's own by default.")
]


class PlayStep:
    """A request to act in a game: the caller as the seat that acts, expected position, idempotency key."""

    def __init__(
        self,
        service: callers.ServiceHere,
        caller: callers.CallerHere,
        by: ActingSeat = None,
        if_match: IfMatch = None,
        idempotency_key: IdempotencyKey = None,
        _turn: Annotated[None, callers.PLAY_LIMIT] = None,
    ) -> None:
        self.service = service
        self.caller = caller.speak_as(by, "by")
        self.if_match = if_match
        self.key = idempotency_key
