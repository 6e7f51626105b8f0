"""The board of a scene: its spaces, and the pieces on them below the name of each space."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from api.pages.drawing.palette import CELL, CORNERS, FAINT, GROUNDS, INK, LINE, PLACE
from api.pages.drawing.svg import Point, around, element, line, polygon, written
from api.pages.drawing.tokens import Seats, token, tone
from domain.rulesets.protocol import Cell, Piece, Scene

SIDES: Final = {"hex": 6, "square": 4}
RADIUS: Final = {"hex": 577, "square": 707}
"""Thousandths of a step, from the middle of a space to a corner."""

TURN: Final = {"hex": -90.0, "square": -45.0}
TOP: Final = -145
WIDE: Final = 720
HIGH: Final = 550
"""The room for pieces in a space, below its name."""

LARGEST: Final = 225
"""The radius of a piece that stands alone."""

MARGIN: Final = 600
WORDS: Final = 780
"""How wide the words in a space may be."""

NAMED: Final = re.compile(r"[^\W\d_]{2}")
CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def extent(scene: Scene) -> tuple[float, float, float, float]:
    """Left, top, width and height of a board that has spaces."""
    xs, ys = [cell.x for cell in scene.cells], [cell.y for cell in scene.cells]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    return left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top


def board(scene: Scene, seats: Seats) -> Iterator[str]:
    """The spaces, then the pieces that stand on them; others are not on the board."""
    there: defaultdict[str, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        if piece.cell is not None:
            there[piece.cell].append(piece)
    for cell in scene.cells:
        yield _space(cell, seats, is_taken=cell.id in there)
    for cell in scene.cells:
        for piece, (at, radius) in zip(there[cell.id], _places(cell, len(there[cell.id])), strict=True):
            yield token(piece, at, radius, seats)


def _places(cell: Cell, count: int) -> Iterator[tuple[Point, float]]:
    """Where so many pieces stand in a space, line by line, and how large they are."""
    columns = max(1, round(math.sqrt(count * WIDE / HIGH)))
    lines = math.ceil(count / columns)
    for index in range(count):
        number = index // columns
        left = index % columns - (min(columns, count - number * columns) - 1) / 2
        at = (cell.x + left * WIDE / columns, cell.y + TOP + HIGH / lines * (number + 0.5))
        yield at, min(LARGEST, min(WIDE / columns, HIGH / lines) / 2 - 8)


def _space(cell: Cell, seats: Seats, *, is_taken: bool) -> str:
    words = cell.mark.replace(",", "").split()
    is_named = NAMED.search(cell.id) is not None
    border = next((CORNERS[each] for each in words if each in CORNERS), None)
    look = {"fill": _ground(words, is_named=is_named), "stroke": border or LINE, "stroke_width": 50 if border else 14}
    parts = [
        element("title", written(f"{cell.id}: {cell.mark}" if cell.mark else cell.id)),
        polygon(_corners(cell, 30 if border else 14), **look),
    ]
    if cell.seat is not None:
        parts.append(polygon(_corners(cell, 40), fill="none", stroke=tone(seats.get(cell.seat)), stroke_width=46))
    for number, word in enumerate([] if is_taken else words):
        at = (cell.x, cell.y + 150 + 165 * (number - (len(words) - 1) / 2))
        parts.append(line(word, at, 150, WORDS, fill=FAINT))
    size, ink = (165, INK) if is_named else (100, FAINT)
    parts.append(line(CAPITAL.sub(" ", cell.id), (cell.x, cell.y - 205), size, WORDS, fill=ink))
    return element("g", *parts)


def _ground(words: list[str], *, is_named: bool) -> str:
    known = [ground for word, ground in GROUNDS.items() if word in words]
    return known[-1] if known else PLACE if is_named else CELL


def _corners(cell: Cell, inset: int) -> list[Point]:
    return around((cell.x, cell.y), SIDES[cell.shape], RADIUS[cell.shape] - inset, TURN[cell.shape])
