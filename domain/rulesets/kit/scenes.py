"""Cells of boards that many games have."""

from collections.abc import Callable
from typing import Final

from oathbook.domain.rulesets.protocol import Cell

STEP: Final = 1000
ROW: Final = 866  # thousandths: the height of a row of hexagons whose centres are one apart


def no_mark(_cell: str) -> str:
    """Return no mark."""
    return ""


def grid(columns: int, rows: int, mark: Callable[[str], str] = no_mark) -> tuple[Cell, ...]:
    """Return square cells, row by row; ``mark`` gives what is written in each, by its id.

    The id is the column and the row: ``2,0`` is the third cell of the first row.
    """
    places = ((column, row) for row in range(rows) for column in range(columns))
    return tuple(Cell(at := f"{x},{y}", x * STEP, y * STEP, "square", mark(at)) for x, y in places)


def hexes(radius: int) -> tuple[Cell, ...]:
    """Return hexagons around ``0,0``, row by row, as far as so many steps lead from there.

    Three opposite pairs of neighbours differ by ``1,0``, by ``0,1`` and by ``1,-1``.
    """
    span = range(-radius, radius + 1)
    places = ((first, second) for second in span for first in span if abs(first + second) <= radius)
    return tuple(Cell(f"{q},{r}", q * STEP + r * STEP // 2, r * ROW, "hex") for q, r in places)
