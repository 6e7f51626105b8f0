"""The signed checkpoints, in a file outside the database; each is on disk before anyone gets it."""

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
    """The file, open for appending; ``newest`` is its last note, or empty."""

    def __init__(self, path: Path, key: NoteKey) -> None:
        """Opens the file, or creates it; ``OSError``. An incomplete last checkpoint is cut off.

        If another process signs into it, this one uses a file beside it, with a number.
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
        """Appends the checkpoint of a larger tree; it is on disk on return. ``OSError``."""
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
        """Closes the file."""
        os.close(self._file)


class LatestCheckpoints(Struct, frozen=True):
    """The last signed and cosigned checkpoints of every process, largest tree first; ``fault`` if one is invalid."""

    checkpoints: tuple[Checkpoint, ...] = ()
    fault: str = ""

    @property
    def largest(self) -> Checkpoint | None:
        """The checkpoint that a database has to reach, or None."""
        return self.checkpoints[0] if self.checkpoints else None


def latest_checkpoints(path: Path, key: NoteKey) -> LatestCheckpoints:
    """Returns the checkpoints in the files of all processes that sign there; changes nothing. ``OSError``.

    Any process may have signed more than the others: its own file alone does not show what a database lacks.
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
    """Returns the last note of a file, or empty, while another process may write to it; ``OSError``."""
    text = path.read_bytes()
    return _last_note(text[: _complete_length(text)])


def largest_note_in(path: Path, key: NoteKey) -> bytes:
    """Returns the note of the largest tree in the files of all processes, or empty; ``BadRecord``, ``OSError``."""
    notes = [note for note in (newest_note_in(each) for each in checkpoint_paths(path) if each.exists()) if note]
    return max(notes, key=lambda note: open_checkpoint(note, key).size, default=b"")


def is_in_use(place: Path) -> bool:
    """Returns whether a running process has this existing file open; ``OSError``."""
    file = os.open(place, os.O_RDWR | BYTES)
    try:
        return not lock_descriptor(file, blocking=False)
    finally:
        os.close(file)


def checkpoint_paths(path: Path) -> Iterator[Path]:
    """Yields the paths of the files of all processes that may sign."""
    yield path
    yield from (Path(f"{path}.{number}") for number in range(2, MOST_PROCESSES))


def _open_free(path: Path) -> tuple[int, Path]:
    """Opens the first file that no other process has, and returns it with its path."""
    for place in checkpoint_paths(path):
        file = os.open(place, os.O_CREAT | os.O_RDWR | os.O_APPEND | BYTES, 0o644)
        if lock_descriptor(file, blocking=False):
            return file, place
        os.close(file)
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))


def _read(file: int) -> bytes:
    """Reads by the locked descriptor: only that may surely read the file."""
    os.lseek(file, 0, os.SEEK_SET)
    return b"".join(iter(lambda: os.read(file, MOST_BYTES), b""))


def _write(file: int, text: bytes) -> None:
    while text:
        text = text[os.write(file, text) :]
    os.fsync(file)


def _complete_length(text: bytes) -> int:
    """Returns the length of the complete checkpoints. A last one with NUL bytes was cut by a power failure."""
    lines = text.split(b"\n")[:-1]
    whole = lines[: len(lines) - len(lines) % LINES]
    if any(b"\0" in each for each in whole[-LINES:]):
        del whole[-LINES:]
    return sum(len(each) + 1 for each in whole)


def _last_note(whole: bytes) -> bytes:
    return b"".join(whole.splitlines(keepends=True)[-LINES:-1])


def cosigned_path(checkpoints: Path) -> Path:
    """Returns the path of the file with the last cosigned checkpoint."""
    return Path(f"{checkpoints}.cosigned")


def read_cosigned(path: Path, key: NoteKey) -> bytes:
    """Returns the cosigned note, or empty if there is none of this log: it can be requested again."""
    try:
        note = path.read_bytes()
        open_checkpoint(note, key)
    except (OSError, BadRecord):
        return b""
    return note


def write_cosigned(path: Path, note: bytes) -> None:
    """Replaces the cosigned note; ``OSError``."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(note)
    new.replace(path)
