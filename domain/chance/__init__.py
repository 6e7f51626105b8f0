"""Where chance comes from: a seed, a report from the table, or the record. ``decide`` cannot tell which."""

from typing import Protocol

from oathbook.domain.kernel import Draw, DrawRequest


class Chance(Protocol):
    """A source of chance: it answers draw requests."""

    def draw(self, request: DrawRequest) -> Draw:
        """Answer; raise ``DrawMissing`` or ``ImpossibleDraw`` where there is no answer."""
        ...
