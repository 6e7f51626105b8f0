"""Hypothesis strategies for any value of a wire type: what a record could hold, played or not."""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import UNSET, Meta, Struct, UnsetType

from oathbook.domain.kernel import Cards, Draw, DrawRequest, Hidden, Opened, Seat, make_draw
from oathbook.domain.kernel.canonical import canonical_bytes, hidden_digest
from oathbook.domain.kernel.limits import MOST_EXACT

Values = st.SearchStrategy[Any]
Likely = Mapping[Any, Values]
NOTHING_LIKELY: Final[Likely] = {}
SALTS: st.SearchStrategy[str] = st.integers(0, 16**32 - 1).map(lambda number: f"{number:032x}")
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
SEATS = st.lists(st.sampled_from([Seat("ash"), Seat("birch"), Seat("oak")]), max_size=2, unique=True).map(tuple)


def values_of(kind: Any, likely: Likely = NOTHING_LIKELY) -> Values:  # noqa: ANN401  # a type, an alias or a form of typing
    """Any value that the wire takes for this type; hidden values are not sealed yet, shown ones carry their proof.

    ``likely`` says for some types which of their values to try.
    """
    if kind in likely:
        return likely[kind]
    if isinstance(kind, NewType):
        return values_of(kind.__supertype__, likely)
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        return _bounded(inner, [note for note in notes if isinstance(note, Meta)], likely)
    if kind is Draw:  # of itself, what is hidden is not shown as well
        asked = values_of(DrawRequest).filter(lambda request: request.pile is not UNSET)
        drawn = values_of(Cards)
        return st.builds(make_draw, asked, drawn, st.sampled_from(["seeded", "witnessed"]), SEATS)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _structs(kind, likely)
    return _plain(kind) if get_origin(kind) is None else _generic(get_origin(kind), get_args(kind), likely)


def _plain(kind: Any) -> Values:  # noqa: ANN401  # as above
    if kind in {None, NoneType}:
        return st.none()
    if kind is UnsetType:
        return st.just(UNSET)
    plain: dict[Any, Values] = {str: TEXTS, bool: st.booleans(), int: st.integers(-MOST_EXACT, MOST_EXACT)}
    return plain[kind]


def _generic(origin: Any, inner: tuple[Any, ...], likely: Likely) -> Values:  # noqa: ANN401  # as above
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in {Union, UnionType}:
        return st.one_of([values_of(each, likely) for each in inner])
    if origin is Hidden:
        return st.builds(_hidden, SEATS, values_of(inner[0], likely))
    if origin is Opened:
        return st.builds(_shown, values_of(inner[0], likely), SALTS)
    assert origin is tuple, f"no strategy for {origin}"
    return st.lists(values_of(inner[0], likely), max_size=3).map(tuple)


def _hidden(to: tuple[Seat, ...], value: object) -> Hidden[object]:
    return Hidden(to, known=(value,))


def _shown(value: object, salt: str) -> Opened[object]:
    return Opened(value, salt=salt, digest=hidden_digest(salt, canonical_bytes(value)))


def _bounded(kind: Any, notes: list[Meta], likely: Likely) -> Values:  # noqa: ANN401  # as above
    pattern = next((note.pattern for note in notes if note.pattern), None)
    if pattern:
        bare = pattern.removeprefix("^").split("$")[0]
        return st.from_regex(bare, fullmatch=True, alphabet=st.characters(codec="ascii"))
    if kind is int:
        least = max((note.ge for note in notes if isinstance(note.ge, int)), default=-MOST_EXACT)
        most = min((note.le for note in notes if isinstance(note.le, int)), default=MOST_EXACT)
        return st.integers(least, most)
    return values_of(kind, likely)


def _structs(kind: type[Struct], likely: Likely) -> Values:
    hints = get_type_hints(kind, include_extras=True)
    fields = {name: values_of(hints[name], likely) for name in kind.__struct_fields__}
    return st.fixed_dictionaries(fields).map(lambda given: kind(**given))
