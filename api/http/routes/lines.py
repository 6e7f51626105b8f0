"""Reads a line of notation at a position of a game, and records nothing."""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.rate_limits import RATE_LIMITED, MeterHere
from oathbook.api.http.responses import json_response
from oathbook.api.queries.query import must_be_there
from oathbook.api.schemas.dispute_requests import PositionField
from oathbook.api.schemas.lines import LineField, LineReading, present_line
from oathbook.api.schemas.shapes import describe_response
from oathbook.api.service import Service
from oathbook.domain.application.lines import LineContext, answer_line
from oathbook.domain.application.questions import QuestionContext
from oathbook.domain.errors import BadRecord, NotYourSeat
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.notation.game_notation import MOST_CHARACTERS, GameNotation
from oathbook.domain.recording.notation.line_reader import seat_of_line

router = APIRouter(route_class=ApiRoute, tags=["play"])


class LineToRead(BaseModel):
    """A line to read: at a position (the newest by default), up to a column counted from 0 (its end by default).

    ``foresee`` asks which promises the decision would break.
    """

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"line": "plan bow", "foresee": True}]})

    line: LineField
    at: PositionField | None = None
    column: Annotated[int, Field(ge=0, le=MOST_CHARACTERS)] | None = None
    foresee: bool = False


async def _count_line(meter: MeterHere, caller: callers.CallerHere) -> None:
    caller.require_seat()
    meter.take("lines", caller.key)


LINE_LIMIT: Final = Depends(_count_line)
"""Counts the lines that a key has read; ``key-missing`` for the public."""


@router.post(
    "/games/{game}/lines",
    dependencies=[LINE_LIMIT],
    responses={**describe_response(LineReading), **RATE_LIMITED},
    summary="Read a line",
)
async def read_line(service: callers.ServiceHere, caller: callers.CallerHere, body: LineToRead) -> Response:
    """Read a line of notation for the seat of the key. A line that cannot be read is an answer too.

    It says how the line reads and what the rules say to it or, up to where it is read, what could stand there; with
    `foresee` also which promises it would break, from what this seat sees. Nothing is recorded.
    """
    seat = caller.require_seat()
    if not body.foresee:
        return await service.run_in_thread(_response, caller.game, caller.query_viewer, service, caller, body, seat)
    async with service.folding:  # as it goes through the whole game for its promises, and few do so at once
        return await run_in_threadpool(_response, service, caller, body, seat)


def _response(service: Service, caller: callers.Caller, body: LineToRead, seat: Seat) -> Response:
    game, viewer = caller.game, caller.query_viewer
    replay = service.replays.replay(game, viewer)
    at = len(replay) if body.at is None else body.at
    must_be_there(at, len(replay))
    notation = service.notations.notation(game, viewer)
    must_be_own(notation, body.line, seat)
    asked = QuestionContext(
        replay.record.ruleset, replay.game_at(at), at, replay.entries[:at], replay.ruled_penalties_by(at)
    )
    context = LineContext(
        asked,
        notation,
        seat,
        service.sources.salts,
        partial(service.notations.options, game, viewer, seat, at),
        lambda: service.replays.replay(game, PUBLIC).entries[:at],
    )
    answer = answer_line(context, _up_to(body))
    return json_response(present_line(answer, game, at, seat, foresee=body.foresee))


def _up_to(body: LineToRead) -> str:
    if body.column is not None and body.column > len(body.line):
        raise BadRecord(f"column: the line has {len(body.line)} characters")
    return body.line[: body.column]


def must_be_own(notation: GameNotation, line: str, seat: Seat) -> None:
    """Raises ``NotYourSeat`` if a line names another seat than that of the key."""
    if (seat_of_line(notation, line) or seat) != seat:
        raise NotYourSeat(f"line: this is the key of seat {seat}, which speaks only for itself")
