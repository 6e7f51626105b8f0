"""The files of a log outside the database: its keys, and the signed checkpoints."""

import os
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import lock_descriptor
from msgspec import Struct

from oathbook.api.signing import checkpoint_file, log_keys
from oathbook.api.signing.checkpoint_file import cosigned_path, read_cosigned
from oathbook.domain.errors import BadRecord, NotFound, WriterBusy
from oathbook.domain.evidence.checkpoints import open_checkpoint
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.private_files import private_opener


class LogFiles(Struct, frozen=True):
    """The paths of the two files."""

    keys: Path
    checkpoints: Path

    def load_or_create_keys(self, origin: str) -> log_keys.LogKeys:
        """Returns the keys, and creates them for a log of that name if there are none; ``BadRecord``, ``OSError``."""
        if not self.keys.exists():
            log_keys.create_key_file(self.keys, log_keys.new_log_keys(origin))
        return log_keys.log_keys_in(self.keys)

    def keys_and_notes(self) -> tuple[log_keys.LogKeys, tuple[bytes, bytes]]:
        """Returns the keys, and the last cosigned and last signed checkpoint, each empty if there is none.

        It changes nothing. ``NotFound``, ``BadRecord``, ``OSError``.
        """
        if not self.keys.exists() or not self.checkpoints.exists():
            raise NotFound(f"nothing is signed: there are no {self.keys.name} and {self.checkpoints.name}")
        keys = log_keys.log_keys_in(self.keys)
        cosigned = read_cosigned(cosigned_path(self.checkpoints), keys.log.key)
        return keys, (cosigned, checkpoint_file.largest_note_in(self.checkpoints, keys.log.key))

    def latest_checkpoints(self) -> checkpoint_file.LatestCheckpoints:
        """What was signed last, by each process that signs; nothing is made. ``BadRecord`` of the keys, ``OSError``."""
        return (
            checkpoint_file.latest_checkpoints(self.checkpoints, log_keys.log_keys_in(self.keys).log.key)
            if self._existing()
            else checkpoint_file.LatestCheckpoints()
        )

    @property
    def replaced_keys(self) -> Path:
        """The path of the file with the keys that were replaced."""
        return self.checkpoints.with_suffix(".replaced-keys")

    @property
    def backups(self) -> Path:
        """The path of the file that says which backups were made."""
        return self.checkpoints.with_suffix(".backups")

    @contextmanager
    def lock(self) -> Generator[None]:
        """Lets one process at a time open the log; the next one finds that work done. ``OSError``."""
        file = private_opener(f"{self.checkpoints}.lock", os.O_CREAT | os.O_RDWR)
        try:
            lock_descriptor(file)
            yield
        finally:
            os.close(file)

    def must_be_idle(self) -> None:
        """Raises ``WriterBusy`` if another process signs this log: it would continue the log that is to end."""
        for each in self._existing():
            if checkpoint_file.is_in_use(each):
                raise WriterBusy(f"another process signs this log ({each.name}): stop all others before you end it")

    def start_successor(self, keys: log_keys.LogKeys) -> None:
        """Adds the keys of a new log, and sets aside the checkpoints of the ended one. ``OSError``.

        The keys come first: without its checkpoints, the ended log would continue under its name.
        """
        log_keys.append_log_keys(self.keys, keys)
        for each in self._existing():
            _set_aside(each)

    def set_ended_aside(self) -> None:
        """Sets aside checkpoints of ended logs, if ``start_successor`` was killed. ``BadRecord``, ``OSError``.

        Earlier versions also left those of other processes.
        """
        ended = log_keys.ended_log_keys_in(self.keys)
        for each in self._existing() if ended else ():
            with suppress(BadRecord):  # it is of the newest log, or invalid
                open_checkpoint(checkpoint_file.newest_note_in(each), *ended)
                _set_aside(each)

    def _existing(self) -> tuple[Path, ...]:
        return tuple(each for each in checkpoint_file.checkpoint_paths(self.checkpoints) if each.exists())


def _set_aside(checkpoints: Path) -> None:
    now = int(time.time())
    for each in (cosigned_path(checkpoints), checkpoints):
        if each.exists():
            each.rename(f"{each}.{now}")


def log_files_for(database: StoreAddress, keys: Path | None) -> LogFiles:
    """Returns the files of a database: the checkpoints are beside its file or, for PostgreSQL, beside the keys.

    ``BadRecord`` for PostgreSQL without named keys.
    """
    if isinstance(database, Path):
        path = database.resolve()
        return LogFiles(keys or Path(f"{path}.log-key"), Path(f"{path}.checkpoints"))
    if keys is None:
        raise BadRecord("--log-key: name the file of the keys that sign the log; PostgreSQL has no folder for it")
    return LogFiles(keys, Path(f"{keys.absolute()}.checkpoints"))
