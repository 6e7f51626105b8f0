"""Edits of a game by a ruling: written, or tried first, with refusals that tell nobody what is hidden from them."""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, Refused, RemedyRefused
from oathbook.domain.games import game as games
from oathbook.domain.kernel import Concealed
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.unsealing import with_fields_open
from oathbook.domain.recording.notation.ruled_edits import write_edit
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.domain.recording.writing.remedy_steps import WrittenStep

EDIT: Final = "edit-state"


def edit_game(
    head: GameHead, record: Record, lines: tuple[str, ...], dispute: str, unsealed: Collection[str]
) -> WrittenStep:
    """The step with which a ruling edits a game. ``RemedyRefused`` says what arbiters may see of what stops it.

    While the game has secrets, the lines have to say something of what arbiters see, or else whether they are refused
    would tell what is hidden.
    """
    says, is_out = f"by the ruling in dispute {dispute}", head.game.secrets_are_out
    seen = record if is_out else with_fields_open(record, unsealed)
    game = games.fold(record.ruleset, record.game, (event.entry for event in seen.events))
    written = None
    for reader, known, tells in ((replace(head, game=game), seen, True), (head, record, is_out)):
        try:
            written = write_edit(reader, known, lines, says)
        except (BadRecord, Concealed) as problem:
            raise _refusal(head, str(problem) if tells else "what stops it is hidden from you") from None
    assert written is not None, "what is not refused is written"
    return written


def edited_record(record: Record, written: WrittenStep) -> Record:
    """The record as it would be with such a step."""
    head, events = written
    return replace(record, events=(*record.events, *events), head=head.hash)


def _refusal(head: GameHead, says: str) -> Refused:
    return RemedyRefused(EDIT, says, head.game.position)
