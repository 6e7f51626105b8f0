"""The files of keys: who may rule, open games, import records or file claims. They are read again as they change."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
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
    """Whose key it is, and what it may do."""

    name: str
    may: frozenset[Scope]


class KeyLookup(Protocol[H_co]):
    """Finds the holder of a key."""

    def with_key(self, digest: str) -> H_co | None:
        """Whose key has this digest, if it is known."""
        ...


class KeyRing(Struct, Generic[H], frozen=True):
    """The holders of keys by the digests of these; by default nobody. A look-up of digests tells nothing of keys."""

    by_digest: Mapping[str, H] = {}

    def with_key(self, digest: str) -> H | None:
        """Whose key has this digest, if it is known."""
        return self.by_digest.get(digest)


class Arbiters(KeyRing[Arbiter], frozen=True):
    """Who may rule on disputes."""


class OperatorKeys(KeyRing[KeyHolder], frozen=True):
    """Who may open games, import records or file claims, where not everyone may."""


class KeyFile(Generic[H]):
    """The holders that a file names now: one who is taken out of it is known no longer at the next request."""

    def __init__(self, path: Path, read: Callable[[Path], KeyRing[H]], report: Callable[[str], None]) -> None:
        """Read it, and refuse as ``read`` does; ``report`` is told of every later reading."""
        self._path = path
        self._read = read
        self._report = report
        self._stamp = _stamp(path)
        self._ring = read(path)

    def with_key(self, digest: str) -> H | None:
        """Whose key has this digest, if the file names them."""
        stamp = _stamp(self._path)
        if stamp != self._stamp:
            self._stamp = stamp
            self._reload()
        return self._ring.with_key(digest)

    def _reload(self) -> None:
        """Read it again; while it cannot be read, what it said before still counts."""
        try:
            self._ring = self._read(self._path)
        except (BadRecord, OSError) as problem:
            self._report(f"{problem}; the keys that were read before still count")
        else:
            self._report(f"{self._path}: read again")


def _stamp(path: Path) -> tuple[int, ...]:
    """What changes when a file does; nothing while there is none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def arbiters_in(path: Path) -> Arbiters:
    """The arbiters in a TOML file, each a table ``[[arbiter]]`` with ``name`` and ``key``, the digest of their key.

    ``BadRecord`` names the file and what is wrong with it; ``OSError`` if it cannot be read.
    """
    named = _read(path, _ArbitersFile).arbiter
    _must_differ(path, "arbiters", named)
    return Arbiters({each.key: Arbiter(each.name) for each in named})


def keys_in(path: Path) -> OperatorKeys:
    """The keys in a TOML file, each a table ``[[key]]`` with ``name``, ``key`` (the digest) and what they ``may`` do.

    Refuses as ``arbiters_in``.
    """
    named = _read(path, _KeysFile).key
    _must_differ(path, "keys", named)
    return OperatorKeys({each.key: KeyHolder(each.name, each.may) for each in named})


def _read(path: Path, kind: type[R]) -> R:
    try:
        value: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        return msgspec.convert(value, kind)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as problem:
        raise BadRecord(f"{path}: {problem}") from None


def _must_differ(path: Path, what: str, named: Iterable[_Entry]) -> None:
    every = tuple(named)
    for field, values in (
        ("name", [normalise_name(each.name) for each in every]),
        ("key", [each.key for each in every]),
    ):
        if len({*values}) < len(values):
            raise BadRecord(f"{path}: two {what} have the same {field}")
