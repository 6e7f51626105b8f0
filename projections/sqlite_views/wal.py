"""Whether SQLite's write-ahead log beside a file is whole.

SQLite itself takes a log only up to the first frame that does not fit, and says nothing. Where later frames had been
copied into the file before, old and new pages then stand side by side. https://www.sqlite.org/walformat.html
"""

import struct
import sys
from pathlib import Path
from typing import Final, NamedTuple

HEADER: Final = struct.Struct(">8I")
FRAME: Final = struct.Struct(">6I")
MAGIC: Final = 0x377F0682  # of a log whose checksums are of little-endian words; that of the other kind is one more
INDEX: Final = 40  # bytes of the index of the log (``-shm``) that say how many frames there are, and of which log

WORD: Final = 0xFFFFFFFF


class _WalHeader(NamedTuple):
    """What a log says of itself."""

    magic: int
    version: int
    page: int
    sequence: int
    salt: int
    salt_too: int
    sum: int
    sum_too: int


def is_intact(file: Path) -> bool:
    """Whether the log beside a file is as it was written, as far as its checksums and its index tell; or none is there.

    What a killed process had half written at the end is no damage. Nobody may have the file open in this process.
    """
    counted = _indexed_frames(Path(f"{file}-shm"))
    try:
        log = Path(f"{file}-wal").read_bytes()
    except FileNotFoundError:
        return True
    if not log:
        return True
    if len(log) < HEADER.size:
        return False
    head = _WalHeader(*HEADER.unpack_from(log))
    words = ">" if head.magic & 1 else "<"
    sums = _checksums((0, 0), log[: HEADER.size - 8], words)
    if head.magic not in {MAGIC, MAGIC + 1} or sums != (head.sum, head.sum_too):
        return False
    frames, whole = _frames(log, head, words)
    salts = log[16:24]
    return whole and (counted is None or counted[1] != salts or frames >= counted[0])


def _indexed_frames(index: Path) -> tuple[int, bytes] | None:
    """How many frames the index knows, and the salts of their log; nothing if there is no index."""
    try:
        with index.open("rb") as file:
            found = file.read(INDEX)
    except FileNotFoundError:
        return None
    return (int.from_bytes(found[16:20], sys.byteorder), found[32:40]) if len(found) == INDEX else None


def _frames(log: bytes, head: _WalHeader, words: str) -> tuple[int, bool]:
    """How many frames of the log fit, and whether none of it comes after the first that does not."""
    sums, size = (head.sum, head.sum_too), FRAME.size + head.page
    count = 0
    for start in range(HEADER.size, len(log) - size + 1, size):
        if not _is_frame_of(log, start, head):
            break
        *_, sum_, sum_too = FRAME.unpack_from(log, start)
        sums = _checksums(sums, log[start : start + 8] + log[start + FRAME.size : start + size], words)
        if sums != (sum_, sum_too):
            return count, not _is_frame_of(log, start + size, head)
        count += 1
    return count, True


def _is_frame_of(log: bytes, start: int, head: _WalHeader) -> bool:
    """Whether a frame of this log begins there; older ones may follow it."""
    if len(log) < start + FRAME.size:
        return False
    _, _, *salts, _, _ = FRAME.unpack_from(log, start)
    return salts == [head.salt, head.salt_too]


def _checksums(sums: tuple[int, int], data: bytes, words: str) -> tuple[int, int]:
    one, other = sums
    found = struct.unpack(f"{words}{len(data) // 4}I", data)
    for even, odd in zip(found[::2], found[1::2], strict=True):
        one = one + even + other & WORD
        other = other + odd + one & WORD
    return one, other
