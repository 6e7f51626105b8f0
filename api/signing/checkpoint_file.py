"""The checkpoints that were signed, in a file outside the database, each on the disk before anybody is told."""

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from filelock import lock_descriptor
from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import Checkpoint, open_checkpoint
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.recording.database.private_files import BYTES, sync_folder

LINES: Final = 6  # of a checkpoint with its signature, and an empty one

MOST_BYTES: Final = 4 << 20
MOST_PROCESSES: Final = 64  # processes that sign at once
MOST_CHECKPOINTS: Final = 1_000  # checkpoints that stay in a file that has become larger than that


class CheckpointFile:
    """The file, opened to be added to; ``newest`` is the note that was written last, if any."""

    def __init__(self, path: Path, key: NoteKey) -> None:
        """Open it, or make it; ``OSError``. What a power cut left of a last checkpoint is taken away.

        Where another process signs into it, there is one beside it, with a number.
        """
        self._file, path = _open_free(path)
        self.path = path
        text = _read(self._file)
        if not text:
            sync_folder(path.parent)
        whole = text[: _complete_length(text)]
        if len(whole) < len(text):
            os.ftruncate(self._file, len(whole))
        if len(whole) > MOST_BYTES:
            self._shorten(path, whole)
        self._length = os.fstat(self._file).st_size
        self.newest = _last_note(whole)
        self.checkpoint: Checkpoint | None = None
        with suppress(BadRecord):  # ``latest_checkpoints`` says so
            self.checkpoint = open_checkpoint(self.newest, key) if self.newest else None

    def _shorten(self, path: Path, whole: bytes) -> None:
        lines = whole.splitlines(keepends=True)[-LINES * MOST_CHECKPOINTS :]
        shorter = path.with_name(f"{path.name}.new")
        file = os.open(shorter, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | BYTES, 0o644)
        try:
            _write(file, b"".join(lines))
        finally:
            os.close(file)
        os.close(self._file)
        shorter.replace(path)
        sync_folder(path.parent)
        self._file, _ = _open_free(path)

    def append(self, checkpoint: Checkpoint, note: bytes) -> None:
        """Add a checkpoint of a larger tree than before; it is on the disk when this returns. ``OSError``."""
        assert self.checkpoint is None or checkpoint.size > self.checkpoint.size, "one root for a size"
        text = note + b"\n"
        try:
            _write(self._file, text)
        except OSError:
            os.ftruncate(self._file, self._length)
            raise
        self._length += len(text)
        self.checkpoint, self.newest = checkpoint, note

    def close(self) -> None:
        """Close it."""
        os.close(self._file)


class LatestCheckpoints(Struct, frozen=True):
    """What every process has signed and had cosigned last, the largest tree first; what cannot be believed, if so."""

    checkpoints: tuple[Checkpoint, ...] = ()
    fault: str = ""

    @property
    def largest(self) -> Checkpoint | None:
        """The one that a database has to reach."""
        return self.checkpoints[0] if self.checkpoints else None


def latest_checkpoints(path: Path, key: NoteKey) -> LatestCheckpoints:
    """What is in the files of all processes that sign there, which stay as they are; ``OSError``.

    Any of them may have signed more than the others: who looks at its own file alone misses what was taken away.
    """
    found: list[Checkpoint] = []
    faults: list[str] = []
    for each in checkpoint_paths(path):
        note = newest_note_in(each) if each.exists() else b""
        try:
            found += [open_checkpoint(known, key) for known in (read_cosigned(cosigned_path(each), key), note) if known]
        except BadRecord as problem:
            faults.append(f"the newest checkpoint in {each.name} cannot be believed: {problem}")
    found.sort(key=lambda checkpoint: checkpoint.size, reverse=True)
    return LatestCheckpoints(tuple(found), faults[0] if faults else "")


def newest_note_in(path: Path) -> bytes:
    """The note of that, while another process may write; empty where there is none. ``OSError``."""
    text = path.read_bytes()
    return _last_note(text[: _complete_length(text)])


def largest_note_in(path: Path, key: NoteKey) -> bytes:
    """The note of the largest tree that a process has signed there; empty if none has; ``BadRecord``, ``OSError``."""
    notes = [note for note in (newest_note_in(each) for each in checkpoint_paths(path) if each.exists()) if note]
    return max(notes, key=lambda note: open_checkpoint(note, key).size, default=b"")


def is_in_use(place: Path) -> bool:
    """Whether a process that runs has this file, which is there, for its own; ``OSError``."""
    file = os.open(place, os.O_RDWR | BYTES)
    try:
        return not lock_descriptor(file, blocking=False)
    finally:
        os.close(file)


def checkpoint_paths(path: Path) -> Iterator[Path]:
    """The files into which several processes sign."""
    yield path
    yield from (Path(f"{path}.{number}") for number in range(2, MOST_PROCESSES))


def _open_free(path: Path) -> tuple[int, Path]:
    """The file, or the first one with a number into which no other process signs; and which that is."""
    for place in checkpoint_paths(path):
        file = os.open(place, os.O_CREAT | os.O_RDWR | os.O_APPEND | BYTES, 0o644)
        if lock_descriptor(file, blocking=False):
            return file, place
        os.close(file)
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))


def _read(file: int) -> bytes:
    """All of it, by the one descriptor that surely may read what is locked."""
    os.lseek(file, 0, os.SEEK_SET)
    return b"".join(iter(lambda: os.read(file, MOST_BYTES), b""))


def _write(file: int, text: bytes) -> None:
    """All of it, and onto the disk."""
    while text:
        text = text[os.write(file, text) :]
    os.fsync(file)


def _complete_length(text: bytes) -> int:
    """Where the last whole checkpoint ends; one with a hole is not whole: a sector of it never came to the disk."""
    lines = text.split(b"\n")[:-1]
    whole = lines[: len(lines) - len(lines) % LINES]
    if any(b"\0" in each for each in whole[-LINES:]):
        del whole[-LINES:]
    return sum(len(each) + 1 for each in whole)


def _last_note(whole: bytes) -> bytes:
    return b"".join(whole.splitlines(keepends=True)[-LINES:-1])


def cosigned_path(checkpoints: Path) -> Path:
    """Where it is."""
    return Path(f"{checkpoints}.cosigned")


def read_cosigned(path: Path, key: NoteKey) -> bytes:
    """The note, if there is one that this log has signed; it can be had again, so that what is damaged is nothing."""
    try:
        note = path.read_bytes()
        open_checkpoint(note, key)
    except (OSError, BadRecord):
        return b""
    return note


def write_cosigned(path: Path, note: bytes) -> None:
    """Have this note in the place of the one before; ``OSError``."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(note)
    new.replace(path)
