"""The explanation of a promise in words: its proof, then who could have done what, and at last who pays and why."""

from collections.abc import Iterable, Iterator
from typing import Final

from oathbook.domain.kernel import Roster, Seat
from oathbook.domain.promises.audit.decisions import decision_text
from oathbook.domain.promises.audit.promise_audit import Due, PartAudit, PromiseAudit
from oathbook.domain.promises.blame import causes
from oathbook.domain.promises.chances.other_line import PossibleMove
from oathbook.domain.promises.evaluator.proof_text import explain_proof
from oathbook.domain.promises.letter.letter_warnings import BEYOND_POWER
from oathbook.domain.promises.logic.paths import label_of
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.vocabulary import Vocabulary

_EXCUSES: Final[dict[causes.ExcuseReason, str]] = {
    "no-turn": "{seat} could have done it, but another player ended the time for it before {seat}'s next turn",
    "forced": "{seat} had no other legal move",
    "prevented-by-co-obligor": "{seat} was prevented by another who promised it, while time remained",
    "prevented-by-addressee": "{seat} was prevented by a player to whom it was promised",
    "blocked": "{seat} had let no chance go when another player took it away",
    "blocked-by-chance": "{seat} lost the chance to a die, a card or another event that no one decided",
    "not-answered": "{seat} did their part, but others did not agree",
    "offered-by-another": "{seat} owed it with a player who did all that was missing, but others did not agree",
    "gave-all": "{seat} had nothing more to give to it",
    "beyond-power": f"{{seat}} {BEYOND_POWER}, for which nobody answers in this game",
    "ruled": "the ruling does not say that {seat} answers for it",
}


def explanation_of(audited: PromiseAudit, part: PartAudit, trace: Trace, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The explanation of a part of a promise, line by line, in the words of the vocabulary."""
    return tuple(_part(audited, part, trace, vocabulary))


def _part(audited: PromiseAudit, part: PartAudit, trace: Trace, vocabulary: Vocabulary) -> Iterator[str]:
    yield from explain_proof(part.proof, part.agreement, audited.letter, trace, vocabulary)
    if part.vacuous:
        yield "Nothing ever fell due under this promise."
    if part.status == "broken" and audited.stands == "ended":
        yield "It was released after it was broken: what was broken stays so, and so does its price."
    yield from (excuse_text(each, vocabulary) for each in part.blame.excused)
    yield from map(referral_text, part.referrals)
    if part.status == "broken":
        yield from _payments(part, vocabulary)


def _payments(part: PartAudit, vocabulary: Vocabulary) -> Iterator[str]:
    for seat in part.blame.blamed:
        reasons = "; ".join(witness_text(each, vocabulary) for each in part.blame.witnesses if each.seat == seat)
        due = next((each for each in part.penalties if each.seat == seat), None)
        yield f"{_payment(seat, due)}: {reasons}."
    if not part.blame.blamed:
        yield "Nobody pays."


def _payment(seat: Seat, due: Due | None) -> str:
    if due is None:
        return f"{seat} is to blame, which costs nothing here"
    return _price(due, due.seat, f" ({', '.join((*due.cites, *due.readings))})")


def price_text(dues: Iterable[Due], roster: Roster) -> str:
    """What a breach costs whom; nothing where it costs nobody anything."""
    return "; ".join(_price(each, roster.call(each.seat), "") for each in dues)


def _price(due: Due, who: str, why: str) -> str:
    price = f"{due.amount} {due.reserve}{why}"
    if due.applies:
        return f"{who} pays {price}"
    return f"{who} is to pay {price}, once a judge has settled the rest"


def witness_text(witness: causes.Witness, vocabulary: Vocabulary) -> str:
    """The evidence that a seat answers for it."""
    return f"{label_of(witness.path)}: {_by_kind(witness, _moves(witness, vocabulary))}"


def _by_kind(witness: causes.Witness, moves: str) -> str:
    seat = witness.seat
    match witness.kind:
        case "act" | "state":
            return f"{seat} did what broke it, and could have avoided it{_where(witness)}"
        case "chance" | "nearer":
            part = f" ({witness.room} of the {witness.missing} that were missing)" if witness.missing > 1 else ""
            return f"{seat} could have decided {moves}{part}"
        case "prevention":
            return f"{seat} took away {witness.prevented}'s last chance, and could have avoided that{_where(witness)}"
        case "beyond":
            return f"{seat} {BEYOND_POWER}, and no one had taken it from them"
        case "ruling":
            return f"a ruling names {seat}"


def _where(witness: causes.Witness) -> str:
    """Where it could have been left."""
    return f" at position {witness.moves[0].position}" if witness.moves else ""


def excuse_text(excuse: causes.Excuse, vocabulary: Vocabulary) -> str:
    """The reason why a seat does not answer for it."""
    by = f": {excuse.loss.by} decided to {_loss(excuse.loss, vocabulary)}" if excuse.loss is not None else ""
    why = _EXCUSES[excuse.why].format(seat=excuse.seat)
    return f"{label_of(excuse.path)}: {excuse.seat} does not answer for it: {why}{by}"


def referral_text(referral: causes.Referral) -> str:
    """What is left to a judge."""
    seats = f", about {', '.join(referral.seats)}" if referral.seats else ""
    place = f", position {referral.position}" if referral.position is not None else ""
    detail = f" ({referral.detail})" if referral.detail else ""
    what = f"{referral.code}, {causes.REFERRALS[referral.code]}"
    return f"{label_of(referral.path)}: left to a judge: {what}{seats}{place}{detail}"


def _loss(loss: causes.LostChance, vocabulary: Vocabulary) -> str:
    return f"{decision_text(loss.decision, vocabulary)} at position {loss.position}"


def _moves(witness: causes.Witness, vocabulary: Vocabulary) -> str:
    """What a seat could have decided, and others with it: a trade takes everybody's word."""
    said: list[str] = []
    for move in witness.moves:
        by = witness.seat if move.decision is None else move.decision.by
        said.append(f"{'' if by == witness.seat else f'{by} '}to {_move(move, vocabulary)}")
    return ", and ".join(said)


def _move(move: PossibleMove, vocabulary: Vocabulary) -> str:
    where = f"{'at' if move.instead else 'before'} position {move.position}"
    return f"do nothing {where}" if move.decision is None else f"{decision_text(move.decision, vocabulary)} {where}"
