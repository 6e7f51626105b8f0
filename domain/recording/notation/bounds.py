"""The bounds of what stands in a line, out of the type of its field: how large a number, how long a list or a text."""

import re
from collections.abc import Sized
from typing import Any

from msgspec import Meta, Struct

from oathbook.domain.recording.notation.line_scanner import Ends, LineNode, LineScanner


class BoundedNode(Struct, frozen=True):
    """A place whose values have bounds; ``label`` is what the place is called at the table."""

    node: LineNode
    meta: Meta
    label: str

    def read(self, line: LineScanner, at: int) -> Ends:
        """What the place reads within its bounds; for anything else the line notes what the bounds are."""
        ends = line.read(self.node, at)
        for end, value in ends.items():
            if not is_within(self.meta, value):
                line.note_bounds(line.skip(at), end, self._in_words(value))
        return {end: value for end, value in ends.items() if is_within(self.meta, value)}

    def write(self, value: Any) -> str | None:
        """As without bounds."""
        return self.node.write(value)

    def _in_words(self, value: Any) -> str:
        label, meta = self.label, self.meta
        if isinstance(value, int):
            of = f"{label}:" if label.endswith("s") else f"{_with_article(label)} is"
            return f"{of} a number {_range(meta.ge, meta.le)}"
        if isinstance(value, str) and len(value) <= (meta.max_length or len(value)):
            return f"“{value[:40]}” cannot be {_with_article(label)}"
        what = "characters" if isinstance(value, str) else "in the list"
        return f"{label}: {_range(meta.min_length, meta.max_length)} {what}"


def is_within(meta: Meta, value: Any) -> bool:
    """Whether a number, a text or a list keeps the bounds; nothing else has any."""
    if isinstance(value, int):
        return _is_between(value, meta.ge, meta.le)
    if isinstance(value, str) and meta.pattern is not None and re.search(meta.pattern, value) is None:
        return False
    return not isinstance(value, Sized) or _is_between(len(value), meta.min_length, meta.max_length)


def _is_between(size: int, least: float | None, most: float | None) -> bool:
    return (least is None or size >= least) and (most is None or size <= most)


def _range(least: float | None, most: float | None) -> str:
    if least is None:
        return f"up to {most:,}"
    return f"from {least:,} up" if most is None else f"from {least:,} to {most:,}"


def _with_article(label: str) -> str:
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}"
