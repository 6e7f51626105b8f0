"""Values that only some seats may see, and values that were hidden and have been shown."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast, final, get_args

from msgspec import Struct, convert, to_builtins

from oathbook.domain.kernel.canonical import canonical_bytes, hidden_digest
from oathbook.domain.kernel.seats import HOLDER, Seat, Viewer

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

SaltSource = Callable[[], str]  # where salts come from: 32 hex digits a call


class Concealed(LookupError):  # noqa: N818  # it is no error: it is where a reader who may not see has to stop
    """A hidden value that this reader's record does not open."""

    def __init__(self, digest: str, what: str = "") -> None:
        super().__init__(f"{what or f'the value behind {digest[:12]}…'} is not open to this reader")
        self.digest = digest


@final
class Opened(Generic[T_co]):
    """A value that was hidden and is now shown, with the salt that proves it.

    A plain class like ``Hidden``, so that only the codec can write it.
    """

    __slots__ = ("digest", "salt", "value")

    def __init__(self, value: T_co, *, salt: str = "", digest: str = "") -> None:
        """Take the value shown, and the salt and digest under which it was hidden."""
        self.value = value
        self.salt = salt
        self.digest = digest

    def __eq__(self, other: object) -> bool:
        """Equal when the digests are, or the values where one of the two was never sealed."""
        if not isinstance(other, Opened):
            return NotImplemented
        another = cast("Opened[Any]", other)
        if self.digest and another.digest:
            return self.digest == another.digest
        return bool(self.value == another.value)

    def __hash__(self) -> int:
        """One bucket for all: equality does not always look at the same field."""
        return hash(Opened)

    def __repr__(self) -> str:
        """Return the value: a holder of an ``Opened`` may see it."""
        return f"Opened({self.value!r})"


@final
class Hidden(Generic[T_co]):
    """A value for the eyes of ``to``; without its opening, a reader has only a digest.

    A plain class: as a Struct or dataclass, msgspec would write it in the clear without a word.
    """

    __slots__ = ("_known", "digest", "salt", "to")

    def __init__(self, to: tuple[Seat, ...], *, known: tuple[T_co, ...] = (), salt: str = "", digest: str = "") -> None:
        """Take who may see it and, as far as this reader has them, value, salt and digest."""
        self.to = to
        self._known = known
        self.salt = salt
        self.digest = digest

    @staticmethod
    def of(value: T, to: Seat) -> "Hidden[T]":
        """Hide a value that has not been sealed yet: an option, or a decision on its way in."""
        return Hidden((to,), known=(value,))

    @property
    def is_open(self) -> bool:
        """Whether this reader's record holds the value."""
        return bool(self._known)

    def look(self) -> T_co:
        """Return the value; raise ``Concealed`` where this reader does not have it."""
        if not self._known:
            raise Concealed(self.digest)
        return self._known[0]

    def shows_to(self, viewer: Viewer) -> bool:
        """Whether this viewer sees the value here: it is meant for them, or they hold its opening."""
        return self.is_open and (viewer == HOLDER or viewer in self.to)

    def with_audience(self, to: tuple[Seat, ...]) -> "Hidden[T_co]":
        """The same value, with its salt and digest, for other eyes."""
        return Hidden(to, known=self._known, salt=self.salt, digest=self.digest)

    def reveal(self) -> Opened[T_co]:
        """Return the value as a reveal carries it; raise ``Concealed`` where this reader does not have it."""
        return Opened(self.look(), salt=self.salt, digest=self.digest)

    def __eq__(self, other: object) -> bool:
        """Equal when meant for the same seats, with the same digest, or value where one was never sealed."""
        if not isinstance(other, Hidden):
            return NotImplemented
        another = cast("Hidden[Any]", other)
        if self.digest and another.digest:
            return self.to == another.to and self.digest == another.digest
        return self.to == another.to and self._known == another._known

    def __hash__(self) -> int:
        """Hash by who may see it, which equal values share."""
        return hash(self.to)

    def __repr__(self) -> str:
        """Never show the value: a repr ends up in logs."""
        return f"Hidden(to={self.to!r}, digest={self.digest[:12]!r})"


def seal(hidden: Hidden[T], salts: SaltSource) -> Hidden[T]:
    """The same value under a fresh salt."""
    salt, value = salts(), hidden.look()
    return Hidden(hidden.to, known=(value,), salt=salt, digest=hidden_digest(salt, canonical_bytes(value)))


def hidden_values_in(value: object) -> list[Hidden[Any] | Opened[Any]]:
    """Return the hidden and the revealed values inside a value, in the order in which they would be written."""
    found: list[Hidden[Any] | Opened[Any]] = []
    to_builtins(value, enc_hook=found.append)
    return found


class _CleartextHidden(Struct, frozen=True, forbid_unknown_fields=True):
    to: tuple[Seat, ...]
    value: object


def hidden_from_json(kind: type, value: object) -> Hidden[Any]:
    """Return the hidden value that ``{"to": [...], "value": ...}`` writes in the clear; it is not sealed yet.

    ``kind`` is the type of the field, such as ``Hidden[str]``. What does not fit raises ``msgspec.ValidationError``.
    """
    written = convert(value, _CleartextHidden)
    return Hidden(written.to, known=(convert(written.value, get_args(kind)[0]),))
