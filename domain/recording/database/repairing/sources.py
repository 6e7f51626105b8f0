"""The sources of a repair: backups of the database, and records of its games."""

from pathlib import Path
from typing import Protocol

from msgspec import Struct

from oathbook.domain.errors import RecordDiffers
from oathbook.domain.recording.database.reader import only_row
from oathbook.domain.recording.database.sqlite_reader import SqliteReader
from oathbook.domain.recording.format.record import Record


class FoundEvent(Struct, frozen=True):
    """Both lines of an event, and the number of its row where a backup says it."""

    state: bytes
    row: int | None = None


class RepairSource(Protocol):
    """What may have an event that a database has lost; nothing that it has is believed."""

    def find(self, stream: str, position: int) -> FoundEvent | None:
        """What it has there."""
        ...


class BackupSource(RepairSource):
    """A backup of the database."""

    def __init__(self, path: Path, secret: bytes) -> None:
        """Open it; ``RecordDiffers`` where it is one of another database, ``NotFound``, ``BadRecord``."""
        self._reader = SqliteReader(path)
        (found,) = only_row(self._reader.all("SELECT secret FROM blinding"), "the secret that blinds the log")
        if found != secret:
            self._reader.close()
            raise RecordDiffers(f"{path}: it is no backup of this database; nothing was read out of it")

    def find(self, stream: str, position: int) -> FoundEvent | None:
        """What it has there."""
        where = "originator_id = ? AND originator_version = ?"
        state = f"SELECT CAST(state AS BLOB), rowid FROM stored_events WHERE {where}"  # noqa: S608  # names of ours
        return next((FoundEvent(*each) for each in self._reader.all(state, stream, position)), None)

    def close(self) -> None:
        """Close it."""
        self._reader.close()


class RecordSource(RepairSource):
    """A game's record, strictly read."""

    def __init__(self, record: Record) -> None:
        """Keep it."""
        self._record = record

    def find(self, stream: str, position: int) -> FoundEvent | None:
        """What it has there."""
        if stream != self._record.game or position > len(self._record.events):
            return None
        event = self._record.events[position - 1]
        return FoundEvent(event.line + b"\n" + event.openings)
