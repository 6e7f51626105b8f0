"""Tickets for those who follow a game and can send no key: the browser's EventSource."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import Authorization, CallerHere, ServiceHere, digest_sent
from oathbook.api.http.responses import json_response
from oathbook.api.schemas.games import StreamTicket
from oathbook.api.schemas.shapes import describe_response
from oathbook.api.signing.tickets import SECONDS
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.limits import EVENTS_PER_GAME

router = APIRouter(route_class=ApiRoute, tags=["log"])


class StreamToFollow(BaseModel):
    """Which stream the ticket is for: its viewer, by default your own, and the last position that you have."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{}, {"as": "public", "after": 12}]})

    viewer: Annotated[str | None, Field(alias="as", max_length=40)] = None
    after: Annotated[int, Field(strict=True, ge=0, le=EVENTS_PER_GAME)] = 0


@router.post(
    "/games/{game}/stream/tickets",
    status_code=201,
    responses={**describe_response(StreamTicket, 201), 204: {"description": "The whole game has been sent"}},
    operation_id="stream_ticket",
    summary="Get a ticket for a stream",
)
def stream_ticket(
    service: ServiceHere, caller: CallerHere, body: StreamToFollow, authorization: Authorization = None
) -> Response:
    """A ticket that opens one stream as `/stream?ticket=…`, for a client that cannot send a key with it.

    It can be used once, within a minute. When the stream breaks off, get another, with the last position that you
    have; 204 means that there is nothing more to come. Without a key a client needs no ticket.
    """
    seat = caller.require_seat()
    viewer, last = caller.view_as(body.viewer), caller.head.position
    if body.after > last:
        raise BadRecord(f"after: the positions of this stream are 1 to {last}")
    if caller.head.closed and body.after == last:
        return Response(status_code=204)
    text = service.tickets.issue(caller.game, digest_sent(authorization) or "", seat, viewer, body.after)
    return json_response(StreamTicket(caller.game, viewer, body.after, text, SECONDS), 201)
