"""Promises between players: offered, signed, declined, withdrawn, released; claimed about, answered, ruled on."""

from functools import partial
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Query
from msgspec.structs import asdict
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from oathbook.api.asking import promise_forms as forms
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.asked import answered, as_response
from oathbook.api.http.callers import PLAYING, At, Caller, CallerHere, LookAs, PromiseName, ServiceHere
from oathbook.api.http.limiting import OFFERING
from oathbook.api.http.preconditions import IdempotencyKey, IfMatch, expected, named
from oathbook.api.http.responses import etag, step_form
from oathbook.api.http.stored import stored_answer
from oathbook.api.schemas.audits import AuditTold
from oathbook.api.schemas.dispute_requests import PositionField
from oathbook.api.schemas.letters import warnings
from oathbook.api.schemas.plain_text import PlainText
from oathbook.api.schemas.promises import PROMISE_ID, PromiseSeen, PromisesPage, promises_told
from oathbook.api.schemas.service import PromiseStepTold, answers
from oathbook.domain.games.events import OfPromise, PromiseEvent, PromiseOffered
from oathbook.domain.kernel.limits import EVENTS_PER_GAME, LETTER_BYTES, PAGE, POSITIONS_PER_CLAIM, SEATS
from oathbook.domain.kernel.seats import Viewer
from oathbook.domain.promises.lifecycle.acts import act_from
from oathbook.domain.recording.writing.batch import StoredStep
from oathbook.replays.frames import Replay

router = APIRouter(route_class=ApiRoute, tags=["promises"])

PromiseField = Annotated[str, Field(pattern=PROMISE_ID, examples=["p1"])]
ClauseName = Annotated[str, Field(min_length=1, max_length=100, description="A clause of the letter, such as `c1`.")]
SeatsField = Annotated[list[Annotated[str, Field(max_length=32)]], Field(max_length=SEATS)]


class LetterToOffer(BaseModel):
    """A letter and, for an amendment, the promise that it replaces."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"letter": 'ash promises birch in plain words "be friendly".'}]}
    )

    letter: Annotated[str, Field(min_length=1, max_length=LETTER_BYTES)]
    replaces: PromiseField | None = None


class NothingMore(BaseModel):
    """The address says everything: send an empty object."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{}]})


class ClaimToMake(BaseModel):
    """Claims that a clause was breached or fulfilled, and at which positions of the game; with a comment."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"path": "c1", "claims": "breached", "about": [2]}]}
    )

    path: ClauseName
    claims: Literal["breached", "fulfilled"]
    about: Annotated[list[PositionField], Field(max_length=POSITIONS_PER_CLAIM)] = []
    says: PlainText = ""


class AnswerToGive(BaseModel):
    """A party's answer to the claim made at a position."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"claim": 5, "says": "That was before I signed."}]}
    )

    claim: PositionField
    says: PlainText


class RulingToMake(BaseModel):
    """Whether a clause is met, has failed or does not apply, who is to blame, and why."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"path": "c1", "value": "met", "reason": "Nobody has said a cross word."}]},
    )

    path: ClauseName
    value: Literal["met", "failed", "not-applicable"]
    reason: PlainText
    blamed: SeatsField = []
    excused: SeatsField = []


class PromiseStep:
    """A request to do something with a promise: by whom, on which position, under which key."""

    def __init__(
        self,
        service: ServiceHere,
        caller: CallerHere,
        if_match: IfMatch = None,
        idempotency_key: IdempotencyKey = None,
        _turn: Annotated[None, PLAYING] = None,
    ) -> None:
        """Take it out of the request."""
        self._service = service
        self._caller = caller
        self._if_match = if_match
        self._key = idempotency_key

    def does(self, kind: str, **fields: object) -> Response:
        """Store the step, and answer it as this seat sees it."""
        game, seat = self._caller.game, self._caller.must_sit()
        value: dict[str, object] = {"kind": kind, **fields}
        on, request = expected(self._if_match), named(seat, self._key, {"promise": value})
        act = act_from(value, where="promise")
        step = self._service.writer.promise(game, act, by=seat, expected=on, request=request)
        body = step.events[0].entry.body
        assert isinstance(body, OfPromise), "an act on a promise is one event"
        where = f"/v1/games/{game}/promises/{body.promise}"
        return stored_answer(self._service, step, seat, partial(_promise_step, step, body), where=where)


def _promise_step(step: StoredStep, body: PromiseEvent, replay: Replay) -> PromiseStepTold:
    promise = replay.game_at(step.position).promises[body.promise]
    (told,) = promises_told(replay, [promise], at=step.position)
    remarks = warnings(replay, step.position - 1, body.letter) if isinstance(body, PromiseOffered) else ()
    return PromiseStepTold(**asdict(step_form(step, replay)), promise=told, warnings=remarks)


PromiseStepHere = Annotated[PromiseStep, Depends()]
STEP: Final = answers(PromiseStepTold, 201)
PROMISES: Final = "/games/{game}/promises"
PROMISE: Final = f"{PROMISES}/{{promise}}"


@router.post(
    PROMISES,
    status_code=201,
    responses=STEP,
    dependencies=[OFFERING],
    operation_id="offer_promise",
    summary="Offer a letter",
)
def offer(stepping: PromiseStepHere, body: LetterToOffer) -> Response:
    """Offer a letter. The service stores the letter as it is read back; that text is what the parties sign."""
    return stepping.does("offer", **body.model_dump())


@router.post(
    f"{PROMISE}/signatures", status_code=201, responses=STEP, operation_id="sign_promise", summary="Sign a letter"
)
def sign(stepping: PromiseStepHere, promise: PromiseName, body: NothingMore) -> Response:
    """Sign the letter. The last signature makes it binding."""
    return stepping.does("sign", promise=promise, **body.model_dump())


@router.post(
    f"{PROMISE}/declines", status_code=201, responses=STEP, operation_id="decline_promise", summary="Decline to sign"
)
def decline(stepping: PromiseStepHere, promise: PromiseName, body: NothingMore) -> Response:
    """Decline to sign, or take back a signature. The promise then never binds."""
    return stepping.does("decline", promise=promise, **body.model_dump())


@router.post(
    f"{PROMISE}/withdrawal",
    status_code=201,
    responses=STEP,
    operation_id="withdraw_promise",
    summary="Withdraw an offer",
)
def withdraw(stepping: PromiseStepHere, promise: PromiseName, body: NothingMore) -> Response:
    """Withdraw an offer that does not bind yet."""
    return stepping.does("withdraw", promise=promise, **body.model_dump())


@router.post(
    f"{PROMISE}/consents",
    status_code=201,
    responses=STEP,
    operation_id="consent_to_release",
    summary="Consent to a release",
)
def consent(stepping: PromiseStepHere, promise: PromiseName, body: NothingMore) -> Response:
    """Consent to the release of a promise. The last consent that is needed releases it."""
    return stepping.does("consent", promise=promise, **body.model_dump())


@router.post(
    f"{PROMISE}/claims",
    status_code=201,
    responses=STEP,
    operation_id="claim_about_promise",
    summary="Claim a breach or fulfillment",
)
def claim(stepping: PromiseStepHere, promise: PromiseName, body: ClaimToMake) -> Response:
    """Claim that a clause was breached or fulfilled."""
    return stepping.does("claim", promise=promise, **body.model_dump())


@router.post(
    f"{PROMISE}/answers", status_code=201, responses=STEP, operation_id="answer_claim", summary="Answer a claim"
)
def reply(stepping: PromiseStepHere, promise: PromiseName, body: AnswerToGive) -> Response:
    """Answer a claim."""
    return stepping.does("answer", promise=promise, **body.model_dump())


@router.post(
    f"{PROMISE}/rulings", status_code=201, responses=STEP, operation_id="rule_on_promise", summary="Rule on a clause"
)
def rule(stepping: PromiseStepHere, promise: PromiseName, body: RulingToMake) -> Response:
    """Rule on a clause, as the judge named in the letter or else as the host. A later ruling revises an earlier one."""
    return stepping.does("rule", promise=promise, **body.model_dump())


@router.get(PROMISES, responses=answers(PromisesPage), operation_id="list_promises", summary="List promises")
async def promises(
    service: ServiceHere,
    caller: CallerHere,
    after: Annotated[int, Query(ge=0, le=EVENTS_PER_GAME, description="How many promises to skip.")] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    at: At = None,
    looking: LookAs = None,
) -> Response:
    """The promises of a game at a position, in the order in which they were offered.

    Each has its signatures, claims and rulings so far, and how it stood as far as the caller may know.
    """
    told = await answered(service, caller, _viewer(caller, looking), forms.promises, at, after, limit)
    return as_response(told)


@router.get(PROMISE, responses=answers(PromiseSeen), summary="Get a promise")
async def promise(
    service: ServiceHere, caller: CallerHere, promise: PromiseName, at: At = None, looking: LookAs = None
) -> Response:
    """A promise at a position, and what to know before signing it."""
    told = await answered(service, caller, _viewer(caller, looking), forms.promise, at, promise)
    return as_response(told, etag(told.position))


@router.get(f"{PROMISE}/audit", responses=answers(AuditTold), operation_id="audit_promise", summary="Audit a promise")
async def audited(
    service: ServiceHere, caller: CallerHere, promise: PromiseName, at: At = None, looking: LookAs = None
) -> Response:
    """Whether a promise is kept, with proof; who answers for a breach, what it costs, and what is left to a judge.

    It is worked out from what the caller may see up to a position: everything, once everything is revealed.
    """
    told = await answered(service, caller, _viewer(caller, looking), forms.audited, at, promise)
    return as_response(told, etag(told.position))


def _viewer(caller: Caller, looking: str | None) -> Viewer:
    return caller.asking_as if looking is None else caller.looking_as(looking)
