"""What a seat decides, and what it may decide."""

from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from fastapi.exceptions import RequestValidationError
from msgspec.structs import asdict, replace
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.asking.positions import must_be_there
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import At, Caller, CallerHere, ServiceHere, caller_in
from oathbook.api.http.preconditions import IdempotencyKey, IfMatch, expected, named
from oathbook.api.http.responses import answer, step_form
from oathbook.api.http.stored import stored_answer
from oathbook.api.http.usual import Usual, UsualRoute
from oathbook.api.schemas import problems
from oathbook.api.schemas.answers import listed, listed_and_said, reply
from oathbook.api.schemas.service import Answered, OptionsTold, StepTold, answers
from oathbook.api.service import Service
from oathbook.domain.application.questions import SENT, AskedGame, question
from oathbook.domain.chance.witnessed import Report
from oathbook.domain.errors import IllegalDecision, NotYourSeat
from oathbook.domain.kernel.hidden import Concealed
from oathbook.domain.kernel.limits import DRAWS_PER_STEP
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.recording.writing.batch import StoredStep
from oathbook.domain.rulesets.protocol import Options
from oathbook.replays.frames import Replay

router = APIRouter(route_class=ApiRoute, tags=["play"])

DryRun = Annotated[
    bool,
    Query(description="Say what would follow, also for promises, from what this seat sees. Nothing is recorded."),
]


class ReportedDraw(BaseModel):
    """A draw at the table, reported by the seat that saw it: the label of the request, and the cards in order."""

    model_config = ConfigDict(extra="forbid")

    label: Annotated[str, Field(max_length=200)]
    drawn: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=1_000)]

    def report(self) -> Report:
        """As the rules take it."""
        return Report(self.label, tuple(self.drawn))


class DecisionToMake(BaseModel):
    """A decision of the game's ruleset; in a witnessed game, with the draws it leads to."""

    model_config = ConfigDict(extra="forbid")

    decision: dict[str, Any]
    draws: Annotated[list[ReportedDraw], Field(max_length=DRAWS_PER_STEP)] = []

    def reports(self) -> tuple[Report, ...]:
        """The draws as the rules take them."""
        return tuple(each.report() for each in self.draws)


@router.post(
    "/games/{game}/decisions",
    status_code=201,
    responses={**answers(StepTold, 201), **answers(Answered)},
    summary="Make a decision",
)
async def decide(
    service: ServiceHere,
    caller: CallerHere,
    body: DecisionToMake,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    dry_run: DryRun = False,  # noqa: FBT002  # because it is a parameter of the address
) -> Response:
    """Make a decision. The step is on disk before the answer is sent."""
    if not dry_run:
        return await _decided(service, caller, body, if_match, idempotency_key)
    seat = _seat_of(caller, body)
    async with service.folding:  # as it goes through the whole game for its promises, and few do so at once
        return answer(await run_in_threadpool(_dry, service, caller, body, seat))


async def _decided(
    service: Service, caller: Caller, body: DecisionToMake, if_match: str | None, idempotency_key: str | None
) -> Response:
    seat, on = _seat_of(caller, body), expected(if_match)
    request = named(seat, idempotency_key, _asked(body, seat))
    asked = service.writer.deciding(caller.game, body.decision, body.reports(), by=seat, expected=on, request=request)
    try:
        step = await service.settling.settled(asked)
    except IllegalDecision as refused:
        more = await service.beside(_refused, caller.game, seat, service, caller, seat)
        raise problems.of(refused, **more) from None
    return await service.shown(_stored, step.game, seat, service, step, seat)


def _stored(service: Service, step: StoredStep, seat: Seat) -> Response:
    where = f"/v1/games/{step.game}/events/{step.position}"
    return stored_answer(service, step, seat, partial(step_form, step), where=where)


def _seat_of(caller: Caller, body: DecisionToMake) -> Seat:
    seat = caller.must_sit()
    if body.decision.get("by", seat) != seat:
        msg = f"decision: by: this is the key of seat {seat}, which decides only for itself"
        raise NotYourSeat(msg)
    return seat


def _asked(body: DecisionToMake, seat: Seat) -> dict[str, object]:
    return {"decision": {**body.decision, "by": seat}, "draws": [each.model_dump() for each in body.draws]}


def _dry(service: Service, caller: Caller, body: DecisionToMake, seat: Seat) -> dict[str, object]:
    """What the rules say to it now, from what this seat sees; never the seed."""
    replay = service.replays.replay(caller.game, seat)
    asked = AskedGame(replay.record.ruleset, replay.game_at(len(replay)), len(replay), replay.entries, replay.ruled)
    dry = question(asked, {**body.decision, "by": seat}, body.reports(), service.sources, named=SENT)
    return reply(dry, dry.answered())


def _refused(service: Service, caller: Caller, seat: Seat) -> dict[str, object]:
    """What else this seat may decide, from what it sees."""
    replay = service.replays.replay(caller.game, seat)
    return {
        "edition": replay.record.opened.edition,
        "legal_alternatives": listed(_options(replay, seat, len(replay))),
        "position": len(replay),
    }


@router.get("/games/{game}/options", responses=answers(OptionsTold), summary="List options")
async def options(
    service: ServiceHere,
    caller: CallerHere,
    seat: Annotated[str | None, Query(max_length=40)] = None,
    at: At = None,
) -> Response:
    """Who must decide and, for the seat that asks, what it may decide: now or, with `at`, at an earlier position."""
    own = caller.seat
    if seat is not None and seat != own:
        msg = f"seat: only {seat} may see what {seat} may decide"
        raise NotYourSeat(msg)
    return await service.shown(_told, caller.game, caller.viewer, service, caller, at)


def _told(service: Service, caller: Caller, at: int | None) -> Response:
    own = caller.seat
    replay = service.replays.replay(caller.game, caller.viewer)
    position = len(replay) if at is None else at
    must_be_there(position, len(replay))
    told = OptionsTold(caller.game, position, replay.to_act(replay.game_at(position)), own)
    if own is not None:
        found = _options(replay, own, position)
        shown, says = listed_and_said(replay.record.ruleset, found)
        told = replace(told, **asdict(shown), says=says)
    return answer(told)


def _options(replay: Replay, seat: Seat, position: int) -> Options[Any]:
    game = replay.game_at(position)
    if game.closed:
        return Options((), complete=True)
    try:
        found: Options[Any] = replay.record.ruleset.options(game.state, seat)
    except Concealed:
        return Options((), complete=False)
    return found


_BODY: Final = TypeAdapter(DecisionToMake)


async def _usual_decision(asked: Usual) -> Response:
    caller = await caller_in(asked.service, asked.game, asked.authorization)
    try:
        body = _BODY.validate_python(await asked.request.json(), from_attributes=True)
    except ValidationError as problem:
        wrong = [{**each, "loc": ("body", *each["loc"])} for each in problem.errors(include_url=False)]
        raise RequestValidationError(wrong) from None
    return await _decided(asked.service, caller, body, asked.if_match, asked.idempotency_key)


async def _usual_options(asked: Usual) -> Response:
    caller = await caller_in(asked.service, asked.game, asked.authorization)
    return await asked.service.shown(_told, caller.game, caller.viewer, asked.service, caller, None)


USUAL: Final = (
    UsualRoute("POST", "/v1/games/{game}/decisions", _usual_decision),
    UsualRoute("GET", "/v1/games/{game}/options", _usual_options),
)
"""The two that every player asks all the time."""
