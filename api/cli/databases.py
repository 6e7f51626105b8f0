"""Opens databases of records for a command; every refusal names the database."""

import errno
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from eventsourcing.persistence import PersistenceError

from oathbook.api.cli.input_files import label_refusals
from oathbook.domain.errors import BadRecord, StoreFull, StoreUnavailable
from oathbook.domain.recording.database.address import parse_address
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.writer_lock import process_label
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.rulesets.registry import load_registry


@contextmanager
def archive_in(database: str) -> Generator[Archive]:
    """Open a database for reading; ``NotFound`` if there is none, ``BadRecord`` if it cannot be read."""
    address = parse_address(database, where="--db")
    with label_faults(str(address)), Archive(address, load_registry().ruleset) as archive:
        yield archive


@contextmanager
def writer_in(database: str) -> Generator[Writer]:
    """Open a database for writing, and create it if it is missing.

    ``WriterBusy`` names the process that writes to it, ``BadRecord`` and ``OSError`` name the database.
    """
    address = parse_address(database, where="--db")
    with (
        label_refusals(str(address)),
        label_faults(str(address)),
        Writer(address, load_registry().ruleset, system_sources(), says=process_label()) as writer,
    ):
        yield writer


@contextmanager
def label_faults(database: str) -> Generator[None]:
    """Make a fault of the disk or of SQLite name the database."""
    try:
        yield
    except (sqlite3.Error, PersistenceError) as problem:
        raise BadRecord(f"{database}: {problem}") from None
    except StoreUnavailable as problem:
        raise BadRecord(str(problem)) from None
    except StoreFull as problem:
        raise OSError(errno.ENOSPC, str(problem), database) from None
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, database) from None
