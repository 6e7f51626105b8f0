"""A game looked at again: its state, its frames, its timeline, its standing."""

from collections.abc import AsyncGenerator
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.cache_control import LastingName, cache_headers
from oathbook.api.http.read_your_writes import Wait, wait_for_projections
from oathbook.api.http.responses import json_response, query_response, run_for_caller, wants_lines
from oathbook.api.http.usual import Usual, UsualRoute
from oathbook.api.queries import replay_queries as forms
from oathbook.api.schemas import replays
from oathbook.api.schemas.odds import OddsTold
from oathbook.api.schemas.shapes import LINES, describe_response
from oathbook.api.service import Service
from oathbook.domain.kernel import Viewer
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.kernel.limits import EVENTS_PER_GAME, PAGE
from oathbook.projections import timeline

router = APIRouter(route_class=ApiRoute, tags=["replay"])

SaysFilter = Annotated[
    str | None,
    Query(max_length=200, description="Only where a sentence, or the id of a clause it cites, contains this text."),
]

First = Annotated[int, Query(alias="from", ge=1, le=EVENTS_PER_GAME)]
Last = Annotated[int | None, Query(alias="to", ge=1, le=EVENTS_PER_GAME)]

Rulings = Annotated[
    Literal["counted", "left-out"],
    Query(
        description="With `left-out`, scores are without what rulings on disputes take: they may come long after the "
        "event that they are about."
    ),
]


@router.get("/games/{game}/state", responses=describe_response(replays.StateTold), summary="Get the state")
async def state(
    service: callers.ServiceHere, caller: callers.CallerHere, at: callers.At = None, looking: callers.LookAs = None
) -> Response:
    """The game after a position, as one viewer saw it."""
    return query_response(await run_for_caller(service, caller, caller.view_as(looking), forms.state, at))


@router.get("/games/{game}/frames", responses=describe_response(replays.FramesPage, lines=True), summary="List frames")
async def frames(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    request: Request,
    first: First = 1,
    last: Last = None,
    looking: callers.LookAs = None,
) -> Response:
    """Position by position: what happened and why, the view, what changed. One page or, as lines, all of it."""
    return await _frames(service, caller, request, caller.view_as(looking), (first, last))


async def _frames(
    service: Service, caller: callers.Caller, request: Request, viewer: Viewer, wanted_from_to: tuple[int, int | None]
) -> Response:
    first, last = wanted_from_to
    if not wants_lines(request):
        return query_response(await run_for_caller(service, caller, viewer, forms.frames, first, last))
    told = await run_for_caller(service, caller, viewer, forms.frame_lines, first, last)
    wanted = told.position if last is None else min(last, told.position)

    async def every_line() -> AsyncGenerator[bytes]:
        page = told
        for start in range(first, wanted + 1, PAGE):
            if start > first:
                page = await run_for_caller(service, caller, viewer, forms.frame_lines, start, wanted)
            for line in page.body.splitlines(keepends=True):
                yield line
        trailer = {"oathbook": "end/1", "frames": max(0, wanted - first + 1), "position": told.position}
        yield canonical_bytes(trailer) + b"\n"

    return StreamingResponse(every_line(), media_type=LINES)


@router.get(
    "/games/{game}/scenes",
    responses=describe_response(replays.ScenesPage),
    operation_id="scenes",
    summary="List scenes",
)
async def scenes_of(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    first: First = 1,
    last: Last = None,
    looking: callers.LookAs = None,
    rulings: Rulings = "counted",
    named: LastingName = None,
) -> Response:
    """Position by position: what happened, and the game after it as shapes, enough to draw any game."""
    viewer, counted = caller.view_as(looking), rulings == "counted"
    told = await run_for_caller(service, caller, viewer, forms.scenes_page, first, last, rulings=counted)
    return query_response(told, cache_headers(caller, told, named))


@router.get(
    "/games/{game}/steps", responses=describe_response(replays.StepsPage), operation_id="steps", summary="List steps"
)
async def steps_of(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    first: First = 1,
    last: Last = None,
    looking: callers.LookAs = None,
    named: LastingName = None,
) -> Response:
    """Step by step: what happened, in sentences. A step is on the page that holds its last position, and whole."""
    told = await run_for_caller(service, caller, caller.view_as(looking), forms.steps, first, last)
    return query_response(told, cache_headers(caller, told, named))


@router.get(
    "/games/{game}/scenes/{position}/since",
    responses=describe_response(replays.SinceTold),
    operation_id="since",
    summary="List changes in a scene",
)
async def since_of(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    position: callers.PositionPath,
    looking: callers.LookAs = None,
    rulings: Rulings = "counted",
    named: LastingName = None,
) -> Response:
    """For everything in a scene, in the same order, the last event that changed it or made it appear.

    It covers the marks of cells, pieces and their notes, trays and their stacks, and the scores.
    """
    viewer, counted = caller.view_as(looking), rulings == "counted"
    told = await run_for_caller(service, caller, viewer, forms.since, position, rulings=counted)
    return query_response(told, cache_headers(caller, told, named))


@router.get(
    "/games/{game}/outline",
    responses=describe_response(replays.OutlineTold),
    operation_id="outline",
    summary="Get the outline",
)
async def outline_of(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    after: Annotated[int, Query(ge=0, le=EVENTS_PER_GAME)] = 0,
    looking: callers.LookAs = None,
    rulings: Rulings = "counted",
    named: LastingName = None,
) -> Response:
    """The game at a glance: where steps, phases, turns and rounds begin and end, what is marked, how scores changed."""
    viewer, counted = caller.view_as(looking), rulings == "counted"
    told = await run_for_caller(service, caller, viewer, forms.outline, after, rulings=counted)
    return query_response(told, cache_headers(caller, told, named))


@router.get(
    "/games/{game}/timeline",
    responses=describe_response(timeline.Timeline),
    operation_id="timeline",
    summary="Read the timeline",
)
async def timeline_of(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    after: Annotated[int, Query(ge=0, le=EVENTS_PER_GAME)] = 0,
    says: SaysFilter = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    wait: Wait = None,
) -> Response:
    """What everyone may know of the game, one sentence for each thing that happened, up to the position it names."""
    await wait_for_projections(service, caller.game, wait, timeline.TIMELINE.name)
    found = await run_in_threadpool(timeline.timeline, service.views, caller.game, after=after, says=says, limit=limit)
    return json_response(found)


@router.get("/games/{game}/standing", responses=describe_response(replays.StandingTold), summary="Get the standing")
async def standing(
    service: callers.ServiceHere, caller: callers.CallerHere, at: callers.At = None, looking: callers.LookAs = None
) -> Response:
    """Scores with what promises and rulings cost, who is out, and how it ended.

    It is worked out from what the caller may see up to a position: everything, once everything is revealed.
    """
    viewer = caller.query_viewer if looking is None else caller.view_as(looking)
    return query_response(await run_for_caller(service, caller, viewer, forms.standing, at))


@router.get("/games/{game}/odds", responses=describe_response(OddsTold), summary="Get the odds of a decision")
async def odds(
    service: callers.ServiceHere, caller: callers.CallerHere, at: callers.At = None, looking: callers.LookAs = None
) -> Response:
    """How likely each draw and outcome of a recorded decision was, from what the caller may see before it.

    The chances are exact fractions or, where the rules would be asked over 3,000 times, estimates from 10,000 samples.
    """
    viewer = caller.query_viewer if looking is None else caller.view_as(looking)
    return query_response(await run_for_caller(service, caller, viewer, forms.odds, at, slow=True))


async def _answer_usual_request(usual: Usual) -> Response:
    caller = await callers.current_caller(usual.service, usual.game, usual.authorization)
    return await _frames(usual.service, caller, usual.request, caller.viewer, (1, None))


USUAL: Final = (UsualRoute("GET", "/v1/games/{game}/frames", _answer_usual_request),)
"""Programs often request all frames of a finished game."""
