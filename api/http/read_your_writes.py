"""Waits for read models to reach a position, for a short time."""

import time
from typing import Annotated, Final

from anyio import move_on_after, to_thread
from fastapi import Query

from oathbook.api.service import Service
from oathbook.domain.kernel.limits import EVENTS_PER_GAME

WAIT_SECONDS: Final = 2.0
Wait = Annotated[
    int | None, Query(ge=1, le=EVENTS_PER_GAME, description="Wait up to 2 s until the answer includes this position.")
]


async def wait_for_projections(service: Service, game: str, wait: int | None, *names: str) -> None:
    """Waits until these read models have a game up to a position; does nothing if ``wait`` is None."""
    if wait is None:
        return
    until = time.monotonic() + WAIT_SECONDS

    def in_time() -> None:
        for name in names:
            service.projector.wait_for(game, wait, name, max(0.0, until - time.monotonic()))

    with move_on_after(WAIT_SECONDS):
        await to_thread.run_sync(in_time, limiter=service.waiting)
