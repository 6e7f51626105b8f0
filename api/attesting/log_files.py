"""The files of a log, which lie outside the database: its keys, and the checkpoints that were signed."""

import time
from pathlib import Path

from msgspec import Struct

from api.attesting.checkpoint_file import CheckpointFile, SignedLast, largest_note_in, places, signed_last
from api.attesting.cosigned_file import cosigned_beside, cosigned_in
from api.attesting.log_keys import LogKeys, add_log_keys, log_keys_in, make_log_keys, new_log_keys
from domain.errors import BadRecord, NotFound
from domain.recording.database.address import StoreAddress


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
        is_signed = any(each.exists() for each in places(self.checkpoints))
        return signed_last(self.checkpoints, log_keys_in(self.keys).log.key) if is_signed else SignedLast()

    def succeed(self, keys: LogKeys) -> CheckpointFile:
        """Sign with these keys from now on; what was signed before is put aside. ``OSError``.

        The keys come first: without its checkpoints, the log that has ended would go on under its own name.
        """
        add_log_keys(self.keys, keys)
        self.checkpoints.rename(f"{self.checkpoints}.{int(time.time())}")
        return self.signed(keys)


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
