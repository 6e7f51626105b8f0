"""Views made of the state that they show."""

from typing import TypeVar

from msgspec import Struct

V = TypeVar("V", bound=Struct)


def view_from(kind: type[V], shown: Struct, **others: object) -> V:
    """Return a view with what is ``shown`` under the same names, and ``others`` as they are given."""
    same = {name: getattr(shown, name) for name in kind.__struct_fields__ if name not in others}
    return kind(**same, **others)
