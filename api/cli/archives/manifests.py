"""What is in an archive: a list of its records, each with the head that it must have."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.format.codec import DECODE_ERRORS
from oathbook.domain.recording.format.envelope import Digest, EventNumber

T = TypeVar("T", bound=Struct)
H = TypeVar("H", bound="ListHeader")
L = TypeVar("L", bound="ListedRecord")
MANIFEST: Final = "manifest.jsonl"  # how the name of a manifest ends

MEMBER: Final = "#"
"""Stands between the name of a pack and that of a record in it."""

MOST_RECORDS: Final = 4_000_000  # records of a list
MOST_LISTED: Final = 1024 * 1024 * 1024  # the largest list that is read, in bytes


class ListedRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of an archive, by its path from where the list is, and what its header says."""

    record: Annotated[str, Meta(min_length=1, max_length=1000)]
    game: Annotated[str, Meta(min_length=1, max_length=64)]
    edition: Annotated[str, Meta(max_length=80)]
    events: EventNumber
    head: Digest


class ListHeader(Struct, frozen=True):
    """The first line of a list, so that a cut one is noticed."""

    oathbook: str
    records: int


class ManifestHeader(ListHeader, frozen=True, forbid_unknown_fields=True):
    """The first line of a manifest."""

    oathbook: Literal["manifest/1"]


def manifest_text(records: Sequence[ListedRecord]) -> bytes:
    """The file, byte for byte the same for the same records."""
    header = ManifestHeader("manifest/1", len(records))
    return b"".join(canonical_bytes(each) + b"\n" for each in (header, *records))


def manifest_records(lines: Iterator[bytes], *, where: str) -> tuple[ListedRecord, ...]:
    """The records that a manifest lists; ``BadRecord`` names ``where`` and the line.

    A path that leads out of the manifest's folder is refused: a manifest from elsewhere names no file of this machine.
    """
    found = records_in(lines, ManifestHeader, ListedRecord, where=where)
    for number, each in enumerate(found, 2):
        if not _stays_within(each.record):
            raise BadRecord(
                f"{where}: line {number}: record: “{each.record[:100]}” leads out of the folder of the manifest"
            )
    return found


def records_in(lines: Iterator[bytes], header: type[H], kind: type[L], *, where: str) -> tuple[L, ...]:
    """The records of a list after its header; ``BadRecord`` names the line, at the first that should not be there.

    No record is listed twice: the same line again and again takes no room in a packed file.
    """
    says = line_of(header, next(lines, b""), where=where, number=1).records
    if says > MOST_RECORDS:
        raise BadRecord(f"{where}: line 1: it says {says} records, and a list has at most {MOST_RECORDS:,}")
    found: dict[str, L] = {}
    for number, line in enumerate(lines, 2):
        each = line_of(kind, line, where=where, number=number)
        if each.record in found:
            raise BadRecord(f"{where}: line {number}: record: “{each.record[:100]}” is listed before")
        if len(found) == says:
            raise BadRecord(f"{where}: line 1: it says {says} records, and lists more")
        found[each.record] = each
    if len(found) != says:
        raise BadRecord(f"{where}: line 1: it says {says} records, and lists {len(found)}")
    return tuple(found.values())


def line_of(kind: type[T], line: bytes, *, where: str, number: int) -> T:
    """A line of a list; ``BadRecord`` if it is not of that kind."""
    try:
        return msgspec.json.decode(line, type=kind)
    except DECODE_ERRORS as problem:
        raise BadRecord(f"{where}: line {number}: {str(problem).splitlines()[0]}") from None


def _stays_within(path: str) -> bool:
    parts = path.replace("\\", "/").split("/")
    return not path.startswith("/") and "://" not in path and "::" not in path and ".." not in parts


def folder_of(address: str) -> str:
    """The folder of a file, with its last slash; empty for a bare name."""
    return address[: address.rfind("/") + 1]
