"""Packs: many records in one file, each a zstd frame, and an index by which one of them is read.

The frames stand one after the other, so ``zstd -d`` gives all the records. The index is a frame that it skips: its
length, zstd lines of ``PackHeader`` and ``PackedRecord``, and at the very end their length and ``MARK``.
"""

from io import BytesIO
from typing import BinaryIO, Final, Literal

import zstandard

from oathbook.api.cli.archives.bounded_reader import read_lines
from oathbook.api.cli.archives.file_reader import file_size, read_part
from oathbook.api.cli.archives.manifests import MOST_LISTED, ListedRecord, ListHeader, records_in
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.canonical import canonical_bytes

PACK: Final = ".pack"
MARK: Final = b"oathpack"
LENGTH: Final = 8
FOOTER: Final = LENGTH + len(MARK)
SKIPPED: Final = b"\x5a\x2a\x4d\x18"
"""How a frame begins that zstd skips; four bytes with the length of the rest follow."""

LEVEL: Final = 9
LARGEST_INDEX: Final = 2**32 - 1 - FOOTER


class PackedRecord(ListedRecord, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record of a pack: where its frame is, and how long that is."""

    at: int
    size: int

    @property
    def listed(self) -> ListedRecord:
        """What it is, without where."""
        return ListedRecord(self.record, self.game, self.edition, self.events, self.head)


class PackHeader(ListHeader, frozen=True, forbid_unknown_fields=True):
    """The first line of an index."""

    oathbook: Literal["pack/1"]


class PackWriter:
    """Writes a pack, record after record; without ``finish`` it has no index and is none."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0
        self._packed: list[PackedRecord] = []
        self._compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)

    def add(self, listed: ListedRecord, text: bytes) -> None:
        """Add a record."""
        frame = self._compressor.compress(text)
        self._file.write(frame)
        fields = (listed.record, listed.game, listed.edition, listed.events, listed.head)
        self._packed.append(PackedRecord(*fields, at=self._at, size=len(frame)))
        self._at += len(frame)

    def finish(self) -> None:
        """Write the index."""
        lines = b"".join(
            canonical_bytes(each) + b"\n" for each in (PackHeader("pack/1", len(self._packed)), *self._packed)
        )
        index = self._compressor.compress(lines)
        if len(index) > LARGEST_INDEX:
            raise BadRecord(f"{len(self._packed):,} records are too many for one pack")
        length = (len(index) + FOOTER).to_bytes(4, "little")
        self._file.write(SKIPPED + length + index + len(index).to_bytes(LENGTH, "little") + MARK)


def pack_index(address: str) -> tuple[PackedRecord, ...]:
    """The records of a pack; ``BadRecord`` names it if it is none, or cut."""
    size = file_size(address)
    footer = read_part(address, size - FOOTER, FOOTER) if size >= FOOTER else b""
    length = int.from_bytes(footer[:LENGTH], "little")
    if footer[LENGTH:] != MARK or not 0 < length <= min(size - FOOTER, MOST_LISTED):
        raise BadRecord(f"{address}: it is no pack, or it is cut: it does not end with an index")
    index = BytesIO(read_part(address, size - FOOTER - length, length))
    lines = read_lines(index, compressed=True, says=address, most=MOST_LISTED)
    found = records_in(lines, PackHeader, PackedRecord, where=f"{address} (index)")
    frames = size - FOOTER - length
    if sum(each.size for each in found) > frames or not all(0 < each.size <= size - each.at <= size for each in found):
        raise BadRecord(f"{address}: its index does not fit it")
    return found
