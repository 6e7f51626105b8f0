"""Arithmetic that a player could dispute, line by line, with the rules that were considered and did not apply."""

from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.kernel.limits import WholeNumber

Operation = Literal[
    "start", "add", "take", "times", "becomes", "halved-down", "halved-up", "at-least", "at-most", "within"
]


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line: by which clause, of what, which operation by how much, and the total after it.

    A line that was considered and did not apply has ``applied`` false and leaves the total unchanged.
    """

    clause: str
    of: str
    op: Operation
    by: WholeNumber
    total: WholeNumber
    applied: bool = True


class Working(Struct, frozen=True):
    """A quantity being worked out. A step is named after the quantity unless ``named`` says what causes it."""

    of: str
    total: int
    lines: tuple[Line, ...]

    @classmethod
    def start(cls, of: str, value: int, *, clause: str) -> Self:
        """Begin with a printed value."""
        return cls(of, value, (Line(str(clause), of, "start", value, value),))

    def add(self, by: int, *, clause: str, when: bool, named: str = "") -> Self:
        """Add, if the rule applies; note it either way."""
        return self._append("add", by, clause, self.total + by, applied=when, named=named)

    def take(self, by: int, *, clause: str, when: bool, named: str = "") -> Self:
        """Take away, if the rule applies; note it either way."""
        return self._append("take", by, clause, self.total - by, applied=when, named=named)

    def times(self, by: int, *, clause: str, when: bool, named: str = "") -> Self:
        """Multiply, if the rule applies; note it either way."""
        return self._append("times", by, clause, self.total * by, applied=when, named=named)

    def becomes(self, value: int, *, clause: str, when: bool, named: str = "") -> Self:
        """Put another value in its place, if the rule applies; note it either way."""
        return self._append("becomes", value, clause, value, applied=when, named=named)

    def halved_down(self, *, clause: str, when: bool, named: str = "") -> Self:
        """Halve, an odd value down to the next whole number, if the rule applies; note it either way."""
        return self._append("halved-down", 2, clause, self.total // 2, applied=when, named=named)

    def halved_up(self, *, clause: str, when: bool, named: str = "") -> Self:
        """Halve, an odd value up to the next whole number, if the rule applies; note it either way."""
        return self._append("halved-up", 2, clause, -(-self.total // 2), applied=when, named=named)

    def at_least(self, least: int, *, clause: str, when: bool, named: str = "") -> Self:
        """Raise to a lower bound, if the rule applies and there is less; note it either way."""
        return self._append("at-least", least, clause, least, applied=when and self.total < least, named=named)

    def at_most(self, most: int, *, clause: str, when: bool, named: str = "") -> Self:
        """Limit, if the rule applies and there is more; note it either way."""
        return self._append("at-most", most, clause, most, applied=when and self.total > most, named=named)

    def within(self, most: int, *, clause: str) -> Self:
        """Compare with an upper bound; applied says whether it holds."""
        return self._append("within", most, clause, self.total, applied=self.total <= most)

    def _append(self, op: Operation, by: int, clause: str, result: int, *, applied: bool, named: str = "") -> Self:
        """Append a line; the total becomes ``result`` if the rule is applied."""
        total = result if applied else self.total
        line = Line(str(clause), named or self.of, op, by, total, applied)
        return replace(self, total=total, lines=(*self.lines, line))


def format_line(line: Line) -> str:
    """A line as a person reads it, without its clause: ``hearts: take 1 → 2``."""
    match line.op:
        case "start":
            return f"{line.of}: {line.total}"
        case "add" | "take" | "times" | "becomes":
            return f"{line.of}: {line.op} {line.by} → {line.total}"
        case "halved-down" | "halved-up":
            return f"{line.of}: half, rounded {line.op.removeprefix('halved-')} → {line.total}"
        case "at-least" | "at-most":
            return f"{line.of}: {line.op.replace('-', ' ')} {line.by} → {line.total}"
        case "within":
            return f"{line.of}: {line.total} {'is' if line.applied else 'is not'} within {line.by}"
