"""A line being read: where reading got to, and what could have stood there."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final, NoReturn, Protocol

from oathbook.domain.errors import BadRecord

Ends = Mapping[int, Any]  # where something that begins at a place may end, and the value it has then

MOST_SHOWN: Final = 12
END: Final = "the end of the line"
_SPACES: Final = re.compile(r"[ \t]*")
WORD: Final = re.compile(r'[^\s,;:"]+|\S')


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
        if key not in self._read:
            self._read[key] = node.read(self, at)
        return self._read[key]

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
        word = WORD.match(self.text, self.furthest)
        near = get_close_matches(word[0] if word else "", self.expected, MOST_SHOWN, 0.5)
        shown = [*near, *(each for each in self.expected if each not in near)]
        more = f" and {len(shown) - MOST_SHOWN} more" if len(shown) > MOST_SHOWN else ""
        there = f"“{word[0][:40]}” cannot stand here" if word else "the line ends here"
        self.refuse(self.furthest, f"{there}; what can: {', '.join(shown[:MOST_SHOWN])}{more}")

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
