"""What would the rules say? A question about a position of a game, or about a game that is only set up."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import FOLD_LIMIT, Authorization, ServiceHere, identify_caller
from oathbook.api.http.responses import json_response
from oathbook.api.queries.query import must_be_there
from oathbook.api.schemas.answers import present_answer
from oathbook.api.schemas.decision_requests import ReportedDraw
from oathbook.api.schemas.dispute_requests import PositionField
from oathbook.api.schemas.lines import LineField
from oathbook.api.schemas.shapes import Answered, describe_response
from oathbook.api.service import Service
from oathbook.domain.application import questions
from oathbook.domain.application.decision_lines import decision_from_line
from oathbook.domain.kernel.limits import DRAWS_PER_STEP

router = APIRouter(route_class=ApiRoute, tags=["rules"])


class QuestionToAsk(BaseModel):
    """A decision, and where it would be made: in a game after a number of events, or in a setup with its edition.

    The decision is JSON, or a line that begins with its seat, such as `ash: plan bow`.
    """

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str | None, Field(max_length=64)] = None
    at: PositionField | None = None
    setup: dict[str, Any] | None = None
    decision: dict[str, Any] | None = None
    line: LineField | None = None
    draws: Annotated[list[ReportedDraw], Field(max_length=DRAWS_PER_STEP)] = []

    @model_validator(mode="after")
    def _is_about_one_thing(self) -> "QuestionToAsk":
        if (self.game is None) == (self.setup is None) or (self.at is not None and self.game is None):
            raise ValueError("name either a game, with a position if it is not the last one, or a setup")
        if (self.decision is None) == (self.line is None):
            raise ValueError("send either a decision or a line")
        return self


@router.post("/ask", responses=describe_response(Answered), dependencies=[FOLD_LIMIT], summary="Ask the rules")
def ask(service: ServiceHere, body: QuestionToAsk, authorization: Authorization = None) -> Response:
    """Ask the rules. Nothing is recorded and nothing is drawn.

    About a game, the answer uses what the caller may see: everything, once everything is revealed.
    """
    question = _question(service, body, authorization)
    return json_response(present_answer(question, question.result()))


def _question(service: Service, body: QuestionToAsk, authorization: str | None) -> questions.RulesQuestion:
    draws = tuple(each.report() for each in body.draws)
    asked = _asked_game(service, body, authorization)
    decision: object = body.decision
    if body.line is not None:
        decision = decision_from_line(asked.ruleset, asked.game.opened, body.line)
    return questions.parse_question(asked, decision, draws, service.sources, named=questions.REQUEST_FIELDS)


def _asked_game(service: Service, body: QuestionToAsk, authorization: str | None) -> questions.QuestionContext:
    if body.game is None:
        return questions.set_up_game(body.setup or {}, service.ruleset_of, service.sources, where="setup")
    caller = identify_caller(service, body.game, authorization)
    replay = service.replays.replay(body.game, caller.query_viewer)
    at = len(replay) if body.at is None else body.at
    must_be_there(at, len(replay))
    return questions.QuestionContext(
        replay.record.ruleset, replay.game_at(at), at, replay.entries[:at], replay.effects_by(at)
    )
