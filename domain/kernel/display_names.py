"""Ids as people read them: ``Ash`` for the seat ``ash``, ``Fox Bandit 1`` for the figure ``FoxBandit-1``."""

import re
from typing import Final

from oathbook.domain.kernel.seats import TABLE

_NUMBERED: Final = re.compile(r"([A-Za-z].*)-(\d+)")
_BETWEEN: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|_|(?<=[a-z])-(?=[a-z])")


def display_seat(seat: str) -> str:
    """A seat by the name of its player at this table; all of them together are the table."""
    return "the table" if seat == TABLE else capitalise(seat)


def display_name(name: str) -> str:
    """A name of the components or of a figure, as words: ``Open Gates``, ``Ash 1``, ``guard elite``."""
    numbered = _NUMBERED.fullmatch(name)
    if numbered:
        return f"{capitalise(_split_words(numbered[1]))} {numbered[2]}"
    return _split_words(name)


def _split_words(name: str) -> str:
    return _BETWEEN.sub(" ", name)


def capitalise(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]
