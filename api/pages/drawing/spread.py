"""A scene without a board: its pieces in rows, and below them what lies in trays."""

from collections.abc import Iterator
from typing import Final

from oathbook.api.pages.drawing import palette
from oathbook.api.pages.drawing.svg import WIDTH, element, line
from oathbook.api.pages.drawing.tokens import Seats, seat_colour, token
from oathbook.domain.rulesets.protocol import Piece, Scene, Stack, Tray

ACROSS: Final = 4000
IN_ROW: Final = 4
PLACE: Final = 830  # the height of a piece with its name and its first note below it

TRAY: Final = 330
FIRST_CARD: Final = 1330
LAST_CARD: Final = 3750  # where the cards of a tray begin and end; those for which there is no room are counted

LETTERS: Final = 130
NARROW: Final = 300
BROAD: Final = 1250


def spread(scene: Scene, seats: Seats) -> tuple[list[str], float]:
    """The shapes, and how high they are together."""
    trays = [tray for tray in scene.trays if any(stack.count for stack in tray.stacks)]
    rows = -(-len(scene.pieces) // IN_ROW)
    top = 120 + rows * PLACE
    high = max(3000, top + len(trays) * TRAY + 120)
    look = {"rx": 120, "fill": palette.PAPER, "stroke": palette.LINE, "stroke_width": 14}
    sheet = element("rect", x=10, y=10, width=ACROSS - 20, height=high - 20, **look)
    pieces = (_piece(piece, number, len(scene.pieces), seats) for number, piece in enumerate(scene.pieces))
    lots = (part for number, tray in enumerate(trays) for part in _tray(tray, top + TRAY * number, seats))
    return [sheet, *pieces, *lots], high


def _piece(piece: Piece, number: int, count: int, seats: Seats) -> str:
    row = number // IN_ROW
    in_row = min(IN_ROW, count - row * IN_ROW)
    x = ACROSS / 2 + (number % IN_ROW - (in_row - 1) / 2) * (ACROSS - 200) / IN_ROW
    y = 120 + row * PLACE
    notes = [line(each, (x, y + 760), 130, 900, fill=palette.FAINT) for each in piece.notes[:1]]
    name = line(piece.label, (x, y + 610), 160, 900, fill=palette.INK, font_weight=600)
    return element("g", token(piece, (x, y + 240), 225, seats), name, *notes)


def _tray(tray: Tray, top: float, seats: Seats) -> Iterator[str]:
    """Its name, then its cards; those that lie face down are a pile."""
    ink = palette.INK if tray.seat is None else seat_colour(seats.get(tray.seat))
    yield line(tray.label, (130, top + 205), LETTERS, FIRST_CARD - 230, fill=ink, text_anchor="start")
    up = [(_stack_label(stack), palette.SHEET) for stack in tray.stacks if stack.count and not stack.face_down]
    down = sum(stack.count for stack in tray.stacks if stack.face_down)
    cards = [*([(f"{down} face down", palette.BACK)] if down else []), *up]
    x = FIRST_CARD
    for number, (says, ground) in enumerate(cards):
        wide = min(BROAD, max(NARROW, round(len(says) * LETTERS * WIDTH) + 80))
        if x + wide > LAST_CARD:
            yield line(f"+{len(cards) - number}", (x + 100, top + 205), LETTERS, 200, fill=palette.FAINT)
            return
        look = {"fill": ground, "stroke": palette.NOBODY, "stroke_width": 10}
        yield element("rect", x=x, y=top + 40, width=wide, height=TRAY - 80, rx=40, **look)
        yield line(says, (x + wide / 2, top + 205), LETTERS, wide - 60, fill=palette.INK)
        x += wide + 40


def _stack_label(stack: Stack) -> str:
    return f"{stack.label}: {stack.count}" if stack.count > 1 else stack.label
