"""A picture in pixels."""

from importlib import import_module

from domain.recording.database.address import StoreAddress


def in_pixels(database: StoreAddress, *, svg: str) -> bytes:
    """PNG of that picture, as large as it says it is, on white; its labels are in the fonts of this machine.

    It takes a tenth of a second, in which nothing else runs in its process. ``ModuleNotFoundError`` without the extra
    ``pictures``.
    """
    del database  # the picture is all that is needed
    drawn: bytes = import_module("resvg_py").svg_to_bytes(svg_string=svg, background="#fff")
    return drawn
