"""The demonstration: a service whose database is given the golden records before it says that it is up."""

import errno
import logging
import signal
import socket
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from api.cli.databases import about
from api.cli.input_files import naming, record_in
from api.server import bound, end_when_told, serve, settings_of
from api.service import Service
from api.settings import Settings
from domain.recording.format.record import Record

_KEPT: Final = "Ctrl-C stops it; its games stay."
_REMOVED: Final = "Ctrl-C stops it and removes its games; --db PATH keeps them."


def run(*, db: Path | None, host: str | None, port: int | None) -> None:
    """Serve the golden games until somebody says to stop, out of a folder that is removed then unless ``db`` is named.

    Refused as ``serve``, and with ``RecordDiffers`` where another record of a golden game is stored.
    """
    with _database(db) as path:
        settings = settings_of({"db": path, "host": host, "port": port})

        def first(service: Service) -> Sequence[str]:
            with about(str(path)), naming(str(path)):
                return _stored(service), _KEPT if db else _REMOVED

        serve(settings, _bound_somewhere(settings), first, logged=logging.WARNING)  # a newcomer reads the terminal


def _golden_records() -> tuple[Record, ...]:
    """The golden records of the installed program, read strictly."""
    with as_file(files("replays") / "golden") as folder:
        return tuple(record_in(str(path)) for path in sorted(folder.rglob("*.jsonl")))


@contextmanager
def _database(named: Path | None) -> Generator[Path]:
    """The database that was named, or one that is gone afterwards."""
    if named is not None:
        yield named
        return
    end_when_told()
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # until somebody will remove the folder
    with TemporaryDirectory(prefix="oathbook-demo-") as folder:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
        yield Path(folder) / "demo.db"


def _bound_somewhere(settings: Settings) -> socket.socket:
    """A socket at the port; where that is taken, and nobody has named it, at a free one."""
    try:
        return bound(settings)
    except OSError as problem:
        if problem.errno != errno.EADDRINUSE or "port" in settings.model_fields_set:
            raise
        return bound(settings.model_copy(update={"port": 0}))


def _stored(service: Service) -> str:
    """Store the golden records, bring the read models up to them, and say how many there are."""
    records = _golden_records()
    service.writer.add(records)
    service.projector.catch_up()
    over = sum(service.head(each.game).closed for each in records)
    return f"{len(records)} golden games are there, {over} of them over."
