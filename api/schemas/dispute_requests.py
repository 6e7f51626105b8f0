"""What people send in a dispute: claims, evidence, rulings, appeals."""

import re
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from oathbook.api.schemas.decision_requests import ReportedDraw
from oathbook.domain.kernel import limits

REFUSAL: Final = (
    "plain_words",
    "Words have no control characters in them, nor marks that turn the direction of writing",
)


def _join_lines(text: str) -> str:
    """The text with one space wherever white space, such as a break between lines, stood."""
    line = " ".join(text.split())
    if not re.search(limits.ON_ONE_LINE, line):
        raise PydanticCustomError(*REFUSAL)
    return line


PlainText = Annotated[str, Field(max_length=limits.WORDS), AfterValidator(_join_lines)]
"""Somebody's words; refused where they hold what no line of text does."""


PositionField = Annotated[int, Field(strict=True, ge=1, le=limits.EVENTS_PER_GAME)]


class ClaimToFile(BaseModel):
    """A claim about an event of a game, in the form that ``oathbook dispute`` takes, and a comment.

    All of it is public, including a decision or an outcome in the claim.
    """

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"game": "…", "claim": {"claim": "outcome-wrong", "at": 3}, "says": "I ducked."}]
        },
    )

    game: Annotated[str, Field(max_length=64)]
    claim: dict[str, Any]
    says: PlainText = ""


class EvidenceToAdd(BaseModel):
    """Evidence that the record does not hold, and the positions of the game that it is about."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"says": "See the picture.", "about": [2]}]}
    )

    says: PlainText
    about: Annotated[list[PositionField], Field(max_length=limits.POSITIONS_PER_CLAIM)] = []


class FieldsToUnseal(BaseModel):
    """Hidden fields of the event at a position, by their digests (as ``sd`` in its public line), and why."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"at": 2, "fields": ["d1" * 32], "reason": "The claim is about this card."}]},
    )

    at: PositionField
    fields: Annotated[
        list[Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]],
        Field(min_length=1, max_length=limits.FIELDS_PER_UNSEALING),
    ]
    reason: PlainText


class LetItStand(BaseModel):
    """The game stays as it is recorded."""

    model_config = ConfigDict(extra="forbid")

    remedy: Literal["let-stand"]


class PenaltyToGive(BaseModel):
    """A seat loses points, or gets a reprimand in words."""

    model_config = ConfigDict(extra="forbid")

    remedy: Literal["penalise"]
    seat: Annotated[str, Field(max_length=32)]
    points: Annotated[int, Field(strict=True, ge=0, le=limits.PENALTY)] = 0
    says: PlainText = ""


class PointsToAward(BaseModel):
    """A seat gets points, as redress for what was wrong."""

    model_config = ConfigDict(extra="forbid")

    remedy: Literal["award"]
    seat: Annotated[str, Field(max_length=32)]
    points: Annotated[int, Field(strict=True, ge=1, le=limits.PENALTY)]


class LossToAssign(BaseModel):
    """A seat loses the game, however it stands."""

    model_config = ConfigDict(extra="forbid")

    remedy: Literal["loss"]
    seat: Annotated[str, Field(max_length=32)]


class OutcomeToAssign(BaseModel):
    """The seats that win, none where nobody does, and for how many parts of the result it counts."""

    model_config = ConfigDict(extra="forbid")

    winners: Annotated[list[Annotated[str, Field(max_length=32)]], Field(max_length=limits.SEATS)]
    parts: Annotated[int, Field(strict=True, ge=1, le=limits.RESULT_PARTS)] = 1


class ResultToAssign(BaseModel):
    """The game has this result: one outcome, or several that are weighted, such as 60 parts to 40."""

    model_config = ConfigDict(extra="forbid")

    remedy: Literal["assign-result"]
    outcomes: Annotated[list[OutcomeToAssign], Field(min_length=1, max_length=limits.OUTCOMES_PER_RESULT)]


class CorrectionToMake(BaseModel):
    """What follows by the rules replaces what was recorded, and the game goes on from there as it was played."""

    model_config = ConfigDict(extra="forbid")

    remedy: Literal["correct"]


class RedrawToMake(BaseModel):
    """The draws of the decision are made again: from the seed, or as reported at a real table."""

    model_config = ConfigDict(extra="forbid")

    remedy: Literal["redraw"]
    draws: Annotated[list[ReportedDraw], Field(max_length=limits.DRAWS_PER_STEP)] = []


EditLines = Annotated[list[PlainText], Field(min_length=1, max_length=limits.LINES_PER_EDIT)]
"""Lines of a sheet: ``edit players ann influence = 4``, or ``then`` and what happens."""


class EditToMake(BaseModel):
    """The game is as these lines of a sheet say, from here on."""

    model_config = ConfigDict(extra="forbid")

    remedy: Literal["edit-state"]
    lines: EditLines


class EditToTry(BaseModel):
    """Lines of an edit, to see what they would change."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"lines": ["edit players ann influence = 4"]}]}
    )

    lines: EditLines


class ForkToMake(BaseModel):
    """The game is closed, and played on from after a position as a new game."""

    model_config = ConfigDict(extra="forbid")

    remedy: Literal["play-on-from"]
    position: PositionField


RemedyToOrder = Annotated[
    LetItStand
    | PenaltyToGive
    | PointsToAward
    | LossToAssign
    | ResultToAssign
    | CorrectionToMake
    | RedrawToMake
    | EditToMake
    | ForkToMake,
    Field(discriminator="remedy"),
]


class RulingToEnter(BaseModel):
    """Whether the claim is upheld, the reasons, and the remedy; ``also`` are further remedies.

    If the ruling contradicts the finding, ``against`` says why.
    """

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"answer": "upheld", "reasons": "KD-8.2 says so.", "remedy": {"remedy": "let-stand"}}]
        },
    )

    answer: Literal["upheld", "rejected"]
    reasons: PlainText
    against: PlainText = ""
    remedy: RemedyToOrder
    also: Annotated[list[RemedyToOrder], Field(max_length=limits.REMEDIES_PER_RULING - 1)] = []


class AppealToMake(BaseModel):
    """What is wrong with the ruling."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"grounds": "KD-8.3 was not asked."}]})

    grounds: PlainText
