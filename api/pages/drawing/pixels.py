"""A picture in pixels."""

from functools import lru_cache
from importlib import import_module
from typing import Final

from oathbook.domain.recording.database.address import StoreAddress

LONGEST: Final = 1_200
"""Pixels of the longer side: however far the spaces of a game lie apart, no more memory is taken."""

MOST_KEPT: Final = 32  # pictures: many ask for that of a link that was just shared


def render_png(database: StoreAddress, *, svg: str) -> bytes:
    """PNG of that picture, ``LONGEST`` wide or high, on white; its labels are in the fonts of this machine.

    It takes a tenth of a second, in which nothing else runs in its process. ``ModuleNotFoundError`` without the extra
    ``pictures``.
    """
    del database  # the picture is all that is needed
    return _rasterize(svg)


@lru_cache(MOST_KEPT)
def _rasterize(svg: str) -> bytes:
    resvg = import_module("resvg_py")
    drawn: bytes = resvg.svg_to_bytes(svg_string=svg, background="#fff", width=LONGEST, height=LONGEST)
    return drawn
