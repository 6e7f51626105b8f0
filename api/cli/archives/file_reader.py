"""Reads local and remote files and parts of them; every refusal names the file."""

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, BinaryIO, Final, TypeVar

from oathbook.api.cli.archives.bounded_reader import decompress, read_lines
from oathbook.api.cli.archives.bundles import record_text_in
from oathbook.api.cli.archives.record_address import RecordAddress, is_remote, path_of
from oathbook.api.cli.extras import NotInstalled, missing_extra
from oathbook.api.cli.input_files import MOST_BYTES, bytes_in
from oathbook.api.signing.bundles import BUNDLE
from oathbook.domain.errors import BadRecord, RecordDiffers, Refused
from oathbook.domain.recording.format.record_file import read_header

T = TypeVar("T")

EXTRAS: Final = {
    **dict.fromkeys(("http", "https"), ("aiohttp", "http")),
    "s3": ("s3fs", "s3"),
    **dict.fromkeys(("gs", "gcs"), ("gcsfs", "gcs")),
}
"""The module that reads URLs of a protocol, and the extra that installs it."""

COMPRESSED: Final = ".zst"


def file_system(url: str) -> tuple[Any, str]:
    """Returns the file system for a URL, and the path in it; ``NotInstalled``, ``BadRecord``."""
    try:
        found: tuple[Any, str] = import_module("fsspec").url_to_fs(url)
    except ImportError as missing:
        protocol = url.partition(":")[0]
        if protocol in EXTRAS:
            raise NotInstalled(missing_extra(url, *EXTRAS[protocol])) from None
        raise NotInstalled(f"{url}: {missing}") from None
    except ValueError as problem:
        raise BadRecord(f"{url}: {problem}") from None
    return found


def ask_store(url: str, ask: Callable[[Any, str], Any]) -> Any:
    """Returns what ``ask`` gets from a remote store; ``BadRecord`` names the URL."""
    found, path = file_system(url)
    try:
        return ask(found, path)
    except Refused:
        raise
    except Exception as problem:  # noqa: BLE001  # each store has exceptions of its own
        raise BadRecord(f"{url}: {_error_text(problem)}") from None


def _error_text(problem: Exception) -> str:
    if isinstance(problem, FileNotFoundError):
        return "No such file or directory"
    return next(iter(str(problem).splitlines()), "") or type(problem).__name__


def file_size(address: str) -> int:
    """Returns the size of a file in bytes; ``BadRecord``."""
    if is_remote(address):
        size = ask_store(address, lambda store, path: store.size(path))
        if size is None:
            raise BadRecord(f"{address}: its server does not say how large it is")
        return int(size)
    try:
        return os.stat(address).st_size  # noqa: PTH116  # a name is what was typed
    except OSError as problem:
        raise BadRecord(f"{address}: {problem.strerror}") from None


def read_part(address: str, at: int, size: int) -> bytes:
    """Returns ``size`` bytes from ``at`` on; ``BadRecord`` if there are fewer."""
    if is_remote(address):
        text: bytes = ask_store(address, lambda store, path: store.cat_file(path, start=at, end=at + size))
    else:
        try:
            with open(address, "rb") as file:  # noqa: PTH123  # a name is what was typed
                file.seek(at)
                text = file.read(size)
        except OSError as problem:
            raise BadRecord(f"{address}: {problem.strerror}") from None
    if len(text) != size:
        raise BadRecord(f"{address}: bytes {at:,} to {at + size:,} cannot be read from it")
    return text


def read_file(address: str, *, says: str = "", most: int = MOST_BYTES) -> bytes:
    """Returns a file, unpacked if its name ends with ``.zst``; ``BadRecord`` calls it ``says``."""
    says = says or address
    if is_remote(address):
        text: bytes = ask_store(address, lambda store, path: _read_bounded(store, path, most))
        if len(text) > most:
            raise BadRecord(f"{says}: it is larger than {most:,} bytes")
    else:
        text = bytes_in(address, says=says, most=most)
    return decompress(text, says=says, most=most) if path_of(address).endswith(COMPRESSED) else text


def _read_bounded(store: Any, path: str, most: int) -> bytes:
    with store.open(path, "rb") as file:
        text: bytes = file.read(most + 1)
    return text


def read_list(address: str, parse: Callable[[Iterator[bytes]], T], *, most: int) -> T:
    """Returns what ``parse`` makes of the lines of a file, which are read one by one; ``BadRecord``."""

    def parsed(file: BinaryIO) -> T:
        compressed = path_of(address).endswith(COMPRESSED)
        return parse(read_lines(file, compressed=compressed, says=address, most=most))

    if is_remote(address):
        found: T = ask_store(address, lambda store, path: _parse_opened(store, path, parsed))
        return found
    try:
        with open(address, "rb") as file:  # noqa: PTH123  # a name is what was typed
            return parsed(file)
    except OSError as problem:
        raise BadRecord(f"{address}: {problem.strerror}") from None


def _parse_opened(store: Any, path: str, parse: Callable[[BinaryIO], T]) -> T:
    with store.open(path, "rb") as file:
        return parse(file)


def text_at(place: RecordAddress) -> bytes:
    """Returns the text of a record; ``BadRecord``, ``RecordDiffers`` if it has another head than is listed."""
    if place.size:
        text = decompress(read_part(place.address, place.at, place.size), says=place.name, most=MOST_BYTES)
    else:
        text = read_file(place.address, says=place.name)
        if path_of(place.address).endswith(BUNDLE):
            text = record_text_in(text, place.name)
    if place.listed is not None:
        header, listed = read_header(text, where=place.name), place.listed
        if header.head != listed.head:
            raise RecordDiffers(f"{place.name}: its head is {header.head[:12]}…, and {listed.head[:12]}… is listed")
    return text
