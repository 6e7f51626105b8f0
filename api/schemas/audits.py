"""The shapes of the audit of promises: how each stands, who answers for a breach, what it costs, in words too."""

from collections.abc import Iterator, Mapping

from msgspec import Raw, Struct
from msgspec.structs import replace

from oathbook.domain.games.game_events import PromiseId
from oathbook.domain.games.promises import PromiseState
from oathbook.domain.kernel import Roster, Seat
from oathbook.domain.promises.audit import explanation
from oathbook.domain.promises.audit.promise_audit import Audit, Due, PartAudit, PromiseAudit
from oathbook.domain.promises.blame import causes
from oathbook.domain.promises.evaluator.proof_text import ProofLine, proof_lines
from oathbook.domain.promises.letter.remarks import Remark
from oathbook.domain.promises.letter.syntax import TextSpan
from oathbook.domain.promises.logic.proofs import Cause, Proof, Status
from oathbook.domain.promises.monitor.monitor_state import Lean
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.rulesets.vocabulary import Vocabulary


class MoveTold(Struct, frozen=True):
    """A decision that was possible at a position, ``instead`` of the one there or just before it; or none."""

    position: int
    instead: bool
    decision: Raw | None


class WitnessTold(Struct, frozen=True):
    """Evidence that a seat answers for a breach: ``moves`` would have done ``room`` of what was ``missing``."""

    seat: Seat
    path: str
    kind: causes.WitnessKind
    says: str
    moves: tuple[MoveTold, ...]
    room: int
    missing: int


class ExcuseTold(Struct, frozen=True):
    """Why a seat whose duty failed does not answer for it."""

    seat: Seat
    path: str
    why: causes.ExcuseReason
    says: str


class ReferralTold(Struct, frozen=True):
    """What only a judge can settle, by a ruling on this path."""

    code: causes.Code
    about: str
    path: str
    seats: tuple[Seat, ...]
    position: int | None
    says: str


class PartTold(Struct, frozen=True):
    """What one set of obligors is bound to, and the result, with proof.

    ``position`` is the event at which it got its status; ``lean`` what it would come to if the game ended now; ``text``
    says all of it in lines, the last of which says who pays and why. ``account`` are the lines of the proof alone, each
    with the clause that it is about; ``spans`` are the characters of the letter on which each clause stands.
    """

    obligors: tuple[Seat, ...]
    addressees: tuple[Seat, ...]
    status: Status
    cause: Cause
    position: int | None
    lean: Lean | None
    vacuous: bool
    blamed: tuple[Seat, ...]
    witnesses: tuple[WitnessTold, ...]
    excused: tuple[ExcuseTold, ...]
    referrals: tuple[ReferralTold, ...]
    penalties: tuple[Due, ...]
    proof: Proof
    text: tuple[str, ...]
    account: tuple[ProofLine, ...]
    spans: Mapping[str, TextSpan]


class PromiseAudited(Struct, frozen=True):
    """A promise and its audit; if each obligor promises separately, there is a part for each."""

    promise: PromiseId
    letter: str
    stands: PromiseState
    status: Status
    parts: tuple[PartTold, ...]
    remarks: tuple[Remark, ...]


class AuditTold(Struct, frozen=True, rename={"viewer": "as"}):
    """The audit of a promise, from what one viewer may see of the game up to a position."""

    game: str
    viewer: str
    position: int
    audit: PromiseAudited


def present_audit(found: Audit, roster: Roster) -> Iterator[PromiseAudited]:
    """Yields the promises of an audit."""
    for each in found.promises:
        parts = tuple(_part(found, each, part, roster) for part in each.parts)
        yield PromiseAudited(each.promise, each.letter, each.stands, each.status, parts, each.remarks)


def _part(found: Audit, audited: PromiseAudit, part: PartAudit, roster: Roster) -> PartTold:
    blame, vocabulary, name = part.blame, found.game.ruleset.vocabulary, roster.name_ids
    return PartTold(
        obligors=part.agreement.obligors,
        addressees=part.agreement.addressees,
        status=part.status,
        cause=part.proof.cause,
        position=part.proof.position,
        lean=part.lean,
        vacuous=part.vacuous,
        blamed=blame.blamed,
        witnesses=tuple(_witness(each, vocabulary, roster) for each in blame.witnesses),
        excused=tuple(
            ExcuseTold(e.seat, e.path, e.why, name(explanation.excuse_text(e, vocabulary))) for e in blame.excused
        ),
        referrals=tuple(_referral(each, roster) for each in part.referrals),
        penalties=part.penalties,
        proof=part.proof,
        text=tuple(map(name, explanation.explanation_of(audited, part, found.game.trace, vocabulary))),
        account=tuple(
            replace(each, says=name(each.says))
            for each in proof_lines(part.proof, part.agreement, found.game.trace, vocabulary)
        ),
        spans=dict(part.agreement.spans),
    )


def _witness(witness: causes.Witness, vocabulary: Vocabulary, roster: Roster) -> WitnessTold:
    moves = tuple(
        MoveTold(each.position, each.instead, None if each.decision is None else Raw(decision_text(each.decision)))
        for each in witness.moves
    )
    says = roster.name_ids(explanation.witness_text(witness, vocabulary))
    return WitnessTold(witness.seat, witness.path, witness.kind, says, moves, witness.room, witness.missing)


def _referral(each: causes.Referral, roster: Roster) -> ReferralTold:
    says = roster.name_ids(explanation.referral_text(each))
    return ReferralTold(each.code, causes.REFERRALS[each.code], each.path, each.seats, each.position, says)
