"""The board of a game after an event, as a picture from the server."""

from functools import partial
from secrets import token_hex
from typing import Annotated, Final, Literal

from anyio import to_thread
from fastapi import APIRouter, Query
from starlette.responses import Response

from oathbook.api.pages import addresses
from oathbook.api.pages.drawing.picture import picture, render_png
from oathbook.api.service import Service
from oathbook.domain.kernel import PUBLIC

router = APIRouter(include_in_schema=False)

RUN_ID: Final = token_hex(4)
"""Names this run of the service: another may be another version, which draws the same thing differently."""

FOREVER: Final = "public, max-age=31536000, immutable"
POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""Content Security Policy, level 3: a picture runs and requests nothing."""

Form = Literal["svg", "png"]

TYPES: Final[dict[Form, str]] = {"svg": "image/svg+xml", "png": "image/png"}
DrawnByRun = Annotated[str, Query(alias="of", max_length=100)]


@router.get("/games/{game}/board.svg", dependencies=[addresses.FOLD_LIMIT])
def board_picture(
    service: addresses.ServiceHere, game: addresses.GameId, at: addresses.At = None, drawn_by: DrawnByRun = ""
) -> Response:
    """The board as everybody saw it after an event, the last one by default; ``NotFound`` where there is none such.

    What follows an event never changes what everybody saw at it, so a picture at a position may be kept.
    """
    return _answer(_board(service, game, at), "svg", is_kept=at is not None and drawn_by == RUN_ID)


@router.get("/games/{game}/board.png")
async def board_in_pixels(
    service: addresses.ServiceHere, game: addresses.GameId, at: addresses.At = None, drawn_by: DrawnByRun = ""
) -> Response:
    """The same in pixels, for previews of links: few who show those show SVG. ``too-busy`` where too much waits."""
    async with service.folding:  # and not while it waits for a process, as pages would wait with it
        drawn = await to_thread.run_sync(_board, service, game, at)
    pixels = await service.worker_pool.run(partial(render_png, svg=drawn))
    return _answer(pixels, "png", is_kept=at is not None and drawn_by == RUN_ID)


def _board(service: Service, game: str, at: int | None) -> str:
    replay = service.replays.replay(game, PUBLIC)
    position = addresses.position_in(replay, at)
    seats = tuple(each.seat for each in replay.record.opened.seats)
    return picture(replay.scene(replay.game_at(position)), seats, f"The board at position {position}")


def _answer(drawn: str | bytes, form: Form, *, is_kept: bool) -> Response:
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": FOREVER if is_kept else "no-cache"}
    return Response(drawn, headers=headers, media_type=TYPES[form])


def picture_address(game: str, position: int, form: Form = "svg") -> str:
    """The address of the board after an event."""
    return f"/games/{game}/board.{form}?at={position}&of={RUN_ID}"
