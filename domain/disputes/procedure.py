"""Who may do what in a dispute, and when.

A seat of the game or an arbiter without one files a claim, and may take it back until there is a ruling. Seats and
arbiters add evidence and have findings entered; arbiters unseal what is hidden. An arbiter who has no seat in the game,
and did not file the claim, rules on the last finding that decides the claim, or, where none does, on the last one.
Anybody at the table may appeal once; another arbiter then rules, and that stands.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

from msgspec import Struct

from oathbook.domain import errors
from oathbook.domain.disputes import dispute_events
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.remedy_sets import NEEDS_NO_WRONG, must_fit_together, seats_of
from oathbook.domain.kernel import TABLE, Seat, limits

CORRECTABLE: Final = ("decision-illegal", "outcome-wrong", "draw-wrong")
"""Claims about an event in whose step there is an outcome that can be put right."""

CLAIMS_BETWEEN_EVENTS: Final = ("decision-refused", "standing")
"""Claims about what should have been after an event, which is itself as it was."""


class DisputedGame(Struct, frozen=True):
    """The game that a dispute is about, as far as its procedure asks: who plays which seat, and how long it is.

    ``goes_on`` says that it is played on as another game, which is not over.
    """

    players: Mapping[Seat, str]
    position: int
    goes_on: bool = False


def must_be_fileable(table: DisputedGame, by: dispute_events.Actor, game: str, *, before: int) -> None:
    """Refuse a claim that they may not file: ``NotYourSeat``, ``TooLarge`` with so many of theirs ``before``.

    Whether it names an event is for ``claims.claim_from``.
    """
    if isinstance(by, dispute_events.Arbiter):
        _must_be_impartial(table, by)
    else:
        _must_sit(table, by, "files a claim")
    if before >= limits.DISPUTES_PER_SEAT:
        raise errors.TooLarge(
            f"{_name(by)} has filed {limits.DISPUTES_PER_SEAT} claims about game {game}, and no more are taken"
        )


def must_be_allowed(
    dispute: Dispute, table: DisputedGame, by: dispute_events.Actor, event: dispute_events.DisputeEvent
) -> None:
    """Refuse what cannot be done in a dispute as it stands; the event is about to be written.

    ``DisputeRefused`` names the field, ``AlreadyRuled`` says that there is a ruling, ``NotYourSeat`` that it is not for
    them to do, ``TooLarge`` which limit there is, ``NotFound`` which position of the game there is not.
    """
    match event:
        case dispute_events.DisputeFiled():
            _refuse("dispute", f"{dispute.id} is filed already")
        case dispute_events.EvidenceAdded():
            _must_be_evidence(dispute, table, by, event)
        case dispute_events.EvidenceUnsealed():
            _must_unseal(dispute, table, by, event)
        case dispute_events.FindingEntered():
            _must_be_heard(dispute, table, by, "has a finding entered")
            _must_be_fewer(by, [each.by for each in dispute.findings], limits.FINDINGS_PER_DISPUTE, "findings")
        case dispute_events.RulingEntered():
            _must_rule(dispute, table, by, event)
        case dispute_events.Appealed():
            _must_appeal(dispute, table, by, event)
        case dispute_events.DisputeWithdrawn():
            _must_be_theirs(dispute, by)


def must_judge(dispute: Dispute, table: DisputedGame, by: dispute_events.Actor) -> None:
    """Refuse whoever may not rule on the dispute now, as ``must_be_allowed`` does for a ruling."""
    _must_judge(dispute, table, by, "rule")


# The hearing ------------------------------------------------------------------------------------------------------


def _must_be_evidence(
    dispute: Dispute, table: DisputedGame, by: dispute_events.Actor, added: dispute_events.EvidenceAdded
) -> None:
    _must_be_heard(dispute, table, by, "adds evidence")
    _must_say("says", added.says)
    _must_be_positions(added, table)
    _must_be_fewer(by, dispute.evidence, limits.EVIDENCE_PER_DISPUTE, "pieces of evidence")


def _must_unseal(
    dispute: Dispute, table: DisputedGame, by: dispute_events.Actor, unsealed: dispute_events.EvidenceUnsealed
) -> None:
    _must_judge(dispute, table, by, "unseal")
    if table.goes_on:
        _refuse("fields", "the game is played on as another, whose secrets these are: file it about that one")
    _must_say("reason", unsealed.reason)
    if dispute.unsealed >= {*unsealed.fields}:
        _refuse("fields", "they are unsealed already")
    _must_be_fewer(by, dispute.unsealings, limits.UNSEALINGS_PER_DISPUTE, "unsealings")


def _must_be_heard(dispute: Dispute, table: DisputedGame, by: dispute_events.Actor, what: str) -> None:
    """A seat at the table, or an arbiter without a seat at it, while a ruling is still to come."""
    if isinstance(by, dispute_events.Arbiter):
        _must_be_impartial(table, by)
    else:
        _must_sit(table, by, what)
    _must_await_a_ruling(dispute)


def _must_be_theirs(dispute: Dispute, by: dispute_events.Actor) -> None:
    if by != dispute.by:
        raise errors.NotYourSeat(f"by: {_name(dispute.by)} filed this dispute, and withdraws it")
    _must_await_a_ruling(dispute)
    if dispute.state == "appealed":
        _refuse("dispute", "it is on appeal; what was ruled on is not withdrawn")


# Rulings ----------------------------------------------------------------------------------------------------------


def _must_rule(
    dispute: Dispute, table: DisputedGame, by: dispute_events.Actor, ruling: dispute_events.RulingEntered
) -> None:
    _must_judge(dispute, table, by, "rule")
    _must_say("reasons", ruling.reasons)
    _must_answer_the_finding(dispute, ruling)
    must_fit_together(ruling.remedies)
    for remedy in ruling.remedies:
        _must_be_a_remedy(dispute, table, ruling.answer, remedy)


def _must_judge(dispute: Dispute, table: DisputedGame, by: dispute_events.Actor, what: str) -> None:
    """An arbiter without a seat in the game who has not ruled on this dispute before, while a ruling is to come."""
    if not isinstance(by, dispute_events.Arbiter):
        raise errors.NotYourSeat(f"by: arbiters {what}, and not {by}")
    _must_be_impartial(table, by)
    _must_await_a_ruling(dispute)
    if by.is_same_person(dispute.by):
        _refuse("arbiter", f"{by.name} filed this dispute; another arbiter rules on it")
    if any(by.is_same_person(each.by) for each in dispute.rulings):
        _refuse("arbiter", f"{by.name} made the ruling that is appealed; on the appeal another arbiter rules")


def _must_answer_the_finding(dispute: Dispute, ruling: dispute_events.RulingEntered) -> None:
    found = dispute.finding_to_rule_on
    if found is None:
        _refuse("finding", "there is none: have it entered, then rule on it")
    if ruling.finding != found.position:
        _refuse("finding", f"a ruling is on the last finding that decides, here the one at position {found.position}")
    says = f"the finding at position {found.position} says {found.answer}"
    departs = found.answer not in {ruling.answer, "undetermined"}
    if departs and not ruling.against.strip():
        _refuse("against", f"{says}: say why the ruling does not")
    if ruling.against and not departs:
        _refuse("against", f"{says}; the ruling is not against it")


def _must_be_a_remedy(
    dispute: Dispute, table: DisputedGame, answer: dispute_events.RulingAnswer, remedy: dispute_events.Remedy
) -> None:
    for seat in seats_of(remedy):
        if seat not in table.players:
            _refuse("remedy", f"there is no seat “{seat}”; the seats are {', '.join(table.players)}")
    if answer != "upheld" and not isinstance(remedy, NEEDS_NO_WRONG):
        _refuse("remedy", "where the claim is rejected there is nothing to put right")
    if isinstance(remedy, dispute_events.Penalise) and not remedy.points:
        _must_say("remedy", remedy.says)
    if isinstance(remedy, dispute_events.PlayOnFrom):
        _must_go_back(dispute, remedy.position)
    if (
        isinstance(remedy, dispute_events.Correct | dispute_events.DrawAgain)
        and dispute.filed.claim["claim"] not in CORRECTABLE
    ):
        _refuse("remedy", f"only of a claim that is {', '.join(CORRECTABLE)} an outcome is corrected or drawn again")


def _must_go_back(dispute: Dispute, position: int) -> None:
    """A game played on from after the wrong event would keep it; a promise has no one position."""
    claim = dispute.filed.claim
    if claim["claim"] == "promise":
        return
    last = int(claim["at"]) - (claim["claim"] not in CLAIMS_BETWEEN_EVENTS)
    if position > last:
        _refuse("remedy", f"position: {position} lies after what the claim is about; go back to {last} or before it")


def _must_appeal(
    dispute: Dispute, table: DisputedGame, by: dispute_events.Actor, appeal: dispute_events.Appealed
) -> None:
    _must_sit(table, by, "appeals")
    if dispute.state != "ruled":
        once = "there is one appeal, and it was made"
        _refuse("dispute", once if dispute.rulings else f"it is {dispute.state}, and nothing is ruled")
    _must_say("grounds", appeal.grounds)


# Who and what -----------------------------------------------------------------------------------------------------


def seat_of_arbiter(table: DisputedGame, arbiter: dispute_events.Arbiter) -> Seat | None:
    """The seat that an arbiter plays in the game: who has one is no arbiter in it."""
    name = dispute_events.normalise_name(arbiter.name)
    return next((seat for seat, player in table.players.items() if dispute_events.normalise_name(player) == name), None)


def _must_be_impartial(table: DisputedGame, arbiter: dispute_events.Arbiter) -> None:
    seat = seat_of_arbiter(table, arbiter)
    if seat is not None:
        _refuse("arbiter", f"{arbiter.name} plays {seat} in this game, and is no arbiter in it")


def _must_sit(table: DisputedGame, by: dispute_events.Actor, what: str) -> None:
    if isinstance(by, dispute_events.Arbiter) or by not in (*table.players, TABLE):
        raise errors.NotYourSeat(f"by: {', '.join((*table.players, TABLE))} {what}, and not {_name(by)}")


def _name(by: dispute_events.Actor) -> str:
    return by.name if isinstance(by, dispute_events.Arbiter) else by


def _must_await_a_ruling(dispute: Dispute) -> None:
    if dispute.state == "withdrawn":
        _refuse("dispute", "it was withdrawn")
    if not dispute.is_open:
        last = dispute.rulings[-1]
        then = "anybody at the table may appeal it" if dispute.state == "ruled" else "on appeal, and that stands"
        raise errors.AlreadyRuled(
            f"dispute {dispute.id}: {last.by.name} has ruled on it, at position {last.position}; {then}"
        )


def _must_be_positions(added: dispute_events.EvidenceAdded, table: DisputedGame) -> None:
    if list(added.about) != sorted({*added.about}):
        _refuse("about", "positions stand in their order, each of them once")
    if added.about and added.about[-1] > table.position:
        raise errors.NotFound(
            f"about: position {added.about[-1]}: the positions of this game are 1 to {table.position}"
        )


def _must_be_fewer(by: dispute_events.Actor, there: Sequence[dispute_events.Actor], most: int, what: str) -> None:
    """What one of them has used up is nobody else's: no party can stop a hearing."""
    if there.count(by) >= most:
        raise errors.TooLarge(f"a dispute has at most {most} {what} by each, and {_name(by)} has had them")


def _must_say(field: str, says: str) -> None:
    if not says.strip():
        _refuse(field, "say something")


def _refuse(field: str, says: str) -> NoReturn:
    raise errors.DisputeRefused(field, says)
