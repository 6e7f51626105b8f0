"""What a ruling does to a game, in one commit with the ruling."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes import remedies
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.events import Correct, PlayOnFrom, RulingEntered
from oathbook.domain.errors import RemedyRefused
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.unsealing import only_open
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.domain.recording.writing.remedies import Written, corrected, forked

HeadOf = Callable[[str], GameHead]
RecordOf = Callable[[str], Record]


class CarriedOut(Struct, frozen=True):
    """A ruling with what it does to games: the steps they make with it, and the game among them that begins with it."""

    ruling: RulingEntered
    games: tuple[Written, ...] = ()
    opened: str = ""


def carried_out(record_of: RecordOf, dispute: Dispute, ruling: RulingEntered, head_of: HeadOf) -> CarriedOut:
    """A ruling that is allowed, with what it does, said where it stands.

    ``RemedyRefused`` where the game cannot be corrected, or played on from there; ``RecordRedacted``.
    """
    match ruling.remedy:
        case Correct():
            return _corrected(record_of(dispute.game), dispute, ruling, head_of(dispute.game))
        case PlayOnFrom(position=position):
            closing, fork = forked(head_of(dispute.game), record_of(dispute.game), position, dispute.id)
            game = fork[0].game.id
            return CarriedOut(replace(ruling, remedy=PlayOnFrom(position, game)), (closing, fork), game)
        case _:
            return CarriedOut(ruling)


def _corrected(record: Record, dispute: Dispute, ruling: RulingEntered, head: GameHead) -> CarriedOut:
    at = int(dispute.filed.claim["at"])
    try:
        written = corrected(head, record, at, dispute.id)
    except RemedyRefused as refused:
        if head.game.secrets_are_out:
            raise
        raise _as_told(only_open(record, dispute.unsealed), at, dispute) from refused
    return CarriedOut(replace(ruling, remedy=Correct(written[1][0].entry.position)), (written,))


def _as_told(seen: Record, at: int, dispute: Dispute) -> RemedyRefused:
    """Why a correction is refused, out of what arbiters may see while the game runs: what stops it may be a secret."""
    told = RemedyRefused(remedies.CORRECT, "it cannot be corrected; what stops it is hidden from you", at)
    try:
        remedies.corrected(case_of(seen), at, dispute.id)
    except RemedyRefused as own:
        told = own
    return told
