"""Records brought from elsewhere: which of them are new, and which cannot be stored beside what is there."""

from collections.abc import Iterable, Mapping

from domain.errors import BadRecord, RecordDiffers
from domain.recording.database.archive import Archive
from domain.recording.format.record import Record
from domain.recording.format.sources import is_game_id


def new_among(records: Iterable[Record], archive: Archive) -> Mapping[str, Record]:
    """Those that are not stored yet, each once, by their ids.

    ``BadRecord`` where an id is odd, ``RecordDiffers`` where two records have the same.
    """
    brought = tuple(records)
    new = {record.game: record for record in brought if _is_new(record, archive)}
    for record in brought:
        if record.game in new and new[record.game].events != record.events:
            msg = f"two different records of game {record.game} were given"
            raise RecordDiffers(msg)
    return new


def _is_new(record: Record, archive: Archive) -> bool:
    if not is_game_id(record.game):
        msg = f"game {record.game!r}: the id of a game is up to 64 letters, digits, - and _"
        raise BadRecord(msg)
    there = archive.rows(record.game)
    if not there:
        return True
    lines = [event.line + b"\n" + event.openings for event in record.events]
    if [row.state for row in there] != lines:
        msg = f"another record of game {record.game} is stored; nothing is ever replaced"
        raise RecordDiffers(msg)
    return False
