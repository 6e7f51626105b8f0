"""What every request to act in a game comes with."""

from typing import Annotated

from oathbook.api.http import callers
from oathbook.api.http.preconditions import IdempotencyKey, IfMatch


class PlayStep:
    """A request to act in a game: its caller, expected position and idempotency key; each kind stores its own act."""

    def __init__(
        self,
        service: callers.ServiceHere,
        caller: callers.CallerHere,
        if_match: IfMatch = None,
        idempotency_key: IdempotencyKey = None,
        _turn: Annotated[None, callers.PLAY_LIMIT] = None,
    ) -> None:
        self.service = service
        self.caller = caller
        self.if_match = if_match
        self.key = idempotency_key
