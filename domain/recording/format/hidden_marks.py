"""Hidden values in a fold: carried as the marks they are, and joined with their openings once, in the state at the end.

No ruleset looks into a hidden value when it folds, so what came and went on the way needs no opening.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from operator import is_
from typing import Any, Final, cast, get_args

import msgspec
from msgspec import Struct, convert
from msgspec.structs import replace

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.kernel.canonical import hidden_digest
from oathbook.domain.kernel.hidden import hidden_values_in
from oathbook.domain.recording.format.codec import DECODE_ERRORS
from oathbook.domain.recording.format.envelope import Opening, StoredRow


class MarkCollector:
    """The marks that one fold has met: by digest, the event in which they stood last and the type of their field.

    ``row`` is the event being read.
    """

    __slots__ = ("found", "row")

    def __init__(self) -> None:
        self.found: dict[str, tuple[StoredRow, Any]] = {}
        self.row = StoredRow(0, "", b"")


class _Mark(Struct, forbid_unknown_fields=True):
    sd: str
    to: tuple[Seat, ...]


_MARKS: ContextVar[MarkCollector] = ContextVar("_MARKS")


@contextmanager
def collect_marks() -> Generator[MarkCollector]:
    """Marks that are read within are noted in what this gives."""
    marks = MarkCollector()
    token = _MARKS.set(marks)
    try:
        yield marks
    finally:
        _MARKS.reset(token)


def mark_decoder(kind: Any) -> Callable[[bytes], Any]:
    """A decoder of lines that makes of a mark a hidden value without its opening, and notes it.

    A reveal is taken at its word: that it is what its digest stands for was seen when the line was read strictly,
    before it was stored. Raises msgspec's errors.
    """
    return msgspec.json.Decoder(kind, dec_hook=_decode_field).decode


def _decode_field(field: Any, value: Any) -> object:
    try:
        if field.__origin__ is Hidden:
            mark = convert(value, _Mark)
            marks = _MARKS.get()
            marks.found[mark.sd] = (marks.row, field)
            return Hidden(mark.to, digest=mark.sd)
        reveal: Any = convert(value, _reveal_of(field))
        return Opened(reveal.value, salt=reveal.salt, digest=reveal.sd)
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None  # msgspec adds the place to a ValueError, and not to its own


def _reveal_of(field: Any) -> type[Struct]:
    """The line's form of a shown value of that type; kept by the type's identity, as types take long to hash."""
    if id(field) not in _REVEALS:
        members = [("salt", str), ("sd", str), ("value", get_args(field)[0])]
        _REVEALS[id(field)] = (field, msgspec.defstruct("Reveal", members, forbid_unknown_fields=True))
    return _REVEALS[id(field)][1]


def join_openings(state: Any, game: str, marks: MarkCollector) -> Any:
    """The state with the openings of the marks in it; ``CorruptRecord`` names the event whose openings do not fit."""
    opened = {
        each.digest: _with_opening(each, game, *marks.found[each.digest])
        for each in hidden_values_in(state)
        if isinstance(each, Hidden) and each.digest in marks.found
    }
    return _replace_hidden(state, opened) if opened else state


def _with_opening(hidden: Hidden[Any], game: str, row: StoredRow, field: Any) -> Hidden[Any]:
    """The hidden value with its opening, if the event in which its mark stood has it."""
    line = row.state.partition(b"\n")[2]
    try:
        for opening in _OPENINGS.decode(line) if line else ():
            if hidden_digest(opening.salt, bytes(opening.value)) == hidden.digest:
                (kind,) = get_args(field)
                known = (msgspec.json.decode(opening.value, type=kind),)
                return Hidden(hidden.to, known=known, salt=opening.salt, digest=hidden.digest)
    except DECODE_ERRORS as problem:
        raise CorruptRecord(game, row.position, str(problem).splitlines()[0]) from None
    return hidden


def _replace_hidden(value: Any, opened: Mapping[str, Hidden[Any]]) -> Any:
    """The value with these hidden values in it; what has none of them stays the object that it is."""
    match value:
        case Hidden(digest=digest) if digest in opened:
            return opened[digest]
        case Struct():
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            changed = {name: new for name, old in fields.items() if (new := _replace_hidden(old, opened)) is not old}
            return replace(value, **changed) if changed else value
        case tuple():
            items = cast("tuple[Any, ...]", value)
            new = tuple(_replace_hidden(each, opened) for each in items)
            return items if all(map(is_, new, items)) else new
        case dict():
            members = cast("dict[Any, Any]", value)
            held = _replace_hidden(tuple(members.values()), opened)
            return dict(zip(members, held, strict=True))
        case _:
            return value


_OPENINGS: Final = msgspec.json.Decoder(tuple[Opening, ...])
_REVEALS: Final[dict[int, tuple[Any, type[Struct]]]] = {}
