"""Names for the parts of a letter, as people call them: *clause 1*, *clause 2, ash's part*."""

from typing import Final

from domain.promises.logic.formula import Path

_PARTS: Final = {
    "or_else": "what is promised otherwise",
    "otherwise": "what is promised otherwise",
    "unless": "its exception",
    "if": "its condition",
    "once": "its condition",
    "whenever": "its condition",
    "in": "its time",
    "now": "the time running",
}


def label_of(path: Path) -> str:
    """The part of a letter that a path leads to, in words."""
    first, *inside = path.split(".")
    return ", ".join((f"clause {first[1:]}", *map(_inside, inside)))


def _inside(name: str) -> str:
    return f"part {name}" if name.isdecimal() else _PARTS.get(name, f"{name}'s part")
