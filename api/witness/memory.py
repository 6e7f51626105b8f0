"""What a witness cosigned last for each log: a file each in a folder, written to disk before the witness answers."""

import hashlib
import os
from pathlib import Path
from typing import Final

from filelock import lock_descriptor

from oathbook.domain.errors import BadRecord, WriterBusy
from oathbook.domain.evidence.checkpoints import Checkpoint, parse_checkpoint
from oathbook.domain.evidence.cosignatures import WitnessKey, open_cosignatures
from oathbook.domain.evidence.notes import split_note
from oathbook.domain.recording.database.private_files import BYTES, sync_folder

NOTE_SUFFIX: Final = ".note"
CONTRADICTION_SUFFIX: Final = ".contrary"
"""The ending of the file with a checkpoint that contradicts the cosigned one."""

_NEW: Final = ".new"


class WitnessMemory:
    """The folder, locked by one process; ``notes`` has the last note of each log by its ``log_id``."""

    def __init__(self, folder: Path, key: WitnessKey) -> None:
        """Reads the folder, or creates it.

        ``BadRecord`` names a file that this key has not cosigned: without it, its log could start anew. ``WriterBusy``
        if another process has the folder; ``OSError``.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._lock = os.open(folder / "lock", os.O_CREAT | os.O_RDWR, 0o644)
        if not lock_descriptor(self._lock, blocking=False):
            os.close(self._lock)
            raise WriterBusy(f"{folder}: another witness runs here")
        self.notes = {each.stem: _verified_note(each, key) for each in sorted(folder.glob(f"*{NOTE_SUFFIX}"))}

    def last(self, origin: str) -> Checkpoint | None:
        """Returns the last cosigned checkpoint of a log, or None."""
        note = self.notes.get(log_id(origin))
        return None if note is None else parse_checkpoint(split_note(note)[0])

    def keep(self, origin: str, note: bytes) -> None:
        """Replaces the last note of a log; it is on disk on return. ``OSError``."""
        place = log_id(origin)
        self._write(f"{place}{NOTE_SUFFIX}", note)
        self.notes[place] = note

    def keep_contradiction(self, origin: str, note: bytes) -> None:
        """Stores a note that its log has signed and that contradicts the last one; ``OSError``."""
        self._write(f"{log_id(origin)}{CONTRADICTION_SUFFIX}", note)

    def close(self) -> None:
        """Releases the folder."""
        os.close(self._lock)

    def _write(self, name: str, text: bytes) -> None:
        path = self._folder / f"{name}{_NEW}"
        file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | BYTES, 0o644)
        try:
            with os.fdopen(file, "wb", closefd=False) as opened:
                opened.write(text)
            os.fsync(file)
        finally:
            os.close(file)
        path.replace(self._folder / name)
        sync_folder(self._folder)


def log_id(origin: str) -> str:
    """Returns the SHA-256 of a log's name, by which its files and addresses are named."""
    return hashlib.sha256(origin.encode()).hexdigest()


def _verified_note(path: Path, key: WitnessKey) -> bytes:
    note = path.read_bytes()
    try:
        text, _ = split_note(note)
        is_own = bool(open_cosignatures(note, [key])) and log_id(parse_checkpoint(text).origin) == path.stem
    except BadRecord:
        is_own = False
    if not is_own:
        raise BadRecord(f"{path}: it is not what {key.name} has cosigned; without it, a log could begin anew")
    return note
