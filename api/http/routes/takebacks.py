"""Taking back what was decided: what it would take, the request, and the answers to it."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.play_steps import PlayStep
from oathbook.api.http.preconditions import expected_position, request_key_for
from oathbook.api.http.responses import etag, json_response, present_step
from oathbook.api.http.step_responses import step_response
from oathbook.api.schemas.dispute_requests import PlainText, PositionField
from oathbook.api.schemas.shapes import StepTold, describe_response
from oathbook.api.schemas.takebacks import TakebackAdvice
from oathbook.api.service import Service
from oathbook.domain.application.dispute_stream import load_stream
from oathbook.domain.errors import TakebackRefused
from oathbook.domain.games.takeback_rules import AnswerTakeback, TakeBack, TakebackAct, takeback_terms
from oathbook.domain.kernel import PUBLIC, Seat, limits
from oathbook.domain.promises.audit.public_record import PublicRecord

router = APIRouter(route_class=ApiRoute, tags=["play"])
TAKEBACK = "/games/{game}/takeback"


class TakebackToAsk(BaseModel):
    """From which decision on the game should go back, and why."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"from": 2, "why": "a slip"}]})

    start: Annotated[PositionField, Field(alias="from", description="The position of the decision.")]
    why: Annotated[PlainText, Field(max_length=200)] = ""


class AnswerToTakeback(BaseModel):
    """Whether the seat agrees to go back."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"agrees": True}]})

    agrees: bool


class TakebackStep(PlayStep):
    """A request to take something back, or to answer that."""

    def perform(self, act: TakebackAct, asked: dict[str, object]) -> Response:
        """Stores the act, and returns the step as this seat sees it."""
        game, seat = self.caller.game, self.caller.require_seat()
        start = act.start if isinstance(act, TakeBack) else _requested_start(self.service, game, act)
        if start is not None:
            must_not_be_disputed(self.service, game, start)
        on, request = expected_position(self.if_match), request_key_for(seat, self.key, {"takeback": asked})
        step = self.service.writer.take_back(
            game, act, by=seat, expected=on, request=request, caller_key=self.caller.digest
        )
        where = f"/v1/games/{game}/events/{step.position}"
        return step_response(self.service, step, seat, partial(present_step, step), where=where)


TakebackStepHere = Annotated[TakebackStep, Depends()]
post_act = partial(router.post, status_code=201, responses=describe_response(StepTold, 201))


@post_act(TAKEBACK, operation_id="take_back", summary="Take back a decision")
def take_back(stepping: TakebackStepHere, body: TakebackToAsk) -> Response:
    """Take back a decision and all that was decided since, or ask those who have to agree.

    The decisions stay in the record and no longer count.
    """
    return stepping.perform(TakeBack(body.start, body.why), body.model_dump())


@post_act(f"{TAKEBACK}/{{position}}/answer", operation_id="answer_takeback", summary="Answer a request to take back")
def answer(
    stepping: TakebackStepHere,
    position: Annotated[int, Path(ge=1, le=limits.EVENTS_PER_GAME, description="Where it was asked.")],
    body: AnswerToTakeback,
) -> Response:
    """Agree to what was asked at a position, or do not. With the last consent the game goes back."""
    return stepping.perform(AnswerTakeback(position, body.agrees), {"asked": position, **body.model_dump()})


@router.get(
    TAKEBACK, responses=describe_response(TakebackAdvice), operation_id="takeback", summary="What a takeback would take"
)
async def takeback(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    start: Annotated[
        int, Query(alias="from", ge=1, le=limits.EVENTS_PER_GAME, description="The position of the decision.")
    ],
) -> Response:
    """What it would take the caller's seat to take back a decision: whose consent, and what would go."""
    seat = caller.require_seat()
    async with service.folding:  # as it may judge every promise of the game, and few do so at once
        return await run_in_threadpool(_terms_response, service, caller.game, seat, start)


def _terms_response(service: Service, game: str, seat: Seat, start: int) -> Response:
    replay = service.replays.replay(game, PUBLIC)
    promisees = PublicRecord(replay.record.ruleset, lambda: replay.entries).promisees_of_breaches
    must_not_be_disputed(service, game, start)
    terms = takeback_terms(replay.game_at(len(replay)), replay.entries, seat, start, promisees)
    return json_response(TakebackAdvice.of(game, len(replay), terms), headers=etag(len(replay)))


def _requested_start(service: Service, game: str, answer: AnswerTakeback) -> int | None:
    """Returns where the game would go back to by an answer, or None if it would not."""
    replay = service.replays.replay(game, PUBLIC)
    request = replay.game_at(len(replay)).takebacks.request
    return request.start if answer.agrees and request and request.position == answer.asked else None


def must_not_be_disputed(service: Service, game: str, start: int) -> None:
    """Refuses where a dispute is open about something at a position or later: its ruling comes first."""
    archive = service.writer.archive
    for name, _ in archive.disputes_of(game):
        dispute = load_stream(archive, name).dispute
        at = dispute.filed.claim.get("at")
        if dispute.is_open and isinstance(at, int) and at >= start:
            raise TakebackRefused("from", f"a dispute about position {at} is open; its ruling comes first")
