"""Arithmetic that a player could dispute, line by line, with the rules that were considered and did not apply."""

from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.limits import Whole

Operation = Literal["start", "add", "take", "at-most", "within"]


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line: by which clause, of what, which operation by how much, and the total after it.

    A line that was considered and did not apply stands with ``applied`` false and leaves the total as it was.
    """

    clause: str
    of: str
    op: Operation
    by: Whole
    total: Whole
    applied: bool = True


class Working(Struct, frozen=True):
    """A quantity in the making."""

    of: str
    total: int
    lines: tuple[Line, ...]

    @classmethod
    def start(cls, of: str, value: int, *, clause: str) -> Self:
        """Begin with a printed value."""
        return cls(of, value, (Line(str(clause), of, "start", value, value),))

    def add(self, by: int, *, clause: str, when: bool) -> Self:
        """Add, if the rule applies; note it either way."""
        return self._then("add", by, clause, self.total + by if when else self.total, applied=when)

    def take(self, by: int, *, clause: str, when: bool) -> Self:
        """Take away, if the rule applies; note it either way."""
        return self._then("take", by, clause, self.total - by if when else self.total, applied=when)

    def at_most(self, most: int, *, clause: str, when: bool) -> Self:
        """Limit, if the rule applies and there is more; note it either way."""
        applied = when and self.total > most
        return self._then("at-most", most, clause, most if applied else self.total, applied=applied)

    def within(self, most: int, *, clause: str) -> Self:
        """Compare with an upper bound; applied says whether it holds."""
        return self._then("within", most, clause, self.total, applied=self.total <= most)

    def _then(self, op: Operation, by: int, clause: str, total: int, *, applied: bool) -> Self:
        return replace(self, total=total, lines=(*self.lines, Line(str(clause), self.of, op, by, total, applied)))


def said(line: Line) -> str:
    """A line as a person reads it, without its clause: ``hearts: take 1 → 2``."""
    match line.op:
        case "start":
            return f"{line.of}: {line.total}"
        case "add" | "take":
            return f"{line.of}: {line.op} {line.by} → {line.total}"
        case "at-most":
            return f"{line.of}: at most {line.by} → {line.total}"
        case "within":
            return f"{line.of}: {line.total} {'is' if line.applied else 'is not'} within {line.by}"
