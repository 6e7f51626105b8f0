"""The view as shapes: spaces of the board, and a piece a Knight."""

from typing import Final

from domain.rulesets.knights_duty.board import coordinates
from domain.rulesets.knights_duty.editions import Space
from domain.rulesets.knights_duty.model import Knight, View
from domain.rulesets.protocol import Cell, Piece, Scene

ROW: Final = 866
"""Thousandths: the height of a row of hexagons whose centres are one apart."""


def scene_of(view: View) -> Scene:
    """Cells with High Ground and the corners marked; Knights with heart, weapon and token as notes."""
    corners = {corner.space: corner.clan for corner in view.board.corners}
    cells = tuple(_cell(view, space, corners) for space in view.board.spaces)
    return Scene(cells, tuple(_piece(knight) for knight in view.knights))


def _cell(view: View, space: Space, corners: dict[Space, str]) -> Cell:
    first, second = coordinates(space)
    mark = "high ground" if space == view.board.high_ground else corners.get(space, "")
    if view.board.shape == "hex":
        return Cell(space, first * 1000 + second * 500, second * ROW, "hex", mark)
    return Cell(space, first * 1000, second * 1000, "square", mark)


def _piece(knight: Knight) -> Piece:
    notes = (
        f"{knight.heart} heart",
        knight.weapon or "no weapon",
        f"inspiration {knight.inspiration.replace('_', ' ')}",
        *(("defeated",) if knight.defeated else ()),
    )
    return Piece(knight.seat, knight.space, knight.seat, knight.clan, notes)
