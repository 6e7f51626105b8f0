"""Files that only their owner may read: a database holds seeds, and what seats hide from each other."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

OWNERS: Final = 0o600
BYTES: Final = getattr(os, "O_BINARY", 0)  # where a system would change the ends of lines, it shall not


def private_opener(path: str | Path, flags: int) -> int:
    """Open a file as ``open`` does with an ``opener``; where it makes the file, it is the owner's alone."""
    return os.open(path, flags | BYTES, OWNERS)


def append_private(path: Path, text: str) -> None:
    """Append to a file that is its owner's alone, and made where there is none; on the disk on return. ``OSError``."""
    is_new = not path.exists()
    file = private_opener(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    try:
        os.write(file, text.encode())
        os.fsync(file)
    finally:
        os.close(file)
    if is_new:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system tells a folder from its names."""
    if hasattr(os, "O_DIRECTORY"):  # pragma: no branch  # only Windows lacks it
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def create_private(path: str) -> None:
    """Make an empty file that is the owner's alone, unless there is one; SQLite makes those beside it alike.

    One that is there is not even opened: to close it again would give up all locks that SQLite has on it.
    """
    with suppress(FileExistsError):
        os.close(private_opener(path, os.O_CREAT | os.O_EXCL | os.O_RDWR))
