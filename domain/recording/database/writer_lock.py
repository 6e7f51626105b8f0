"""One writing process for a database file, whatever name leads to it; the system takes the lock back at its end."""

import errno
import os
import struct
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Self

from filelock import lock_descriptor

from oathbook.domain.errors import BadRecord, WriterBusy
from oathbook.domain.kernel import threads
from oathbook.domain.recording.database.private_files import private_opener
from oathbook.domain.recording.database.read_pool import FileIdentity, file_identity, must_not_be_mounted

MOST_SAID = 200

LOCKED_BYTE: Final = (1 << 62) + 0x4F617468  # far behind every page, and behind the bytes that SQLite locks

_HOLDER: Final = "user.oathbook.writer"  # an extended attribute: who writes, whatever the name of the file

_locked = set[FileIdentity]()  # the databases that this process writes to
_locking = threads.Lock()


class WriterLock:
    """Held while a process writes into a database: beside the file by its name, and on the file where a system can.

    SQLite's locks belong to the process, which loses them when it closes any descriptor of the file. So this one is to
    be taken before SQLite opens the file, and given back after the last connection is closed.
    """

    def __init__(self, database: Path, says: str) -> None:
        """Take the lock, and make the file, for its owner alone, where there is none.

        ``WriterBusy`` says who holds it. ``BadRecord`` where a file is mounted by itself, or its file system has no
        locks.
        """
        if database.exists() and database.stat().st_nlink > 1:
            raise WriterBusy(
                f"{database}: the file has other names (hard links), under which others could write to it; remove them"
            )
        path = Path(f"{database.resolve()}.lock")
        with ExitStack() as failing:
            self._file = failing.enter_context(open(path, "ab+", buffering=0, opener=private_opener))
            if not lock_descriptor(self._file.fileno(), blocking=False):
                raise _busy(database, self._holder_text())
            failing.enter_context(_locked_file(database, says))
            must_not_be_mounted(database)
            self._held = failing.pop_all()
        self._file.truncate(0)
        with suppress(OSError):  # on a full disk the lock is held without a word
            self._file.write(says.encode())

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back."""
        self.close()

    def _holder_text(self) -> str:
        """What the holder says; nothing where the system lets nobody else read what is locked."""
        try:
            self._file.seek(0)
            return self._file.read(MOST_SAID).decode(errors="replace").strip()
        except OSError:  # pragma: no cover  # only Windows keeps others from reading what is locked
            return ""

    def close(self) -> None:
        """Give it back; the file beside the database stays, because another process may wait for it with it open."""
        if not self._file.closed:
            self._file.truncate(0)
            self._held.close()


def process_label() -> str:
    """What a command says of itself in the lock."""
    return f"process {os.getpid()}"


def _busy(database: Path, holder: str) -> WriterBusy:
    return WriterBusy(f"{database}: {holder or 'another process'} is writing to this database; only one process may")


@contextmanager
def _locked_file(database: Path, says: str) -> Generator[None]:
    with ExitStack() as held:
        with _locking:
            if file_identity(database) in _locked:
                raise _busy(database, "this process")  # before it opens a descriptor, which it would have to close
            with suppress(OSError):  # what is wrong with the path is for SQLite to say
                descriptor = private_opener(database, os.O_CREAT | os.O_RDWR)
                held.callback(os.close, descriptor)
                _lock(descriptor, database)
                _locked.add(identity := file_identity(database))
                held.callback(_locked.discard, identity)
                _say(descriptor, says)
        yield


def _lock(descriptor: int, database: Path) -> None:
    """Lock a byte of the file for this open descriptor, where the system has such locks: Linux does."""
    fcntl: Any = import_module("fcntl") if find_spec("fcntl") else None  # only Unix has it
    if not hasattr(fcntl, "F_OFD_SETLK"):
        return
    byte = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, LOCKED_BYTE, 1, 0)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, byte)
    except OSError as problem:
        if problem.errno in {errno.EAGAIN, errno.EACCES}:
            raise _busy(database, _holder(descriptor)) from None
        raise BadRecord(
            f"{database}: its file system has no locks ({problem.strerror}), so two processes could write to it at "
            "once; keep the database on a local disk"
        ) from None


def _say(descriptor: int, says: str) -> None:
    with suppress(OSError, AttributeError):  # not every system and disk has attributes, or room for one
        os.setxattr(descriptor, _HOLDER, says.encode())


def _holder(descriptor: int) -> str:
    try:
        return os.getxattr(descriptor, _HOLDER)[:MOST_SAID].decode(errors="replace")
    except OSError:
        return ""
