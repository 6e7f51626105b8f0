"""Looks at the machine that the service runs on: SQLite, the disk, and the clock. Nothing stays that was not there."""

import os
import platform
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from oathbook.domain.errors import BadRecord, StoreFull
from oathbook.domain.recording.database.sqlite import ImmediateDatastore, is_sound_sqlite

LITTLE: Final = 1 << 30
TOO_LITTLE: Final = 64 << 20  # bytes that are free on a disk
COMMITS: Final = 5  # so many are tried, and the one in the middle counts
NOT_A_DISK: Final = 0.000_03  # seconds: a commit that takes less has waited for no disk
MOST_APART: Final = 60.0  # seconds that two clocks may differ


class HealthCheck(Struct, frozen=True):
    """What was looked at, and how it is: good, worth to know, or wrong."""

    name: str
    state: Literal["good", "note", "wrong"]
    says: str


def program_version() -> HealthCheck:
    """Which one this is, and what runs it."""
    says = f"oathbook {version('oathbook')}, Python {platform.python_version()}, {platform.system()}"
    return HealthCheck("program", "good", says)


def sqlite(at: tuple[int, ...] = sqlite3.sqlite_version_info) -> HealthCheck:
    """Whether this SQLite has the race over the reset of its log, which one writing process cannot run into."""
    named = f"SQLite {'.'.join(map(str, at))}"
    if is_sound_sqlite(at):
        return HealthCheck("sqlite", "good", f"{named}: without the race over the reset of the log")
    says = (
        "two programs that write or checkpoint at once can damage a database (mended in 3.51.3 and 3.53.0); "
        "Oathbook lets one process write, so let no other program write to the file"
    )
    return HealthCheck("sqlite", "note", f"{named}: {says}")


def commits(folder: Path) -> HealthCheck:
    """Whether a commit waits for the disk of this folder: a database is made there, written to, and removed."""
    try:
        with tempfile.TemporaryDirectory(prefix=".oathbook-doctor-", dir=folder) as room:
            took = _commits_took(Path(room, "trial.db"))
    except (OSError, BadRecord, PersistenceError, StoreFull) as problem:
        return HealthCheck("synchronous", "wrong", f"{folder}: no database can be written there: {problem}")
    says = f"full, read back from a database made in {folder}; a commit took {took * 1000:.2f} ms"
    if took < NOT_A_DISK:
        return HealthCheck(
            "synchronous", "note", f"{says}, which is memory, or a disk that answers before it has written"
        )
    return HealthCheck("synchronous", "good", says)


def _commits_took(path: Path) -> float:
    datastore = ImmediateDatastore(str(path))
    times: list[float] = []
    try:
        with datastore.transaction(commit=True) as cursor:
            cursor.execute("CREATE TABLE trial (number INTEGER)")
        for number in range(COMMITS):
            began = time.perf_counter()
            with datastore.transaction(commit=True) as cursor:
                cursor.execute("INSERT INTO trial VALUES (?)", (number,))
            times.append(time.perf_counter() - began)
    finally:
        datastore.close()
    return sorted(times)[COMMITS // 2]


def disk(folder: Path, free: int | None = None) -> HealthCheck:
    """Whether there is room."""
    if free is None:
        try:
            free = shutil.disk_usage(folder).free
        except OSError as problem:
            return HealthCheck("disk", "wrong", f"{folder}: {problem.strerror}")
    says = f"{folder}: {free / (1 << 30):,.1f} GiB free"
    return HealthCheck("disk", "wrong" if free < TOO_LITTLE else "note" if free < LITTLE else "good", says)


def clock(now: str, others: Iterable[tuple[str, str]]) -> HealthCheck:
    """Whether the clock can be right: nothing was recorded later than now, and no other clock is far from it.

    ``others`` are times with what each is: ``an event`` is in the past, and every other one is now. A record that was
    brought may name a day that there is not.
    """
    here = datetime.fromisoformat(now)
    for what, said in others:
        try:
            behind = (datetime.fromisoformat(said) - here).total_seconds()
        except ValueError:
            return HealthCheck("clock", "wrong", f"{what} has a time that does not exist ({said})")
        if behind > MOST_APART:
            return HealthCheck("clock", "wrong", f"it is {now}, {behind:,.0f} s before {what} ({said})")
        if what != EVENT and -behind > MOST_APART:
            return HealthCheck("clock", "wrong", f"it is {now}, {-behind:,.0f} s after {what} ({said})")
    return HealthCheck("clock", "good", f"it is {now}, later than every event")


EVENT: Final = "the newest event"


def others_may_read(path: Path) -> bool:
    """Whether the rights of a file let others of this machine read it."""
    return os.name == "posix" and bool(path.stat().st_mode & 0o077)
