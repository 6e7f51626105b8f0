"""Chance whose hidden draws are sealed before the rules see them.

What a ruleset puts into its events are then the very values of the draw, under the same digests: everybody sees that
the cards in a hand are those that were dealt, and what opens a card opens it in the draw as well.
"""

from msgspec import Struct

from oathbook.domain.chance import Chance
from oathbook.domain.kernel.draws import Draw, DrawRequest
from oathbook.domain.kernel.hidden import Salts


class Sealing(Struct, frozen=True):
    """Passes every question on, and seals what is hidden in the answer."""

    chance: Chance
    salts: Salts

    def draw(self, request: DrawRequest) -> Draw:
        """Answer as the other chance does."""
        return self.chance.draw(request).sealed(self.salts)
