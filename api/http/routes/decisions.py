"""What a seat decides, and what it may decide."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from fastapi.exceptions import RequestValidationError
from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.preconditions import IdempotencyKey, IfMatch, expected_position, request_key_for
from oathbook.api.http.responses import json_response, present_step
from oathbook.api.http.routes.lines import speaker_of
from oathbook.api.http.step_responses import step_response
from oathbook.api.http.usual import Usual, UsualRoute
from oathbook.api.queries.options import options_at
from oathbook.api.schemas import problems
from oathbook.api.schemas.answers import present_answer, present_options
from oathbook.api.schemas.decision_requests import DecisionToMake
from oathbook.api.schemas.shapes import Answered, StepTold, describe_response
from oathbook.api.service import Service
from oathbook.domain.application.lines import ParsedDecision, decision_in
from oathbook.domain.application.questions import REQUEST_FIELDS, QuestionContext, parse_question
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord, IllegalDecision
from oathbook.domain.games.game_sentences import refusal_with_names
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.format.cleartext import decision_from, decision_text
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.domain.rulesets.forms import check_asides

router = APIRouter(route_class=ApiRoute, tags=["play"])

DryRun = Annotated[
    bool, Query(description="Say what would follow, also for promises, from what this seat sees. Nothing is recorded.")
]


@router.post(
    "/games/{game}/decisions",
    status_code=201,
    responses={**describe_response(StepTold, 201), **describe_response(Answered)},
    summary="Make a decision",
)
async def decide(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    body: DecisionToMake,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    dry_run: DryRun = False,  # noqa: FBT002  # because it is a parameter of the address
) -> Response:
    """Make a decision. The step is on disk before the answer is sent."""
    if not dry_run:
        return await _make_decision(service, caller, body, if_match, idempotency_key)
    seat, made = await _parse_decision(service, caller, body)
    async with service.folding:  # as it goes through the whole game for its promises, and few do so at once
        return json_response(await run_in_threadpool(_answer_dry_run, service, caller, made, seat))


async def _make_decision(
    service: Service, caller: callers.Caller, body: DecisionToMake, if_match: str | None, idempotency_key: str | None
) -> Response:
    caller.require_seat()
    on = expected_position(if_match)
    seat, made = await _parse_decision(service, caller, body)
    request = None if idempotency_key is None else _request_key(service, caller, made, seat, idempotency_key)
    asked = service.writer.submit_decision(
        caller.game,
        made.value,
        made.reports,
        by=seat,
        expected=on,
        request=request,
        caller_key=caller.digest,
        asides=made.asides,
    )
    try:
        step = await service.settling.wait(asked)
    except IllegalDecision as refused:
        more = await service.run_in_thread(_refusal_details, caller.game, seat, service, caller, seat)
        refusal = IllegalDecision(refusal_with_names(refused.refusal, service.opening(caller.game).roster))
        raise problems.from_exception(refusal, **more) from None
    return await service.run_for_viewer(_step_response, step.game, seat, service, step, seat)


def _step_response(service: Service, step: StoredStep, seat: Seat) -> Response:
    where = f"/v1/games/{step.game}/events/{step.position}"
    return step_response(service, step, seat, partial(present_step, step), where=where)


async def _parse_decision(
    service: Service, caller: callers.Caller, body: DecisionToMake
) -> tuple[Seat, ParsedDecision]:
    """Returns the decision of a body and the seat that decides; a line is read in a thread."""
    caller.require_seat()
    edition = service.opening(caller.game).edition
    if body.edition not in {None, edition}:
        raise BadRecord(f"edition: this game is of {edition}, not of {body.edition}")
    if body.line is None:
        decision = body.decision or {}
        return _decider(caller, decision), ParsedDecision(decision, body.reports())
    draws = [each for each in body.draws if isinstance(each, str)]
    return await service.run_in_thread(_read_decision, caller.game, caller.viewer, service, caller, body.line, draws)


def _read_decision(
    service: Service, caller: callers.Caller, line: str, draws: list[str]
) -> tuple[Seat, ParsedDecision]:
    speaker = speaker_of(service, caller, line)
    made = decision_in(service.notations.notation(caller.game, speaker.viewer), line, draws, speaker.witnesses)
    return _decider(speaker, made.value), made


def _decider(caller: callers.Caller, decision: Mapping[str, Any]) -> Seat:
    by = decision.get("by")
    return caller.speak_as(None if by is None else str(by), "decision: by").require_seat()


def _request_key(
    service: Service, caller: callers.Caller, made: ParsedDecision, seat: Seat, idempotency_key: str
) -> RequestKey | None:
    """Returns the key of a request about a decision; however it is spelled, it is the same request.

    Draws are compared by their cards, and by their witnesses if any are named; a line need not say what a draw is for.
    """
    kind = service.ruleset_of(service.opening(caller.game).edition).wire.decision
    content_text: object = {**made.value, "by": seat}
    with suppress(BadRecord):  # what cannot be read is refused where it is made
        decision = decision_from(kind, made.value, by=seat, salts=lambda: _SALT, where="decision")
        content_text = decision_text(decision).decode()
    content = {"decision": content_text, "draws": [_draw_content(each) for each in made.reports]}
    return request_key_for(seat, idempotency_key, content)


def _draw_content(report: DrawReport) -> object:
    return [report.drawn, report.witnesses] if report.witnesses else report.drawn


_SALT: Final = "0" * 32  # of hidden values that are only compared


def _answer_dry_run(service: Service, caller: callers.Caller, made: ParsedDecision, seat: Seat) -> dict[str, object]:
    """Returns the rules' answer from what this seat sees, which is never the seed."""
    replay = service.replays.replay(caller.game, seat)
    asked = QuestionContext(
        replay.record.ruleset, replay.game_at(len(replay)), len(replay), replay.entries, replay.ruled
    )
    check_asides(asked.ruleset.vocabulary.notation, asked.game.state, made.asides)
    dry = parse_question(asked, {**made.value, "by": seat}, made.reports, service.sources, named=REQUEST_FIELDS)
    return present_answer(dry, dry.result())


def _refusal_details(service: Service, caller: callers.Caller, seat: Seat) -> dict[str, object]:
    """Returns what else this seat may decide, from what it sees."""
    replay = service.replays.replay(caller.game, seat)
    return {
        "edition": replay.record.opened.edition,
        "legal_alternatives": present_options(options_at(replay, seat, len(replay))),
        "position": len(replay),
    }


_BODY: Final = TypeAdapter(DecisionToMake)


async def _answer_usual_request(usual: Usual) -> Response:
    caller = await callers.current_caller(usual.service, usual.game, usual.authorization)
    try:
        body = _BODY.validate_python(await usual.request.json(), from_attributes=True)
    except ValidationError as problem:
        wrong = [{**each, "loc": ("body", *each["loc"])} for each in problem.errors(include_url=False)]
        raise RequestValidationError(wrong) from None
    return await _make_decision(usual.service, caller, body, usual.if_match, usual.idempotency_key)


USUAL: Final = UsualRoute("POST", "/v1/games/{game}/decisions", _answer_usual_request)
"""The route by which players decide."""
