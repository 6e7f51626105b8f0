"""Opens databases of records for a command; every refusal names the database."""

import errno
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from eventsourcing.persistence import PersistenceError

from oathbook.api.cli.input_files import refusals_name
from oathbook.domain.errors import BadRecord, StoreFull, StoreUnavailable
from oathbook.domain.recording.database.address import store_in
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.writer_lock import this_process
from oathbook.domain.recording.format.sources import of_this_machine
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.rulesets.registry import installed


@contextmanager
def archive_in(database: str) -> Generator[Archive]:
    """Open a database for reading; ``NotFound`` if there is none, ``BadRecord`` if it cannot be read."""
    address = store_in(database, where="--db")
    with faults_name(str(address)), Archive(address, installed().ruleset) as archive:
        yield archive


@contextmanager
def writer_in(database: str) -> Generator[Writer]:
    """Open a database for writing, and create it if it is missing.

    ``WriterBusy`` names the process that writes to it, ``BadRecord`` and ``OSError`` name the database.
    """
    address = store_in(database, where="--db")
    with (
        refusals_name(str(address)),
        faults_name(str(address)),
        Writer(address, installed().ruleset, of_this_machine(), says=this_process()) as writer,
    ):
        yield writer


@contextmanager
def faults_name(database: str) -> Generator[None]:
    """Make a fault of the disk or of SQLite name the database."""
    try:
        yield
    except (sqlite3.Error, PersistenceError) as problem:
        msg = f"{database}: {problem}"
        raise BadRecord(msg) from None
    except StoreUnavailable as problem:
        raise BadRecord(str(problem)) from None
    except StoreFull as problem:
        raise OSError(errno.ENOSPC, str(problem), database) from None
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, database) from None
