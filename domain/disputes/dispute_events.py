"""Every type of event that the stream of a dispute may hold, who may have written one, and the remedies."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

from msgspec import Meta, Struct, convert

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.disputes.findings import FindingAnswer
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.game_events import Position, Positions
from oathbook.domain.kernel import Hidden, Seat, Viewer, limits
from oathbook.domain.kernel.validation_messages import validation_message

JsonObject = dict[str, Any]  # a claim or a finding in plain JSON values: as it was written, and as it is told

FieldDigest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Fields = Annotated[tuple[FieldDigest, ...], Meta(min_length=1, max_length=limits.FIELDS_PER_UNSEALING)]
"""Hidden fields of an event, by their digests."""

ARBITER: Final = Viewer("arbiter:")
"""An arbiter as a viewer: sees what everybody sees, and what was unsealed for one dispute."""


def normalise_name(name: str) -> str:
    """A person's name whatever its capitals and spaces: two that are alike in it are taken for one person."""
    return " ".join(name.split()).casefold()


class Arbiter(Struct, frozen=True):
    """A person who may rule, by the name that the settings give them."""

    name: limits.ShortText

    def is_same_person(self, other: object) -> bool:
        """Whether the other is an arbiter by the same name, whatever its capitals and spaces."""
        return isinstance(other, Arbiter) and normalise_name(other.name) == normalise_name(self.name)


Actor = Seat | Arbiter
"""Who does something in a dispute: a seat of the game (the table's for its host), or an arbiter."""


def actor_to_text(by: Actor) -> str:
    """What an event has as its ``by``; an arbiter's is no possible name of a seat."""
    return f"{ARBITER}{by.name}" if isinstance(by, Arbiter) else by


def actor_from_text(by: str) -> Actor:
    """Who stands in the ``by`` of an event."""
    return Arbiter(by.removeprefix(ARBITER)) if by.startswith(ARBITER) else Seat(by)


# What a ruling does about what was wrong ------------------------------------------------------------------------------


class LetStand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="let-stand"):
    """The game stays as it is recorded."""


class Penalise(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="penalise"):
    """A seat loses this many points, in the unit of its score, or gets a reprimand in words."""

    seat: Seat
    points: Annotated[int, Meta(ge=0, le=limits.PENALTY)] = 0
    says: limits.OneLineText = ""


class Award(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="award"):
    """A seat gets this many points, in the unit of its score: what was wrong had cost it so much."""

    seat: Seat
    points: Annotated[int, Meta(ge=1, le=limits.PENALTY)]


class LoseGame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="loss"):
    """A seat loses the game, however it stands."""

    seat: Seat


class AssignedOutcome(Struct, frozen=True, forbid_unknown_fields=True):
    """One outcome of a game: these seats win it, or nobody; it counts for so many parts of the result."""

    winners: tuple[Seat, ...]
    parts: Annotated[int, Meta(ge=1, le=limits.RESULT_PARTS)] = 1


class AssignResult(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="assign-result"):
    """The game has this result, however it stands: one outcome, or several that are weighted against each other."""

    outcomes: Annotated[tuple[AssignedOutcome, ...], Meta(min_length=1, max_length=limits.OUTCOMES_PER_RESULT)]


class Correct(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="correct"):
    """What follows replaces what was recorded; ``position`` is that of the correction in the game."""

    position: Position | None = None


class DrawAgain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="remedy", tag="redraw"):
    """The draws of the decision are made again; ``draws`` is what came at a real table.

    What follows from them replaces what was recorded; ``position`` is that of the correction in the game.
    """

    draws: Annotated[tuple[DrawReport, ...], Meta(max_length=limits.DRAWS_PER_STEP)] = ()
    position: Position | None = None


class EditState(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="edit-state"):
    """The game is as these lines of a sheet say, from here on; ``position`` is that of the edit in the game."""

    lines: Annotated[tuple[limits.OneLineText, ...], Meta(min_length=1, max_length=limits.LINES_PER_EDIT)]
    position: Position | None = None


class PlayOnFrom(Struct, frozen=True, forbid_unknown_fields=True, tag_field="remedy", tag="play-on-from"):
    """The game is played on from after a position, as a new game."""

    position: Position
    fork: limits.ShortText = ""


Remedy = LetStand | Penalise | Award | LoseGame | AssignResult | Correct | DrawAgain | EditState | PlayOnFrom

# What happens in a dispute --------------------------------------------------------------------------------------------


class DisputeEventBase(Struct, frozen=True, forbid_unknown_fields=True):
    """Something in a dispute; each is a step of its own."""


class DisputeFiled(DisputeEventBase, frozen=True):
    """``dispute.filed/1``: a claim about a game of so many events, the last of which has the hash ``head``."""

    game: limits.ShortText
    edition: limits.ShortText
    position: Position
    head: FieldDigest
    claim: JsonObject
    says: limits.OneLineText


class EvidenceAdded(DisputeEventBase, frozen=True):
    """``dispute.evidence-added/1``: what there is to say beside the record, about these positions of the game."""

    says: limits.OneLineText
    about: Positions


class EvidenceUnsealed(DisputeEventBase, frozen=True):
    """``dispute.evidence-unsealed/1``: these hidden fields of the event at a position are open to the arbiters.

    ``seats`` are those whose secrets they are. The values stay where they are, in the record of the game.
    """

    at: Position
    fields: Fields
    seats: tuple[Seat, ...]
    reason: limits.OneLineText


class FindingEntered(DisputeEventBase, frozen=True):
    """``dispute.finding-entered/1``: what the record with that head and the rules of that edition answer to the claim.

    ``finding`` is made from what everybody may see. ``sealed`` is the one made through the eyes of ``viewer`` who may
    see more, where it says something else.
    """

    edition: limits.ShortText
    head: FieldDigest
    events: Position
    viewer: Viewer
    answer: FindingAnswer
    finding: JsonObject
    sealed: Hidden[JsonObject] | None


RulingAnswer = Literal["upheld", "rejected"]  # what a person decides; only the record can leave a claim undetermined


class RulingEntered(DisputeEventBase, frozen=True, omit_defaults=True):
    """``dispute.ruling-entered/1``: what an arbiter decides on the finding at a position of this stream, and why.

    ``against`` says why it is not what the finding says, where it is not. ``also`` are the remedies beside the first.
    """

    finding: Position
    answer: RulingAnswer
    reasons: limits.OneLineText
    against: limits.OneLineText
    remedy: Remedy
    also: Annotated[tuple[Remedy, ...], Meta(max_length=limits.REMEDIES_PER_RULING - 1)] = ()

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """All its remedies, in order."""
        return (self.remedy, *self.also)


class Appealed(DisputeEventBase, frozen=True):
    """``dispute.appealed/1``: a seat at the table asks for another arbiter, and says what is wrong."""

    grounds: limits.OneLineText


class DisputeWithdrawn(DisputeEventBase, frozen=True):
    """``dispute.withdrawn/1``: who filed it takes it back."""


DisputeEvent = (
    DisputeFiled | EvidenceAdded | EvidenceUnsealed | FindingEntered | RulingEntered | Appealed | DisputeWithdrawn
)

E = TypeVar("E", bound=DisputeEventBase)

TOPICS: Final[Mapping[str, type[DisputeEvent]]] = {
    "dispute.filed/1": DisputeFiled,
    "dispute.evidence-added/1": EvidenceAdded,
    "dispute.evidence-unsealed/1": EvidenceUnsealed,
    "dispute.finding-entered/1": FindingEntered,
    "dispute.ruling-entered/1": RulingEntered,
    "dispute.appealed/1": Appealed,
    "dispute.withdrawn/1": DisputeWithdrawn,
}


class DisputeEntry(Struct, frozen=True):
    """An event of a dispute: its position, counted from 1, when, by whom, and what it says."""

    position: limits.Count
    at: str
    by: Actor
    body: DisputeEvent


def event_from(kind: type[E], **fields: object) -> E:
    """An event out of plain JSON values; ``BadRecord`` names the field that does not fit."""
    try:
        return convert(fields, kind)
    except ValueError as problem:
        raise BadRecord(f"body: {validation_message(problem)}") from None
