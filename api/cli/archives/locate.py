"""Finds the records of an archive: files, folders, globs, packs, manifests, URLs, and games of the database."""

import glob
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from oathbook.api.cli.archives import manifests
from oathbook.api.cli.archives.file_reader import COMPRESSED, ask_store, file_system, read_list
from oathbook.api.cli.archives.packs import PACK, PackedRecord, pack_index
from oathbook.api.cli.archives.record_address import RecordAddress, is_remote, path_of
from oathbook.api.cli.input_files import STDIN
from oathbook.api.signing.bundles import BUNDLE
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.sources import is_game_id

RECORD: Final = ".jsonl"
ENDINGS: Final = (RECORD, RECORD + COMPRESSED, PACK, BUNDLE)
"""The files of a folder that belong to an archive; others are passed over, and so are manifests."""

MANIFESTS: Final = (manifests.MANIFEST, manifests.MANIFEST + COMPRESSED)
WILD: Final = "*?["


def locate_records(names: Iterable[str]) -> tuple[RecordAddress, ...]:
    """Every record of these archives, in the order of the names and, in a folder, of the paths.

    A record that is named by itself counts as often as it is named, one that is found only once. A name under which
    nothing is found, or that cannot be read, is a place that cannot be read. ``NotInstalled`` names a missing extra.
    """
    found: list[RecordAddress] = []
    known: set[str] = set()
    for name in names:
        places = tuple(_until_unreadable(name, _locate(name))) or (_single(name),)
        found += (each for each in places if each.single or each.name not in known)
        known.update(each.name for each in places)
    return tuple(found)


def _locate(name: str) -> Iterator[RecordAddress]:
    if is_remote(name):
        yield from _locate_remote(name)
    elif os.path.isdir(name):  # noqa: PTH112  # a name is what was typed
        yield from _of_files(_walk_folder(name))
    elif os.path.lexists(name):
        yield from _of_file(name)
    elif any(sign in name for sign in WILD):
        yield from _of_files(sorted(glob.glob(name, recursive=True)), all_kinds=True)  # noqa: PTH207  # the same
    else:
        yield from _member(name) or (_single(name),)


def _until_unreadable(name: str, places: Iterator[RecordAddress]) -> Iterator[RecordAddress]:
    """The places, and where they cannot be read further, a last one that says so."""
    try:
        yield from places
    except BadRecord as problem:
        yield RecordAddress(name, single=True, wrong=str(problem))


def _single(name: str) -> RecordAddress:
    """A name that stands for no file that is there: stdin, a game of the database, or a file that is missing."""
    if name == STDIN or is_remote(name):
        return RecordAddress(name, name, single=True)
    is_game = is_game_id(name) and not os.path.lexists(name)
    return RecordAddress(name, "" if is_game else _absolute(name), single=True)


def _walk_folder(folder: str) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        folders.sort()
        yield from (os.path.join(place, each) for each in sorted(files))  # noqa: PTH118  # a name is what was typed


def _locate_remote(url: str) -> Iterator[RecordAddress]:
    file_system(url)  # what is missing to read it is missing for all of it
    path = path_of(url)
    if any(sign in path for sign in WILD):
        yield from _of_files(ask_store(url, _matching), all_kinds=True)
    elif member := _member(url):
        yield from member
    elif path.endswith((*ENDINGS, *MANIFESTS)):
        yield from _of_file(url)
    elif ask_store(url, lambda store, within: store.isdir(within)):
        yield from _of_files(ask_store(url, _all_below))
    else:
        yield RecordAddress(url, url, single=True)


def _matching(store: Any, pattern: str) -> list[str]:
    return sorted(str(store.unstrip_protocol(each)) for each in store.glob(pattern))


def _all_below(store: Any, folder: str) -> list[str]:
    return sorted(str(store.unstrip_protocol(each)) for each in store.find(folder))


def _of_files(names: Iterable[str], *, all_kinds: bool = False) -> Iterator[RecordAddress]:
    """The records of files that were found, not named."""
    for name in names:
        path = path_of(name)
        if path.endswith(MANIFESTS) or not (all_kinds or path.endswith(ENDINGS)):
            continue
        for place in _of_file(name):
            yield replace(place, single=False)


def _of_file(name: str) -> Iterator[RecordAddress]:
    path = path_of(name)
    if path.endswith(PACK):
        yield from _until_unreadable(name, _members(name))
    elif path.endswith(MANIFESTS):
        yield from _until_unreadable(name, _in_manifest(name))
    else:
        yield RecordAddress(name, _absolute(name), single=True)


def _members(pack: str) -> Iterator[RecordAddress]:
    for each in pack_index(pack):
        yield _address_in_pack(pack, each)


def _in_manifest(name: str) -> Iterator[RecordAddress]:
    """The records of a manifest; those in packs are looked up in the index of the pack, which is read once."""
    folder = manifests.folder_of(name)
    packs: dict[str, Mapping[str, RecordAddress]] = {}
    listed = read_list(name, partial(manifests.manifest_records, where=name), most=manifests.MOST_LISTED)
    for each in listed:
        record = folder + each.record
        pack, sign, _ = record.partition(PACK + manifests.MEMBER)
        if not sign:
            yield RecordAddress(record, _absolute(record), listed=each)
            continue
        if pack not in packs:
            packs[pack] = {found.name: found for found in _until_unreadable(pack + PACK, _members(pack + PACK))}
        unread = packs[pack].get(pack + PACK)
        wrong = f"{record}: there is no such record in the pack" if unread is None else unread.wrong
        yield replace(packs[pack].get(record, RecordAddress(record, wrong=wrong)), listed=each)


def _member(name: str) -> tuple[RecordAddress, ...]:
    """The record of a pack that is named by itself, or none if it is not such a name."""
    pack, sign, member = name.partition(PACK + manifests.MEMBER)
    if not sign:
        return ()
    for each in pack_index(pack + PACK):
        if each.record == member:
            return (replace(_address_in_pack(pack + PACK, each), single=True),)
    raise BadRecord(f"{name}: there is no such record in the pack")


def _address_in_pack(pack: str, found: PackedRecord) -> RecordAddress:
    return RecordAddress(f"{pack}{manifests.MEMBER}{found.record}", _absolute(pack), found.at, found.size, found.listed)


def _absolute(name: str) -> str:
    return name if is_remote(name) else os.path.abspath(name)  # noqa: PTH100  # a name is what was typed
