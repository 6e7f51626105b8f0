"""Elements of SVG, in which every text is escaped: nothing here ever takes a string for markup."""

import math
import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

SPACE: Final = "http://www.w3.org/2000/svg"
FONT: Final = "ui-sans-serif, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
WIDTH: Final = 0.58  # how wide a letter is at most, on the average, beside its height

SLIM: Final = frozenset("fijlrtI.,:;'|!()- ")
STOUT: Final = frozenset("mwMW@%")

NO_TEXT: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 takes nowhere, even escaped (section 2.2)."""

Point = tuple[float, float]


def element(name: str, /, *inside: str, **attributes: object) -> str:
    """An element of what is in it, which is SVG, and of attributes, which are text; ``font_size`` is font-size.

    An attribute of nothing is left out, and a fraction is cut to a tenth.
    """
    parts = [
        f' {key.rstrip("_").replace("_", "-")}="{_value(each)}"' for key, each in attributes.items() if each is not None
    ]
    return f"<{name}{''.join(parts)}>{''.join(inside)}</{name}>" if inside else f"<{name}{''.join(parts)}/>"


def escape_text(text: str) -> str:
    """A text between two tags."""
    return escape(NO_TEXT.sub("\ufffd", text))


def line(text: str, at: Point, size: float, most: float, **attributes: object) -> str:
    """A line of text of that size, smaller where it would be wider than it may be."""
    fitting = min(size, most / max(WIDTH, text_width(text)))
    return element("text", escape_text(text), x=at[0], y=at[1] - (size - fitting) / 3, font_size=fitting, **attributes)


def text_width(text: str) -> float:
    """How wide a text is beside its height, in a font with wide letters."""
    return sum(0.4 if each in SLIM else 0.95 if each in STOUT else 0.72 if each.isupper() else 0.63 for each in text)


def polygon(corners: Iterable[Point], **attributes: object) -> str:
    """A polygon of these corners."""
    return element("polygon", points=" ".join(f"{x:.0f},{y:.0f}" for x, y in corners), **attributes)


def regular_polygon(middle: Point, sides: int, radius: float, turn: float) -> list[Point]:
    """The corners of a regular polygon, the first one turned by so many degrees."""
    angles = [math.radians(turn + number * 360 / sides) for number in range(sides)]
    return [(middle[0] + radius * math.cos(each), middle[1] + radius * math.sin(each)) for each in angles]


def svg_document(title: str, box: tuple[float, float, float, float], inside: Sequence[str], across: int) -> str:
    """A picture of its own, so many pixels wide unless a page says otherwise, with a name for those who hear it."""
    left, top, width, height = box
    return element(
        "svg",
        element("title", escape_text(title)),
        *inside,
        xmlns=SPACE,
        viewBox=f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}",
        width=across,
        height=round(across * height / width),
        role="img",
        font_family=FONT,
        text_anchor="middle",
    )


def _value(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else escape(NO_TEXT.sub("\ufffd", str(value)))
