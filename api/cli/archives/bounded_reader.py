"""Unpacks zstd within bounds: a small file may unpack to any number of bytes."""

from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, Final

import zstandard

from oathbook.domain.errors import BadRecord

RATIO: Final = 1_000
"""A file that unpacks to more than so many times its size is no list and no record, whose hashes hardly shrink."""

LEAST: Final = 1 << 20  # bytes to which any file may unpack
LARGEST_WINDOW: Final = 1 << 26  # bytes that a frame may ask a reader to remember
PIECE: Final = 1 << 17
LONGEST_LINE: Final = 1 << 16  # bytes of a line of a list


def decompress(text: bytes, *, says: str, most: int) -> bytes:
    """Returns the content of zstd frames; ``BadRecord`` if they are damaged or too large."""
    allowed = min(most, _allowed(len(text)))
    try:
        with _decompressor().stream_reader(text, read_across_frames=True) as reader:
            found = reader.read(allowed + 1)
    except zstandard.ZstdError as problem:
        raise BadRecord(f"{says}: it cannot be unpacked: {problem}") from None
    if len(found) > allowed:
        _refuse(says, most, allowed)
    return found


def read_lines(file: BinaryIO, *, compressed: bool, says: str, most: int) -> Iterator[bytes]:
    """Yields the lines of a file without their ends; ``BadRecord`` if it is damaged, too large or has a long line."""
    rest = b""
    for piece in _unpacked(file, says, most) if compressed else _pieces(file, says, most):
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
        if len(rest) > LONGEST_LINE:
            raise BadRecord(f"{says}: it has a line of more than {LONGEST_LINE:,} bytes")
    if rest:
        yield rest


def _pieces(file: BinaryIO, says: str, most: int) -> Iterator[bytes]:
    read = 0
    for piece in iter(partial(file.read, PIECE), b""):
        read += len(piece)
        if read > most:
            raise BadRecord(f"{says}: it is larger than {most:,} bytes")
        yield piece


def _unpacked(file: BinaryIO, says: str, most: int) -> Iterator[bytes]:
    """Yields the content of zstd frames; how much may come is counted by what was read of the file."""
    found = 0
    try:
        reader = _decompressor().stream_reader(file, read_size=PIECE, read_across_frames=True, closefd=False)
        for piece in iter(partial(reader.read, PIECE), b""):
            found += len(piece)
            allowed = min(most, _allowed(file.tell()))
            if found > allowed:
                _refuse(says, most, allowed)
            yield piece
    except zstandard.ZstdError as problem:
        raise BadRecord(f"{says}: it cannot be unpacked: {problem}") from None


def _decompressor() -> zstandard.ZstdDecompressor:
    return zstandard.ZstdDecompressor(max_window_size=LARGEST_WINDOW)


def _allowed(packed: int) -> int:
    return max(LEAST, RATIO * packed)


def _refuse(says: str, most: int, allowed: int) -> None:
    bound = f"{most:,} bytes" if allowed == most else f"{RATIO:,} times its size"
    raise BadRecord(f"{says}: it unpacks to more than {bound}")
