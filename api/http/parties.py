"""Who takes part in a dispute: the key in a request, and as whom its owner sees it."""

from typing import Annotated

from fastapi import Depends, Path
from msgspec import Struct

from oathbook.api.http.callers import CHALLENGE, Authorization, Caller, ServiceHere, caller_of, digest_sent
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import Problem
from oathbook.api.service import Service
from oathbook.domain.application.dispute_stream import DisputeStream
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.events import ARBITER, Arbiter, By
from oathbook.domain.disputes.procedure import Table, played_by
from oathbook.domain.kernel.seats import PUBLIC, Viewer

DisputeId = Annotated[str, Path(max_length=64, description="The id of a dispute.")]


class Party(Struct, frozen=True):
    """A caller about a dispute: a seat, an arbiter, or the public.

    ``viewer`` is whose eyes they look through.
    """

    hearing: DisputeStream
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
    hearing = service.disputes.hearing(dispute)
    game = hearing.dispute.game
    caller, by = known_as(service, game, authorization)
    return Party(hearing, caller, by, _eyes_of(service.disputes.table(game), caller, by))


def _eyes_of(table: Table, caller: Caller, by: By | None) -> Viewer:
    """As whom a caller sees the game; an arbiter who plays in it sees what the public sees."""
    if not isinstance(by, Arbiter):
        return caller.viewer
    return PUBLIC if played_by(table, by) is not None else ARBITER


PartyHere = Annotated[Party, Depends(party_of)]
