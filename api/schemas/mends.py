"""The shapes of a sheet, of edits of it, and of their answers."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import UNSET, Struct, UnsetType
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from oathbook.api.schemas.dispute_requests import PlainText, PositionField
from oathbook.api.schemas.lines import DrawDemand, LineField, present_request
from oathbook.domain.application.mends import Fate, RowFate
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import SCRIBE_TAKEBACK_DECISIONS
from oathbook.domain.recording.notation.game_notation import StepKind

MOST_LINES: Final = 400
"""The maximum number of lines in one edit; reading a line takes up to 0.1 ms."""


def _must_be_few(steps: list[list[str]]) -> list[list[str]]:
    if sum(map(len, steps)) > MOST_LINES:
        raise PydanticCustomError(
            "too_many_lines", "All steps together have at most {most} lines", {"most": MOST_LINES}
        )
    return steps


class StepInLines(Struct, frozen=True):
    """The lines of the step that begins at position ``at``: its decision, its draws, and any departure from the rules.

    ``kind`` is ``decision``, ``act`` (on a promise) or ``takeback``. ``taken_back`` is the position at which it was
    taken back, if it was. ``lines`` is empty if the caller may not see the decision.
    """

    at: int
    by: Seat
    kind: StepKind
    lines: tuple[str, ...]
    taken_back: int | UnsetType = UNSET


class SheetPage(Struct, frozen=True):
    """Steps of a game in lines; ``position`` is the last of the game."""

    game: str
    position: int
    rows: tuple[StepInLines, ...]


class LinesToWrite(BaseModel):
    """The lines of each step; with ``from`` they replace the decision there and everything after it."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"from": 2, "lines": [["ash: plan bow"]], "why": "a slip"}]}
    )

    start: Annotated[PositionField | None, Field(alias="from", description="The position of the first of them.")] = None
    lines: Annotated[
        list[Annotated[list[LineField], Field(min_length=1)]],
        Field(min_length=1, max_length=SCRIBE_TAKEBACK_DECISIONS),
        AfterValidator(_must_be_few),
    ]
    why: Annotated[PlainText, Field(max_length=200)] = ""


class SheetReceipt(Struct, frozen=True):
    """The edit is stored; ``position`` is the last of the game."""

    game: str
    position: int


class StepTrial(Struct, frozen=True):
    """What the lines of a step would do. If they are not followed, ``says`` has the reason and ``clause`` the clause.

    ``fate`` is ``same``, ``otherwise``, ``refused``, ``unreadable`` or ``draw-missing`` (with the ``request``).
    """

    lines: tuple[str, ...]
    fate: Fate
    says: str = ""
    clause: str = ""
    request: DrawDemand | UnsetType = UNSET


class SheetTrial(Struct, frozen=True):
    """What each step would do."""

    game: str
    position: int
    rows: tuple[StepTrial, ...]


def present_trial(game: str, position: int, rows: Iterable[RowFate]) -> SheetTrial:
    """Returns what each step would do, with the draws that are missing."""
    return SheetTrial(game, position, tuple(map(_present_row, rows)))


def _present_row(row: RowFate) -> StepTrial:
    request = UNSET if row.request is None else present_request(row.request)
    return StepTrial(row.lines, row.fate, row.says, row.clause, request)
