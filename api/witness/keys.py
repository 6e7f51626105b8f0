"""The files of a witness: its own key, and the keys of the logs that it witnesses."""

import os
import secrets
from pathlib import Path
from typing import Final

from nacl.bindings import crypto_sign_SEEDBYTES

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.cosignatures import Cosigner, WitnessKey, parse_cosigner
from oathbook.domain.evidence.note_keys import NoteKey, parse_key
from oathbook.domain.evidence.receipts import RECEIPT_SUFFIX
from oathbook.domain.recording.database.private_files import private_opener, sync_folder

MOST_BYTES: Final = 1 << 20


def make_cosigner(path: Path, name: str) -> WitnessKey:
    """Creates a file with a new key of that name, readable by its owner alone, and returns the public key.

    ``BadRecord`` if a key cannot have this name; ``OSError``, also if the file exists.
    """
    cosigner = Cosigner(name, secrets.token_bytes(crypto_sign_SEEDBYTES))
    with open(path, "x", encoding="utf-8", opener=private_opener) as file:  # Path has no opener
        file.write(f"{cosigner.secret_text}\n")
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.absolute().parent)
    return cosigner.key


def cosigner_at(path: Path) -> Cosigner:
    """Returns the key in a file of ``make_cosigner``; ``BadRecord``, ``OSError``."""
    try:
        return parse_cosigner(_text(path).removesuffix("\n"))
    except BadRecord as problem:
        raise BadRecord(f"{path}: {problem}") from None


def logs_in(path: Path) -> tuple[NoteKey, ...]:
    """Returns the keys of logs in a file, a line each as at ``/log/keys``; those of receipts are left out.

    ``BadRecord`` names an invalid line, ``OSError``.
    """
    keys: list[NoteKey] = []
    for number, line in enumerate(_text(path).splitlines(), 1):
        try:
            keys += [parse_key(line)] if line else []
        except BadRecord as problem:
            raise BadRecord(f"{path}, line {number}: {problem}") from None
    logs = tuple(each for each in keys if not each.name.endswith(RECEIPT_SUFFIX))
    if not logs:
        raise BadRecord(f"{path}: it has no key of a log; a service shows its own at /log/keys")
    return logs


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MOST_BYTES).decode("ascii", "replace")
