"""What a ruling does to a game, in one commit with the ruling."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.application.claims import case_of
from oathbook.domain.application.ruled_edits import edit_game
from oathbook.domain.disputes import remedies
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import Correct, EditState, PlayOnFrom, Remedy, RulingEntered
from oathbook.domain.errors import RemedyRefused
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.unsealing import with_fields_open
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.domain.recording.writing.remedy_steps import WrittenStep, write_correction, write_fork

HeadOf = Callable[[str], GameHead]
RecordOf = Callable[[str], Record]


class ExecutedRuling(Struct, frozen=True):
    """A ruling with what it does to games: the steps they make with it, and the game among them that begins with it."""

    ruling: RulingEntered
    games: tuple[WrittenStep, ...] = ()
    opened: str = ""


def carry_out_ruling(record_of: RecordOf, dispute: Dispute, ruling: RulingEntered, head_of: HeadOf) -> ExecutedRuling:
    """A ruling that is allowed, with what it does, said where it stands.

    ``RemedyRefused`` where the game cannot be corrected, or played on from there; ``RecordRedacted``.
    """
    for number, remedy in enumerate(ruling.remedies):
        match remedy:
            case Correct():
                written = _write_correction(record_of(dispute.game), dispute, head_of(dispute.game))
                done = Correct(written[1][0].entry.position)
                return ExecutedRuling(_with_remedy(ruling, number, done), (written,))
            case EditState(lines=lines):
                written = edit_game(head_of(dispute.game), record_of(dispute.game), lines, dispute.id, dispute.unsealed)
                edited = EditState(lines, written[1][0].entry.position)
                return ExecutedRuling(_with_remedy(ruling, number, edited), (written,))
            case PlayOnFrom(position=position):
                closing, fork = write_fork(head_of(dispute.game), record_of(dispute.game), position, dispute.id)
                game = fork[0].game.id
                return ExecutedRuling(_with_remedy(ruling, number, PlayOnFrom(position, game)), (closing, fork), game)
            case _:
                pass
    return ExecutedRuling(ruling)


def _with_remedy(ruling: RulingEntered, number: int, done: Remedy) -> RulingEntered:
    """The ruling with the remedy that changes the game as it was carried out; there is at most one of them."""
    remedies = list(ruling.remedies)
    remedies[number] = done
    return replace(ruling, remedy=remedies[0], also=tuple(remedies[1:]))


def _write_correction(record: Record, dispute: Dispute, head: GameHead) -> WrittenStep:
    at = int(dispute.filed.claim["at"])
    try:
        return write_correction(head, record, at, dispute.id)
    except RemedyRefused as refused:
        if head.game.secrets_are_out:
            raise
        raise _visible_refusal(with_fields_open(record, dispute.unsealed), at, dispute) from refused


def _visible_refusal(seen: Record, at: int, dispute: Dispute) -> RemedyRefused:
    """Why a correction is refused, out of what arbiters may see while the game runs: what stops it may be a secret."""
    told = RemedyRefused(remedies.CORRECT, "it cannot be corrected; what stops it is hidden from you", at)
    try:
        remedies.correction_event(case_of(seen), at, dispute.id)
    except RemedyRefused as own:
        told = own
    return told
