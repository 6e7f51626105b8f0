"""Cells of boards that many games have."""

from collections.abc import Callable
from typing import Final

from msgspec import UNSET, UnsetType

from oathbook.domain.rulesets.kit.places import coordinates
from oathbook.domain.rulesets.protocol import Cell

STEP: Final = 1000
ROW: Final = 866  # thousandths: the height of a row of hexagons whose centres are one apart


def no_mark(_cell: str) -> str:
    """Return no mark."""
    return ""


def square_cell(place: str, mark: str = "", stands_for: tuple[str, ...] | UnsetType = UNSET) -> Cell:
    """Return the square of a place; ``mark`` is written in it."""
    first, second = coordinates(place)
    return Cell(place, first * STEP, second * STEP, "square", mark, stands_for=stands_for)


def hex_cell(place: str, mark: str = "", stands_for: tuple[str, ...] | UnsetType = UNSET) -> Cell:
    """Return the hexagon of a place; three opposite pairs of neighbours differ by ``1,0``, ``0,1`` and ``1,-1``."""
    first, second = coordinates(place)
    return Cell(place, first * STEP + second * STEP // 2, second * ROW, "hex", mark, stands_for=stands_for)


def grid(columns: int, rows: int, mark: Callable[[str], str] = no_mark) -> tuple[Cell, ...]:
    """Return square cells, row by row; ``mark`` gives what is written in each, by its id.

    The id is the column and the row: ``2,0`` is the third cell of the first row.
    """
    places = ((column, row) for row in range(rows) for column in range(columns))
    return tuple(square_cell(at := f"{x},{y}", mark(at)) for x, y in places)


def hexes(radius: int) -> tuple[Cell, ...]:
    """Return hexagons around ``0,0``, row by row, as far as so many steps lead from there."""
    span = range(-radius, radius + 1)
    places = ((first, second) for second in span for first in span if abs(first + second) <= radius)
    return tuple(hex_cell(f"{q},{r}") for q, r in places)
