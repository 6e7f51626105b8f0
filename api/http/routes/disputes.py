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
from oathbook.api.http.callers import FOLDING, Authorization, ServiceHere
from oathbook.api.http.parties import Party, PartyHere, known_as, must_be_known
from oathbook.api.http.permissions import FILING, must_be_listed
from oathbook.api.http.preconditions import IdempotencyKey, IfMatch, expected, named
from oathbook.api.http.receipts import receipted
from oathbook.api.http.responses import answer, etag
from oathbook.api.http.routes.log import RecordFile
from oathbook.api.http.routes.promises import NothingMore
from oathbook.api.http.stored import fault_of
from oathbook.api.schemas.dispute_requests import (
    AppealToMake,
    ClaimToFile,
    EvidenceToAdd,
    FieldsToUnseal,
    RulingToEnter,
)
from oathbook.api.schemas.disputes import DisputeTold, Eyes, dispute_told
from oathbook.api.schemas.service import answers
from oathbook.api.service import Service
from oathbook.domain.application.dispute_stream import DisputeStream, dispute_text, seen_by
from oathbook.domain.application.unsealing import unsealed
from oathbook.domain.disputes.dispute import Dispute, DisputeState
from oathbook.domain.disputes.events import (
    Appealed,
    DisputeEvent,
    DisputeWithdrawn,
    EvidenceAdded,
    FindingEntered,
    RulingEntered,
    event_from,
    signature,
)
from oathbook.domain.errors import CorruptRecord
from oathbook.domain.kernel.limits import MOST_EXACT, PAGE
from oathbook.projections.docket import Docket, Sought, docket

router = APIRouter(route_class=ApiRoute, tags=["disputes"], prefix="/disputes")


class DisputeStep:
    """A request to do something in a dispute: by whom, on which position, under which key."""

    def __init__(
        self,
        service: ServiceHere,
        party: PartyHere,
        if_match: IfMatch = None,
        idempotency_key: IdempotencyKey = None,
    ) -> None:
        """Take it out of the request."""
        self.service = service
        self.party = party
        self._if_match = if_match
        self._key = idempotency_key

    def does(self, what: str, body: BaseModel, made: Callable[[Dispute], DisputeEvent]) -> Response:
        """Store what is done, and answer the dispute as its doer sees it then."""
        by = self.party.must_be_known()
        on = expected(self._if_match)
        request = named(signature(by), self._key, {"does": what, "body": body.model_dump()})
        hearing = self.service.disputes.act(self.party.dispute, by, made, on=on, request=request)
        return _answered(self.service, self.party, hearing)

    def says(self, what: str, body: BaseModel, event: DisputeEvent) -> Response:
        """The same for what does not depend on how the dispute stands."""
        return self.does(what, body, lambda _: event)


DisputeStepHere = Annotated[DisputeStep, Depends()]
STEP: Final = answers(DisputeTold, 201)
DISPUTE: Final = "/{dispute}"


@router.post(
    "",
    status_code=201,
    responses=STEP,
    dependencies=[FILING, FOLDING],
    operation_id="file_dispute",
    summary="File a claim",
)
def file(
    service: ServiceHere,
    request: Request,
    body: ClaimToFile,
    authorization: Authorization = None,
    idempotency_key: IdempotencyKey = None,
) -> Response:
    """File a claim about an event of a game, as one of its seats or its host."""
    caller, by = known_as(service, body.game, authorization)
    known = must_be_known(by)
    must_be_listed(request, authorization)
    seat = signature(known)
    asked = named(seat, idempotency_key, {"game": caller.game, "claim": body.claim, "says": body.says})
    hearing = service.disputes.file(caller.game, known, caller.viewer, body.claim, body.says, request=asked)
    return _answered(service, Party(hearing, caller, by, caller.viewer), hearing)


@router.get("", responses=answers(Docket), summary="List disputes")
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
    return answer(docket(service.views, Sought(game, ruleset, edition, clause, state, arbiter, after), limit=limit))


@router.get(DISPUTE, responses=answers(DisputeTold), dependencies=[FOLDING], summary="Get a dispute")
def dispute(service: ServiceHere, party: PartyHere) -> Response:
    """A dispute with its findings and rulings; the ETag is its position.

    The answer can change without a new position: what is sealed opens when the game reveals it.
    """
    return answer(_told(service, party, party.hearing), headers=etag(party.dispute.position))


@router.get(f"{DISPUTE}/record", response_class=RecordFile, operation_id="dispute_record", summary="Export a dispute")
def export(party: PartyHere) -> Response:
    """The dispute as a file: one line per event as it is stored, with the openings that the caller may see."""
    hearing = party.hearing if party.caller.head.secrets_are_out else seen_by(party.hearing, party.viewer)
    return RecordFile(dispute_text(hearing), headers=etag(party.dispute.position))


@router.post(
    f"{DISPUTE}/evidence",
    status_code=201,
    responses=STEP,
    dependencies=[FOLDING],
    operation_id="add_evidence",
    summary="Add evidence",
)
def evidence(stepping: DisputeStepHere, body: EvidenceToAdd) -> Response:
    """Add evidence that the record does not hold, as a seat, the host or an arbiter."""
    return stepping.says("evidence", body, event_from(EvidenceAdded, **body.model_dump()))


@router.post(
    f"{DISPUTE}/unsealing",
    status_code=201,
    responses=STEP,
    dependencies=[FOLDING],
    operation_id="unseal_fields",
    summary="Unseal hidden fields",
)
def unseal(stepping: DisputeStepHere, body: FieldsToUnseal) -> Response:
    """Open hidden fields to the arbiters of this dispute. Everyone sees at once which fields, and why."""
    record = partial(stepping.service.replays.record, stepping.party.dispute.game)
    with suppress(CorruptRecord):  # a repeated request does without; for others it is at hand in the writer's turn
        record()
    return stepping.does("unsealing", body, lambda _: unsealed(record(), body.at, body.fields, body.reason))


@router.post(f"{DISPUTE}/finding", status_code=201, responses=STEP, operation_id="find", summary="Request a finding")
async def finding(stepping: DisputeStepHere, body: NothingMore) -> Response:
    """Have the claim answered from the record as it is now, as the caller sees it.

    If the caller sees more than everyone does, the finding is sealed for that viewer.
    """
    party = stepping.party
    party.must_be_known()
    try:
        entered: FindingEntered | CorruptRecord = await stepping.service.found(
            party.dispute, party.viewer, party.caller.head
        )
    except CorruptRecord as damage:
        entered = damage

    def found(_: Dispute) -> FindingEntered:
        if isinstance(entered, CorruptRecord):
            raise entered
        return entered

    return await run_in_threadpool(stepping.does, "finding", body, found)


@router.post(
    f"{DISPUTE}/ruling",
    status_code=201,
    responses=STEP,
    dependencies=[FOLDING],
    operation_id="rule_on_dispute",
    summary="Rule on a dispute",
)
def ruling(stepping: DisputeStepHere, body: RulingToEnter) -> Response:
    """Rule as an arbiter without a seat in the game, on the last finding that decides the claim, else on the last."""
    entered = event_from(RulingEntered, finding=1, **body.model_dump())

    def on_its_finding(dispute: Dispute) -> RulingEntered:
        found = dispute.ruled_on
        return entered if found is None else replace(entered, finding=found.position)

    return stepping.does("ruling", body, on_its_finding)


@router.post(f"{DISPUTE}/appeal", status_code=201, responses=STEP, dependencies=[FOLDING], summary="Appeal")
def appeal(stepping: DisputeStepHere, body: AppealToMake) -> Response:
    """Ask once, as a seat or the host, that another arbiter rule."""
    return stepping.says("appeal", body, event_from(Appealed, **body.model_dump()))


@router.post(
    f"{DISPUTE}/withdrawal",
    status_code=201,
    responses=STEP,
    dependencies=[FOLDING],
    operation_id="withdraw_dispute",
    summary="Withdraw a claim",
)
def withdraw(stepping: DisputeStepHere, body: NothingMore) -> Response:
    """Withdraw your claim before there is a ruling."""
    return stepping.says("withdrawal", body, DisputeWithdrawn())


def _answered(service: Service, party: Party, hearing: DisputeStream) -> Response:
    service.hub.wake(hearing.dispute.game)
    where = f"/v1/disputes/{hearing.dispute.id}"
    headers = {**etag(hearing.dispute.position), "Location": where, **receipted(service, hearing.events[-1])}
    try:
        told = _told(service, party, hearing)
    except Exception as problem:  # noqa: BLE001  # because it is stored, and nothing else that is answered may deny it
        told = replace(
            dispute_told(hearing, None, _eyes(party)), fault=fault_of(service, hearing.dispute.game, problem)
        )
    return answer(told, 201, headers=headers)


def _told(service: Service, party: Party, hearing: DisputeStream) -> DisputeTold:
    return dispute_told(hearing, service.replays.record(hearing.dispute.game), _eyes(party))


def _eyes(party: Party) -> Eyes:
    return Eyes(party.viewer, party.by, party.caller.head.secrets_are_out)
