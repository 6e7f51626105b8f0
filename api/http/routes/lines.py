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
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.kernel.limits import DRAWS_PER_STEP
from oathbook.domain.recording.notation.game_notation import MOST_CHARACTERS
from oathbook.domain.recording.notation.line_reader import seat_of_line

router = APIRouter(route_class=ApiRoute, tags=["play"])


class LineToRead(BaseModel):
    """A line to read: at a position (the newest by default), up to a column counted from 0 (its end by default).

    ``draws`` are lines about what came of its draws so far, in their order. ``foresee`` asks which promises the
    decision would break.
    """

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"line": "plan bow", "foresee": True}]})

    line: LineField
    at: PositionField | None = None
    column: Annotated[int, Field(ge=0, le=MOST_CHARACTERS)] | None = None
    draws: Annotated[list[LineField], Field(max_length=DRAWS_PER_STEP)] = []
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
    """Read a line of notation for the seat that it names, by default that of the key.

    A line that cannot be read is an answer too. It says how the line reads and what the rules say to it or, up to
    where it is read, what could stand there; with `foresee` also which promises it would break, from what this seat
    sees. Nothing is recorded.
    """
    if not body.foresee:
        return await service.run_in_thread(_response, caller.game, caller.query_viewer, service, caller, body)
    async with service.folding:  # as it goes through the whole game for its promises, and few do so at once
        return await run_in_threadpool(_response, service, caller, body)


def _response(service: Service, caller: callers.Caller, body: LineToRead) -> Response:
    caller = speaker_of(service, caller, body.line)
    game, viewer, seat = caller.game, caller.query_viewer, caller.require_seat()
    replay = service.replays.replay(game, viewer)
    at = len(replay) if body.at is None else body.at
    must_be_there(at, len(replay))
    notation = service.notations.notation(game, viewer)
    asked = QuestionContext(replay.record.ruleset, replay.game_at(at), at, replay.entries[:at], replay.effects_by(at))
    context = LineContext(
        asked,
        notation,
        seat,
        service.sources.salts,
        partial(service.notations.options, game, viewer, seat, at),
        lambda: service.replays.replay(game, PUBLIC).entries[:at],
        caller.witnesses,
    )
    answer = answer_line(context, _up_to(body), body.draws)
    return json_response(present_line(answer, game, at, seat, foresee=body.foresee))


def _up_to(body: LineToRead) -> str:
    if body.column is not None and body.column > len(body.line):
        raise BadRecord(f"column: the line has {len(body.line)} characters")
    return body.line[: body.column]


def speaker_of(service: Service, caller: callers.Caller, line: str) -> callers.Caller:
    """Returns the caller as the seat that a line names, by default their own; refuses as ``Caller.speak_as``."""
    return caller.speak_as(seat_of_line(service.notations.notation(caller.game, caller.query_viewer), line), "line")
