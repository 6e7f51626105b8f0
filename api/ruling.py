"""What a ruling does to a game, in one commit with the ruling."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from api.claims import case_of
from api.service import Service
from domain.disputes import remedies
from domain.disputes.dispute import Dispute
from domain.disputes.events import RulingEntered
from domain.disputes.remedy import Correct, PlayOnFrom
from domain.errors import RemedyRefused
from domain.recording.pen import Pen
from domain.recording.record import Record
from domain.recording.remedying import Written, corrected, forked
from domain.recording.unsealing import only_open

PenOf = Callable[[str], Pen]


class Done(Struct, frozen=True):
    """A ruling with what it does to games: the steps they make with it, and the game among them that begins with it."""

    ruling: RulingEntered
    games: tuple[Written, ...] = ()
    opened: str = ""


def carried_out(service: Service, dispute: Dispute, ruling: RulingEntered, pen_of: PenOf) -> Done:
    """A ruling that is allowed, with what it does, said where it stands.

    ``RemedyRefused`` where the game cannot be corrected, or played on from there; ``RecordRedacted``.
    """
    match ruling.remedy:
        case Correct():
            return _corrected(service, dispute, ruling, pen_of(dispute.game))
        case PlayOnFrom(position=position):
            record = service.shelf.record(dispute.game)
            closing, fork = forked(pen_of(dispute.game), record, position, dispute.id)
            game = fork[0].game.id
            return Done(replace(ruling, remedy=PlayOnFrom(position, game)), (closing, fork), game)
        case _:
            return Done(ruling)


def _corrected(service: Service, dispute: Dispute, ruling: RulingEntered, pen: Pen) -> Done:
    record, at = service.shelf.record(dispute.game), int(dispute.filed.claim["at"])
    try:
        written = corrected(pen, record, at, dispute.id)
    except RemedyRefused as refused:
        if pen.game.secrets_are_out:
            raise
        raise _as_told(only_open(record, dispute.unsealed), at, dispute) from refused
    return Done(replace(ruling, remedy=Correct(written[1][0].entry.position)), (written,))


def _as_told(seen: Record, at: int, dispute: Dispute) -> RemedyRefused:
    """Why a correction is refused, out of what arbiters may see while the game runs: what stops it may be a secret."""
    try:
        remedies.corrected(case_of(seen), at, dispute.id)
    except RemedyRefused as own:
        return own
    return RemedyRefused(remedies.CORRECT, "it cannot be corrected; what stops it is hidden from you", at)
