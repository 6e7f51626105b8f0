"""The list of backups that were made of a database: lines of JSON in a file beside its checkpoints."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from oathbook.api.signing.log_files import log_files_for
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.private_files import append_private


class BackupNote(Struct, frozen=True):
    """When a backup was written and where, up to which tree; whether it was restored and compared, or is damaged."""

    at: Annotated[datetime, Meta(tz=True)]
    file: str
    leaves: int
    root: str
    verified: bool
    damaged: bool


def backup_notes_path(database: StoreAddress, log_key: Path | None) -> Path | None:
    """Returns the path of the list; None for PostgreSQL without the file of the log's keys."""
    return log_files_for(database, log_key).backups if isinstance(database, Path) or log_key else None


def append_backup_note(path: Path, note: BackupNote) -> None:
    """Add a note; it is on the disk on return. ``OSError``."""
    append_private(path, f"\n{msgspec.json.encode(note).decode()}")


def read_backup_notes(path: Path) -> list[BackupNote]:
    """The notes in their order; what is not a whole one is left out. ``OSError``."""
    notes = list[BackupNote]()
    for each in path.read_bytes().splitlines() if path.exists() else ():
        with suppress(msgspec.DecodeError):
            notes.append(msgspec.json.decode(each, type=BackupNote))
    return notes
