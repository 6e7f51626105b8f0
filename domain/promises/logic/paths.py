"""Paths: where in a letter a node of its formula comes from, and how that part is called."""

from typing import Final

NodePath = str  # where in the letter a node comes from, such as ``c2.otherwise``; citations and rulings name it


def covers(named: NodePath, path: NodePath) -> bool:
    """Whether a claim or a ruling that names one path is about another: the same, or one within it."""
    return path == named or path.startswith(f"{named}.")


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


def label_of(path: NodePath) -> str:
    """The part of a letter that a path leads to, in words."""
    first, *inside = path.split(".")
    whole = _TERMS.get(first) or f"clause {first[1:]}"
    return ", ".join((whole, *(_inside(each) for each in inside if each not in _UNSAID)))


def _inside(name: str) -> str:
    return f"part {name}" if name.isdecimal() else _PARTS.get(name, f"{name}'s part")
