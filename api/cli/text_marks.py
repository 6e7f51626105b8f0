"""The marks on an option as words behind it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from oathbook.domain.promises.audit.marks import MarkKind, OptionMark

STYLES: Final[Mapping[MarkKind, str]] = {
    "breaks": "bold red",
    "discharges": "green",
    "makes-impossible": "yellow",
    "last-chance": "yellow",
}
WORDS: Final[Mapping[MarkKind, tuple[str, str, str]]] = {
    "breaks": ("breaks", "might break", ""),
    "discharges": ("keeps", "might keep", ""),
    "makes-impossible": ("makes", "might make", " impossible"),
    "last-chance": ("lets the last chance for", "might let the last chance for", " go"),
}
"""For certain, if it only might, and what stands behind the promise."""


def mark_parts(marks: Iterable[OptionMark]) -> Iterator[tuple[str, str]]:
    """Yields what each mark says, with its style."""
    for each in marks:
        surely, might, behind = WORDS[each.kind]
        price = "" if each.price is None else f" ({each.price})"
        yield f"  {might if each.might else surely} {each.promise}{behind}{price}", STYLES[each.kind]
