"""Promises between players: offered, signed, declined, withdrawn, released; claimed about, answered, ruled on."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Path, Query
from msgspec.structs import asdict
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from api.audited import AuditTold, audited_told
from api.callers import FOLDING, Caller, CallerHere, ServiceHere
from api.forms import answer, etag, step_form
from api.promised import PromisesPage, PromiseTold, promises_told
from api.service import Service
from api.shapes import PromiseStepTold, answers
from api.stepping import IdempotencyKey, IfMatch, expected, named
from domain.games.events import OfPromise, PromiseOffered
from domain.games.promises import Promise
from domain.kernel.limits import EVENTS_PER_GAME, LETTER_BYTES, PAGE, POSITIONS_PER_CLAIM, SEATS, WORDS
from domain.promises.audit import audit
from domain.promises.letter.remarks import Remark
from domain.promises.life.acts import act_from
from domain.promises.life.life_cycle import promise_of
from domain.promises.life.reading import letters_of
from replays.frames import Replay

router = APIRouter(tags=["promises"])

_ID: Final = r"^p[1-9][0-9]{0,5}$"
Name = Annotated[str, Field(pattern=_ID, examples=["p1"])]
PromiseName = Annotated[str, Path(pattern=_ID, description="The id of a promise in this game, such as `p1`.")]
ClauseName = Annotated[str, Field(min_length=1, max_length=100, description="A clause of the letter, such as `c1`.")]
Seats = Annotated[list[Annotated[str, Field(max_length=32)]], Field(max_length=SEATS)]
Said = Annotated[str, Field(max_length=WORDS)]
Place = Annotated[int, Field(ge=1, le=EVENTS_PER_GAME)]


class LetterToOffer(BaseModel):
    """A letter, and the promise that it is to take the place of if it is an amendment."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"letter": 'ash promises birch in plain words "be friendly".'}]}
    )

    letter: Annotated[str, Field(min_length=1, max_length=LETTER_BYTES)]
    replaces: Name | None = None


class NothingMore(BaseModel):
    """The address says everything: send an empty object."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{}]})


class ClaimToMake(BaseModel):
    """That a clause was breached or fulfilled, at which positions of the game, and what there is to say about it."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"path": "c1", "claims": "breached", "about": [2]}]}
    )

    path: ClauseName
    claims: Literal["breached", "fulfilled"]
    about: Annotated[list[Place], Field(max_length=POSITIONS_PER_CLAIM)] = []
    says: Said = ""


class AnswerToGive(BaseModel):
    """What a party says to the claim that was made at a position."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"claim": 5, "says": "That was before I signed."}]}
    )

    claim: Place
    says: Said


class RulingToMake(BaseModel):
    """Whether a clause is met, has failed or does not apply, who is to blame, and why."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"path": "c1", "value": "met", "reason": "Nobody has said a cross word."}]},
    )

    path: ClauseName
    value: Literal["met", "failed", "not-applicable"]
    reason: Said
    blamed: Seats = []
    excused: Seats = []


class Stepping:
    """Somebody who is about to do something with a promise: who they are, on which position, under which key."""

    def __init__(
        self,
        service: ServiceHere,
        caller: CallerHere,
        if_match: IfMatch = None,
        idempotency_key: IdempotencyKey = None,
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
        replay = self._service.shelf.replay(game, seat)
        body = step.events[0].entry.body
        assert isinstance(body, OfPromise), "a step in the life of a promise is one event"
        promise = replay.game_at(step.position).promises[body.promise]
        (told,) = promises_told(replay, [promise], at=step.position)
        warnings = _warnings(replay, step.position, body) if isinstance(body, PromiseOffered) else ()
        answered = PromiseStepTold(**asdict(step_form(step, replay)), promise=told, warnings=warnings)
        where = f"/v1/games/{game}/promises/{body.promise}"
        return answer(answered, 201, headers={**etag(step.position), "Location": where})


def _warnings(replay: Replay, position: int, offered: PromiseOffered) -> tuple[Remark, ...]:
    """What was to be said of the letter when it was offered, from what this seat saw then."""
    return letters_of(replay.record.ruleset).warnings(replay.game_at(position - 1), offered.letter)


SteppingHere = Annotated[Stepping, Depends()]
STEP: Final = answers(PromiseStepTold, 201)
PROMISES: Final = "/games/{game}/promises"
PROMISE: Final = f"{PROMISES}/{{promise}}"


@router.post(PROMISES, status_code=201, responses=STEP)
def offer(stepping: SteppingHere, body: LetterToOffer) -> Response:
    """Offer a letter; what is stored, and signed later, is the text as it is read back."""
    return stepping.does("offer", **body.model_dump())


@router.post(f"{PROMISE}/signatures", status_code=201, responses=STEP)
def sign(stepping: SteppingHere, promise: PromiseName, body: NothingMore) -> Response:
    """Sign the letter; with the last signature it binds."""
    return stepping.does("sign", promise=promise, **body.model_dump())


@router.post(f"{PROMISE}/declines", status_code=201, responses=STEP)
def decline(stepping: SteppingHere, promise: PromiseName, body: NothingMore) -> Response:
    """Say that one will not sign, or not any more: it never binds."""
    return stepping.does("decline", promise=promise, **body.model_dump())


@router.post(f"{PROMISE}/withdrawal", status_code=201, responses=STEP)
def withdraw(stepping: SteppingHere, promise: PromiseName, body: NothingMore) -> Response:
    """Take one's offer back, as long as it does not bind."""
    return stepping.does("withdraw", promise=promise, **body.model_dump())


@router.post(f"{PROMISE}/consents", status_code=201, responses=STEP)
def consent(stepping: SteppingHere, promise: PromiseName, body: NothingMore) -> Response:
    """Consent to the release of a promise; with the last consent that it needs it binds nobody any more."""
    return stepping.does("consent", promise=promise, **body.model_dump())


@router.post(f"{PROMISE}/claims", status_code=201, responses=STEP)
def claim(stepping: SteppingHere, promise: PromiseName, body: ClaimToMake) -> Response:
    """Claim that a clause was breached or fulfilled."""
    return stepping.does("claim", promise=promise, **body.model_dump())


@router.post(f"{PROMISE}/answers", status_code=201, responses=STEP)
def reply(stepping: SteppingHere, promise: PromiseName, body: AnswerToGive) -> Response:
    """Answer a claim."""
    return stepping.does("answer", promise=promise, **body.model_dump())


@router.post(f"{PROMISE}/rulings", status_code=201, responses=STEP)
def rule(stepping: SteppingHere, promise: PromiseName, body: RulingToMake) -> Response:
    """Rule on a clause, as the judge whom the letter names or as the host; once more to revise it."""
    return stepping.does("rule", promise=promise, **body.model_dump())


@router.get(PROMISES, responses=answers(PromisesPage), dependencies=[FOLDING])
def promises(
    service: ServiceHere,
    caller: CallerHere,
    after: Annotated[int, Query(ge=0, le=EVENTS_PER_GAME, description="How many promises to pass over.")] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """The promises of a game in the order of their offers, each with its signatures, claims and rulings."""
    replay, every = _standing(service, caller)
    shown = every[after : after + limit]
    last = after + len(shown)
    told = tuple(promises_told(replay, shown, at=len(replay)))
    return answer(PromisesPage(caller.game, len(replay), told, last if last < len(every) else None))


@router.get(PROMISE, responses=answers(PromiseTold), dependencies=[FOLDING])
def promise(service: ServiceHere, caller: CallerHere, promise: PromiseName) -> Response:
    """A promise, and what has become of it."""
    replay, _ = _standing(service, caller)
    (told,) = promises_told(replay, [promise_of(replay.game_at(len(replay)), promise)], at=len(replay))
    return answer(told)


@router.get(f"{PROMISE}/audit", responses=answers(AuditTold), dependencies=[FOLDING])
def audited(service: ServiceHere, caller: CallerHere, promise: PromiseName) -> Response:
    """Whether a promise is kept, with proof; who answers for a breach, what it costs, and what is left to a judge.

    It follows from what whoever asks may see: all there is, once all is revealed.
    """
    replay = service.shelf.replay(caller.game, caller.asking_as)
    promise_of(replay.game_at(len(replay)), promise)
    found = audit(replay.record.ruleset, replay.entries, only=promise)
    (told,) = audited_told(found)
    return answer(AuditTold(caller.game, replay.viewer, len(replay), told), headers=etag(len(replay)))


def _standing(service: Service, caller: Caller) -> tuple[Replay, list[Promise]]:
    """The game as whoever asks sees it, and its promises, which everybody sees alike."""
    replay = service.shelf.replay(caller.game, caller.viewer)
    return replay, list(replay.game_at(len(replay)).promises.values())
