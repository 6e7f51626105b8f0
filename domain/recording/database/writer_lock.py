"""One writing process for a database: a lock that the system takes back when the process is gone."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Self

from filelock import lock_descriptor

from oathbook.domain.errors import WriterBusy
from oathbook.domain.recording.database.private_files import private_opener

MOST_SAID = 200


class WriterLock:
    """Held while a process writes into a database; the file beside it says where that process can be asked."""

    def __init__(self, database: Path, says: str) -> None:
        """Take the lock; ``WriterBusy`` says who holds it."""
        if database.exists() and database.stat().st_nlink > 1:
            raise WriterBusy(
                f"{database}: the file has other names (hard links), under which others could write to it; remove them"
            )
        path = Path(f"{database.resolve()}.lock")
        self._file = open(path, "ab+", buffering=0, opener=private_opener)  # noqa: SIM115  # it stays open
        if not lock_descriptor(self._file.fileno(), blocking=False):
            holder = self._holder_text() or "another process"
            self._file.close()
            raise WriterBusy(f"{database}: {holder} is writing to this database; only one process may")
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
        """Give it back; the file stays, because another process may wait for it with the file open."""
        if not self._file.closed:
            self._file.truncate(0)
            self._file.close()


def process_label() -> str:
    """What a command says of itself in the lock."""
    return f"process {os.getpid()}"
