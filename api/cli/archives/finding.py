"""Finds the records of an archive: files, folders, globs, packs, manifests, URLs, and games of the database."""

import glob
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from oathbook.api.attesting.bundles import BUNDLE
from oathbook.api.cli.archives.manifests import MANIFEST, MEMBER, MOST_LISTED, folder_of, listed_in
from oathbook.api.cli.archives.packs import PACK, Packed, packed_in
from oathbook.api.cli.archives.places import Place, is_remote, path_of
from oathbook.api.cli.archives.sources import COMPRESSED, asked_of, file_system, whole_file
from oathbook.api.cli.input_files import STDIN
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.sources import is_game_id

RECORD: Final = ".jsonl"
ENDINGS: Final = (RECORD, RECORD + COMPRESSED, PACK, BUNDLE)
"""The files of a folder that belong to an archive; others are passed over, and so are manifests."""

MANIFESTS: Final = (MANIFEST, MANIFEST + COMPRESSED)
WILD: Final = "*?["


def places_in(names: Iterable[str]) -> tuple[Place, ...]:
    """Every record of these archives, in the order of the names and, in a folder, of the paths.

    A record that is named by itself counts as often as it is named, one that is found only once. A name under which
    nothing is found, or that cannot be read, is a place that cannot be read. ``NotInstalled`` names a missing extra.
    """
    found: list[Place] = []
    known: set[str] = set()
    for name in names:
        places = tuple(_as_far_as_read(name, _places(name))) or (_single(name),)
        found += (each for each in places if each.single or each.name not in known)
        known.update(each.name for each in places)
    return tuple(found)


def _places(name: str) -> Iterator[Place]:
    if is_remote(name):
        yield from _remote(name)
    elif os.path.isdir(name):  # noqa: PTH112  # a name is what was typed
        yield from _of_files(_below(name))
    elif os.path.lexists(name):
        yield from _of_file(name)
    elif any(sign in name for sign in WILD):
        yield from _of_files(sorted(glob.glob(name, recursive=True)), all_kinds=True)  # noqa: PTH207  # the same
    else:
        yield from _member(name) or (_single(name),)


def _as_far_as_read(name: str, places: Iterator[Place]) -> Iterator[Place]:
    """The places, and where they cannot be read further, a last one that says so."""
    try:
        yield from places
    except BadRecord as problem:
        yield Place(name, single=True, wrong=str(problem))


def _single(name: str) -> Place:
    """A name that stands for no file that is there: stdin, a game of the database, or a file that is missing."""
    if name == STDIN or is_remote(name):
        return Place(name, name, single=True)
    is_game = is_game_id(name) and not os.path.lexists(name)
    return Place(name, "" if is_game else _absolute(name), single=True)


def _below(folder: str) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        folders.sort()
        yield from (os.path.join(place, each) for each in sorted(files))  # noqa: PTH118  # a name is what was typed


def _remote(url: str) -> Iterator[Place]:
    file_system(url)  # what is missing to read it is missing for all of it
    path = path_of(url)
    if any(sign in path for sign in WILD):
        yield from _of_files(asked_of(url, _matching), all_kinds=True)
    elif member := _member(url):
        yield from member
    elif path.endswith((*ENDINGS, *MANIFESTS)):
        yield from _of_file(url)
    elif asked_of(url, lambda store, within: store.isdir(within)):
        yield from _of_files(asked_of(url, _all_below))
    else:
        yield Place(url, url, single=True)


def _matching(store: Any, pattern: str) -> list[str]:
    return sorted(str(store.unstrip_protocol(each)) for each in store.glob(pattern))


def _all_below(store: Any, folder: str) -> list[str]:
    return sorted(str(store.unstrip_protocol(each)) for each in store.find(folder))


def _of_files(names: Iterable[str], *, all_kinds: bool = False) -> Iterator[Place]:
    """The records of files that were found, not named."""
    for name in names:
        path = path_of(name)
        if path.endswith(MANIFESTS) or not (all_kinds or path.endswith(ENDINGS)):
            continue
        for place in _of_file(name):
            yield replace(place, single=False)


def _of_file(name: str) -> Iterator[Place]:
    path = path_of(name)
    if path.endswith(PACK):
        yield from _as_far_as_read(name, _members(name))
    elif path.endswith(MANIFESTS):
        yield from _as_far_as_read(name, _listed(name))
    else:
        yield Place(name, _absolute(name), single=True)


def _members(pack: str) -> Iterator[Place]:
    for each in packed_in(pack):
        yield _packed(pack, each)


def _listed(name: str) -> Iterator[Place]:
    """The records of a manifest; those in packs are looked up in the index of the pack, which is read once."""
    folder = folder_of(name)
    packs: dict[str, Mapping[str, Place]] = {}
    for each in listed_in(whole_file(name, most=MOST_LISTED), where=name):
        record = folder + each.record
        pack, sign, _ = record.partition(PACK + MEMBER)
        if not sign:
            yield Place(record, _absolute(record), listed=each)
            continue
        if pack not in packs:
            packs[pack] = {found.name: found for found in _as_far_as_read(pack + PACK, _members(pack + PACK))}
        unread = packs[pack].get(pack + PACK)
        wrong = f"{record}: there is no such record in the pack" if unread is None else unread.wrong
        yield replace(packs[pack].get(record, Place(record, wrong=wrong)), listed=each)


def _member(name: str) -> tuple[Place, ...]:
    """The record of a pack that is named by itself, or none if it is not such a name."""
    pack, sign, member = name.partition(PACK + MEMBER)
    if not sign:
        return ()
    for each in packed_in(pack + PACK):
        if each.record == member:
            return (replace(_packed(pack + PACK, each), single=True),)
    msg = f"{name}: there is no such record in the pack"
    raise BadRecord(msg)


def _packed(pack: str, found: Packed) -> Place:
    return Place(f"{pack}{MEMBER}{found.record}", _absolute(pack), found.at, found.size, found.listed)


def _absolute(name: str) -> str:
    return name if is_remote(name) else os.path.abspath(name)  # noqa: PTH100  # a name is what was typed
