"""Puts fixed words in the place of the names of players, so that the patterns of an edition serve all its tables."""

import re
from collections.abc import Mapping
from string import ascii_lowercase
from typing import Final

from oathbook.domain.kernel.limits import SEATS
from oathbook.domain.promises.drafting.rewording_rules import alternation
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.phrase_parts import PLAYER

MASKS: Final = tuple(f"qx{letter}" for letter in ascii_lowercase[:SEATS])  # no words, and parts of none
_MASK: Final = re.compile(rf"\b(?:{'|'.join(MASKS)})\b", re.IGNORECASE)


class SeatMasks:
    """The masks of the players of one table."""

    def __init__(self, names: Names) -> None:
        self.of: Final[Mapping[str, str]] = dict(zip(names[PLAYER], MASKS, strict=False))
        self._masks = {name.lower(): mask for name, mask in self.of.items()}
        self._spelled = {mask: name for name, mask in self.of.items()}
        named = re.compile(rf"\b(?:{alternation(self.of)})\b", re.IGNORECASE)
        longer = [each for sort, every in names.items() if sort != PLAYER for each in every if named.search(each)]
        self._named = re.compile(rf"\b(?:{alternation((*self.of, *longer))})\b", re.IGNORECASE)

    def mask(self, text: str) -> str:
        """The text with masks in the place of names; a name that holds one, such as *Red Hill*, stays."""

        def put(found: re.Match[str]) -> str:
            mask = self._masks.get(found[0].lower())
            if mask is None:
                return found[0]
            self._spelled[mask] = found[0]
            return mask

        return self._named.sub(put, text)

    def unmask(self, text: str) -> str:
        """The text with the names again, as they were written."""
        return _MASK.sub(lambda found: self._spelled.get(found[0].lower(), found[0]), text)
