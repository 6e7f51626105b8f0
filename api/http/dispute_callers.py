"""Identifies the callers about disputes."""

from typing import Annotated

from fastapi import Depends, Path, Request
from msgspec import Struct
from msgspec.structs import replace

from oathbook.api.http import callers
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.service import Service
from oathbook.api.settings.policy import Policy
from oathbook.domain.application.dispute_stream import DisputeStream
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import ARBITER, Actor, Arbiter
from oathbook.domain.disputes.procedure import DisputedGame, seat_of_arbiter
from oathbook.domain.kernel import PUBLIC, TABLE, Viewer

DisputeId = Annotated[str, Path(max_length=64, description="The id of a dispute.")]


class DisputeCaller(Struct, frozen=True):
    """A caller about a dispute: a seat, an arbiter, or the public; ``viewer`` is how they see the game."""

    hearing: DisputeStream
    caller: callers.Caller
    by: Actor | None
    viewer: Viewer

    @property
    def dispute(self) -> Dispute:
        """The dispute as it is now."""
        return self.hearing.dispute


def require_party(by: Actor | None) -> Actor:
    """Returns the party; ``key-missing`` for the public."""
    if by is None:
        raise HttpProblem(problems.NO_KEY, "send a key: Authorization: Bearer …", headers=callers.CHALLENGE)
    return by


def identify_party(
    service: Service, request: Request, game: str, authorization: str | None
) -> tuple[callers.Caller, Actor | None]:
    """Returns the caller about a game, and who it is in a dispute; refuses as ``identify_caller``.

    An operator's key that may import records and file claims speaks for the table of an imported game, and sees what
    the public sees.
    """
    digest = callers.digest_sent(authorization)
    arbiter = None if digest is None else service.arbiters.with_key(digest)
    if arbiter is not None:
        return callers.identify_caller(service, game, None), arbiter
    if digest is not None and _may_speak_for_table(service, request, game, digest):
        return replace(callers.identify_caller(service, game, None), digest=digest), TABLE
    caller = callers.identify_caller(service, game, authorization)
    return caller, caller.seat


def _may_speak_for_table(service: Service, request: Request, game: str, digest: str) -> bool:
    policy: Policy = request.app.state.policy
    holder = policy.keys.with_key(digest)
    return holder is not None and {"import", "dispute"} <= holder.may and service.is_imported(game)


def dispute_caller(
    service: callers.ServiceHere, request: Request, dispute: DisputeId, authorization: callers.Authorization = None
) -> DisputeCaller:
    """Returns the caller about a dispute; ``NotFound``, ``key-unknown`` if the key is of no seat and no arbiter."""
    hearing = service.disputes.stream(dispute)
    game = hearing.dispute.game
    caller, by = identify_party(service, request, game, authorization)
    return DisputeCaller(hearing, caller, by, _viewer_of(service.disputes.disputed_game(game), caller, by))


def _viewer_of(table: DisputedGame, caller: callers.Caller, by: Actor | None) -> Viewer:
    """Returns how a caller sees the game; an arbiter who plays in it sees what the public sees."""
    if not isinstance(by, Arbiter):
        return caller.viewer
    return PUBLIC if seat_of_arbiter(table, by) is not None else ARBITER


DisputeCallerHere = Annotated[DisputeCaller, Depends(dispute_caller)]
