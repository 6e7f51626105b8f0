"""How chance enters: from a seed, from a table's word, or from the record. ``decide`` cannot tell which."""

from typing import Protocol

from domain.kernel.draws import Draw, DrawRequest


class Chance(Protocol):
    """Whoever answers a draw request."""

    def draw(self, request: DrawRequest) -> Draw:
        """Answer; raise ``DrawMissing`` or ``ImpossibleDraw`` where there is no answer."""
        ...
