"""The pieces of players: a colour and a shape for each seat, as everywhere on the pages."""

from collections.abc import Mapping
from typing import Final

from oathbook.api.pages.drawing import svg
from oathbook.api.pages.drawing.palette import NOBODY, SEATS, SHEET
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.protocol import Piece

EDGE: Final = 24

Seats = Mapping[Seat, int]  # the number of each seat in a game, from 0


def token(piece: Piece, at: svg.Point, radius: float, seats: Seats) -> str:
    """A piece with its mark, and its name and notes for those who point at it."""
    number = None if piece.seat is None else seats.get(piece.seat)
    size = radius * (1.1 if len(piece.mark) < 2 else 0.92 if len(piece.mark) == 2 else 0.7)  # noqa: PLR2004  # because a mark is of letters that are counted
    mark = svg.line(piece.mark, (at[0], at[1] + size * 0.36), size, 1.6 * radius, fill=SHEET, font_weight=700)
    name = svg.element("title", svg.escape_text(", ".join((piece.label, *piece.notes))))
    return svg.element("g", name, seat_shape(number, at, radius), *([mark] if piece.mark else []))


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
