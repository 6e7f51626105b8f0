"""The board of a game after an event, as a picture from the server."""

from secrets import token_hex
from typing import Annotated, Final

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.pages.addresses import FOLDING, At, GameId, ServiceHere, position_in
from api.pages.drawing.picture import picture
from domain.kernel.seats import PUBLIC

router = APIRouter(include_in_schema=False)

DRAWN_BY: Final = token_hex(4)
"""Names this run of the service: another may be another version, which draws the same thing differently."""

FOREVER: Final = "public, max-age=31536000, immutable"
POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""Content Security Policy, level 3: a picture runs and requests nothing."""

DrawnBy = Annotated[str, Query(alias="of", max_length=100)]


@router.get("/games/{game}/board.svg", dependencies=[FOLDING])
def board_picture(service: ServiceHere, game: GameId, at: At = None, drawn_by: DrawnBy = "") -> Response:
    """The board as everybody saw it after an event, the last one by default; ``NotFound`` where there is none such.

    What follows an event never changes what everybody saw at it, so a picture at a position may be kept.
    """
    replay = service.replays.replay(game, PUBLIC)
    position = position_in(replay, at)
    seats = tuple(each.seat for each in replay.record.opened.seats)
    drawn = picture(replay.scene(replay.game_at(position)), seats, f"The board at position {position}")
    kept = FOREVER if at is not None and drawn_by == DRAWN_BY else "no-cache"
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": kept}
    return Response(drawn, headers=headers, media_type="image/svg+xml")


def picture_of(game: str, position: int) -> str:
    """The address of the board after an event."""
    return f"/games/{game}/board.svg?at={position}&of={DRAWN_BY}"
