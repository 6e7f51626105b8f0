"""The vectors of ``promise_vectors.txt``: letters, games, and how the promise stands after each moment."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from tests.support.promises.toy_world import played, stocked, told

FILE: Final = Path(__file__).with_name("promise_vectors.txt")


class Vector(Struct, frozen=True):
    """A letter, the game it is held against, the status after each of its moments, and who answers for a breach."""

    name: str
    title: str
    letter: str
    start: str
    blamed: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]

    @property
    def agreement(self) -> Agreement:
        """What the letter comes down to."""
        (agreement,) = compile_letter(parse_letter(self.canonical, SAMPLE, NAMES), SAMPLE, NAMES)
        return agreement

    @property
    def canonical(self) -> str:
        """The letter as it is signed."""
        return parse_letter(self.letter, SAMPLE, NAMES).canonical

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The game."""
        return played(stocked(self.start), ([told(word) for word in step.split(" & ")] for _, step in self.steps))

    @property
    def statuses(self) -> list[str]:
        """What is to be seen after each moment."""
        return [status for status, _ in self.steps]


def _vectors() -> Iterator[Vector]:
    blocks = FILE.read_text().split("\n\n")[1:]
    for block in blocks:
        head, *rows = block.strip().splitlines()
        name, _, title = head.partition(" ")
        pairs = [tuple(row.split(maxsplit=1)) for row in rows]
        named = {word: rest for word, rest in pairs if word in {"letter", "start", "blamed"}}
        steps = tuple((word, rest) for word, rest in pairs if word not in named)
        blamed = tuple(filter(None, named.get("blamed", "").split(", ")))
        yield Vector(name, title, named["letter"], named.get("start", ""), blamed, steps)


VECTORS: Final = tuple(_vectors())
