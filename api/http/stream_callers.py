"""Identifies the callers of event streams: by a key in a header, or by a ticket in the address."""

from typing import Annotated, Final

from fastapi import Depends, Query
from msgspec import Struct
from starlette.concurrency import run_in_threadpool

from oathbook.api.http import callers
from oathbook.api.service import Service
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Viewer

MOST_OF_A_TICKET: Final = 400  # characters

TicketSent = Annotated[
    str | None,
    Query(
        max_length=MOST_OF_A_TICKET,
        description="A ticket, for clients that cannot send a header. It says who asks, as whom, and where to begin.",
    ),
]


class StreamCaller(Struct, frozen=True):
    """A caller of a stream: the viewer, the position to begin after, and the digest of the key, if any."""

    caller: callers.Caller
    viewer: Viewer
    after: int
    key: str | None


async def _stream_caller(
    service: callers.ServiceHere,
    game: callers.GameId,
    looking: callers.LookAs = None,
    authorization: callers.Authorization = None,
    ticket: TicketSent = None,
) -> StreamCaller:
    if ticket is None:
        caller = await callers.current_caller(service, game, authorization)
        return StreamCaller(caller, caller.view_as(looking), 0, callers.digest_sent(authorization))
    if authorization is not None or looking is not None:
        raise BadRecord("ticket: it says who asks and as which viewer; send neither a key nor `as` with it")
    return await run_in_threadpool(stream_caller_from_ticket, service, game, ticket)


def stream_caller_from_ticket(service: Service, game: str, text: str) -> StreamCaller:
    """Returns the caller with a ticket, whose viewer is checked again; refuses as ``Tickets.redeem``."""
    opening, _ = service.opened(game)
    keys = dict(callers.keys_of(service, game, opening))
    ticket = service.tickets.redeem(text, game, lambda seat: keys.get(seat, ""))
    key = keys[ticket.seat]
    caller = callers.caller_by_digest(service, game, key)
    return StreamCaller(caller, caller.view_as(ticket.viewer), ticket.after, key)


StreamCallerHere = Annotated[StreamCaller, Depends(_stream_caller)]
