"""Promises between players: offered, signed, declined, withdrawn, released; claimed about, answered, ruled on."""

from functools import partial
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Query
from msgspec.structs import asdict
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.play_steps import PlayStep
from oathbook.api.http.preconditions import expected_position, request_key_for
from oathbook.api.http.rate_limits import LETTER_LIMIT
from oathbook.api.http.responses import etag, present_step, query_response, run_for_caller
from oathbook.api.http.step_responses import step_response
from oathbook.api.queries import promise_queries as forms
from oathbook.api.schemas.audits import AuditTold
from oathbook.api.schemas.dispute_requests import PlainText, PositionField
from oathbook.api.schemas.letter_review import warnings
from oathbook.api.schemas.promises import PROMISE_ID, PromiseSeen, PromisesPage, present_promises
from oathbook.api.schemas.shapes import PromiseStepTold, describe_response
from oathbook.domain.games.game_events import PromiseEvent, PromiseEventBase, PromiseOffered
from oathbook.domain.kernel import Viewer, limits
from oathbook.domain.promises.lifecycle.acts import act_from
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.replays.frames import Replay

router = APIRouter(route_class=ApiRoute, tags=["promises"])

PromiseField = Annotated[str, Field(pattern=PROMISE_ID, examples=["p1"])]
ClauseName = Annotated[str, Field(min_length=1, max_length=100, description="A clause of the letter, such as `c1`.")]
SeatsField = Annotated[list[Annotated[str, Field(max_length=32)]], Field(max_length=limits.SEATS)]


class LetterToOffer(BaseModel):
    """A letter and, for an amendment, the promise that it replaces."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"letter": 'ash promises birch in plain words "be friendly".'}]}
    )

    letter: Annotated[str, Field(min_length=1, max_length=limits.LETTER_BYTES)]
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
    about: Annotated[list[PositionField], Field(max_length=limits.POSITIONS_PER_CLAIM)] = []
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


class PromiseStep(PlayStep):
    """A request to act on a promise."""

    def perform(self, kind: str, **fields: object) -> Response:
        """Stores the act, and returns the step as this seat sees it."""
        game, seat = self.caller.game, self.caller.require_seat()
        value: dict[str, object] = {"kind": kind, **fields}
        on, request = expected_position(self.if_match), request_key_for(seat, self.key, {"promise": value})
        act = act_from(value, where="promise")
        step = self.service.writer.promise(
            game, act, by=seat, expected=on, request=request, caller_key=self.caller.digest
        )
        body = step.events[0].entry.body
        assert isinstance(body, PromiseEventBase), "an act on a promise is one event"
        where = f"/v1/games/{game}/promises/{body.promise}"
        return step_response(self.service, step, seat, partial(_present_promise_step, step, body), where=where)


def _present_promise_step(step: StoredStep, body: PromiseEvent, replay: Replay) -> PromiseStepTold:
    promise = replay.game_at(step.position).promises[body.promise]
    (told,) = present_promises(replay, [promise], at=step.position)
    remarks = warnings(replay, step.position - 1, body.letter) if isinstance(body, PromiseOffered) else ()
    return PromiseStepTold(**asdict(present_step(step, replay)), promise=told, warnings=remarks)


PromiseStepHere = Annotated[PromiseStep, Depends()]
post_act = partial(router.post, status_code=201, responses=describe_response(PromiseStepTold, 201))
PROMISES: Final = "/games/{game}/promises"
PROMISE: Final = f"{PROMISES}/{{promise}}"


@post_act(PROMISES, dependencies=[LETTER_LIMIT], operation_id="offer_promise", summary="Offer a letter")
def offer(stepping: PromiseStepHere, body: LetterToOffer) -> Response:
    """Offer a letter. The service stores the letter as it is read back; that text is what the parties sign."""
    return stepping.perform("offer", **body.model_dump())


@post_act(f"{PROMISE}/signatures", operation_id="sign_promise", summary="Sign a letter")
def sign(stepping: PromiseStepHere, promise: callers.PromiseName, body: NothingMore) -> Response:
    """Sign the letter. The last signature makes it binding."""
    return stepping.perform("sign", promise=promise, **body.model_dump())


@post_act(f"{PROMISE}/declines", operation_id="decline_promise", summary="Decline to sign")
def decline(stepping: PromiseStepHere, promise: callers.PromiseName, body: NothingMore) -> Response:
    """Decline to sign, or take back a signature. The promise then never binds."""
    return stepping.perform("decline", promise=promise, **body.model_dump())


@post_act(f"{PROMISE}/withdrawal", operation_id="withdraw_promise", summary="Withdraw an offer")
def withdraw(stepping: PromiseStepHere, promise: callers.PromiseName, body: NothingMore) -> Response:
    """Withdraw an offer that does not bind yet."""
    return stepping.perform("withdraw", promise=promise, **body.model_dump())


@post_act(f"{PROMISE}/consents", operation_id="consent_to_release", summary="Consent to a release")
def consent(stepping: PromiseStepHere, promise: callers.PromiseName, body: NothingMore) -> Response:
    """Consent to the release of a promise. The last consent that is needed releases it."""
    return stepping.perform("consent", promise=promise, **body.model_dump())


@post_act(f"{PROMISE}/claims", operation_id="claim_about_promise", summary="Claim a breach or fulfillment")
def claim(stepping: PromiseStepHere, promise: callers.PromiseName, body: ClaimToMake) -> Response:
    """Claim that a clause was breached or fulfilled."""
    return stepping.perform("claim", promise=promise, **body.model_dump())


@post_act(f"{PROMISE}/answers", operation_id="answer_claim", summary="Answer a claim")
def reply(stepping: PromiseStepHere, promise: callers.PromiseName, body: AnswerToGive) -> Response:
    """Answer a claim."""
    return stepping.perform("answer", promise=promise, **body.model_dump())


@post_act(f"{PROMISE}/rulings", operation_id="rule_on_promise", summary="Rule on a clause")
def rule(stepping: PromiseStepHere, promise: callers.PromiseName, body: RulingToMake) -> Response:
    """Rule on a clause, as the judge named in the letter or else as the host. A later ruling revises an earlier one."""
    return stepping.perform("rule", promise=promise, **body.model_dump())


@router.get(PROMISES, responses=describe_response(PromisesPage), operation_id="list_promises", summary="List promises")
async def promises(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    after: Annotated[int, Query(ge=0, le=limits.EVENTS_PER_GAME, description="How many promises to skip.")] = 0,
    limit: Annotated[int, Query(ge=1, le=limits.PAGE)] = limits.PAGE,
    at: callers.At = None,
    looking: callers.LookAs = None,
) -> Response:
    """The promises of a game at a position, in the order in which they were offered.

    Each has its signatures, claims and rulings so far, and how it stood as far as the caller may know.
    """
    told = await run_for_caller(service, caller, _viewer(caller, looking), forms.promises, at, after, limit)
    return query_response(told)


@router.get(PROMISE, responses=describe_response(PromiseSeen), summary="Get a promise")
async def promise(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    promise: callers.PromiseName,
    at: callers.At = None,
    looking: callers.LookAs = None,
) -> Response:
    """A promise at a position, and what to know before signing it."""
    told = await run_for_caller(service, caller, _viewer(caller, looking), forms.promise, at, promise)
    return query_response(told, etag(told.position))


@router.get(
    f"{PROMISE}/audit", responses=describe_response(AuditTold), operation_id="audit_promise", summary="Audit a promise"
)
async def audit(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    promise: callers.PromiseName,
    at: callers.At = None,
    looking: callers.LookAs = None,
) -> Response:
    """Whether a promise is kept, with proof; who answers for a breach, what it costs, and what is left to a judge.

    It is worked out from what the caller may see up to a position: everything, once everything is revealed.
    """
    told = await run_for_caller(service, caller, _viewer(caller, looking), forms.promise_audit, at, promise)
    return query_response(told, etag(told.position))


def _viewer(caller: callers.Caller, looking: str | None) -> Viewer:
    return caller.query_viewer if looking is None else caller.view_as(looking)
