"""The board of a game after an event, as a picture from the server."""

from functools import partial
from importlib.util import find_spec
from secrets import token_hex
from typing import Annotated, Final, Literal

from anyio import to_thread
from fastapi import APIRouter, Query
from starlette.responses import Response

from oathbook.api.pages.addresses import FOLDING, At, GameId, ServiceHere, position_in
from oathbook.api.pages.drawing.picture import picture
from oathbook.api.pages.drawing.pixels import in_pixels
from oathbook.api.service import Service
from oathbook.domain.errors import NotFound
from oathbook.domain.kernel.seats import PUBLIC

router = APIRouter(include_in_schema=False)

DRAWN_BY: Final = token_hex(4)
"""Names this run of the service: another may be another version, which draws the same thing differently."""

FOREVER: Final = "public, max-age=31536000, immutable"
POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""Content Security Policy, level 3: a picture runs and requests nothing."""

Form = Literal["svg", "png"]

TYPES: Final[dict[Form, str]] = {"svg": "image/svg+xml", "png": "image/png"}
SHARED: Final[Form] = "png" if find_spec("resvg_py") else "svg"
"""The form where links are shared: few who show a picture there show SVG, and PNG takes the extra ``pictures``."""

DrawnBy = Annotated[str, Query(alias="of", max_length=100)]


@router.get("/games/{game}/board.svg", dependencies=[FOLDING])
def board_picture(service: ServiceHere, game: GameId, at: At = None, drawn_by: DrawnBy = "") -> Response:
    """The board as everybody saw it after an event, the last one by default; ``NotFound`` where there is none such.

    What follows an event never changes what everybody saw at it, so a picture at a position may be kept.
    """
    return _answer(_board(service, game, at), "svg", is_kept=at is not None and drawn_by == DRAWN_BY)


@router.get("/games/{game}/board.png")
async def board_in_pixels(service: ServiceHere, game: GameId, at: At = None, drawn_by: DrawnBy = "") -> Response:
    """The same in pixels; ``NotFound`` also where this installation makes none, ``too-busy`` where too much waits."""
    if SHARED != "png":
        msg = "this service makes no pictures in pixels: it lacks resvg_py, which the extra `pictures` brings"
        raise NotFound(msg)
    async with service.folding:  # and not while it waits for a process, as pages would wait with it
        drawn = await to_thread.run_sync(_board, service, game, at)
    pixels = await service.workers.run(partial(in_pixels, svg=drawn))
    return _answer(pixels, "png", is_kept=at is not None and drawn_by == DRAWN_BY)


def _board(service: Service, game: str, at: int | None) -> str:
    replay = service.replays.replay(game, PUBLIC)
    position = position_in(replay, at)
    seats = tuple(each.seat for each in replay.record.opened.seats)
    return picture(replay.scene(replay.game_at(position)), seats, f"The board at position {position}")


def _answer(drawn: str | bytes, form: Form, *, is_kept: bool) -> Response:
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": FOREVER if is_kept else "no-cache"}
    return Response(drawn, headers=headers, media_type=TYPES[form])


def picture_of(game: str, position: int, form: Form = "svg") -> str:
    """The address of the board after an event."""
    return f"/games/{game}/board.{form}?at={position}&of={DRAWN_BY}"
