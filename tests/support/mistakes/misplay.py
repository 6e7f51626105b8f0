"""The type of a misplay: a sheet of a table that did something wrong, and what verifying says of it."""

from typing import Literal, NamedTuple


class Misplay(NamedTuple):
    """A sheet, the positions at which the table did something wrong, and the clauses that verifying names there.

    ``kind`` is that of the discrepancy: ``table`` beside the rules, ``consequence`` where a decision was allowed and
    something else came of it.
    """

    sheet: str
    positions: tuple[int, ...]
    clauses: tuple[str, ...]
    kind: Literal["table", "consequence"] = "table"

    @property
    def claim(self) -> dict[str, object]:
        """The claim that the table was wrong at the first of the positions."""
        kind = "table-wrong" if self.kind == "table" else "outcome-wrong"
        return {"claim": kind, "at": self.positions[0]}
