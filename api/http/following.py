"""Who follows a game: with a key in a header or, where none can be sent, with a ticket in the address."""

from typing import Annotated, Final

from fastapi import Depends, Query
from msgspec import Struct
from starlette.concurrency import run_in_threadpool

from oathbook.api.http.callers import (
    Authorization,
    Caller,
    GameId,
    LookAs,
    ServiceHere,
    caller_in,
    caller_with,
    digest_sent,
    keys_of,
)
from oathbook.api.service import Service
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.seats import Viewer

MOST_OF_A_TICKET: Final = 400
"""Characters."""

TicketSent = Annotated[
    str | None,
    Query(
        max_length=MOST_OF_A_TICKET,
        description="A ticket, for clients that cannot send a header. It says who asks, as whom, and where to begin.",
    ),
]


class Following(Struct, frozen=True):
    """Who follows a game: through whose eyes, after which position at first, and the digest of the key, if any."""

    caller: Caller
    viewer: Viewer
    after: int
    key: str | None


async def _following(
    service: ServiceHere,
    game: GameId,
    looking: LookAs = None,
    authorization: Authorization = None,
    ticket: TicketSent = None,
) -> Following:
    if ticket is None:
        caller = await caller_in(service, game, authorization)
        return Following(caller, caller.looking_as(looking), 0, digest_sent(authorization))
    if authorization is not None or looking is not None:
        msg = "ticket: it says who asks and as which viewer; send neither a key nor `as` with it"
        raise BadRecord(msg)
    return await run_in_threadpool(with_ticket, service, game, ticket)


def with_ticket(service: Service, game: str, text: str) -> Following:
    """Who comes with a ticket; refuses as ``Tickets.take``. Its viewer is asked for anew: the game may have gone on."""
    opening, _ = service.opened(game)
    keys = dict(keys_of(service, opening))
    ticket = service.tickets.take(text, game, lambda seat: keys.get(seat, ""))
    key = keys[ticket.seat]
    caller = caller_with(service, game, key)
    return Following(caller, caller.looking_as(ticket.viewer), ticket.after, key)


FollowingHere = Annotated[Following, Depends(_following)]
