"""The acts of seats on promises, in the imperative; ``decider`` says whether they are allowed."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, convert

from oathbook.domain.errors import BadRecord
from oathbook.domain.games import game_events
from oathbook.domain.kernel.limits import OneLineText, ShortText
from oathbook.domain.kernel.validation_messages import validation_message
from oathbook.domain.promises.logic.versions import BLAME, LANGUAGE, LIFE


class OfferLetter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="offer"):
    """Offer a letter to be signed, in place of another promise if it is an amendment.

    It is read, lives and is judged by these versions; by today's, where none is named.
    """

    letter: game_events.Letter
    replaces: game_events.PromiseId | None = None
    language: ShortText = LANGUAGE
    life: ShortText = LIFE
    blame: ShortText = BLAME


class Sign(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sign"):
    """Sign it as it is read back."""

    promise: game_events.PromiseId


class DeclineOffer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="decline"):
    """Refuse to sign it, or take one's signature back before the last one is there."""

    promise: game_events.PromiseId


class Withdraw(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="withdraw"):
    """Take one's offer back."""

    promise: game_events.PromiseId


class Consent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="consent"):
    """Agree that it binds nobody any more."""

    promise: game_events.PromiseId


class MakeClaim(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="claim"):
    """Say that a clause was breached or fulfilled, and where."""

    promise: game_events.PromiseId
    path: game_events.ClausePath
    claims: game_events.ClaimedStatus
    about: game_events.Positions = ()
    says: OneLineText = ""


class AnswerClaim(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="answer"):
    """Say something to the claim that was made at a position."""

    promise: game_events.PromiseId
    claim: game_events.Position
    says: OneLineText


class RuleOnClause(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="rule"):
    """Judge a clause, with a reason; a clause that was ruled on is ruled on again."""

    promise: game_events.PromiseId
    path: game_events.ClausePath
    value: game_events.Ruling
    reason: OneLineText
    blamed: game_events.Seats = ()
    excused: game_events.Seats = ()


Act = OfferLetter | Sign | DeclineOffer | Withdraw | Consent | MakeClaim | AnswerClaim | RuleOnClause


def act_from(value: object, *, where: str) -> Act:
    """The act in plain JSON values; ``BadRecord`` names ``where`` and the field."""
    try:
        act: Act = convert(value, Act)
    except ValueError as problem:
        raise BadRecord(f"{where}: {validation_message(problem)}") from None
    return act


def act_of(event: game_events.PromiseEvent) -> Act:
    """The act that led to an event."""
    kind = _ACTS[type(event)]
    return kind(**{field: getattr(event, field) for field in kind.__struct_fields__})


_ACTS: Final[Mapping[type[game_events.PromiseEvent], type[Act]]] = {
    game_events.PromiseOffered: OfferLetter,
    game_events.PromiseSigned: Sign,
    game_events.PromiseDeclined: DeclineOffer,
    game_events.PromiseWithdrawn: Withdraw,
    game_events.PromiseConsented: Consent,
    game_events.PromiseClaimed: MakeClaim,
    game_events.PromiseAnswered: AnswerClaim,
    game_events.PromiseRuled: RuleOnClause,
}
