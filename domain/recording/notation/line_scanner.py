"""A line being read: where reading got to, and what could have stood there."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final, NoReturn, Protocol

from oathbook.domain.errors import BadRecord

Ends = Mapping[int, Any]  # where something that begins at a place may end, and the value it has then

MOST_SHOWN: Final = 12
NO_WORDS_OF_PLAYERS: Final = frozenset({"{…}", "[…]"})
LIKE: Final = 0.6  # of a word and the one that it is taken for
END: Final = "the end of the line"
_SPACES: Final = re.compile(r"[ \t]*")
WORD: Final = re.compile(r'[^\s,;:"]+|\S')


class WordFault(BadRecord):
    """A word that cannot stand where it does, or the end of a line: the place, and what could stand there."""

    def __init__(self, line: "LineScanner") -> None:
        """Take the line that was read as far as it goes."""
        found = WORD.match(line.text, line.furthest)
        self.word = found[0] if found else ""
        self.column = line.furthest
        self.where, self.text = line.where, line.text
        self.before = line.text[line.start : line.furthest]
        self._expected = tuple(line.expected)
        self.says = self.with_listed(())
        super().__init__(self.at_place(self.says))

    @property
    def meant(self) -> str:
        """The one word that could stand there and is like it; empty where there is none, or several."""
        near = get_close_matches(self.word, self._expected, 2, LIKE)
        return near[0] if len(near) == 1 else ""

    def with_listed(self, listed: tuple[str, ...]) -> str:
        """What is wrong and what could stand there: what is like the word, then what is listed, then all else."""
        near = get_close_matches(self.word, self._expected, MOST_SHOWN, 0.5)
        could = [
            each for each in dict.fromkeys((*near, *listed, *self._expected)) if each not in NO_WORDS_OF_PLAYERS
        ] or [*self._expected]
        shown = could[: min(MOST_SHOWN, len({*near, *listed}))] if listed else could[:MOST_SHOWN]
        more = f" and {len(could) - len(shown)} more" if len(could) > len(shown) else ""
        there = f"“{self.word[:40]}” cannot stand here" if self.word else "the line ends here"
        return f"{there}; what can: {', '.join(shown)}{more}"

    def at_place(self, says: str) -> str:
        """What is said, with the line and the column."""
        return f"{self.where}, column {self.column + 1}: {says}"


class LineScanner:
    """The text of a line, with the furthest place that was reached and what was expected there."""

    def __init__(self, text: str, *, where: str, start: int = 0) -> None:
        """Take the text, the file and the number of the line, and where in it to start."""
        self.text = text
        self.where = where
        self.start = start
        self.furthest = start
        self.expected: list[str] = []
        self.refused: tuple[int, str] | None = None
        self.beyond: tuple[int, int, str] | None = None
        """Where a value stands that its place cannot have, where it ends, and what values the place has."""
        self._read: dict[tuple[int, int], Ends] = {}

    def read(self, node: "ReadableNode", at: int) -> Ends:
        """What the node reads at a place, found once."""
        key = (id(node), at)
        ends = self._read.get(key)
        if ends is None:
            ends = self._read[key] = node.read(self, at)
        return ends

    def skip(self, at: int) -> int:
        """The place after spaces."""
        found = _SPACES.match(self.text, at)
        return found.end() if found else at

    def expect(self, at: int, *what: str) -> Ends:
        """Note what could stand at a place where something else does; there is no end."""
        if at > self.furthest:
            self.furthest, self.expected = at, []
        if at == self.furthest:
            self.expected += [each for each in what if each not in self.expected]
        return {}

    def note_bounds(self, at: int, end: int, says: str) -> None:
        """Note that what stands at a place is beyond its bounds, which ``says`` tells; the longest value counts."""
        if self.beyond is None or end > self.beyond[1]:
            self.beyond = (at, end, says)

    def read_all(self, node: "ReadableNode") -> Any:
        """The value of the line from its start to its end; ``BadRecord`` says where and what could stand there."""
        whole = self.read_whole(node)
        if not whole:
            self.refuse_here()
        return whole[0]

    def read_whole(self, node: "ReadableNode") -> tuple[Any, ...]:
        """The values that the line may have from its start to its end, the first to be preferred.

        Where there is none, ``furthest`` and ``expected`` say how far it was read, and what could stand there.
        """
        found = self.read(node, self.start)
        whole = tuple(value for end, value in found.items() if self.skip(end) == len(self.text))
        for end in () if whole else found:
            self.expect(self.skip(end), END)
        return whole

    def value_beyond(self) -> tuple[int, str] | None:
        """The place of a value beyond its bounds and what it may be, where reading got no further."""
        if self.beyond is None or self.skip(self.beyond[1]) < self.furthest:
            return None
        return self.beyond[0], self.beyond[2]

    def refuse_here(self) -> NoReturn:
        """Refuse at the furthest place, with what could stand there; what is most like it comes first.

        Where reading got no further than a value beyond its bounds, refuse that value.
        """
        beyond = self.value_beyond()
        if beyond is not None:
            self.refuse(*beyond)
        refused = WordFault(self)
        self.refused = (self.furthest, refused.says)
        raise refused

    def refuse(self, at: int, says: str) -> NoReturn:
        """``BadRecord`` with the line and the column; both are kept as ``refused``."""
        self.refused = (at, says)
        raise BadRecord(f"{self.where}, column {at + 1}: {says}")


class ReadableNode(Protocol):
    """Something that may stand in a line: a word, a name, a list, a decision."""

    def read(self, line: LineScanner, at: int) -> Ends:
        """Where it may end if it begins at ``at``, or nothing, and then the line has noted what was expected."""
        ...


class LineNode(ReadableNode, Protocol):
    """Something that may stand in a line, and is written there as well."""

    def write(self, value: Any) -> str | None:
        """The value as it stands in a line; nothing if it cannot stand there."""
        ...
