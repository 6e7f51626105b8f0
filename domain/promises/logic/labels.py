"""Names for the parts of a letter, as people call them: *clause 1*, *clause 2, ash's part*, *what ends it*."""

from typing import Final

from oathbook.domain.promises.logic.formula import Path

_TERMS: Final = {"ends": "what ends it", "void": "what makes it void"}
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
_UNSAID: Final = frozenset({"cond", "not"})
"""Steps of a path for which a letter has no words of their own: the part around them is named."""


def label_of(path: Path) -> str:
    """The part of a letter that a path leads to, in words."""
    first, *inside = path.split(".")
    whole = _TERMS.get(first) or f"clause {first[1:]}"
    return ", ".join((whole, *(_inside(each) for each in inside if each not in _UNSAID)))


def _inside(name: str) -> str:
    return f"part {name}" if name.isdecimal() else _PARTS.get(name, f"{name}'s part")
