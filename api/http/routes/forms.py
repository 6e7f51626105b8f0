"""How a decision is written in a game: its forms."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.cache_control import FOREVER
from oathbook.api.http.callers import CallerHere, ServiceHere
from oathbook.api.schemas.shapes import JSON, describe_response
from oathbook.domain.recording.notation.forms import Forms

router = APIRouter(route_class=ApiRoute, tags=["play"])

FormsName = Annotated[
    str | None,
    Query(
        alias="of",
        max_length=100,
        description="`forms` of the game's choices: the answer may then be kept for as long as they have this name.",
    ),
]


@router.get("/games/{game}/forms", responses=describe_response(Forms), summary="Get the forms of a game")
async def forms(service: ServiceHere, caller: CallerHere, named: FormsName = None) -> Response:
    """How decisions, acts on promises and draws are written in a game; the same for everyone and at every position."""
    name, body = await run_in_threadpool(service.notations.forms, caller.game)
    return Response(body, media_type=JSON, headers={"Cache-Control": FOREVER} if named == name else {})
