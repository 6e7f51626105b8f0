"""Looks at when the last good backup of a database was made."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from oathbook.api.cli.database_jobs.backup_notes import BackupNote, backup_notes_path, read_backup_notes
from oathbook.api.cli.health.machine import HealthCheck
from oathbook.domain.recording.database.address import StoreAddress

NAME: Final = "backups"
OLD: Final = timedelta(days=8)
"""A weekly backup may be a day late."""


def check_backups(database: StoreAddress, log_key: Path | None, now: str) -> HealthCheck:
    """Whether a backup without damage was made lately, as far as this machine knows; ``OSError``."""
    path = backup_notes_path(database, log_key)
    if path is None:
        return _note("which were made is not noted without --log-key; give it to `database backup` and to doctor")
    notes = read_backup_notes(path)
    good = [each for each in notes if not each.damaged]
    if not good:
        what = "each one is of a damaged database, see `oathbook database repair`" if notes else "none is known of"
        return _note(f"{what}: if this disk fails, all games are lost; `oathbook database backup` makes one")
    says = _text(good[-1])
    if datetime.fromisoformat(now) - good[-1].at > OLD:
        return _note(f"{says}: more than {OLD.days} days ago; see whether the timer of the backups runs")
    if notes[-1].damaged:
        return _note(f"{says}; the newest, of {_time(notes[-1])}, has damage, see `oathbook database repair`")
    return HealthCheck(NAME, "good", says)


def _note(says: str) -> HealthCheck:
    return HealthCheck(NAME, "note", says)


def _text(backup: BackupNote) -> str:
    """What is said of the last good one."""
    how = "restored and compared" if backup.verified else "not restored yet to see whether that works"
    return f"the last good one was made at {_time(backup)}: {backup.file}, {backup.leaves} leaves of the log, {how}"


def _time(backup: BackupNote) -> str:
    return f"{backup.at:%Y-%m-%d %H:%M} UTC"
