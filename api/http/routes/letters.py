"""Letters: a look at one before anybody signs it."""

from contextlib import nullcontext
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import Authorization, ServiceHere, caller_of
from oathbook.api.http.limiting import Meter, MeterHere
from oathbook.api.http.responses import answer
from oathbook.api.schemas import problems
from oathbook.api.schemas.letters import (
    EXAMPLES,
    LetterChecked,
    World,
    checked,
    going_on,
    suggestions,
    world_of,
    world_without_a_game,
)
from oathbook.api.schemas.service import answers
from oathbook.api.service import Service
from oathbook.domain.errors import BadLetter
from oathbook.domain.kernel.limits import LETTER_BYTES, SEATS
from oathbook.domain.promises.letter.phrases import PLAYER

router = APIRouter(route_class=ApiRoute, tags=["promises"], prefix="/letters")


class LetterToCheck(BaseModel):
    """A letter, and whose words it uses: a game's, an edition's (with the seats of a table), or the examples'."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"letter": "Red promises Blue to give 2 wood to Blue."}]}
    )

    letter: Annotated[str, Field(max_length=2 * LETTER_BYTES)]
    game: Annotated[str | None, Field(max_length=64)] = None
    edition: Annotated[str | None, Field(max_length=80)] = None
    seats: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=SEATS)] = []

    @model_validator(mode="after")
    def _names_one_world(self) -> "LetterToCheck":
        if (self.game is not None and self.edition is not None) or (self.seats and self.edition is None):
            msg = "name a game, or an edition (with seats, if you like), or neither"
            raise ValueError(msg)
        return self


@router.post("/check", responses=answers(LetterChecked), operation_id="check_letter", summary="Check a letter")
async def check(
    service: ServiceHere, meter: MeterHere, body: LetterToCheck, authorization: Authorization = None
) -> Response:
    """Read a letter and say what it means, what prevents signing and what is risky. Nothing is recorded.

    In a game, remarks also say that it is too late, or that the opposite was promised, as far as the caller may know.
    If the letter cannot be read, the problem says why, gives the place and what could be there, up to five
    ``suggestions`` (whole letters that can be signed), and how the letter could go on.
    """
    async with nullcontext() if body.game is None else service.folding:
        return await run_in_threadpool(_checked, service, meter, body, authorization)


def _checked(service: Service, meter: Meter, body: LetterToCheck, authorization: str | None) -> Response:
    caller = None if body.game is None else caller_of(service, body.game, authorization)
    meter.take("letters", caller.key if caller else "")
    replay = None if caller is None else service.replays.replay(caller.game, caller.viewer)
    world = _world(service, body) if replay is None else world_of(replay.record.ruleset, replay.record.opened.setup())
    writer = "" if replay is None or replay.viewer not in world.names[PLAYER] else replay.viewer
    try:
        return answer(checked(body.letter, world, replay, writer))
    except BadLetter as bad:
        instead = suggestions(body.letter, world, replay, writer)
        raise problems.of(bad, says=bad.says, suggestions=instead, next=going_on(body.letter, world)) from None


def _world(service: Service, body: LetterToCheck) -> World:
    if body.edition is not None:
        return world_without_a_game(service.ruleset_of(body.edition), tuple(body.seats))
    return EXAMPLES
