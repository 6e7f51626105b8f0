"""What is sent to make a decision."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from oathbook.api.schemas.lines import AS_LINE, AS_OBJECT, LineField
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.kernel.limits import DRAWS_PER_STEP


class ReportedDraw(BaseModel):
    """A draw at the table, reported by the seat that saw it: the label of the request, and the cards in order."""

    model_config = ConfigDict(extra="forbid")

    label: Annotated[str, Field(max_length=200)]
    drawn: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=1_000)]

    def report(self) -> DrawReport:
        """Returns the draw as the rules take it."""
        return DrawReport(self.label, tuple(self.drawn))


DrawField = Annotated[
    Annotated[ReportedDraw, Tag(AS_OBJECT)] | Annotated[LineField, Tag(AS_LINE)],
    Discriminator(lambda draw: AS_LINE if isinstance(draw, str) else AS_OBJECT),
]


class DecisionToMake(BaseModel):
    """A decision of the game's ruleset, as JSON or as a line; in a witnessed game, with the draws it leads to.

    With a `line` the draws are lines too, such as `draw heart`.
    """

    model_config = ConfigDict(extra="forbid")

    edition: Annotated[str | None, Field(max_length=80)] = None
    line: LineField | None = None
    decision: Annotated[dict[str, Any] | None, Field(validate_default=True)] = None
    draws: Annotated[list[DrawField], Field(max_length=DRAWS_PER_STEP)] = []

    @field_validator("decision")
    @classmethod
    def _must_be_one_of_both(cls, decision: dict[str, Any] | None, known: ValidationInfo) -> dict[str, Any] | None:
        if "line" in known.data and (decision is None) == (known.data["line"] is None):
            raise PydanticCustomError("decision_or_line", "Send either a decision or a line")
        return decision

    @field_validator("draws")
    @classmethod
    def _must_match_the_form(cls, draws: list[ReportedDraw | str], known: ValidationInfo) -> list[ReportedDraw | str]:
        if any(isinstance(each, str) == (known.data.get("line") is None) for each in draws):
            raise PydanticCustomError("draw_form", "With a line the draws are lines, else they are objects")
        return draws

    def reports(self) -> tuple[DrawReport, ...]:
        """Returns the draws as the rules take them; none where they are lines."""
        return tuple(each.report() for each in self.draws if isinstance(each, ReportedDraw))
