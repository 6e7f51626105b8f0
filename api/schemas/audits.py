"""The shapes of the audit of promises: how each stands, who answers for a breach, what it costs, in words too."""

from collections.abc import Iterator, Mapping

from msgspec import Raw, Struct
from msgspec.structs import replace

from oathbook.domain.games.game_events import PromiseId
from oathbook.domain.games.promises import PromiseState
from oathbook.domain.kernel import Roster, Seat
from oathbook.domain.promises.audit import explanation
from oathbook.domain.promises.audit.promise_audit import Audit, Due, PartAudit, PromiseAudit
from oathbook.domain.promises.evaluator.proof_text import ProofLine, proof_lines
from oathbook.domain.promises.letter.remarks import Remark
from oathbook.domain.promises.letter.syntax import TextSpan
from oathbook.domain.promises.logic.proofs import Cause, Proof, Status
from oathbook.domain.promises.monitor.monitor_state import Lean
from oathbook.domain.promises.who_pays import answers
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.rulesets.vocabulary import Vocabulary


class SubstitutionTold(Struct, frozen=True):
    """Decisions put in at a position, ``instead`` of the one there or just before it; without any that one is left."""

    position: int
    instead: bool
    decisions: tuple[Raw, ...]


class LineTold(Struct, frozen=True):
    """The record played on with substitutions, up to ``ends``; on it the promise would have stood.

    ``left_out`` are the positions of decisions that became impossible. ``by_chance``: it ends with a draw that was
    never made. ``again``: decisions of the seat that were replaced are taken later, as soon as they can be.
    """

    puts_in: tuple[SubstitutionTold, ...]
    left_out: tuple[int, ...]
    ends: int
    by_chance: bool
    again: bool


class BlameAnswerTold(Struct, frozen=True):
    """Whether a seat whose duty failed pays, the step that decided it, and a line that shows it.

    ``other`` is who prevented it, would have had to do the rest, or was prevented.
    """

    seat: Seat
    path: str
    step: answers.Step
    pays: bool
    says: str
    line: LineTold | None
    other: Seat | None


class ReferralTold(Struct, frozen=True):
    """What only a judge can settle, by a ruling on this path."""

    code: answers.Code
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
    answers: tuple[BlameAnswerTold, ...]
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
        answers=tuple(_answer(each, vocabulary, roster) for each in blame.answers),
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


def _answer(answer: answers.BlameAnswer, vocabulary: Vocabulary, roster: Roster) -> BlameAnswerTold:
    says = roster.name_ids(explanation.answer_text(answer, vocabulary))
    line = None if answer.line is None else _line(answer.line)
    return BlameAnswerTold(answer.seat, answer.path, answer.step, answer.pays, says, line, answer.other)


def _line(line: answers.AlternativeLine) -> LineTold:
    put_in = (
        SubstitutionTold(each.position, each.instead, tuple(Raw(decision_text(one)) for one in each.decisions))
        for each in line.puts_in
    )
    return LineTold(tuple(put_in), line.left_out, line.ends, line.by_chance, line.again)


def _referral(each: answers.Referral, roster: Roster) -> ReferralTold:
    says = roster.name_ids(explanation.referral_text(each))
    return ReferralTold(each.code, answers.REFERRALS[each.code], each.path, each.seats, each.position, says)
