"""Disputes: claims that are filed, heard, ruled on by arbiters, and appealed."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request
from msgspec.structs import replace
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import FOLD_LIMIT, Authorization, ServiceHere
from oathbook.api.http.dispute_callers import DisputeCaller, DisputeCallerHere, identify_party, require_party
from oathbook.api.http.permissions import MAY_FILE, must_be_listed
from oathbook.api.http.preconditions import IdempotencyKey, IfMatch, expected_position, request_key_for
from oathbook.api.http.receipts import receipt_header
from oathbook.api.http.responses import etag, json_response
from oathbook.api.http.routes.log import RecordFile
from oathbook.api.http.routes.promises import NothingMore
from oathbook.api.http.step_responses import report_fault_after_store
from oathbook.api.schemas import dispute_requests
from oathbook.api.schemas.disputes import DisputeTold, DisputeViewer, EditPreview, present_dispute
from oathbook.api.schemas.shapes import describe_response
from oathbook.api.service import Service
from oathbook.domain.application.dispute_stream import DisputeStream, dispute_text, stream_for
from oathbook.domain.application.unsealing import unsealing_event
from oathbook.domain.disputes import dispute_events
from oathbook.domain.disputes.dispute import Dispute, DisputeState
from oathbook.domain.disputes.procedure import must_judge
from oathbook.domain.errors import CorruptRecord
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.kernel.limits import MOST_EXACT, PAGE
from oathbook.projections.docket import Docket, DocketFilter, docket
from oathbook.replays.frames import Replay

router = APIRouter(route_class=ApiRoute, tags=["disputes"], prefix="/disputes")


class DisputeStep:
    """A request to act in a dispute: its party, expected position and idempotency key."""

    def __init__(
        self,
        service: ServiceHere,
        party: DisputeCallerHere,
        if_match: IfMatch = None,
        idempotency_key: IdempotencyKey = None,
    ) -> None:
        self.service = service
        self.party = party
        self._if_match = if_match
        self._key = idempotency_key

    def perform(self, what: str, body: BaseModel, made: Callable[[Dispute], dispute_events.DisputeEvent]) -> Response:
        """Stores the event that ``made`` returns, and returns the dispute as the party sees it then."""
        by = require_party(self.party.by)
        on = expected_position(self._if_match)
        request = request_key_for(
            dispute_events.actor_to_text(by), self._key, {"does": what, "body": body.model_dump()}
        )
        hearing = self.service.disputes.act(
            self.party.dispute, by, made, on=on, request=request, caller_key=self.party.caller.digest
        )
        return _dispute_response(self.service, self.party, hearing)


DisputeStepHere = Annotated[DisputeStep, Depends()]
post_act = partial(router.post, status_code=201, responses=describe_response(DisputeTold, 201))
DISPUTE: Final = "/{dispute}"


@post_act("", dependencies=[MAY_FILE, FOLD_LIMIT], operation_id="file_dispute", summary="File a claim")
def file(
    service: ServiceHere,
    request: Request,
    body: dispute_requests.ClaimToFile,
    authorization: Authorization = None,
    idempotency_key: IdempotencyKey = None,
) -> Response:
    """File a claim about an event of a game, as one of its seats, its host or an arbiter.

    About an imported game, an operator's key that may import and dispute speaks for the table.
    """
    caller, by = identify_party(service, request, body.game, authorization)
    known = require_party(by)
    if not isinstance(known, dispute_events.Arbiter):
        must_be_listed(request, authorization)
    seat = dispute_events.actor_to_text(known)
    asked = request_key_for(seat, idempotency_key, {"game": caller.game, "claim": body.claim, "says": body.says})
    hearing = service.disputes.file(
        caller.game, known, caller.viewer, body.claim, body.says, request=asked, caller_key=caller.digest
    )
    return _dispute_response(service, DisputeCaller(hearing, caller, by, caller.viewer), hearing)


@router.get("", responses=describe_response(Docket), summary="List disputes")
def list_disputes(  # because each filter has a name of its own
    service: ServiceHere,
    game: Annotated[str | None, Query(max_length=64)] = None,
    ruleset: Annotated[
        str | None, Query(max_length=80, description="A ruleset in all its editions, such as `heirless`.")
    ] = None,
    edition: Annotated[str | None, Query(max_length=80)] = None,
    clause: Annotated[str | None, Query(max_length=80)] = None,
    state: Annotated[DisputeState | None, Query()] = None,
    arbiter: Annotated[str | None, Query(max_length=200)] = None,
    after: Annotated[int | None, Query(ge=1, le=MOST_EXACT, description="`next` from the previous page.")] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = 50,
) -> Response:
    """The docket, newest first: every dispute, what it is about, and its result."""
    return json_response(
        docket(service.views, DocketFilter(game, ruleset, edition, clause, state, arbiter, after), limit=limit)
    )


@router.get(DISPUTE, responses=describe_response(DisputeTold), dependencies=[FOLD_LIMIT], summary="Get a dispute")
def dispute(service: ServiceHere, party: DisputeCallerHere) -> Response:
    """A dispute with its findings and rulings; the ETag is its position.

    The answer can change without a new position: what is sealed opens when the game reveals it.
    """
    return json_response(_present(service, party, party.hearing), headers=etag(party.dispute.position))


@router.get(f"{DISPUTE}/record", response_class=RecordFile, operation_id="dispute_record", summary="Export a dispute")
def export(party: DisputeCallerHere) -> Response:
    """The dispute as a file: one line per event as it is stored, with the openings that the caller may see."""
    hearing = party.hearing if party.caller.head.secrets_are_out else stream_for(party.hearing, party.viewer)
    return RecordFile(dispute_text(hearing), headers=etag(party.dispute.position))


@post_act(f"{DISPUTE}/evidence", dependencies=[FOLD_LIMIT], operation_id="add_evidence", summary="Add evidence")
def evidence(stepping: DisputeStepHere, body: dispute_requests.EvidenceToAdd) -> Response:
    """Add evidence that the record does not hold, as a seat, the host or an arbiter."""
    added = dispute_events.event_from(dispute_events.EvidenceAdded, **body.model_dump())
    return stepping.perform("evidence", body, lambda _: added)


@post_act(
    f"{DISPUTE}/unsealing", dependencies=[FOLD_LIMIT], operation_id="unseal_fields", summary="Unseal hidden fields"
)
def unseal(stepping: DisputeStepHere, body: dispute_requests.FieldsToUnseal) -> Response:
    """Open hidden fields to the arbiters of this dispute. Everyone sees at once which fields, and why."""
    record = partial(stepping.service.replays.record, stepping.party.dispute.game)
    with suppress(CorruptRecord):  # a repeated request does without; for others it is at hand in the writer's turn
        record()
    return stepping.perform("unsealing", body, lambda _: unsealing_event(record(), body.at, body.fields, body.reason))


@post_act(f"{DISPUTE}/finding", operation_id="find", summary="Request a finding")
async def finding(stepping: DisputeStepHere, body: NothingMore) -> Response:
    """Have the claim answered from the record as it is now, as the caller sees it.

    If the caller sees more than everyone does, the finding is sealed for that viewer.
    """
    party = stepping.party
    require_party(party.by)
    try:
        entered: dispute_events.FindingEntered | CorruptRecord = await stepping.service.examine_dispute(
            party.dispute, party.viewer, party.caller.head
        )
    except CorruptRecord as damage:
        entered = damage

    def found(_: Dispute) -> dispute_events.FindingEntered:
        if isinstance(entered, CorruptRecord):
            raise entered
        return entered

    return await run_in_threadpool(stepping.perform, "finding", body, found)


@post_act(f"{DISPUTE}/ruling", dependencies=[FOLD_LIMIT], operation_id="rule_on_dispute", summary="Rule on a dispute")
def ruling(stepping: DisputeStepHere, body: dispute_requests.RulingToEnter) -> Response:
    """Rule as an arbiter without a seat in the game, on the last finding that decides the claim, else on the last."""
    entered = dispute_events.event_from(dispute_events.RulingEntered, finding=1, **body.model_dump())

    def on_its_finding(dispute: Dispute) -> dispute_events.RulingEntered:
        found = dispute.finding_to_rule_on
        return entered if found is None else replace(entered, finding=found.position)

    return stepping.perform("ruling", body, on_its_finding)


@router.post(
    f"{DISPUTE}/edit",
    responses=describe_response(EditPreview),
    dependencies=[FOLD_LIMIT],
    operation_id="try_edit",
    summary="Try an edit of the game",
)
def try_edit(service: ServiceHere, party: DisputeCallerHere, body: dispute_requests.EditToTry) -> Response:
    """What an edit would change, before an arbiter rules so; nothing is stored."""
    by = require_party(party.by)
    must_judge(party.dispute, service.disputes.disputed_game(party.dispute.game), by)
    record = service.disputes.edited(party.dispute, tuple(body.lines))
    replay = Replay(record, PUBLIC)
    frames = [
        replay.at(each.entry.position) for each in record.events if each.entry.step == record.events[-1].entry.step
    ]
    sentences = tuple(each.sentence for frame in frames for each in frame.happenings if each.sentence)
    return json_response(EditPreview(sentences, tuple(each for frame in frames for each in frame.changed)))


@post_act(f"{DISPUTE}/appeal", dependencies=[FOLD_LIMIT], summary="Appeal")
def appeal(stepping: DisputeStepHere, body: dispute_requests.AppealToMake) -> Response:
    """Ask once, as a seat or the host, that another arbiter rule."""
    appealed = dispute_events.event_from(dispute_events.Appealed, **body.model_dump())
    return stepping.perform("appeal", body, lambda _: appealed)


@post_act(
    f"{DISPUTE}/withdrawal", dependencies=[FOLD_LIMIT], operation_id="withdraw_dispute", summary="Withdraw a claim"
)
def withdraw(stepping: DisputeStepHere, body: NothingMore) -> Response:
    """Withdraw your claim before there is a ruling."""
    return stepping.perform("withdrawal", body, lambda _: dispute_events.DisputeWithdrawn())


def _dispute_response(service: Service, party: DisputeCaller, hearing: DisputeStream) -> Response:
    service.hub.notify(hearing.dispute.game)
    where = f"/v1/disputes/{hearing.dispute.id}"
    headers = {**etag(hearing.dispute.position), "Location": where, **receipt_header(service, hearing.events[-1])}
    try:
        told = _present(service, party, hearing)
    except Exception as problem:  # noqa: BLE001  # because it is stored, and nothing else that is answered may deny it
        told = replace(
            present_dispute(hearing, None, _dispute_viewer(party)),
            fault=report_fault_after_store(service, hearing.dispute.game, problem),
        )
    return json_response(told, 201, headers=headers)


def _present(service: Service, party: DisputeCaller, hearing: DisputeStream) -> DisputeTold:
    return present_dispute(hearing, service.replays.record(hearing.dispute.game), _dispute_viewer(party))


def _dispute_viewer(party: DisputeCaller) -> DisputeViewer:
    return DisputeViewer(party.viewer, party.by, party.caller.head.secrets_are_out)
