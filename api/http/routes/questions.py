"""What would the rules say? A question about a position of a game, or about a game that is only set up."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.responses import Response

from oathbook.api.asking.positions import must_be_there
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import FOLDING, Authorization, ServiceHere, caller_of
from oathbook.api.http.responses import answer
from oathbook.api.http.routes.decisions import ReportedDraw
from oathbook.api.schemas.answers import reply
from oathbook.api.schemas.dispute_requests import PositionField
from oathbook.api.schemas.service import Answered, answers
from oathbook.api.service import Service
from oathbook.domain.application.questions import SENT, AskedGame, RulesQuestion, question, set_up
from oathbook.domain.kernel.limits import DRAWS_PER_STEP

router = APIRouter(route_class=ApiRoute, tags=["rules"])


class QuestionToAsk(BaseModel):
    """A decision, and where it would be made: in a game after a number of events, or in a setup with its edition."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str | None, Field(max_length=64)] = None
    at: PositionField | None = None
    setup: dict[str, Any] | None = None
    decision: dict[str, Any]
    draws: Annotated[list[ReportedDraw], Field(max_length=DRAWS_PER_STEP)] = []

    @model_validator(mode="after")
    def _is_about_one_thing(self) -> "QuestionToAsk":
        if (self.game is None) == (self.setup is None) or (self.at is not None and self.game is None):
            msg = "name either a game, with a position if it is not the last one, or a setup"
            raise ValueError(msg)
        return self


@router.post("/ask", responses=answers(Answered), dependencies=[FOLDING], summary="Ask the rules")
def ask(service: ServiceHere, body: QuestionToAsk, authorization: Authorization = None) -> Response:
    """Ask the rules. Nothing is recorded and nothing is drawn.

    About a game, the answer uses what the caller may see: everything, once everything is revealed.
    """
    question = _question(service, body, authorization)
    return answer(reply(question, question.answered()))


def _question(service: Service, body: QuestionToAsk, authorization: str | None) -> RulesQuestion:
    draws = tuple(each.report() for each in body.draws)
    return question(_asked(service, body, authorization), body.decision, draws, service.sources, named=SENT)


def _asked(service: Service, body: QuestionToAsk, authorization: str | None) -> AskedGame:
    if body.game is None:
        return set_up(body.setup or {}, service.ruleset_of, service.sources, where="setup")
    caller = caller_of(service, body.game, authorization)
    replay = service.replays.replay(body.game, caller.asking_as)
    at = len(replay) if body.at is None else body.at
    must_be_there(at, len(replay))
    return AskedGame(replay.record.ruleset, replay.game_at(at), at, replay.entries[:at], replay.ruled_by(at))
