"""The files of a log, which lie outside the database: its keys, and the checkpoints that were signed."""

import time
from pathlib import Path

from msgspec import Struct

from api.attesting.checkpoint_file import CheckpointFile
from api.attesting.log_keys import LogKeys, add_log_keys, log_keys_in, make_log_keys, new_log_keys
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

    def signed(self, keys: LogKeys) -> CheckpointFile:
        """The checkpoints; ``OSError``."""
        return CheckpointFile(self.checkpoints, keys.log.key)

    def succeed(self, keys: LogKeys) -> CheckpointFile:
        """Sign with these keys from now on; what was signed before is put aside. ``OSError``."""
        self.checkpoints.rename(f"{self.checkpoints}.{int(time.time())}")
        add_log_keys(self.keys, keys)
        return self.signed(keys)


def files_beside(database: StoreAddress, store: str, keys: Path | None) -> LogFiles:
    """The files of a database: beside its file or, where it has none, beside the keys or in the current folder."""
    if isinstance(database, Path):
        path = database.resolve()
    else:
        path = keys.absolute() if keys is not None else Path(store).absolute()
    return LogFiles(keys or Path(f"{path}.log-key"), Path(f"{path}.checkpoints"))
