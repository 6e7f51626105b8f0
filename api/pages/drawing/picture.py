"""A scene as a picture, in SVG or PNG: its board or, for a game without one, what lies on the table."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from resvg_py import svg_to_bytes

from oathbook.api.pages.drawing.board import board, extent
from oathbook.api.pages.drawing.shapes import patterns
from oathbook.api.pages.drawing.spread import ACROSS, spread
from oathbook.api.pages.drawing.svg import svg_document
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.rulesets.protocol import Scene

WIDE: Final = 960  # pixels, where nothing else says how large the picture is

LONGEST: Final = 1_200
"""Pixels of the longer side: however far the spaces of a game lie apart, no more memory is taken."""

MOST_KEPT: Final = 32  # pictures: many ask for that of a link that was just shared


def picture(scene: Scene, seats: Sequence[Seat], title: str) -> str:
    """SVG that needs no style and no script; the seats of the game give players their colours and shapes."""
    numbers = {seat: number for number, seat in enumerate(seats)}
    if scene.cells:
        return svg_document(title, extent(scene), [*patterns(scene), *board(scene, numbers)], WIDE)
    shapes, high = spread(scene, numbers)
    return svg_document(title, (0, 0, ACROSS, high), [*patterns(scene), *shapes], WIDE)


def render_png(database: StoreAddress, *, svg: str) -> bytes:
    """PNG of that picture, ``LONGEST`` wide or high, on white; its labels are in the fonts of this machine.

    It takes a tenth of a second, in which nothing else runs in its process.
    """
    del database  # the picture is all that is needed
    return _rasterize(svg)


@lru_cache(MOST_KEPT)
def _rasterize(svg: str) -> bytes:
    drawn: bytes = svg_to_bytes(svg_string=svg, background="#fff", width=LONGEST, height=LONGEST)
    return drawn
