"""The files of a log, which lie outside the database: its keys, and the checkpoints that were signed."""

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
    """Where they are."""

    keys: Path
    checkpoints: Path

    def load_or_create_keys(self, origin: str) -> log_keys.LogKeys:
        """The keys, which are made if there are none, for a log of that name; ``BadRecord``, ``OSError``."""
        if not self.keys.exists():
            log_keys.create_key_file(self.keys, log_keys.new_log_keys(origin))
        return log_keys.log_keys_in(self.keys)

    def keys_and_notes(self) -> tuple[log_keys.LogKeys, tuple[bytes, bytes]]:
        """The keys, and the checkpoints that were cosigned last, if any was, and signed last, for reading.

        ``NotFound``, ``BadRecord``, ``OSError``.
        """
        if not self.keys.exists() or not self.checkpoints.exists():
            raise NotFound(f"nothing is signed: there are no {self.keys.name} and {self.checkpoints.name}")
        keys = log_keys.log_keys_in(self.keys)
        cosigned = read_cosigned(cosigned_path(self.checkpoints), keys.log.key)
        return keys, (cosigned, checkpoint_file.largest_note_in(self.checkpoints, keys.log.key))

    def open_checkpoints(self, keys: log_keys.LogKeys) -> checkpoint_file.CheckpointFile:
        """The checkpoints; ``OSError``."""
        return checkpoint_file.CheckpointFile(self.checkpoints, keys.log.key)

    def latest_checkpoints(self) -> checkpoint_file.LatestCheckpoints:
        """What was signed last, by each process that signs; nothing is made. ``BadRecord`` of the keys, ``OSError``."""
        return (
            checkpoint_file.latest_checkpoints(self.checkpoints, log_keys.log_keys_in(self.keys).log.key)
            if self._existing()
            else checkpoint_file.LatestCheckpoints()
        )

    @contextmanager
    def lock(self) -> Generator[None]:
        """Let one process at a time begin with the log: the next one finds done what this one does. ``OSError``."""
        file = private_opener(f"{self.checkpoints}.lock", os.O_CREAT | os.O_RDWR)
        try:
            lock_descriptor(file)
            yield
        finally:
            os.close(file)

    def must_be_idle(self) -> None:
        """``WriterBusy`` where another process signs this log: it would go on under the name that is to end."""
        for each in self._existing():
            if checkpoint_file.is_in_use(each):
                raise WriterBusy(f"another process signs this log ({each.name}): stop all others before you end it")

    def start_successor(self, keys: log_keys.LogKeys) -> None:
        """Sign with these keys from now on; what any process has signed before is put aside. ``OSError``.

        The keys come first: without its checkpoints, the log that has ended would go on under its own name.
        """
        log_keys.append_log_keys(self.keys, keys)
        for each in self._existing():
            _set_aside(each)

    def set_ended_aside(self) -> None:
        """Put aside what was signed of ended logs, where ``start_successor`` died. ``BadRecord``, ``OSError``.

        Earlier versions left what other processes had signed, too.
        """
        ended = log_keys.ended_log_keys_in(self.keys)
        for each in self._existing() if ended else ():
            with suppress(BadRecord):  # it is of the newest log, or of none
                open_checkpoint(checkpoint_file.newest_note_in(each), *ended)
                _set_aside(each)

    def _existing(self) -> tuple[Path, ...]:
        """The files into which processes have signed."""
        return tuple(each for each in checkpoint_file.checkpoint_paths(self.checkpoints) if each.exists())


def _set_aside(checkpoints: Path) -> None:
    now = int(time.time())
    for each in (cosigned_path(checkpoints), checkpoints):
        if each.exists():
            each.rename(f"{each}.{now}")


def log_files_for(database: StoreAddress, keys: Path | None) -> LogFiles:
    """The files of a database: the checkpoints are beside its file or, where a server has it, beside the keys.

    ``BadRecord`` where a server has it and no keys are named: there is no place that is theirs.
    """
    if isinstance(database, Path):
        path = database.resolve()
        return LogFiles(keys or Path(f"{path}.log-key"), Path(f"{path}.checkpoints"))
    if keys is None:
        raise BadRecord("--log-key: name the file of the keys that sign the log; PostgreSQL has no folder for it")
    return LogFiles(keys, Path(f"{keys.absolute()}.checkpoints"))
