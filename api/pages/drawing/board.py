"""The board of a scene: its spaces, and the pieces on them below the name of each space."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import UNSET

from oathbook.api.pages.drawing import palette, svg
from oathbook.api.pages.drawing.shapes import MOTIFS, fill_of, halo_of
from oathbook.api.pages.drawing.tokens import Seats, seat_colour, token
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene

SIDES: Final = {"hex": 6, "square": 4}
RADIUS: Final = {"hex": 577, "square": 707}  # thousandths of a step, from the middle of a space to a corner

TURN: Final = {"hex": -90.0, "square": -45.0}
TOP: Final = -95
WIDE: Final = 720
HIGH: Final = 470  # the room for pieces in a space, below its name
LARGEST: Final = 200  # the radius of a piece that stands alone

FEW: Final = 6_000
LARGE: Final = 440
"""How wide a board is whose spaces are large enough, and how far a piece may grow on one that is wider."""

BARE: Final = 340
"""The radius of a piece that stands alone in a space in which no name is written."""

MARGIN: Final = 600
SHORT: Final = 2  # letters of a mark that is large where no name is written
WORDS: Final = 820  # how wide the words in a space may be

NAME: Final = 210
DOUBLE: Final = 190
UPPER: Final = 600
LOWER: Final = 850
"""How high the name of a space is in one line and in two, and how wide its upper line and its lower one may be."""

NAMED: Final = re.compile(r"[^\W\d_]{2}")
CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def extent(scene: Scene) -> tuple[float, float, float, float]:
    """Left, top, width and height of a board that has spaces."""
    xs, ys = [cell.x for cell in scene.cells], [cell.y for cell in scene.cells]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    return left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top


def board(scene: Scene, seats: Seats) -> Iterator[str]:
    """The spaces, then the pieces that stand on them; others are not on the board."""
    bold = max(1.0, extent(scene)[2] / FEW)
    there: defaultdict[str, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        if piece.cell is not None:
            there[piece.cell].append(piece)
    for cell in scene.cells:
        yield _space(cell, seats, bold, is_taken=cell.id in there)
    for cell in scene.cells:
        for piece, (at, radius) in zip(there[cell.id], _places(cell, len(there[cell.id]), bold), strict=True):
            yield token(piece, at, radius, seats)


def _places(cell: Cell, count: int, bold: float) -> Iterator[tuple[svg.Point, float]]:
    """Where so many pieces stand in a space, line by line, and how large they are; one alone fills a small space."""
    if count == 1 and cell.label == "":
        yield (cell.x, cell.y), BARE
        return
    if count == 1 and bold > 1:
        yield (cell.x, cell.y), min(LARGE, LARGEST * bold)
        return
    columns = max(1, round(math.sqrt(count * WIDE / HIGH)))
    lines = math.ceil(count / columns)
    for index in range(count):
        number = index // columns
        left = index % columns - (min(columns, count - number * columns) - 1) / 2
        at = (
            cell.x + left * WIDE / columns,
            cell.y + (-HIGH / 2 if cell.label == "" else TOP) + HIGH / lines * (number + 0.5),
        )
        yield at, min(LARGEST, min(WIDE / columns, HIGH / lines) / 2 - 8)


def _space(cell: Cell, seats: Seats, bold: float, *, is_taken: bool) -> str:
    """A space; on a board of many its lines are bolder, so that they are seen in a small picture."""
    words = cell.mark.replace(",", "").split()
    written = cell.id if cell.label is UNSET else cell.label
    is_named = NAMED.search(written) is not None
    colour = next((each for each in MOTIFS if each == cell.colour), None)
    text = {"fill": palette.FAINT} if colour is None else {"fill": palette.INK, **halo_of(colour, 60)}
    border = next((palette.CORNERS[each] for each in words if each in palette.CORNERS), None)
    stroke, thick = (
        border or (palette.EDGE if bold > 1 else palette.LINE),
        (50 if border else 14) * bold * (1 if border else bold),
    )
    ground = _ground(words, is_named=is_named) if colour is None else palette.tint(colour)
    look = {"fill": ground, "stroke": stroke, "stroke_width": thick}
    parts = [
        svg.element("title", svg.escape_text(f"{cell.name}: {cell.mark}" if cell.mark else cell.name)),
        svg.polygon(_corners(cell, 30 if border else 14), **look),
    ]
    if colour is not None:
        parts.append(svg.polygon(_corners(cell, 20), fill=fill_of(colour)))
    if cell.seat is not None:
        parts.append(
            svg.polygon(_corners(cell, 40), fill="none", stroke=seat_colour(seats.get(cell.seat)), stroke_width=46)
        )
    size = 190 if written or len(cell.mark) > SHORT else 420
    for number, word in enumerate([] if is_taken else words):
        at = (cell.x, cell.y + (170 if written else size * 0.36) + 200 * (number - (len(words) - 1) / 2))
        parts.append(svg.line(word, at, size, WORDS, **text))
    if is_named:
        parts.extend(_title(written, cell, {**text, "fill": palette.INK}))
    elif written:
        parts.append(svg.line(written, (cell.x, cell.y - 205), 100, WORDS, **text))
    return svg.element("g", *parts)


def _title(name: str, cell: Cell, look: Mapping[str, object]) -> Iterator[str]:
    """The name of a space: a line a word, as far as two lines go; the upper one has less room."""
    words = CAPITAL.sub(" ", name).split(" ")
    half = len(words) // 2
    if half:
        yield svg.line(" ".join(words[:half]), (cell.x, cell.y - 315), DOUBLE, UPPER, **look)
    yield svg.line(
        " ".join(words[half:]), (cell.x, cell.y - (150 if half else 205)), DOUBLE if half else NAME, LOWER, **look
    )


def _ground(words: list[str], *, is_named: bool) -> str:
    known = [ground for word, ground in palette.GROUNDS.items() if word in words]
    return known[-1] if known else palette.PLACE if is_named else palette.CELL


def _corners(cell: Cell, inset: int) -> list[svg.Point]:
    return svg.regular_polygon((cell.x, cell.y), SIDES[cell.shape], RADIUS[cell.shape] - inset, TURN[cell.shape])
