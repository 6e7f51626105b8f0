"""The keys of a log, in a file: one signs checkpoints, one receipts."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct
from nacl.bindings import crypto_sign_SEEDBYTES

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.note_keys import NoteKey, NoteSigner, parse_signer
from oathbook.domain.evidence.receipts import RECEIPT_SUFFIX
from oathbook.domain.recording.database.private_files import append_private, sync_folder

_THEN: Final = "/then-"


class LogKeys(Struct, frozen=True):
    """The two keys; the first has the name of the log."""

    log: NoteSigner
    receipts: NoteSigner

    @property
    def origin(self) -> str:
        """The name of the log."""
        return self.log.key.name

    @property
    def secret_text(self) -> str:
        """The lines of the key file."""
        return f"{self.log.secret_text}\n{self.receipts.secret_text}\n"

    @property
    def text(self) -> str:
        """The public keys, one a line."""
        return f"{self.log.key.text}\n{self.receipts.key.text}\n"


def new_log_keys(origin: str) -> LogKeys:
    """Returns new random keys for a log of that name."""
    log, receipts = (secrets.token_bytes(crypto_sign_SEEDBYTES) for _ in range(2))
    return LogKeys(NoteSigner(origin, log), NoteSigner(f"{origin}{RECEIPT_SUFFIX}", receipts))


def successor_keys(keys: LogKeys) -> LogKeys:
    """Returns new keys for the log that follows an ended one."""
    name, _, number = keys.origin.rpartition(_THEN)
    return new_log_keys(f"{name or keys.origin}{_THEN}{int(number) + 1 if name and number.isdigit() else 2}")


def log_keys_in(path: Path) -> LogKeys:
    """Returns the newest keys in a file, its last two lines; ``BadRecord``, ``OSError``."""
    try:
        *_, log, receipts = map(parse_signer, path.read_text("utf-8").splitlines())
    except ValueError:
        raise BadRecord(f"{path}: it does not have the two keys of a log, a line each") from None
    except BadRecord as problem:
        raise BadRecord(f"{path}: {problem}") from None
    if receipts.key.name != f"{log.key.name}{RECEIPT_SUFFIX}":
        raise BadRecord(f"{path}: its second key is not that of the receipts of the first")
    return LogKeys(log, receipts)


def ended_log_keys_in(path: Path) -> tuple[NoteKey, ...]:
    """Returns the keys of ended logs, which come before the newest; ``BadRecord``, ``OSError``."""
    return tuple(parse_signer(each).key for each in path.read_text("utf-8").splitlines()[:-2:2])


def create_key_file(path: Path, keys: LogKeys) -> None:
    """Creates a file with these keys, unless another process just did; ``OSError``."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    append_log_keys(part, keys)
    with suppress(FileExistsError):
        os.link(part, path)
    part.unlink()
    sync_folder(path.parent)


def append_log_keys(path: Path, keys: LogKeys) -> None:
    """Appends keys to a file, which it creates for its owner alone; they are on disk on return. ``OSError``."""
    append_private(path, keys.secret_text)
