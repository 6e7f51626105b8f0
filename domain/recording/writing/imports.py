"""Records brought from elsewhere: which are new, which are fuller, and which cannot be stored beside what is there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Raw, Struct

from oathbook.domain.errors import BadRecord, RecordDiffers
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import is_game_id
from oathbook.domain.recording.writing.seat_checks import must_have_plain_names


class ImportPlan(Struct, frozen=True):
    """Records by their ids, each once: those that are ``new``, and those that are ``fuller`` than what is stored."""

    new: Mapping[str, Record]
    fuller: Mapping[str, Record]

    def changes(self, game: str) -> bool:
        """Whether anything of it is stored."""
        return game in self.new or game in self.fuller


def plan_import(records: Iterable[Record], archive: Archive) -> ImportPlan:
    """What there is to be done with records.

    ``BadRecord`` where an id or the name of a player is odd, ``RecordDiffers`` where another record has the same id. A
    copy of a record with more openings than the redacted one that is stored is the same record, as its hashes say.
    """
    every = tuple(records)
    rows = {record.game: archive.rows(_check_record(record).game) for record in every}
    new = {record.game: record for record in every if not rows[record.game]}
    stored = [record for record in every if record.game not in new and not _is_there(record, rows[record.game])]
    fuller = {record.game: record for record in stored}
    for record in every:
        first = new.get(record.game) or fuller.get(record.game)
        if first is not None and first.events != record.events:
            raise RecordDiffers(f"two different records of game {record.game} were given")
    for record in stored:
        if not (archive.is_redacted(record.game) and _is_fuller(record, rows[record.game])):
            raise RecordDiffers(f"another record of game {record.game} is stored; nothing is ever replaced")
    return ImportPlan(new, fuller)


def _check_record(record: Record) -> Record:
    if not is_game_id(record.game):
        raise BadRecord(f"game {record.game!r}: the id of a game is up to 64 letters, digits, - and _")
    must_have_plain_names(record.opened)
    return record


def _is_there(record: Record, rows: Sequence[StoredRow]) -> bool:
    return [row.state for row in rows] == [event.line + b"\n" + event.openings for event in record.events]


def _is_fuller(record: Record, rows: Sequence[StoredRow]) -> bool:
    """Whether it has the same events, and every opening that is stored."""
    stored = [row.state.partition(b"\n") for row in rows]
    return [event.line for event in record.events] == [line for line, _, _ in stored] and all(
        _opening_set(openings) <= _opening_set(event.openings)
        for event, (_, _, openings) in zip(record.events, stored, strict=True)
    )


def _opening_set(openings: bytes) -> frozenset[bytes]:
    return frozenset(bytes(each) for each in _OPENINGS.decode(openings)) if openings else frozenset()


_OPENINGS: Final = msgspec.json.Decoder(tuple[Raw, ...])
