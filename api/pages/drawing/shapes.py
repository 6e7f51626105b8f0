"""Patterns of colours and glyphs of pieces, which the page draws as a picture does."""

from collections.abc import Iterator
from typing import Final

from oathbook.api.pages.drawing import palette, svg
from oathbook.domain.rulesets.protocol import Piece, Scene

MOTIFS: Final = {
    "red": "M5-1V11",
    "blue": "M-1 5H11",
    "green": "M-1-1L11 11M-1 9L1 11M9-1L11 1",
    "purple": "M-1 11L11-1M-1 1L1-1M9 11L11 9",
    "black": "M5-1V11M-1 5H11",
    "yellow": "M3.9 5a1.1 1.1 0 0 0 2.2 0a1.1 1.1 0 0 0-2.2 0M4.5 5a.5.5 0 0 0 1 0a.5.5 0 0 0-1 0",
    "white": "M5 3V7M3 5H7",
    "orange": "M-1 8L5 2L11 8",
}
"""The lines of each pattern, in a tile of 10 by 10; the first six are those that heralds print (Petra Sancta)."""

GLYPHS: Final = {
    "crown": "M-9-6L-4.5-1L0-8L4.5-1L9-6L7 5H-7ZM-7 6.5H7V9H-7Z",
    "coin": "M-9 0a9 9 0 0 0 18 0a9 9 0 0 0-18 0ZM-7 0a7 7 0 0 0 14 0a7 7 0 0 0-14 0ZM-1.5-4.5H1.5V4.5H-1.5Z",
    "ship": "M-9 3H9L6 9H-6ZM1-9.5L8 1.5H1ZM-1-6.5V1.5H-6.5Z",
    "card": "M-7-9.5H7V9.5H-7ZM0-6L4 0L0 6L-4 0Z",
    "person": "M-4-5.2a4 4 0 0 0 8 0a4 4 0 0 0-8 0ZM-7 9.5C-7 3-4.5-.2 0-.2C4.5-.2 7 3 7 9.5Z",
    "tower": "M-7-9.5H-4V-7H-1.5V-9.5H1.5V-7H4V-9.5H7V-4.5L5-2.5V6H7V9.5H-7V6H-5V-2.5L-7-4.5Z",
    "house": "M0-9.5L9.5-1H6.5V9H2V3H-2V9H-6.5V-1H-9.5Z",
    "star": "M0-9.5L2.3-3.2L9-2.9L3.8 1.2L5.6 7.7L0 4L-5.6 7.7L-3.8 1.2L-9-2.9L-2.3-3.2Z",
    "heart": "M0 9C-4 5.5-9.5 1.5-9.5-3C-9.5-9-2.5-9.5 0-4.5C2.5-9.5 9.5-9 9.5-3C9.5 1.5 4 5.5 0 9Z",
    "shield": "M-8-8Q-3-7 0-9.5Q3-7 8-8V-1C8 5 3 8 0 9.5C-3 8-8 5-8-1Z",
    "sword": "M0-9.8L2-7.5V3H6V5.5H1.5V9.5H-1.5V5.5H-6V3H-2V-7.5Z",
    "die": (
        "M-8-8H8V8H-8ZM-6-4a2 2 0 0 0 4 0a2 2 0 0 0-4 0ZM2 4a2 2 0 0 0 4 0a2 2 0 0 0-4 0Z"
        "M-2 0a2 2 0 0 0 4 0a2 2 0 0 0-4 0Z"
    ),
}
"""Filled by the even-odd rule, ten in each direction from the middle."""


def own_colour(piece: Piece) -> str | None:
    """The colour that a piece has because it is nobody's, if there is a pattern for it."""
    return piece.colour if piece.seat is None and piece.colour in MOTIFS else None


def patterns(scene: Scene) -> Iterator[str]:
    """The patterns of all colours in a scene, for ``fill_of``."""
    used = {*(cell.colour for cell in scene.cells), *map(own_colour, scene.pieces)}
    for colour in MOTIFS:
        if colour in used:
            line = svg.element("path", d=MOTIFS[colour], fill="none", stroke=palette.rule(colour), stroke_width=1.2)
            size = {"width": 0.25, "height": 0.25, "viewBox": "0 0 10 10", "preserveAspectRatio": "none"}
            yield svg.element("pattern", line, id=f"pattern-{colour}", **size)


def fill_of(colour: str) -> str:
    """What a shape with the pattern of a colour is filled with."""
    return f"url(#pattern-{colour})"


def halo_of(colour: str, width: float) -> dict[str, object]:
    """Around a text or a glyph, so that no pattern runs through it."""
    return {"paint_order": "stroke", "stroke": palette.tint(colour), "stroke_width": width, "stroke_linejoin": "round"}
