"""The files of a log, which lie outside the database: its keys, and the checkpoints that were signed."""

import os
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import lock_descriptor
from msgspec import Struct

from oathbook.api.attesting.checkpoint_file import (
    CheckpointFile,
    SignedLast,
    is_signed_into,
    largest_note_in,
    newest_note_in,
    places,
    signed_last,
)
from oathbook.api.attesting.cosigned_file import cosigned_beside, cosigned_in
from oathbook.api.attesting.log_keys import (
    LogKeys,
    add_log_keys,
    ended_log_keys_in,
    log_keys_in,
    make_log_keys,
    new_log_keys,
)
from oathbook.domain.errors import BadRecord, NotFound, WriterBusy
from oathbook.domain.evidence.checkpoints import checkpoint_in
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.private_files import private


class LogFiles(Struct, frozen=True):
    """Where they are."""

    keys: Path
    checkpoints: Path

    def signing(self, origin: str) -> LogKeys:
        """The keys, which are made if there are none, for a log of that name; ``BadRecord``, ``OSError``."""
        if not self.keys.exists():
            make_log_keys(self.keys, new_log_keys(origin))
        return log_keys_in(self.keys)

    def keys_and_notes(self) -> tuple[LogKeys, tuple[bytes, bytes]]:
        """The keys, and the checkpoints that were cosigned last, if any was, and signed last, for reading.

        ``NotFound``, ``BadRecord``, ``OSError``.
        """
        if not self.keys.exists() or not self.checkpoints.exists():
            msg = f"nothing is signed: there are no {self.keys.name} and {self.checkpoints.name}"
            raise NotFound(msg)
        keys = log_keys_in(self.keys)
        cosigned = cosigned_in(cosigned_beside(self.checkpoints), keys.log.key)
        return keys, (cosigned, largest_note_in(self.checkpoints, keys.log.key))

    def signed(self, keys: LogKeys) -> CheckpointFile:
        """The checkpoints; ``OSError``."""
        return CheckpointFile(self.checkpoints, keys.log.key)

    def signed_last(self) -> SignedLast:
        """What was signed last, by each process that signs; nothing is made. ``BadRecord`` of the keys, ``OSError``."""
        return signed_last(self.checkpoints, log_keys_in(self.keys).log.key) if self._used() else SignedLast()

    @contextmanager
    def alone(self) -> Generator[None]:
        """Let one process at a time begin with the log: the next one finds done what this one does. ``OSError``."""
        file = private(f"{self.checkpoints}.lock", os.O_CREAT | os.O_RDWR)
        try:
            lock_descriptor(file)
            yield
        finally:
            os.close(file)

    def must_be_idle(self) -> None:
        """``WriterBusy`` where another process signs this log: it would go on under the name that is to end."""
        for each in self._used():
            if is_signed_into(each):
                msg = f"another process signs this log ({each.name}): stop all others before you end it"
                raise WriterBusy(msg)

    def succeed(self, keys: LogKeys) -> None:
        """Sign with these keys from now on; what any process has signed before is put aside. ``OSError``.

        The keys come first: without its checkpoints, the log that has ended would go on under its own name.
        """
        add_log_keys(self.keys, keys)
        for each in self._used():
            _put_aside(each)

    def put_ended_aside(self) -> None:
        """Put aside what was signed of logs that have ended, where ``succeed`` died. ``BadRecord``, ``OSError``.

        Earlier versions left what other processes had signed, too.
        """
        ended = ended_log_keys_in(self.keys)
        for each in self._used() if ended else ():
            with suppress(BadRecord):  # it is of the newest log, or of none
                checkpoint_in(newest_note_in(each), *ended)
                _put_aside(each)

    def _used(self) -> tuple[Path, ...]:
        """The files into which processes have signed."""
        return tuple(each for each in places(self.checkpoints) if each.exists())


def _put_aside(checkpoints: Path) -> None:
    now = int(time.time())
    for each in (cosigned_beside(checkpoints), checkpoints):
        if each.exists():
            each.rename(f"{each}.{now}")


def files_beside(database: StoreAddress, keys: Path | None) -> LogFiles:
    """The files of a database: the checkpoints are beside its file or, where a server has it, beside the keys.

    ``BadRecord`` where a server has it and no keys are named: there is no place that is theirs.
    """
    if isinstance(database, Path):
        path = database.resolve()
        return LogFiles(keys or Path(f"{path}.log-key"), Path(f"{path}.checkpoints"))
    if keys is None:
        msg = "--log-key: name the file of the keys that sign the log; PostgreSQL has no folder for it"
        raise BadRecord(msg)
    return LogFiles(keys, Path(f"{keys.absolute()}.checkpoints"))
