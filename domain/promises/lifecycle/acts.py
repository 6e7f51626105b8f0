"""The acts of seats on promises, in the imperative; ``decider`` says whether they are allowed."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, convert

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.events import (
    ClaimedStatus,
    ClausePath,
    Letter,
    Position,
    Positions,
    PromiseAnswered,
    PromiseClaimed,
    PromiseConsented,
    PromiseDeclined,
    PromiseEvent,
    PromiseId,
    PromiseOffered,
    PromiseRuled,
    PromiseSigned,
    PromiseWithdrawn,
    Ruling,
    Seats,
)
from oathbook.domain.kernel.limits import Short
from oathbook.domain.kernel.plain_words import Words, complaint
from oathbook.domain.promises.logic.versions import BLAME, LANGUAGE, LIFE


class OfferLetter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="offer"):
    """Offer a letter to be signed, in place of another promise if it is an amendment.

    It is read, lives and is judged by these versions; by today's, where none is named.
    """

    letter: Letter
    replaces: PromiseId | None = None
    language: Short = LANGUAGE
    life: Short = LIFE
    blame: Short = BLAME


class Sign(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sign"):
    """Sign it as it is read back."""

    promise: PromiseId


class DeclineOffer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="decline"):
    """Refuse to sign it, or take one's signature back before the last one is there."""

    promise: PromiseId


class Withdraw(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="withdraw"):
    """Take one's offer back."""

    promise: PromiseId


class Consent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="consent"):
    """Agree that it binds nobody any more."""

    promise: PromiseId


class ClaimThat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="claim"):
    """Say that a clause was breached or fulfilled, and where."""

    promise: PromiseId
    path: ClausePath
    claims: ClaimedStatus
    about: Positions = ()
    says: Words = ""


class AnswerClaim(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="answer"):
    """Say something to the claim that was made at a position."""

    promise: PromiseId
    claim: Position
    says: Words


class RuleOn(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="rule"):
    """Judge a clause, with a reason; a clause that was ruled on is ruled on again."""

    promise: PromiseId
    path: ClausePath
    value: Ruling
    reason: Words
    blamed: Seats = ()
    excused: Seats = ()


Act = OfferLetter | Sign | DeclineOffer | Withdraw | Consent | ClaimThat | AnswerClaim | RuleOn


def act_from(value: object, *, where: str) -> Act:
    """The act in plain JSON values; ``BadRecord`` names ``where`` and the field."""
    try:
        act: Act = convert(value, Act)
    except ValueError as problem:
        msg = f"{where}: {complaint(problem)}"
        raise BadRecord(msg) from None
    return act


def act_of(event: PromiseEvent) -> Act:
    """The act that led to an event."""
    kind = _ACTS[type(event)]
    return kind(**{field: getattr(event, field) for field in kind.__struct_fields__})


_ACTS: Final[Mapping[type[PromiseEvent], type[Act]]] = {
    PromiseOffered: OfferLetter,
    PromiseSigned: Sign,
    PromiseDeclined: DeclineOffer,
    PromiseWithdrawn: Withdraw,
    PromiseConsented: Consent,
    PromiseClaimed: ClaimThat,
    PromiseAnswered: AnswerClaim,
    PromiseRuled: RuleOn,
}
