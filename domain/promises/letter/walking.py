"""Everything that stands inside a part of a letter."""

from collections.abc import Iterator
from typing import cast

from msgspec import Struct

from domain.promises.letter.syntax import LetterNode


def inside(part: object) -> Iterator[LetterNode]:
    """The nodes inside a node, or inside several, from the first word on; the node itself is not one of them."""
    if isinstance(part, tuple):
        for each in cast("tuple[object, ...]", part):
            if isinstance(each, LetterNode):
                yield each
            yield from inside(each)
    elif isinstance(part, Struct):
        yield from inside(tuple(getattr(part, field) for field in part.__struct_fields__ if field != "span"))
