"""A game looked at again: its state, its frames, its timeline, its standing."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from msgspec.structs import asdict
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from api.http.callers import FOLDING, At, CallerHere, LookAs, PositionPath, ServiceHere
from api.http.lasting import LastingAs, lasting
from api.http.read_your_writes import Wait, waited
from api.http.ready import ready
from api.http.responses import answer, frames_form, lines_of, must_be_there, page_of, state_form, wants_lines
from api.schemas.replays import (
    FramesPage,
    OutlineTold,
    ScenesPage,
    SinceTold,
    StandingTold,
    StateTold,
    StepsPage,
    scenes,
)
from api.schemas.service import LINES, answers
from domain.kernel.limits import EVENTS_PER_GAME, PAGE
from projections import timeline
from replays.sentences import steps_said

router = APIRouter(tags=["replay"])

SaysFilter = Annotated[
    str | None,
    Query(max_length=200, description="Only where a sentence, or the id of a clause it cites, contains this text."),
]

Rulings = Annotated[
    Literal["counted", "left-out"],
    Query(
        description="With `left-out`, scores are without what rulings on disputes take: they may come long after the "
        "event that they are about."
    ),
]


@router.get("/games/{game}/state", responses=answers(StateTold), dependencies=[FOLDING], summary="Get the state")
def state(service: ServiceHere, caller: CallerHere, at: At = None, looking: LookAs = None) -> Response:
    """The game after a position, as one viewer saw it."""
    replay = service.replays.replay(caller.game, caller.looking_as(looking))
    position = len(replay) if at is None else at
    must_be_there(position, len(replay))
    return answer(state_form(replay, position))


@router.get(
    "/games/{game}/frames", responses=answers(FramesPage, lines=True), dependencies=[FOLDING], summary="List frames"
)
def frames(
    service: ServiceHere,
    caller: CallerHere,
    request: Request,
    first: Annotated[int, Query(alias="from", ge=1, le=EVENTS_PER_GAME)] = 1,
    last: Annotated[int | None, Query(alias="to", ge=1, le=EVENTS_PER_GAME)] = None,
    looking: LookAs = None,
) -> Response:
    """Position by position: what happened and why, the view, what changed. One page or, as lines, all of it."""
    replay = service.replays.replay(caller.game, caller.looking_as(looking))
    length = len(replay)
    if wants_lines(request):
        end = length if last is None else min(last, length)
        shown = frames_form(replay.frames(first=first, last=end), replay)
        trailer = {"oathbook": "end/1", "frames": max(0, end - first + 1), "position": length}
        return StreamingResponse(lines_of(shown, trailer), media_type=LINES)
    first, end = page_of(first, last, length)
    wanted = length if last is None else min(last, length)

    def form() -> FramesPage:
        return FramesPage(
            game=caller.game,
            edition=replay.record.opened.edition,
            viewer=replay.viewer,
            position=length,
            frames=tuple(frames_form(replay.frames(first=first, last=end), replay)),
            next=end + 1 if end < wanted else None,
        )

    return ready(service, replay, "frames", first, end, wanted, form=form)


@router.get("/games/{game}/scenes", responses=answers(ScenesPage), dependencies=[FOLDING], summary="List scenes")
def scenes_of(
    service: ServiceHere,
    caller: CallerHere,
    first: Annotated[int, Query(alias="from", ge=1, le=EVENTS_PER_GAME)] = 1,
    last: Annotated[int | None, Query(alias="to", ge=1, le=EVENTS_PER_GAME)] = None,
    looking: LookAs = None,
    rulings: Rulings = "counted",
    named: LastingAs = None,
) -> Response:
    """Position by position: what happened, and the game after it as shapes, enough to draw any game."""
    replay = service.replays.replay(caller.game, caller.looking_as(looking), rulings=rulings == "counted")
    first, end = page_of(first, last, len(replay))
    wanted = len(replay) if last is None else min(last, len(replay))

    def form() -> ScenesPage:
        return ScenesPage(
            game=caller.game,
            edition=replay.record.opened.edition,
            viewer=replay.viewer,
            position=len(replay),
            scenes=tuple(scenes(replay, first=first, last=end)),
            next=end + 1 if end < wanted else None,
        )

    headers = lasting(caller, replay, named)
    return ready(service, replay, "scenes", first, end, wanted, form=form, headers=headers)


@router.get("/games/{game}/steps", responses=answers(StepsPage), dependencies=[FOLDING], summary="List steps")
def steps_of(
    service: ServiceHere,
    caller: CallerHere,
    first: Annotated[int, Query(alias="from", ge=1, le=EVENTS_PER_GAME)] = 1,
    last: Annotated[int | None, Query(alias="to", ge=1, le=EVENTS_PER_GAME)] = None,
    looking: LookAs = None,
    named: LastingAs = None,
) -> Response:
    """Step by step: what happened, in sentences. A step is on the page that holds its last position, and whole."""
    replay = service.replays.replay(caller.game, caller.looking_as(looking))
    first, end = page_of(first, last, len(replay))
    wanted = len(replay) if last is None else min(last, len(replay))

    def form() -> StepsPage:
        return StepsPage(
            game=caller.game,
            edition=replay.record.opened.edition,
            viewer=replay.viewer,
            position=len(replay),
            steps=tuple(steps_said(replay, first=first, last=end)),
            next=end + 1 if end < wanted else None,
        )

    headers = lasting(caller, replay, named)
    return ready(service, replay, "steps", first, end, wanted, form=form, headers=headers)


@router.get(
    "/games/{game}/scenes/{position}/since",
    responses=answers(SinceTold),
    dependencies=[FOLDING],
    summary="List changes in a scene",
)
def since_of(
    service: ServiceHere,
    caller: CallerHere,
    position: PositionPath,
    looking: LookAs = None,
    rulings: Rulings = "counted",
    named: LastingAs = None,
) -> Response:
    """For everything in a scene, in the same order, the last event that changed it or made it appear.

    It covers the marks of cells, pieces and their notes, trays and their stacks, and the scores.
    """
    index = service.replays.index(caller.game, caller.looking_as(looking), rulings=rulings == "counted")
    replay = index.replay
    must_be_there(position, len(replay))

    def form() -> SinceTold:
        found = asdict(index.since(position))
        return SinceTold(**found, game=caller.game, edition=replay.record.opened.edition, viewer=replay.viewer)

    return ready(service, replay, "since", position, form=form, headers=lasting(caller, replay, named))


@router.get("/games/{game}/outline", responses=answers(OutlineTold), dependencies=[FOLDING], summary="Get the outline")
def outline_of(
    service: ServiceHere,
    caller: CallerHere,
    after: Annotated[int, Query(ge=0, le=EVENTS_PER_GAME)] = 0,
    looking: LookAs = None,
    rulings: Rulings = "counted",
    named: LastingAs = None,
) -> Response:
    """The game at a glance: where steps, phases, turns and rounds begin and end, what is marked, how scores changed."""
    index = service.replays.index(caller.game, caller.looking_as(looking), rulings=rulings == "counted")
    replay = index.replay

    def form() -> OutlineTold:
        return OutlineTold(
            **asdict(index.outline(after=after)),
            game=caller.game,
            edition=replay.record.opened.edition,
            viewer=replay.viewer,
            after=after,
        )

    return ready(service, replay, "outline", after, form=form, headers=lasting(caller, replay, named))


@router.get("/games/{game}/timeline", responses=answers(timeline.Timeline), summary="Read the timeline")
async def timeline_of(
    service: ServiceHere,
    caller: CallerHere,
    after: Annotated[int, Query(ge=0, le=EVENTS_PER_GAME)] = 0,
    says: SaysFilter = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    wait: Wait = None,
) -> Response:
    """What everyone may know of the game, one sentence for each thing that happened, up to the position it names."""
    await waited(service, caller.game, wait, timeline.TIMELINE.name)
    found = await run_in_threadpool(timeline.timeline, service.views, caller.game, after=after, says=says, limit=limit)
    return answer(found)


@router.get(
    "/games/{game}/standing", responses=answers(StandingTold), dependencies=[FOLDING], summary="Get the standing"
)
def standing(service: ServiceHere, caller: CallerHere, at: At = None, looking: LookAs = None) -> Response:
    """Scores with what promises and rulings cost, who is out, and how it ended.

    It is worked out from what the caller may see up to a position: everything, once everything is revealed.
    """
    viewer = caller.asking_as if looking is None else caller.looking_as(looking)
    replay = service.replays.replay(caller.game, viewer)
    position = len(replay) if at is None else at
    must_be_there(position, len(replay))
    found = replay.standing(replay.game_at(position))
    return answer(
        StandingTold(
            **asdict(found),
            game=caller.game,
            viewer=viewer,
            position=position,
            judged_upto=0 if found.fault else position,
        )
    )
