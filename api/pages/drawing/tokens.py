"""The pieces of players: a colour and a shape for each seat, as everywhere on the pages."""

from collections.abc import Mapping
from typing import Final

from oathbook.api.pages.drawing import palette, svg
from oathbook.api.pages.drawing.palette import NOBODY, SEATS, SHEET
from oathbook.api.pages.drawing.shapes import GLYPHS, fill_of, halo_of, own_colour
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.protocol import Piece

EDGE: Final = 24
GLYPH: Final = 0.062
"""Of a radius, for one of the ten units of a glyph."""

Seats = Mapping[Seat, int]  # the number of each seat in a game, from 0


def token(piece: Piece, at: svg.Point, radius: float, seats: Seats) -> str:
    """A piece with its glyph or mark, and its name and notes for those who point at it."""
    number = None if piece.seat is None else seats.get(piece.seat)
    colour = own_colour(piece)
    body = seat_shape(number, at, radius) if colour is None else _coloured_disc(colour, at, radius)
    name = svg.element("title", svg.escape_text(", ".join((piece.label, *piece.notes))))
    return svg.element("g", name, body, _sign(piece, colour, at, radius))


def _coloured_disc(colour: str, at: svg.Point, radius: float) -> str:
    look = {"fill": palette.tint(colour), "stroke": palette.rule(colour), "stroke_width": EDGE * 1.5}
    body = svg.element("circle", cx=at[0], cy=at[1], r=radius, **look)
    return body + svg.element("circle", cx=at[0], cy=at[1], r=radius * 0.95, fill=fill_of(colour))


def _sign(piece: Piece, colour: str | None, at: svg.Point, radius: float) -> str:
    """Its glyph; if there is no such one, its mark, if it has one."""
    ink = SHEET if colour is None else palette.INK
    if piece.glyph and piece.glyph in GLYPHS:
        look = {} if colour is None else halo_of(colour, 5)
        place = f"translate({at[0]:.0f} {at[1]:.0f}) scale({radius * GLYPH:.2f})"
        return svg.element("path", d=GLYPHS[piece.glyph], fill=ink, fill_rule="evenodd", transform=place, **look)
    if not piece.mark:
        return ""
    size = radius * (1.1 if len(piece.mark) < 2 else 0.92 if len(piece.mark) == 2 else 0.7)  # noqa: PLR2004  # because a mark is of letters that are counted
    look = {} if colour is None else halo_of(colour, size * 0.3)
    return svg.line(piece.mark, (at[0], at[1] + size * 0.36), size, 1.6 * radius, fill=ink, font_weight=700, **look)


def seat_colour(number: int | None) -> str:
    """The colour of a seat, or of what nobody owns."""
    return NOBODY if number is None else SEATS[number % len(SEATS)]


def seat_shape(number: int | None, at: svg.Point, radius: float) -> str:
    """The shape of the pieces of a seat: a disc, a square, a diamond, a hexagon; nobody's are discs.

    No two of twelve have colour and shape alike.
    """
    look = {"fill": seat_colour(number), "stroke": SHEET, "stroke_width": EDGE}
    shape, side = 0 if number is None else (number + number // len(SEATS)) % 4, radius * 0.88
    if shape == 1:
        corner = (at[0] - side, at[1] - side)
        return svg.element("rect", x=corner[0], y=corner[1], width=2 * side, height=2 * side, rx=side / 6, **look)
    if shape:
        return svg.polygon(svg.regular_polygon(at, 4 if shape == 2 else 6, radius, -90), **look)  # noqa: PLR2004  # because shapes have corners to count
    return svg.element("circle", cx=at[0], cy=at[1], r=radius, **look)
