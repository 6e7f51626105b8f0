"""Clients that go away in the middle of an answer, without a socket between."""

import asyncio
import time
from typing import Final

from starlette.types import Message

from tests.service.door import Call, Door, scope_of

LONGEST: Final = 5.0
"""Seconds that a service may take to notice."""


def left_behind(door: Door, call: Call, *, after: int) -> tuple[int, int]:
    """Go away once so many pieces of an answer have come; how many had come, and how many streams are still open."""

    async def gone() -> int:
        left, pieces = asyncio.Event(), 0
        if not after:
            left.set()

        async def receive() -> Message:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal pieces
            pieces += message["type"] == "http.response.body"
            if pieces >= after:
                left.set()
            await asyncio.sleep(0)

        async with asyncio.timeout(LONGEST):
            await door.app(scope_of(call), receive, send)
        return pieces

    came = door.run(gone())
    until = time.monotonic() + LONGEST
    while len(door.service.hub) and time.monotonic() < until:
        door.run(asyncio.sleep(0.01))
    return came, len(door.service.hub)
