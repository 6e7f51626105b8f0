"""A scene as a picture: its board or, for a game without one, what lies on the table."""

from collections.abc import Sequence
from typing import Final

from oathbook.api.pages.drawing.board import board, extent
from oathbook.api.pages.drawing.spread import ACROSS, spread
from oathbook.api.pages.drawing.svg import svg_document
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.protocol import Scene

WIDE: Final = 960  # pixels, where nothing else says how large the picture is


def picture(scene: Scene, seats: Sequence[Seat], title: str) -> str:
    """SVG that needs no style and no script; the seats of the game give players their colours and shapes."""
    numbers = {seat: number for number, seat in enumerate(seats)}
    if scene.cells:
        return svg_document(title, extent(scene), list(board(scene, numbers)), WIDE)
    shapes, high = spread(scene, numbers)
    return svg_document(title, (0, 0, ACROSS, high), shapes, WIDE)
