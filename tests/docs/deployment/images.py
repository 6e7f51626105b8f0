"""Reads a ``Dockerfile`` and a ``.dockerignore`` as the builder of an image does, and what is made of the image."""

import json
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.support.checkout import ROOT

DOCKERFILE: Final = (ROOT / "Dockerfile").read_text("utf-8")
IGNORED: Final = (ROOT / ".dockerignore").read_text("utf-8")
COMPOSE: Final[Any] = import_module("yaml").safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
SERVING: Final = ("oathbook-1", "oathbook-2")
"""The containers of ours."""


class Line(NamedTuple):
    """An instruction, and what stands behind it."""

    name: str
    says: str

    @property
    def words(self) -> list[str]:
        """The list of an instruction in the form that no shell reads; ``ValueError`` for any other form."""
        words: list[str] = json.loads(self.says.partition("CMD ")[2] if self.name == "HEALTHCHECK" else self.says)
        return words


def stages(text: str = DOCKERFILE) -> list[list[Line]]:
    """What stands before the first stage, and each stage from its ``FROM`` on."""
    told: list[list[Line]] = [[]]
    joined = re.sub(r"\\\n\s*", "", "".join(line for line in text.splitlines(keepends=True) if line[0] != "#"))
    for line in filter(str.strip, joined.splitlines()):
        name, _, says = line.partition(" ")
        if name == "FROM":
            told.append([])
        told[-1].append(Line(name, says))
    return told


def given(stage: Iterable[Line], name: str) -> list[str]:
    """What stands behind each instruction of this name."""
    return [line.says for line in stage if line.name == name]


def variables(stage: Iterable[Line]) -> dict[str, str]:
    """The environment that a stage sets."""
    pairs = (pair.partition("=") for says in given(stage, "ENV") for pair in says.split())
    return {name: value for name, _, value in pairs}


def enters(path: str, ignored: str = IGNORED) -> bool:
    """Whether a file goes to the builder: the last pattern counts that its path fits, or a folder above it."""
    places = [path, *(str(each) for each in Path(path).parents if str(each) != ".")]
    inside = True
    for line in ignored.splitlines():
        if line and not line.startswith("#"):
            pattern = _pattern(line.removeprefix("!"))
            if any(pattern.fullmatch(each) for each in places):
                inside = line.startswith("!")
    return inside


def _pattern(glob: str) -> re.Pattern[str]:
    parts = (r"(?:.*/)?" if each == "**/" else "[^/]*" if each == "*" else re.escape(each) for each in _parts(glob))
    return re.compile("".join(parts))


def _parts(glob: str) -> Iterator[str]:
    yield from (each for each in re.split(r"(\*\*/|\*)", glob) if each)
