"""What would the rules say? A question about a position of a game, or about a game that is only set up."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.responses import Response

from api.callers import Authorization, ServiceHere, caller_of
from api.forms import answer, must_be_there
from api.questions import Question
from api.replies import reply
from api.routers.decisions import ReportedDraw, supposed
from api.service import Service
from api.shapes import Answered, answers
from domain.errors import BadRecord
from domain.games.game import Game
from domain.kernel.limits import DRAWS_PER_STEP, EVENTS_PER_GAME
from domain.kernel.seats import HOLDER, TABLE
from domain.recording import pen as pens
from domain.recording.clear import decision_from
from domain.recording.pen import Opening
from domain.recording.setups import setup_from, written_setup
from domain.rulesets.protocol import AnyRuleset

router = APIRouter(tags=["rules"])


class QuestionToAsk(BaseModel):
    """A decision, and where it would be made: in a game after so many events, or in a setup with its edition."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str | None, Field(max_length=64)] = None
    at: Annotated[int | None, Field(ge=1, le=EVENTS_PER_GAME)] = None
    setup: dict[str, Any] | None = None
    decision: dict[str, Any]
    draws: Annotated[list[ReportedDraw], Field(max_length=DRAWS_PER_STEP)] = []

    @model_validator(mode="after")
    def _is_about_one_thing(self) -> "QuestionToAsk":
        if (self.game is None) == (self.setup is None) or (self.at is not None and self.game is None):
            msg = "name either a game, with a position if it is not the last one, or a setup"
            raise ValueError(msg)
        return self


@router.post("/ask", responses=answers(Answered))
def ask(service: ServiceHere, body: QuestionToAsk, authorization: Authorization = None) -> Response:
    """Ask the rules. Nothing is recorded and nothing is drawn.

    Of a game, whoever asks knows what they see of it, and everything once all is revealed.
    """
    question = _question(service, body, authorization)
    return answer(reply(question, question.answered()))


def _question(service: Service, body: QuestionToAsk, authorization: str | None) -> Question:
    if body.game is not None:
        caller = caller_of(service, body.game, authorization)
        replay = service.shelf.replay(body.game, HOLDER if caller.head.secrets_are_out else caller.viewer)
        at = len(replay) if body.at is None else body.at
        must_be_there(at, len(replay))
        return _about(service, body, replay.record.ruleset, replay.game_at(at), at)
    setup = dict(body.setup or {})
    edition = setup.pop("edition", None)
    if not isinstance(edition, str):
        msg = "setup: edition: name the edition, such as knights_duty/1"
        raise BadRecord(msg)
    ruleset = service.ruleset_of(edition)
    written = written_setup(setup, where="setup")
    opening = Opening(setup_from(ruleset, written, where="setup"), "witnessed", written.reveal)
    pen, _ = pens.opened(ruleset, opening, service.sources)
    return _about(service, body, ruleset, pen.game, None)


def _about(service: Service, body: QuestionToAsk, ruleset: AnyRuleset, game: Game, at: int | None) -> Question:
    salts = service.sources.salts
    made = decision_from(ruleset.wire.decision, body.decision, by=None, salts=salts, where="decision")
    seats = (*(each.seat for each in game.opened.seats), TABLE)
    if made.by not in seats:
        msg = f"decision: by: there is no such seat; the seats are {', '.join(seats)}"
        raise BadRecord(msg)
    return Question(ruleset, game, at, made, supposed(body.draws), "draws")
