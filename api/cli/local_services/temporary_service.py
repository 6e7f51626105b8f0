"""What a service needs that is there for one run: a database that is removed, its keys, and a port."""

import errno
import secrets
import signal
import socket
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from oathbook.api.server import bind_address, exit_on_signals
from oathbook.api.settings.options import Settings
from oathbook.api.signing.log_keys import create_key_file, new_log_keys
from oathbook.domain.recording.database.address import StoreAddress, parse_address


@contextmanager
def database_or_temporary(named: str | None, command: str) -> Generator[StoreAddress]:
    """The named database, or a temporary one that is removed at the end."""
    if named is not None:
        yield parse_address(named, where="--db")
        return
    exit_on_signals()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # or the folder might not be removed
    with TemporaryDirectory(prefix=f"oathbook-{command}-") as folder:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield Path(folder) / f"{command}.db"


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
