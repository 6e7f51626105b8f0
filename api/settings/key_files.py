"""The files of keys: who may rule, open games, import records or file claims."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Generic, Literal, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from oathbook.domain.disputes.dispute_events import Arbiter, normalise_name
from oathbook.domain.errors import BadRecord

H = TypeVar("H")
R = TypeVar("R", bound=Struct)
H_co = TypeVar("H_co", covariant=True)

Scope = Literal["open", "import", "dispute"]  # what a key may do: open games, import records, file claims

MOST_KEYS: Final = 1_000

_Name = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^\S(.*\S)?$(?!\n)")]
_Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    name: _Name
    key: _Digest


class _KeyEntry(_Entry, frozen=True, forbid_unknown_fields=True):
    may: Annotated[frozenset[Scope], Meta(min_length=1)]


class _ArbitersFile(Struct, frozen=True, forbid_unknown_fields=True):
    arbiter: Annotated[tuple[_Entry, ...], Meta(max_length=MOST_KEYS)] = ()


class _KeysFile(Struct, frozen=True, forbid_unknown_fields=True):
    key: Annotated[tuple[_KeyEntry, ...], Meta(max_length=MOST_KEYS)] = ()


class KeyHolder(Struct, frozen=True):
    """The holder of a key, and what it may do."""

    name: str
    may: frozenset[Scope]


class KeyLookup(Protocol[H_co]):
    """Finds the holder of a key."""

    def with_key(self, digest: str) -> H_co | None:
        """Returns the holder of the key with this digest, or None."""
        ...


class KeyRing(Struct, Generic[H], frozen=True):
    """The holders of keys by the digests of the keys; by default none."""

    by_digest: Mapping[str, H] = {}

    def with_key(self, digest: str) -> H | None:
        """Returns the holder of the key with this digest, or None."""
        return self.by_digest.get(digest)


class Arbiters(KeyRing[Arbiter], frozen=True):
    """Who may rule on disputes."""


class OperatorKeys(KeyRing[KeyHolder], frozen=True):
    """Who may open games, import records or file claims, where not everyone may."""


class KeyFile(Generic[H]):
    """The holders that a file names; a change of the file counts from the next request on."""

    def __init__(self, path: Path, read: Callable[[Path], KeyRing[H]], report: Callable[[str], None]) -> None:
        """Reads the file, and refuses as ``read`` does; every later reading is passed to ``report``."""
        self._path = path
        self._read = read
        self._report = report
        self._stamp = _stamp(path)
        self._ring = read(path)

    def with_key(self, digest: str) -> H | None:
        """Returns the holder of the key with this digest, or None."""
        stamp = _stamp(self._path)
        if stamp != self._stamp:
            self._stamp = stamp
            self._reload()
        return self._ring.with_key(digest)

    def _reload(self) -> None:
        """Keeps the keys that were read before if the file cannot be read."""
        try:
            self._ring = self._read(self._path)
        except (BadRecord, OSError) as problem:
            self._report(f"{problem}; the keys that were read before still count")
        else:
            self._report(f"{self._path}: read again")


def _stamp(path: Path) -> tuple[int, ...]:
    """Returns what changes when the file does; () if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def arbiters_in(path: Path) -> Arbiters:
    """Returns the arbiters in a TOML file: tables ``[[arbiter]]`` with ``name`` and ``key``, the digest of the key.

    ``BadRecord`` names the file and what is wrong with it; ``OSError`` if it cannot be read.
    """
    entries = _read(path, _ArbitersFile).arbiter
    _must_differ(path, "arbiters", entries)
    return Arbiters({each.key: Arbiter(each.name) for each in entries})


def keys_in(path: Path) -> OperatorKeys:
    """Returns the keys in a TOML file: tables ``[[key]]`` with ``name``, ``key`` (the digest) and ``may``.

    Refuses as ``arbiters_in``.
    """
    entries = _read(path, _KeysFile).key
    _must_differ(path, "keys", entries)
    return OperatorKeys({each.key: KeyHolder(each.name, each.may) for each in entries})


def _read(path: Path, kind: type[R]) -> R:
    try:
        value: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        return msgspec.convert(value, kind)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as problem:
        raise BadRecord(f"{path}: {problem}") from None


def _must_differ(path: Path, what: str, entries: tuple[_Entry, ...]) -> None:
    names, keys = [normalise_name(each.name) for each in entries], [each.key for each in entries]
    for field, values in (("name", names), ("key", keys)):
        if len({*values}) < len(values):
            raise BadRecord(f"{path}: two {what} have the same {field}")
