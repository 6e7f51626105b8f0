"""A ruling that says what there is in a game: the lines of a sheet for it, written as one step of that game."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.disputes.remedies import BY_RULING
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import TABLE
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.sheets import BESIDE, SheetRow
from oathbook.domain.recording.notation.table_lines import follow_table_step
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.domain.recording.writing.memory_writer import MemoryWriter

WORDS: Final = ("edit", "then")  # with which such a line begins


def write_edit(
    head: GameHead, record: Record, lines: tuple[str, ...], says: str
) -> tuple[GameHead, tuple[EncodedEvent, ...]]:
    """The step with which a ruling edits a game: ``edit players ann influence = 4``, ``then`` and a sentence.

    ``BadRecord`` says which line cannot be read, or why the game cannot be so.
    """
    opening = f"{BESIDE} {TABLE}:"
    rows = [SheetRow(1, opening, TABLE, len(opening), is_beside=True)]
    for number, line in enumerate(lines, 2):
        word = next(iter(line.split()), "")
        if word not in WORDS:
            raise BadRecord(f"line {number - 1}: write “edit … = …”, or “then …” for what happens")
        rows.append(SheetRow(number - 1, line, word, line.index(word) + len(word)))
    notation = GameNotation(record.ruleset, record.opened.setup())
    told = replace(notation.parse_step(tuple(rows), where="edit"), says=says)
    writer = MemoryWriter(record, head)
    follow_table_step(writer, told, by=BY_RULING)
    return writer.head, writer.record.events[len(record.events) :]
