"""What a seat may decide: as a list, or step by step, with what decisions do to promises."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query
from msgspec.structs import asdict, replace
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.responses import json_response, query_response, run_for_caller
from oathbook.api.http.usual import Usual, UsualRoute
from oathbook.api.queries.options import option_marks, options_at
from oathbook.api.queries.query import must_be_there
from oathbook.api.schemas.answers import present_options_in_words
from oathbook.api.schemas.lines import LineField
from oathbook.api.schemas.marks import MarksTold, present_marks
from oathbook.api.schemas.shapes import OptionsTold, describe_response
from oathbook.api.service import Service
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.notation.choices import choices_of
from oathbook.domain.recording.notation.lights import Lights
from oathbook.domain.rulesets.protocol import Options
from oathbook.replays.frames import Replay

router = APIRouter(route_class=ApiRoute, tags=["play"])

OptionsForm = Annotated[
    Literal["choices"] | None, Query(description="`choices`: step by step, with the `forms` of the game; else a list.")
]


MarkOptions = Annotated[
    bool, Query(description="Say which decisions break or keep promises of this seat, from what it sees.")
]


@router.get("/games/{game}/options", responses=describe_response(OptionsTold), summary="List options")
async def options(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    seat: Annotated[str | None, Query(max_length=40)] = None,
    at: callers.At = None,
    form: OptionsForm = None,
    marks: MarkOptions = False,  # noqa: FBT002  # because it is a parameter of the address
) -> Response:
    """Who must decide and what the seat may decide: now or, with `at`, at an earlier position.

    The seat is that of the key, or one that its holder writes for. A list ends after 200 decisions; choices lead to
    up to 20,000 of them, step by step. Of more, or where they take over 1 MiB, choices tell the verbs only, with open
    slots.

    With `marks` the answer has the decisions that break or keep promises: each with its line and its `number` among
    all of them. The marks are about the seat's own promises and, of an answer to others, about theirs.
    """
    if seat is not None:
        caller = caller.speak_as(seat, "seat")
    if marks:
        async with service.folding:  # as it may go through the whole game for its promises, and few do so at once
            return await run_in_threadpool(_options_response, service, caller, at, form, marks=True)
    run = service.run_in_thread if form else service.run_for_viewer  # as choices take some 20 ms of a long list
    return await run(_options_response, caller.game, caller.viewer, service, caller, at, form)


@router.get("/games/{game}/options/marks", responses=describe_response(MarksTold), summary="List marks of options")
async def marks_of_options(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    seat: Annotated[str | None, Query(max_length=40)] = None,
    at: callers.At = None,
    line: Annotated[LineField | None, Query(description="One decision, in notation, in place of all options.")] = None,
) -> Response:
    """What each option does to the promises of a seat, with all that takes longer to find out.

    Besides the decisions that break or keep a promise these are the ones after which something owed can no longer be
    done, and those that let the last chance go. The seat is that of the key, or one that its holder writes for.
    """
    caller = caller.speak_as(seat, "seat")
    about = (caller.require_seat(), at, line)
    return query_response(await run_for_caller(service, caller, caller.viewer, option_marks, *about, slow=True))


def _options_response(
    service: Service, caller: callers.Caller, at: int | None, form: Literal["choices"] | None, *, marks: bool = False
) -> Response:
    own = caller.seat
    replay = service.replays.replay(caller.game, caller.viewer)
    position = len(replay) if at is None else at
    must_be_there(position, len(replay))
    told = OptionsTold(caller.game, position, replay.to_act(replay.game_at(position)), own)
    if own is not None:
        found = options_at(replay, own, position)
        told = (
            _with_choices(told, service, found, Lights(replay.scene(replay.game_at(position)), own))
            if form
            else _with_list(told, replay, found)
        )
        if marks:
            notation = service.notations.notation(replay.record.game, own)
            told = replace(told, marks=tuple(present_marks(replay, own, position, found, notation)))
    return json_response(told)


def _with_list(answer: OptionsTold, replay: Replay, found: Options[Any]) -> OptionsTold:
    shown, says = present_options_in_words(replay.record.ruleset, found, replay.roster)
    return replace(answer, **asdict(shown), says=says)


def _with_choices(answer: OptionsTold, service: Service, found: Options[Any], lights: Lights) -> OptionsTold:
    name, _ = service.notations.forms(answer.game)
    notation = service.notations.notation(answer.game, PUBLIC)
    return replace(answer, **asdict(choices_of(notation, found, lights)), forms=name)


async def _answer_usual_request(usual: Usual) -> Response:
    caller = await callers.current_caller(usual.service, usual.game, usual.authorization)
    return await usual.service.run_for_viewer(
        _options_response, caller.game, caller.viewer, usual.service, caller, None, None
    )


USUAL: Final = UsualRoute("GET", "/v1/games/{game}/options", _answer_usual_request)
"""The route by which players see what they may decide."""
