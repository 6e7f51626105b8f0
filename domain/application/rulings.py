"""What a ruling does to a game, in one commit with the ruling."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.application.claims import case_of
from oathbook.domain.application.ruled_edits import edit_game
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.disputes import remedies
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import Correct, DrawAgain, EditState, PlayOnFrom, Remedy, RulingEntered
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
            case Correct() | DrawAgain():
                written = _write_correction(record_of(dispute.game), dispute, head_of(dispute.game), remedy)
                done = replace(remedy, position=written[1][0].entry.position)
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


def _write_correction(record: Record, dispute: Dispute, head: GameHead, remedy: Correct | DrawAgain) -> WrittenStep:
    at = int(dispute.filed.claim["at"])
    draws = remedy.draws if isinstance(remedy, DrawAgain) else None
    try:
        return write_correction(head, record, at, dispute.id, draws)
    except RemedyRefused as refused:
        if head.game.secrets_are_out or refused.remedy == remedies.REDRAW:
            raise
        raise _visible_refusal(with_fields_open(record, dispute.unsealed), at, dispute, draws) from refused


def _visible_refusal(seen: Record, at: int, dispute: Dispute, draws: tuple[DrawReport, ...] | None) -> RemedyRefused:
    """Why a correction is refused, out of what arbiters may see while the game runs: what stops it may be a secret."""
    told, case = RemedyRefused(remedies.CORRECT, remedies.STOP_IS_HIDDEN, at), case_of(seen)
    try:
        redraw = None if draws is None else remedies.redraw_chance(case, at, draws)
        remedies.correction_event(case, at, dispute.id, redraw)
    except RemedyRefused as own:
        told = own
    return told
