"""Repairs a database out of copies: on a copy of it, which takes its place once that is on the disk."""

import os
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from pathlib import Path
from shutil import disk_usage

from msgspec import Struct
from msgspec.structs import replace

from oathbook.api.cli import input_files
from oathbook.api.cli.databases import label_faults
from oathbook.api.signing.log_files import log_files_for
from oathbook.api.signing.soundness import checkpoint_mismatch, sort_faults
from oathbook.domain.application.dispute_stream import DISPUTES
from oathbook.domain.errors import BadRecord, RecordDiffers, StoreFull
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.copying.sqlite_sides import SQLITE_MAGIC, SqliteSnapshot
from oathbook.domain.recording.database.log_tree import as_bytes
from oathbook.domain.recording.database.private_files import create_private, sync_folder
from oathbook.domain.recording.database.read_pool import connect_read_only, decode_text
from oathbook.domain.recording.database.repairing.repair import Repair, RowRepair
from oathbook.domain.recording.database.repairing.sources import BackupSource, RecordSource, RepairSource
from oathbook.domain.recording.database.sqlite_reader import must_be_ours, must_be_there
from oathbook.domain.recording.database.writer_lock import WriterLock, process_label
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry

UNCHECKED = ("holds", "requests", "redacted", "filled")
"""Tables whose rows have no leaf, so that nobody can tell whether they are right."""


class RepairReport(Struct, frozen=True):
    """What was repaired, and how many rows there are in each table that cannot be checked.

    ``kept`` is the file as it was before, if anything was repaired.
    """

    repair: Repair
    unchecked: dict[str, int]
    kept: Path | None = None


def repair_database(address: StoreAddress, sources: Sequence[str], log_key: Path | None) -> RepairReport:
    """Put back what backups or records have of the rows that are not what the signed log says.

    ``BadRecord`` where the database is not a file, nothing was signed, or the log itself is damaged, ``RecordDiffers``
    where a source is of another database, ``WriterBusy``, ``NotFound``, ``OSError``, also where there is no room
    for a copy. Nothing is changed then.
    """
    if not isinstance(address, Path):
        raise BadRecord(
            f"{address}: only a file of SQLite can be repaired; make a backup of this database, repair that with "
            "the files of the log beside it, and restore it into a new database"
        )
    must_be_there(address)
    must_be_ours(address, or_new=False)
    with label_faults(str(address)), WriterLock(address, process_label()), ExitStack() as held:
        opened = [_open_source(Path(each), address, held) for each in sources]
        copy = held.enter_context(_copied(address))
        report = _repair_copy(copy, address, opened, log_key)
        if not (report.repair.mended or report.repair.heads):
            return report
        return replace(report, kept=_take_place(copy, address))


def _open_source(path: Path, database: Path, held: ExitStack) -> RepairSource:
    """A backup of this database or a record; ``RecordDiffers`` where it is a backup of another."""
    must_be_there(path)
    with path.open("rb") as file:
        is_backup = file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    if not is_backup:
        return RecordSource(input_files.record_in(str(path)))
    if path.samefile(database):
        raise RecordDiffers(f"{path}: it is the database itself")
    with closing(SqliteSnapshot(database)) as here:
        secret = as_bytes(here.all("SELECT secret FROM blinding")[0][0])
    return held.enter_context(closing(BackupSource(path, secret)))


@contextmanager
def _copied(database: Path) -> Generator[Path]:
    """A copy beside a database, with all that is in SQLite's log; it is removed unless it was renamed.

    ``StoreFull`` where there is no room for it.
    """
    needed = sum(each.stat().st_size for each in (database, Path(f"{database}-wal")) if each.exists())
    if disk_usage(database.parent).free < needed:
        raise StoreFull(f"there is no room beside it for a copy, which takes {needed:,} bytes; nothing was repaired")
    copy = database.with_name(f"{database.name}.repairing")
    copy.unlink(missing_ok=True)
    create_private(str(copy))
    try:
        with closing(connect_read_only(database)) as here, closing(sqlite3.connect(copy)) as there:
            here.backup(there)
            there.execute("PRAGMA journal_mode = DELETE")
        yield copy
    finally:
        copy.unlink(missing_ok=True)


def _repair_copy(copy: Path, database: Path, sources: Sequence[RepairSource], log_key: Path | None) -> RepairReport:
    known = log_files_for(database, log_key).latest_checkpoints()
    if known.largest is None:
        raise BadRecord(known.fault or "nothing was signed, so nobody can tell which rows are wrong")
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.text_factory = decode_text
        repair = RowRepair(connection, sources, load_registry().ruleset, DISPUTES)
        mismatches = (checkpoint_mismatch(repair.tree, each) for each in known.checkpoints)
        damage = sort_faults(repair.tree, repair.walk(), known.checkpoints)
        fault = known.fault or next(filter(None, mismatches), damage.log)
        if fault:
            raise BadRecord(f"the log itself is damaged, and is never repaired: {fault}")
        done = repair.mend((*damage.rows, *repair.unreadable(damage.rows)), system_sources().clock())
        counts = {each: connection.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in UNCHECKED}  # noqa: S608  # ours
        return RepairReport(done, counts)


def _take_place(copy: Path, database: Path) -> Path:
    """Put the copy in the place of the database, on the disk, and return the name that the damaged file has now.

    ``BadRecord`` where another program has that open. SQLite's log is emptied and removed first: it would be taken for
    that of the copy. So are the read models: they may have been made out of what was damaged. The damaged file gets
    its new name before it loses the old one, as a service makes an empty database where there is none.
    """
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        ((busy, *_),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    if busy:
        raise BadRecord("another program reads this database: end it first; nothing was repaired")
    for end in ("-wal", "-shm", ".views", ".views-wal", ".views-shm"):
        Path(f"{database}{end}").unlink(missing_ok=True)
    kept = database.with_name(f"{database.name}.damaged-{_now():%Y-%m-%d-%H%M%S.%f}")
    os.link(database, kept)
    copy.rename(database)
    sync_folder(database.parent)
    return kept


def _now() -> datetime:
    return datetime.fromisoformat(system_sources().clock())
