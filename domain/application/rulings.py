"""What a ruling does to a game, in one commit with the ruling."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from domain.application.claims import case_of
from domain.disputes import remedies
from domain.disputes.dispute import Dispute
from domain.disputes.events import RulingEntered
from domain.disputes.remedy import Correct, PlayOnFrom
from domain.errors import RemedyRefused
from domain.recording.format.record import Record
from domain.recording.format.unsealing import only_open
from domain.recording.writing.game_head import Pen
from domain.recording.writing.remedies import Written, corrected, forked

PenOf = Callable[[str], Pen]
RecordOf = Callable[[str], Record]


class Done(Struct, frozen=True):
    """A ruling with what it does to games: the steps they make with it, and the game among them that begins with it."""

    ruling: RulingEntered
    games: tuple[Written, ...] = ()
    opened: str = ""


def carried_out(record_of: RecordOf, dispute: Dispute, ruling: RulingEntered, pen_of: PenOf) -> Done:
    """A ruling that is allowed, with what it does, said where it stands.

    ``RemedyRefused`` where the game cannot be corrected, or played on from there; ``RecordRedacted``.
    """
    match ruling.remedy:
        case Correct():
            return _corrected(record_of(dispute.game), dispute, ruling, pen_of(dispute.game))
        case PlayOnFrom(position=position):
            closing, fork = forked(pen_of(dispute.game), record_of(dispute.game), position, dispute.id)
            game = fork[0].game.id
            return Done(replace(ruling, remedy=PlayOnFrom(position, game)), (closing, fork), game)
        case _:
            return Done(ruling)


def _corrected(record: Record, dispute: Dispute, ruling: RulingEntered, pen: Pen) -> Done:
    at = int(dispute.filed.claim["at"])
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
