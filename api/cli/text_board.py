"""A scene as text: a character for every space, and beneath it a legend and what lies beside the board."""

from collections.abc import Iterator, Mapping
from typing import Final

from rich.text import Text

from api.cli.output import line
from domain.rulesets.protocol import Cell, Piece, Scene, Stack

STEP: Final = 4
"""Characters from a space to its neighbour."""

STYLES: Final = {"black": "bold", "white": "bold"}
"""Colours that could not be told from a terminal's background."""


def board(scene: Scene) -> Iterator[Text]:
    """The board row by row, then its pieces, its marks and its trays in words; without one, nobody is off it."""
    tags = tags_of(scene.pieces)
    yield from _rows(scene, tags)
    nowhere = " off the board" if scene.cells else ""
    for piece in scene.pieces:
        where = f" {piece.cell}" if piece.cell else nowhere
        notes = f": {', '.join(piece.notes)}" if piece.notes else ""
        yield line("  ", (tags[piece.id], _style(piece.colour)), f"  {piece.label} ({piece.colour}){where}{notes}")
    marked = ", ".join(f"{cell.id} {cell.mark}" for cell in scene.cells if cell.mark)
    if marked:
        yield line(f"  +  {marked}")
    for tray in scene.trays:
        yield line(f"  {tray.label}: {', '.join(map(_stack, tray.stacks)) or 'nothing'}")


def tags_of(pieces: tuple[Piece, ...]) -> Mapping[str, str]:
    """A letter a piece: its initial where all of them differ, A, B, C … otherwise."""
    initials = [piece.label[:1].upper() for piece in pieces]
    if len(set(initials)) < len(initials) or not all(map(str.isalpha, initials)):
        initials = [chr(ord("A") + number) for number in range(len(pieces))]
    return {piece.id: tag for piece, tag in zip(pieces, initials, strict=True)}


def _rows(scene: Scene, tags: Mapping[str, str]) -> Iterator[Text]:
    if not scene.cells:
        return
    left = min(cell.x for cell in scene.cells)
    for height in sorted({cell.y for cell in scene.cells}):
        row = Text("  ")
        for cell in sorted((cell for cell in scene.cells if cell.y == height), key=lambda cell: cell.x):
            row.append(" " * ((cell.x - left) * STEP // 1000 + 2 - len(row)))
            row.append(_cell(cell, scene, tags))
        yield row


def _cell(cell: Cell, scene: Scene, tags: Mapping[str, str]) -> Text:
    standing = [piece for piece in scene.pieces if piece.cell == cell.id]
    if not standing:
        return Text("+" if cell.mark else "·", "dim")
    return Text.assemble(*((tags[piece.id], _style(piece.colour)) for piece in standing[: STEP - 1]))


def _stack(stack: Stack) -> str:
    return stack.label if stack.count == 1 else f"{stack.count} {stack.label}"


def _style(colour: str) -> str:
    return STYLES.get(colour, f"bold {colour}" if colour in {"red", "blue", "green", "yellow"} else "bold")
