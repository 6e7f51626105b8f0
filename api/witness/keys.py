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
    """Make a key of that name in a file that is its owner's alone, and that is not there yet.

    ``BadRecord`` where no key can be called so, ``OSError``.
    """
    made = Cosigner(name, secrets.token_bytes(crypto_sign_SEEDBYTES))
    with open(path, "x", encoding="utf-8", opener=private_opener) as file:  # Path has no opener
        file.write(f"{made.secret_text}\n")
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.absolute().parent)
    return made.key


def cosigner_at(path: Path) -> Cosigner:
    """The key in a file that ``make_cosigner`` has made; ``BadRecord``, ``OSError``."""
    try:
        return parse_cosigner(_text(path).removesuffix("\n"))
    except BadRecord as problem:
        raise BadRecord(f"{path}: {problem}") from None


def logs_in(path: Path) -> tuple[NoteKey, ...]:
    """The keys of logs in a file, a line each, as services show them at ``/log/keys``; those of receipts are left out.

    ``BadRecord`` names the line that is none, ``OSError``.
    """
    found: list[NoteKey] = []
    for number, line in enumerate(_text(path).splitlines(), 1):
        try:
            found += [parse_key(line)] if line else []
        except BadRecord as problem:
            raise BadRecord(f"{path}, line {number}: {problem}") from None
    logs = tuple(each for each in found if not each.name.endswith(RECEIPT_SUFFIX))
    if not logs:
        raise BadRecord(f"{path}: it has no key of a log; a service shows its own at /log/keys")
    return logs


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MOST_BYTES).decode("ascii", "replace")
