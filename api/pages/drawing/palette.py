"""The colours of a picture: those of the replay page in light, which are seen on a dark page as well."""

from typing import Final

SEATS: Final = ("#0072b2", "#d55e00", "#009e73", "#b5649b", "#a87400", "#3d8fc4", "#6b6f00", "#6d6d6d")
"""Of the players, in the order of their seats: after Okabe and Ito."""

NOBODY: Final = "#77736b"
SHEET: Final = "#ffffff"
PAPER: Final = "#fbf8f2"
INK: Final = "#221f1a"
FAINT: Final = "#5f594f"
LINE: Final = "#b9ab90"
EDGE: Final = "#93866c"
"""Of the spaces of a board that has many: a line so thin needs more of a contrast."""
BACK: Final = "#e4d6bd"
NEWS: Final = "#b3541e"

CELL: Final = "#f4ecdc"
PLACE: Final = "#e3dcef"
"""A space with a name and no terrain."""

GROUNDS: Final = {
    "Wolf": "#d8dfe8",
    "Cat": "#eee0bd",
    "Fox": "#ecd3c4",
    "west": "#e3e8cf",
    "middle": "#efe3c4",
    "east": "#eddccf",
    "water": "#cfe2ec",
    "high": "#dccfae",
}
"""By a word of the mark of a space; a later one wins."""

HUES: Final = {
    "red": "#b8342a",
    "blue": "#2757a8",
    "green": "#2d7a3e",
    "yellow": "#e3b21c",
    "black": "#26241f",
    "white": "#f7f5ef",
    "purple": "#70439c",
    "orange": "#c9651b",
}
"""Of spaces, and of pieces that nobody owns: each is a tint with a pattern of its own."""

CORNERS: Final = {
    "red": "#b8342a",
    "blue": "#2757a8",
    "green": "#2d7a3e",
    "yellow": "#e3b21c",
    "black": "#26241f",
    "white": NOBODY,
    "attacked": NEWS,
}
"""By a word of the mark of a space: what its border tells."""


def tint(colour: str) -> str:
    """The ground of a colour, as in ``table.css``."""
    return _mix(HUES[colour], SHEET, 0.3)


def rule(colour: str) -> str:
    """The lines of its pattern."""
    return _mix(HUES[colour], INK, 0.45 if colour in {"black", "white"} else 0.65)


def _mix(one: str, other: str, share: float) -> str:
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return f"#{bytes(round(a * share + b * (1 - share)) for a, b in pairs).hex()}"
