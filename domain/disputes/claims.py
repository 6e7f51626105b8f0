"""Claims: seven kinds, each about one event or one that is missing, and how a claim is read."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Final, NoReturn, cast

import msgspec
from msgspec import Struct

from oathbook.domain.disputes.case import Case
from oathbook.domain.errors import BadRecord
from oathbook.domain.games import game_events
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.kernel.limits import ShortText
from oathbook.domain.kernel.validation_messages import validation_message
from oathbook.domain.rulesets.protocol import Consequence


class DecisionIllegal(Struct, frozen=True, forbid_unknown_fields=True, tag_field="claim", tag="decision-illegal"):
    """The decision at a position was not allowed there."""

    at: game_events.Position
    clause: ShortText = ""


class DecisionRefused(Struct, frozen=True, forbid_unknown_fields=True, tag_field="claim", tag="decision-refused"):
    """After so many events a decision was refused that should have been allowed."""

    at: game_events.Position
    decision: Any
    clause: ShortText = ""


class OutcomeWrong(Struct, frozen=True, forbid_unknown_fields=True, tag_field="claim", tag="outcome-wrong"):
    """What is recorded at a position is not what follows; ``follows`` is what does, as the claimant has it."""

    at: game_events.Position
    clause: ShortText = ""
    follows: Any = None


class DrawWrong(Struct, frozen=True, forbid_unknown_fields=True, tag_field="claim", tag="draw-wrong"):
    """The draw at a position cannot have been, was from another pile, or does not follow from the seed."""

    at: game_events.Position
    clause: ShortText = ""


class TableWrong(Struct, frozen=True, forbid_unknown_fields=True, tag_field="claim", tag="table-wrong"):
    """What the table did at a position beside the rules is not what they make of it."""

    at: game_events.Position
    clause: ShortText = ""


class PromiseBroken(Struct, frozen=True, forbid_unknown_fields=True, tag_field="claim", tag="promise"):
    """The letter of a promise was not kept."""

    promise: game_events.PromiseId
    clause: ShortText = ""


class StandingWrong(Struct, frozen=True, forbid_unknown_fields=True, tag_field="claim", tag="standing"):
    """After so many events the scores, or the end, are not what they should be."""

    at: game_events.Position
    clause: ShortText = ""


EventClaim = (
    DecisionIllegal | DecisionRefused | OutcomeWrong | DrawWrong | TableWrong
)  # about an event that can be put right
Claim = EventClaim | PromiseBroken | StandingWrong

WHERE: Final = "claim"
KINDS: Final = (
    "decision-illegal",
    "decision-refused",
    "outcome-wrong",
    "draw-wrong",
    "table-wrong",
    "promise",
    "standing",
)
ABOUT: Final[Mapping[type[Struct], tuple[type[Struct], str]]] = {
    DecisionIllegal: (game_events.DecisionMade, "decision"),
    OutcomeWrong: (game_events.OutcomeFollowed, "outcome"),
    DrawWrong: (game_events.DrawMade, "draw"),
    TableWrong: (TableActed, "deed of the table beside the rules"),
}
"""The event that stands where such a claim says, and what a person calls it."""


class ClaimReaders(Struct, frozen=True):
    """How what the ruleset alone knows is read: a decision, and what follows; each is told the field it stands in.

    Both refuse with ``BadRecord`` that names the field.
    """

    decision: Callable[[object, str], Any]
    outcome: Callable[[object, str], tuple[Consequence[Any], ...]]


def claim_from(value: object, case: Case, readers: ClaimReaders) -> Claim:
    """A claim out of plain JSON values; ``BadRecord`` names the field that does not fit, or what the game lacks."""
    claim = _convert_claim(value)
    if isinstance(claim, PromiseBroken):
        _promise_is_there(claim.promise, case)
    else:
        _event_is_there(claim, case)
    clauses = [each.id for each in case.ruleset.edition.rulebook.clauses]
    if claim.clause and claim.clause not in clauses:
        near = get_close_matches(claim.clause, clauses, 3)
        meant = f"; did you mean {' or '.join(near)}?" if near else ""
        _refuse("clause", f"“{claim.clause}” is no clause of {case.ruleset.edition.key}{meant}")
    match claim:
        case DecisionRefused():
            decision = readers.decision(claim.decision, f"{WHERE}: decision")
            if decision.by not in case.seats:
                seats = ", ".join(case.seats)
                _refuse("decision", f"by: there is no seat “{decision.by}”; the seats are {seats}")
            return msgspec.structs.replace(claim, decision=decision)
        case OutcomeWrong(follows=follows) if follows is not None:
            return msgspec.structs.replace(claim, follows=readers.outcome(follows, f"{WHERE}: follows"))
        case _:
            return claim


def _convert_claim(value: object) -> Claim:
    fields = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    kind = fields.get("claim")
    if kind not in KINDS:
        _refuse("claim", f"say what is claimed: one of {', '.join(KINDS)}")
    about = "promise" if kind == "promise" else "at"
    if about not in fields:
        _refuse(about, "name the promise" if about == "promise" else "name the event, by its position")
    try:
        return cast("Claim", msgspec.convert(value, Claim))
    except msgspec.ValidationError as problem:
        _refuse("", validation_message(problem))


def _refuse(field: str, says: str) -> NoReturn:
    raise BadRecord(f"{WHERE}: {field}: {says}" if field else f"{WHERE}: {says}")


def _event_is_there(claim: EventClaim | StandingWrong, case: Case) -> None:
    if claim.at > len(case.entries):
        _refuse("at", f"there is no position {claim.at}; the positions of this game are 1 to {len(case.entries)}")
    if isinstance(claim, DecisionRefused) and claim.at != (last := case.step_at(claim.at).last):
        _refuse("at", f"nobody decides in the middle of a step; this one ends at position {last}")
    if type(claim) in ABOUT:
        _must_hold(case, claim.at, *ABOUT[type(claim)])


def _must_hold(case: Case, at: int, kind: type, name: str) -> None:
    step = case.step_at(at)
    if not isinstance(case.entries[at - 1].body, kind):
        there = ", ".join(str(each.position) for each in step.entries if isinstance(each.body, kind))
        near = f"; in this step there is one at {there}" if there else ""
        _refuse("at", f"no {name} stands at position {at}{near}")
    if not step.is_decided and kind is not TableActed:
        see = f"claim table-wrong at {step.at}" if step.table_act else "verify says what is wrong with the record"
        _refuse("at", f"the step of position {at} has no decision; {see}")


def _promise_is_there(promise: str, case: Case) -> None:
    offered = [each.body.promise for each in case.entries if isinstance(each.body, game_events.PromiseOffered)]
    if promise not in offered:
        there = f"; there are {', '.join(offered)}" if offered else "; nothing was promised in this game"
        _refuse("promise", f"there is no promise {promise}{there}")
