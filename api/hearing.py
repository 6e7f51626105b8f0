"""Who takes part in a dispute, and what they do in it: checked and stored in the writer's turn."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from fastapi import Depends, Path
from msgspec import Struct

from api import problems
from api.callers import CHALLENGE, Authorization, Caller, ServiceHere, caller_of, digest_sent
from api.claims import case_of, claim_in
from api.findings import finding_reply
from api.problems import Problem
from api.ruling import carried_out
from api.service import Service
from api.stepping import named
from domain.disputes.dispute import Dispute
from domain.disputes.events import (
    ARBITER,
    Arbiter,
    By,
    DisputeEvent,
    DisputeFiled,
    FindingEntered,
    RulingEntered,
    Told,
    event_from,
    signature,
)
from domain.disputes.examine import examine
from domain.disputes.findings import Finding
from domain.disputes.procedure import Table, must_be_allowed, must_be_fileable, played_by
from domain.kernel.hidden import Hidden
from domain.kernel.seats import PUBLIC, Seat, Viewer
from domain.recording.clear import value_text
from domain.recording.disputes import DISPUTES, Hearing, heard, hearing_of, new_dispute, next_events
from domain.recording.pen import End, Pen
from domain.recording.record import Record, as_seen_by
from domain.recording.store import Request
from domain.recording.unsealing import only_open
from domain.recording.writer import Together

DisputeId = Annotated[str, Path(max_length=64, description="The id of a dispute.")]


class Party(Struct, frozen=True):
    """Somebody who asks about a dispute or does something in it: a seat, an arbiter, or (nobody) the public.

    ``viewer`` is whose eyes they look through.
    """

    hearing: Hearing
    caller: Caller
    by: By | None
    viewer: Viewer

    @property
    def dispute(self) -> Dispute:
        """The dispute as it stands."""
        return self.hearing.dispute

    def must_be_known(self) -> By:
        """Who they are; ``key-missing`` for the public."""
        return must_be_known(self.by)


def must_be_known(by: By | None) -> By:
    """Who does it; ``key-missing`` for the public."""
    if by is None:
        raise Problem(problems.NO_KEY, "send a key: Authorization: Bearer …", headers=CHALLENGE)
    return by


def known_as(service: Service, game: str, authorization: str | None) -> tuple[Caller, By | None]:
    """Who asks about a game: as a caller of that game, and as an arbiter or a seat; refuses as ``caller_of`` does."""
    digest = digest_sent(authorization)
    arbiter = None if digest is None else service.arbiters.with_key(digest)
    caller = caller_of(service, game, authorization if arbiter is None else None)
    return caller, caller.seat if arbiter is None else arbiter


def party_of(service: ServiceHere, dispute: DisputeId, authorization: Authorization = None) -> Party:
    """Who asks about this dispute; ``NotFound``, or ``key-unknown`` for a key of nobody who has to do with it."""
    hearing = hearing_of(service.archive, dispute)
    game = hearing.dispute.game
    caller, by = known_as(service, game, authorization)
    return Party(hearing, caller, by, _eyes_of(table_of(service, game), caller, by))


def _eyes_of(table: Table, caller: Caller, by: By | None) -> Viewer:
    """Whose eyes somebody looks through; an arbiter who plays in the game looks through nobody's."""
    if not isinstance(by, Arbiter):
        return caller.viewer
    return PUBLIC if played_by(table, by) is not None else ARBITER


PartyHere = Annotated[Party, Depends(party_of)]


# What is done -----------------------------------------------------------------------------------------------------


def table_of(service: Service, game: str) -> Table:
    """The game as the procedure asks for it."""
    players = {each.seat: each.player for each in service.opening(game).seats}
    return Table(players, service.archive.head(game), service.archive.goes_on(game))


def does(
    service: Service,
    party: Party,
    made: Callable[[Dispute], DisputeEvent],
    *,
    on: int | None,
    request: Request | None,
) -> Hearing:
    """Store what somebody does in a dispute, and answer it as it stands then; the same request again changes nothing.

    ``made`` is the event, out of the dispute as it stands in the writer's turn. Refuses as ``must_be_allowed`` does.
    """
    dispute, game, by = party.dispute.id, party.dispute.game, party.must_be_known()

    def work(pen_of: Callable[[str], Pen]) -> Together:
        hearing = hearing_of(service.archive, dispute)
        event = made(hearing.dispute)
        must_be_allowed(hearing.dispute, table_of(service, game), by, event)
        if not isinstance(event, RulingEntered):
            return Together(next_events(dispute, by, event, service.sources, hearing.end))
        done = carried_out(service, hearing.dispute, event, pen_of)
        events = next_events(dispute, by, done.ruling, service.sources, hearing.end)
        return Together(events, done.games, done.opened)

    step, *_ = service.writer.together(dispute, DISPUTES, work, expected=on, request=request)
    service.hub.committed(game, step.position)
    return up_to(hearing_of(service.archive, dispute), step.position)


def up_to(hearing: Hearing, position: int) -> Hearing:
    """A dispute as it stood at a position."""
    return heard(hearing.dispute.id, hearing.events[:position])


def files(service: Service, caller: Caller, by: By, claim: Told, says: str, *, key: str | None) -> Hearing:
    """File a claim about a game as it stands; the same request under the same key finds the dispute it made before.

    ``BadRecord`` names what does not fit in the claim; otherwise refuses as ``must_be_fileable`` does.
    """
    game = caller.game
    dispute = new_dispute(game, signature(by), key, service.sources)
    request = named(signature(by), key, {"game": game, "claim": claim, "says": says})

    def work(_: Callable[[str], Pen]) -> Together:
        before = service.archive.filed_by(game, Seat(signature(by)))
        must_be_fileable(table_of(service, game), by, game, before=before)
        case = case_of(as_seen_by(service.shelf.record(game), caller.viewer))
        claim_in(claim, case)
        stands = {"edition": case.ruleset.edition.key, "position": len(case.entries), "head": case.head}
        filed = event_from(DisputeFiled, game=game, claim=claim, says=says, **stands)
        return Together(next_events(dispute, by, filed, service.sources, End()))

    step, *_ = service.writer.together(dispute, DISPUTES, work, expected=None, request=request)
    service.hub.committed(game, step.position)
    return up_to(hearing_of(service.archive, dispute), step.position)


# Findings ---------------------------------------------------------------------------------------------------------


def finds(service: Service, party: Party) -> FindingEntered:
    """What the record and the rules answer to the claim: to everybody, and to whoever asks if that is something else.

    Refuses as ``examine`` does.
    """
    record = service.shelf.record(party.dispute.game)
    to_all = _found(as_seen_by(record, PUBLIC), party.dispute)
    told = told_of(record, to_all)
    sealed = None
    if not party.caller.head.secrets_are_out and party.viewer != PUBLIC:
        own = told_of(record, _found(_own(record, party), party.dispute))
        sealed = Hidden((party.viewer,), known=(own,)) if own != told else None
    return FindingEntered(to_all.edition, to_all.head, to_all.events, party.viewer, to_all.answer, told, sealed)


def _own(record: Record, party: Party) -> Record:
    """The record as far as whoever asks may see it; an arbiter sees what was unsealed in this dispute."""
    if party.viewer == ARBITER:
        return only_open(record, party.dispute.unsealed)
    return as_seen_by(record, party.viewer)


def _found(record: Record, dispute: Dispute) -> Finding:
    case = case_of(record)
    return examine(case, claim_in(dispute.filed.claim, case))


def told_of(record: Record, finding: Finding) -> Told:
    """A finding in plain JSON values, as ``oathbook dispute --json`` prints it."""
    reply: Mapping[str, Any] = finding_reply(record.ruleset, finding)
    told: Told = msgspec.json.decode(value_text(reply))
    return told
