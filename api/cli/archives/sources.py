"""Reads files and parts of them, from this machine or from wherever a URL says; every refusal names the file."""

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import zstandard

from oathbook.api.attesting.bundles import BUNDLE
from oathbook.api.cli.archives.bundles import record_text_in
from oathbook.api.cli.archives.places import Place, is_remote, path_of
from oathbook.api.cli.extras import NotInstalled, lacking
from oathbook.api.cli.input_files import MOST_BYTES, bytes_in
from oathbook.domain.errors import BadRecord, RecordDiffers, Refused
from oathbook.domain.recording.format.record_file import header_in

EXTRAS: Final = {
    **dict.fromkeys(("http", "https"), ("aiohttp", "http")),
    "s3": ("s3fs", "s3"),
    **dict.fromkeys(("gs", "gcs"), ("gcsfs", "gcs")),
}
"""What reads URLs of this kind, and the extra that brings it."""

COMPRESSED: Final = ".zst"


def file_system(url: str) -> tuple[Any, str]:
    """What reads a URL, and the path in it; ``NotInstalled`` or ``BadRecord`` where nothing does."""
    try:
        found: tuple[Any, str] = import_module("fsspec").url_to_fs(url)
    except ImportError as missing:
        protocol = url.partition(":")[0]
        if protocol in EXTRAS:
            raise NotInstalled(lacking(url, *EXTRAS[protocol])) from None
        msg = f"{url}: {missing}"
        raise NotInstalled(msg) from None
    except ValueError as problem:
        msg = f"{url}: {problem}"
        raise BadRecord(msg) from None
    return found


def asked_of(url: str, ask: Callable[[Any, str], Any]) -> Any:
    """What a remote store answers; ``BadRecord`` names the URL, whatever the store fails with."""
    found, path = file_system(url)
    try:
        return ask(found, path)
    except Refused:
        raise
    except Exception as problem:  # noqa: BLE001  # each store has exceptions of its own
        msg = f"{url}: {_said(problem)}"
        raise BadRecord(msg) from None


def _said(problem: Exception) -> str:
    if isinstance(problem, FileNotFoundError):
        return "No such file or directory"
    return next(iter(str(problem).splitlines()), "") or type(problem).__name__


def size_of(address: str) -> int:
    """How many bytes a file has; ``BadRecord`` if it cannot be told."""
    if is_remote(address):
        size = asked_of(address, lambda store, path: store.size(path))
        if size is None:
            msg = f"{address}: its server does not say how large it is"
            raise BadRecord(msg)
        return int(size)
    try:
        return os.stat(address).st_size  # noqa: PTH116  # a name is what was typed
    except OSError as problem:
        msg = f"{address}: {problem.strerror}"
        raise BadRecord(msg) from None


def part_of(address: str, at: int, size: int) -> bytes:
    """So many bytes from there; ``BadRecord`` if there are fewer, or the server gives others."""
    if is_remote(address):
        text: bytes = asked_of(address, lambda store, path: store.cat_file(path, start=at, end=at + size))
    else:
        try:
            with open(address, "rb") as file:  # noqa: PTH123  # a name is what was typed
                file.seek(at)
                text = file.read(size)
        except OSError as problem:
            msg = f"{address}: {problem.strerror}"
            raise BadRecord(msg) from None
    if len(text) != size:
        msg = f"{address}: bytes {at:,} to {at + size:,} cannot be read from it"
        raise BadRecord(msg)
    return text


def whole_file(address: str, *, says: str = "", most: int = MOST_BYTES) -> bytes:
    """The bytes of a file, unpacked if its name ends with ``.zst``; ``BadRecord`` names it as ``says`` does."""
    says = says or address
    if is_remote(address):
        text: bytes = asked_of(address, lambda store, path: _bounded(store, path, most))
        if len(text) > most:
            msg = f"{says}: it is larger than {most:,} bytes"
            raise BadRecord(msg)
    else:
        text = bytes_in(address, says=says, most=most)
    return unpacked(text, says=says, most=most) if path_of(address).endswith(COMPRESSED) else text


def _bounded(store: Any, path: str, most: int) -> bytes:
    with store.open(path, "rb") as file:
        text: bytes = file.read(most + 1)
    return text


def unpacked(text: bytes, *, says: str, most: int = MOST_BYTES) -> bytes:
    """What zstd frames hold; ``BadRecord`` if they are damaged, or hold too much."""
    try:
        with zstandard.ZstdDecompressor().stream_reader(text, read_across_frames=True) as reader:
            found = reader.read(most + 1)
    except zstandard.ZstdError as problem:
        msg = f"{says}: it cannot be unpacked: {problem}"
        raise BadRecord(msg) from None
    if len(found) > most:
        msg = f"{says}: it unpacks to more than {most:,} bytes"
        raise BadRecord(msg)
    return found


def text_at(place: Place) -> bytes:
    """The text of the record there; ``BadRecord`` and ``RecordDiffers`` name it.

    A record with another head than the one that is listed differs from it.
    """
    if place.size:
        text = unpacked(part_of(place.address, place.at, place.size), says=place.name)
    else:
        text = whole_file(place.address, says=place.name)
        if path_of(place.address).endswith(BUNDLE):
            text = record_text_in(text, place.name)
    if place.listed is not None:
        header, listed = header_in(text, where=place.name), place.listed
        if header.head != listed.head:
            msg = f"{place.name}: its head is {header.head[:12]}…, and {listed.head[:12]}… is listed"
            raise RecordDiffers(msg)
    return text
