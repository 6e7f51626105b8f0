"""A value out of another one that has fields of the same names."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import asdict

T = TypeVar("T", bound=Struct)


def make_alike(kind: type[T], source: Struct, *without: str, **fields: object) -> T:
    """Return a value of a kind: these fields, and for the others those of the same name that the source has."""
    names = {*kind.__struct_fields__} - {*without}
    return kind(**{name: each for name, each in asdict(source).items() if name in names}, **fields)
