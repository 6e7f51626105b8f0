"""Letters: a look at one before anybody signs it."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import Authorization, ServiceHere, identify_caller
from oathbook.api.http.rate_limits import Meter, MeterHere
from oathbook.api.http.responses import json_response
from oathbook.api.queries import letter_query
from oathbook.api.queries.letter_query import LetterQuery, LetterUnread
from oathbook.api.schemas import letter_review, problems
from oathbook.api.schemas.shapes import describe_response
from oathbook.api.service import Service
from oathbook.domain.kernel.limits import LETTER_BYTES, SEATS

router = APIRouter(route_class=ApiRoute, tags=["promises"], prefix="/letters")


class LetterWords(BaseModel):
    """Whose words letters use: a game's, an edition's (with the seats of a table), or the examples'."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str | None, Field(max_length=64)] = None
    edition: Annotated[str | None, Field(max_length=80)] = None
    seats: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=SEATS)] = []

    @model_validator(mode="after")
    def _names_one_world(self) -> "LetterWords":
        if (self.game is not None and self.edition is not None) or (self.seats and self.edition is None):
            raise ValueError("name a game, or an edition (with seats, if you like), or neither")
        return self


class LetterToCheck(LetterWords):
    """A letter, and whose words it uses: a game's, an edition's (with the seats of a table), or the examples'."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"letter": "Red promises Blue to give 2 wood to Blue."}]})

    letter: Annotated[str, Field(max_length=2 * LETTER_BYTES)]


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
    query = await run_in_threadpool(_query, service, meter, body, authorization, body.letter)
    found = await service.review_letter(query)
    if isinstance(found, LetterUnread):
        more = {"suggestions": found.suggestions, "asks": found.asks, "next": found.next}
        raise problems.from_exception(found.why, says=found.why.says, **more)
    return json_response(found)


@router.get(
    "/choices",
    responses=describe_response(letter_review.LetterChoices),
    operation_id="letter_choices",
    summary="What letters are put together from",
)
async def choices(
    service: ServiceHere,
    meter: MeterHere,
    game: Annotated[str | None, Query(max_length=64)] = None,
    edition: Annotated[str | None, Query(max_length=80)] = None,
    authorization: Authorization = None,
) -> Response:
    """List every phrase that can be put into a place of a letter, in the words of a game, an edition or the examples.

    The ``card`` of a letter that was checked names these lists.
    """
    try:
        words = LetterWords(game=game, edition=edition)
    except ValidationError as wrong:
        raise RequestValidationError(wrong.errors()) from None
    query = await run_in_threadpool(_query, service, meter, words, authorization)
    return json_response(await run_in_threadpool(letter_query.choices, query, service.ruleset_of, service.replays))


def _query(
    service: Service, meter: Meter, words: LetterWords, authorization: str | None, letter: str = ""
) -> LetterQuery:
    if words.game is None:
        meter.take("letters")
        return LetterQuery(letter, words.edition, tuple(words.seats))
    caller = identify_caller(service, words.game, authorization)
    meter.take("letters", caller.key)
    return LetterQuery(letter, game=caller.game, viewer=caller.viewer)
