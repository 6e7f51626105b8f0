"""Databases of records as a command opens them; whatever is wrong with one is a refusal that names it."""

import errno
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from eventsourcing.persistence import PersistenceError

from api.cli.input_files import naming
from domain.errors import BadRecord, StoreFull, StoreUnavailable
from domain.recording.database.archive import Archive
from domain.recording.database.writer_lock import this_process
from domain.recording.format.sources import of_this_machine
from domain.recording.writing.writer import Writer
from domain.rulesets.registry import installed


@contextmanager
def archive_in(database: str) -> Generator[Archive]:
    """The records of a database, for reading; ``NotFound`` where there is none, ``BadRecord`` if unreadable."""
    with about(database), Archive(Path(database), installed().ruleset) as archive:
        yield archive


@contextmanager
def writer_in(database: str) -> Generator[Writer]:
    """The writer of a database, which is made where there is none.

    ``WriterBusy`` says who else writes, ``BadRecord`` and ``OSError`` name the database.
    """
    with (
        naming(database),
        about(database),
        Writer(Path(database), installed().ruleset, of_this_machine(), says=this_process()) as writer,
    ):
        yield writer


@contextmanager
def about(database: str) -> Generator[None]:
    """A fault of the disk or of SQLite names the database, not the file beside it or nothing at all."""
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
