"""The parameters in the addresses of pages, and the service that answers them."""

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from api.schemas.promises import AFTER_PLACE, PROMISE_ID
from api.service import Service


def service_of(request: Request) -> Service:
    """The service that answers this request."""
    service: Service = request.app.state.service
    return service


ServiceHere = Annotated[Service, Depends(service_of)]
GameId = Annotated[str, Path(max_length=64)]
DisputeId = Annotated[str, Path(max_length=64)]
PromiseName = Annotated[str, Path(pattern=PROMISE_ID)]
Name = Annotated[str, Path(max_length=80)]
"""Of a ruleset, an edition or a clause."""

OfGame = Annotated[str | None, Query(max_length=64)]
"""The id of a game; all games by default."""

AfterPlace = Annotated[str | None, Query(pattern=AFTER_PLACE)]
PlayerName = Annotated[str, Path(min_length=1, max_length=200)]
