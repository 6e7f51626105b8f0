"""What is in an archive: a list of its records, each with the head that it must have."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.format.codec import DECODE_ERRORS
from oathbook.domain.recording.format.envelope import Digest, EventNumber

T = TypeVar("T", bound=Struct)
MANIFEST: Final = "manifest.jsonl"  # how the name of a manifest ends

MEMBER: Final = "#"
"""Stands between the name of a pack and that of a record in it."""

MOST_LISTED: Final = 1024 * 1024 * 1024  # the largest list that is read, in bytes


class ListedRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of an archive, by its path from where the list is, and what its header says."""

    record: Annotated[str, Meta(min_length=1, max_length=1000)]
    game: Annotated[str, Meta(min_length=1, max_length=64)]
    edition: Annotated[str, Meta(max_length=80)]
    events: EventNumber
    head: Digest


class ManifestHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a manifest, so that a cut one is noticed."""

    oathbook: Literal["manifest/1"]
    records: int


def manifest_text(records: Sequence[ListedRecord]) -> bytes:
    """The file, byte for byte the same for the same records."""
    header = ManifestHeader("manifest/1", len(records))
    return b"".join(canonical_bytes(each) + b"\n" for each in (header, *records))


def manifest_records(text: bytes, *, where: str) -> tuple[ListedRecord, ...]:
    """The records that a manifest lists; ``BadRecord`` names ``where`` and the line.

    A path that leads out of the manifest's folder is refused: a manifest from elsewhere names no file of this machine.
    """
    first, _, rest = text.partition(b"\n")
    header = line_of(ManifestHeader, first, where=where, number=1)
    found = lines_of(ListedRecord, rest, where=where)
    if len(found) != header.records:
        raise BadRecord(f"{where}: line 1: it says {header.records} records, and the manifest lists {len(found)}")
    for number, each in enumerate(found, 2):
        if not _stays_within(each.record):
            raise BadRecord(
                f"{where}: line {number}: record: {each.record[:100]!r} leads out of the folder of the manifest"
            )
    return found


def lines_of(kind: type[T], text: bytes, *, where: str) -> tuple[T, ...]:
    """A list of one kind, a line each, from line 2 on; ``BadRecord`` names the line."""
    return tuple(line_of(kind, line, where=where, number=number) for number, line in enumerate(text.splitlines(), 2))


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
