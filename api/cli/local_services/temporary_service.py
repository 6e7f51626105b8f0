"""What a service needs that is there for one run: a database that is removed, its keys, and a port."""

import errno
import os
import secrets
import signal
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, gettempdir
from typing import Final

from oathbook.api.server import bind_address, exit_on_signals
from oathbook.api.settings.options import Settings
from oathbook.api.signing.log_keys import create_key_file, new_log_keys
from oathbook.domain.recording.database.address import StoreAddress, parse_address

LOCK: Final = "lock"
"""The file in a temporary folder that its process holds locked."""


@contextmanager
def database_or_temporary(named: str | None, command: str) -> Generator[StoreAddress]:
    """The named database, or a temporary one that is removed at the end.

    One that a process left behind which was killed is removed by the next one.
    """
    if named is not None:
        yield parse_address(named, where="--db")
        return
    prefix = f"oathbook-{command}-"
    exit_on_signals()
    _remove_leftovers(prefix)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # or the folder might not be removed
    with TemporaryDirectory(prefix=prefix) as folder, _locked(Path(folder)):
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield Path(folder) / f"{command}.db"


@contextmanager
def _locked(folder: Path) -> Generator[None]:
    """Hold the lock of a folder; its file has its name only once it is locked."""
    new = folder / f"new-{LOCK}"
    with new.open("wb") as held:
        flock(held, LOCK_EX)
        new.rename(folder / LOCK)
        yield


def _remove_leftovers(prefix: str) -> None:
    """Remove the folders of this user whose lock nobody holds."""
    for lock in Path(gettempdir()).glob(f"{prefix}*/{LOCK}"):
        with suppress(OSError):  # its process runs, or another has just removed it
            if lock.parent.lstat().st_uid != os.getuid():
                continue
            with lock.open("rb") as held:
                flock(held, LOCK_EX | LOCK_NB)
                rmtree(lock.parent)


def create_run_keys(file: str) -> str:
    """Make the keys of a log that ends with this process, and says so in its name: pages do not miss it then."""
    create_key_file(Path(file), new_log_keys(f"oathbook-demo/{secrets.token_hex(8)}"))
    return file


def bind_free_port(settings: Settings) -> socket.socket:
    """A socket at the port, or at a free one if that is taken and was not asked for by name."""
    try:
        return bind_address(settings.host, settings.port)
    except OSError as problem:
        if problem.errno != errno.EADDRINUSE or "port" in settings.model_fields_set:
            raise
        return bind_address(settings.host, 0)
