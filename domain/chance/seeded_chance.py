"""Draws that follow from a seed committed to before play.

``block j = HMAC-SHA256(seed, canonical [game, position, label, j])``, rejection sampling, Fisher-Yates. There is no
running generator, so the order of asking cannot matter and anybody can recompute one draw alone.
"""

import hmac
from collections.abc import Iterator
from itertools import count, islice

from msgspec import Struct

from oathbook.domain.kernel import Draw, DrawRequest, make_draw
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.kernel.limits import REJECTED_SAMPLES


class SeededChance(Struct, frozen=True):
    """Chance for one decision: the seed (32 bytes as hex), the game's id and the decision's position."""

    seed: str
    game: str
    position: int

    def draw(self, request: DrawRequest) -> Draw:
        """Shuffle the pile from its end and take ``count`` cards, the last first; ``Concealed`` without a pile."""
        cards = list(request.known_pile())
        assert 0 <= request.count <= len(cards), "a ruleset asked for more cards than there are"
        blocks = self._blocks(request.label)
        drawn: list[str] = []
        for last in range(len(cards) - 1, len(cards) - 1 - request.count, -1):
            pick = _random_below(last + 1, blocks)
            cards[last], cards[pick] = cards[pick], cards[last]
            drawn.append(cards[last])
        return make_draw(request, tuple(drawn), "seeded")

    def _blocks(self, label: str) -> Iterator[bytes]:
        key = bytes.fromhex(self.seed)

        def block(number: int) -> bytes:
            return hmac.digest(key, canonical_bytes([self.game, self.position, label, number]), "sha256")

        return map(block, count())


def _random_below(bound: int, blocks: Iterator[bytes]) -> int:
    """A whole number from 0 to ``bound - 1``, each as likely; a block a sample."""
    width = max(1, ((bound - 1).bit_length() + 7) // 8)
    fair = 256**width // bound * bound
    for block in islice(blocks, REJECTED_SAMPLES + 1):
        sample = int.from_bytes(block[:width], "big")
        if sample < fair:
            return sample % bound
    raise AssertionError("128 samples in a row were rejected, each with a chance of less than one half")
