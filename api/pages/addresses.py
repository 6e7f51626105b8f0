"""The parameters in the addresses of pages, and the service that answers them."""

import re
from collections.abc import AsyncGenerator
from typing import Annotated, Final

from fastapi import Depends, Path, Query, Request

from oathbook.api.schemas.promises import AFTER_PLACE, PROMISE_ID
from oathbook.api.service import Service
from oathbook.api.settings.roots import root_of
from oathbook.domain.errors import NotFound
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from oathbook.replays.frames import Replay


async def service_of(request: Request) -> Service:
    """The service that answers this request; here and now, as FastAPI would have a thread call a plain function."""
    service: Service = request.app.state.service
    return service


ServiceHere = Annotated[Service, Depends(service_of)]


async def _fold_slot(service: ServiceHere) -> AsyncGenerator[None]:
    async with service.folding:
        yield


FOLD_LIMIT: Final = Depends(_fold_slot, scope="function")
"""For a page or a picture that folds a game: few of them are made at once."""

HOST: Final = re.compile(r"([A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")

At = Annotated[int | None, Query(ge=1, le=EVENTS_PER_GAME)]  # a position


def position_in(replay: Replay, at: int | None) -> int:
    """That position of a game, or the last one; ``NotFound`` where there is none such."""
    if at is not None and at > len(replay):
        msg = f"this game has no position {at}"  # and not how many it has, which may be hidden from the reader
        raise NotFound(msg)
    return len(replay) if at is None else at


def base_url(request: Request) -> str:
    """The address of this service as the client called it; a path alone where the host is none."""
    host = request.headers.get("host", "")
    origin = f"{request.scope['scheme']}://{host}" if HOST.fullmatch(host) else ""
    return f"{origin}{root_of(request.scope)}"


GameId = Annotated[str, Path(max_length=64)]
DisputeId = Annotated[str, Path(max_length=64)]
PromiseName = Annotated[str, Path(pattern=PROMISE_ID)]
Name = Annotated[str, Path(max_length=80)]  # of a ruleset, an edition or a clause
OfGame = Annotated[str | None, Query(max_length=64)]  # the id of a game; all games by default

AfterPlace = Annotated[str | None, Query(pattern=AFTER_PLACE)]
PlayerName = Annotated[str, Path(min_length=1, max_length=200)]
