"""Letters: a look at one before anybody signs it."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import Authorization, ServiceHere, identify_caller
from oathbook.api.http.rate_limits import Meter, MeterHere
from oathbook.api.http.responses import json_response
from oathbook.api.queries.letter_query import LetterQuery, LetterUnread
from oathbook.api.schemas import letter_review, problems
from oathbook.api.schemas.shapes import describe_response
from oathbook.api.service import Service
from oathbook.domain.kernel.limits import LETTER_BYTES, SEATS

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
            raise ValueError("name a game, or an edition (with seats, if you like), or neither")
        return self


@router.post(
    "/check",
    responses=describe_response(letter_review.LetterChecked),
    operation_id="check_letter",
    summary="Check a letter",
)
async def check(
    service: ServiceHere, meter: MeterHere, body: LetterToCheck, authorization: Authorization = None
) -> Response:
    """Read a letter and say what it means, what prevents signing and what is risky. Nothing is recorded.

    In a game, remarks also say that it is too late, or that the opposite was promised, as far as the caller may know.
    A party also hears of a game that would go badly for it from here: ``you-pay``, ``nobody-pays``.
    If the letter cannot be read, the problem says why, gives the place and what could be there, up to five
    ``suggestions`` (whole letters that can be signed), and how the letter could go on. Where each suggestion would
    leave out a condition, time, order, amount, negation, person or permission, ``asks`` says which word to clear up.
    """
    query = await run_in_threadpool(_query, service, meter, body, authorization)
    found = await service.review_letter(query)
    if isinstance(found, LetterUnread):
        more = {"suggestions": found.suggestions, "asks": found.asks, "next": found.next}
        raise problems.from_exception(found.why, says=found.why.says, **more)
    return json_response(found)


def _query(service: Service, meter: Meter, body: LetterToCheck, authorization: str | None) -> LetterQuery:
    if body.game is None:
        meter.take("letters")
        return LetterQuery(body.letter, body.edition, tuple(body.seats))
    caller = identify_caller(service, body.game, authorization)
    meter.take("letters", caller.key)
    return LetterQuery(body.letter, game=caller.game, viewer=caller.viewer)
