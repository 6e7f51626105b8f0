"""What became of promises, as everybody may know it: of a game's, and of a player's over all games."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import CallerHere, ServiceHere
from oathbook.api.http.read_your_writes import Wait, wait_for_projections
from oathbook.api.http.responses import json_response
from oathbook.api.schemas.promises import AFTER_PLACE, parse_place
from oathbook.api.schemas.shapes import describe_response
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.limits import PAGE
from oathbook.projections.promise_ledger import PROMISE_LEDGER
from oathbook.projections.promise_ledger_rows import GameLedger, PlayerWord, game_ledger, player_word

AfterPledge = Annotated[str | None, Query(pattern=AFTER_PLACE, description="`next` from the previous page.")]
PlayerPath = Annotated[
    str, Path(min_length=1, max_length=200, description="The name of a player, as in the catalogue.")
]

router = APIRouter(route_class=ApiRoute, tags=["promises"])


@router.get(
    "/games/{game}/ledger",
    responses=describe_response(GameLedger),
    operation_id="game_ledger",
    summary="Get the ledger of a game",
)
async def ledger_of(service: ServiceHere, caller: CallerHere, wait: Wait = None) -> Response:
    """The result of each promise of a game, who is to blame and what they pay, as far as everyone may see."""
    await wait_for_projections(service, caller.game, wait, PROMISE_LEDGER.name)
    return json_response(await run_in_threadpool(game_ledger, service.views, caller.game))


@router.get(
    "/players/{name:path}/promises",
    responses=describe_response(PlayerWord),
    operation_id="player_promises",
    summary="List a player's promises",
)
async def promises_of(
    service: ServiceHere,
    name: PlayerPath,
    *,
    game: Annotated[str | None, Query(max_length=64, description="Only promises of this game.")] = None,
    imported: Annotated[bool, Query(description="Of the player of that name in imported records.")] = False,
    after: AfterPledge = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = 50,
    wait: Wait = None,
) -> Response:
    """A player's promises in all games and their results, newest game first, with totals.

    Who is called so in imported records is another player, whom nobody here has vouched for.
    """
    if wait is not None and game is None:
        raise BadRecord("wait: name the game of this position with game")
    if game is not None:
        service.head(game)
        await wait_for_projections(service, game, wait, PROMISE_LEDGER.name)
    behind = parse_place(after)
    asked = partial(player_word, imported=imported, game=game, after=behind, limit=limit)
    return json_response(await run_in_threadpool(asked, service.views, name))
