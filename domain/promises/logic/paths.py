"""Paths: the part of a letter that a node of its formula comes from, and the words for that part."""

from typing import Final

NodePath = str  # such as ``c2.otherwise``; citations, claims and rulings name it


def covers(named: NodePath, path: NodePath) -> bool:
    """Whether a claim or ruling that names one path is about another: the same path, or one inside it."""
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
    "joined": "who is in it",
    "now": "the time running",
}
_WITHOUT_WORDS: Final = frozenset({"cond", "not"})  # steps that are not named; the part around them is


def label_of(path: NodePath) -> str:
    """The words for the part of a letter that a path leads to: *clause 2, its exception*."""
    first, *steps = path.split(".")
    whole = _TERMS.get(first) or f"clause {first[1:]}"
    return ", ".join((whole, *(_step_label(step) for step in steps if step not in _WITHOUT_WORDS)))


def _step_label(step: str) -> str:
    return f"part {step}" if step.isdecimal() else _PARTS.get(step, f"{step}'s part")
