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
