"""The explanation of a promise in words: its proof, then who could have done what, and at last who pays and why."""

from collections.abc import Iterable, Iterator
from typing import Final

from oathbook.domain.kernel import Roster, Seat
from oathbook.domain.promises.audit.decisions import decision_text
from oathbook.domain.promises.audit.promise_audit import Due, PartAudit, PromiseAudit
from oathbook.domain.promises.evaluator.proof_text import explain_proof
from oathbook.domain.promises.letter.letter_warnings import BEYOND_POWER
from oathbook.domain.promises.logic.paths import label_of
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.promises.who_pays import answers
from oathbook.domain.rulesets.vocabulary import Vocabulary

_SAYS: Final[dict[tuple[answers.Step, bool], str]] = {
    ("part", False): "{seat} did their part",
    ("prevented", False): "{seat} was kept from it by {other}",
    ("prevented", True): "{seat} kept {other} from it",
    ("could", True): "{seat} could have kept it",
    ("taken", False): "{other} took it away from {seat}",
    ("own-part", True): "{seat} could have done a part of it, and did not",
    ("beyond", True): f"{{seat}} {BEYOND_POWER}, and no one had taken it from them",
    ("no-excuse", True): "{seat} did not keep it, and nothing excuses it, whatever is hidden from this reader",
    ("beyond", False): f"{{seat}} {BEYOND_POWER}, for which nobody answers in this game",
    ("ruling", True): "a ruling names {seat}",
    ("ruling", False): "the ruling does not say that {seat} answers for it",
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
    yield from (_labelled(each, vocabulary) for each in part.blame.excused)
    yield from map(referral_text, part.referrals)
    if part.status == "broken":
        yield from _payments(part, vocabulary)


def _payments(part: PartAudit, vocabulary: Vocabulary) -> Iterator[str]:
    for seat in part.blame.blamed:
        paying = (each for each in part.blame.answers if each.seat == seat and each.pays)
        reasons = "; ".join(_labelled(each, vocabulary) for each in paying)
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


def _labelled(answer: answers.BlameAnswer, vocabulary: Vocabulary) -> str:
    return f"{label_of(answer.path)}: {answer_text(answer, vocabulary)}"


def answer_text(answer: answers.BlameAnswer, vocabulary: Vocabulary) -> str:
    """Why a seat pays, or does not, with the decisions that would have kept the promise."""
    kept = "" if answer.line is None else f"; {_line_text(answer.line, vocabulary)}, it would have been kept"
    return f"{_SAYS[answer.step, answer.pays].format(seat=answer.seat, other=answer.other)}{kept}"


def _line_text(line: answers.AlternativeLine, vocabulary: Vocabulary) -> str:
    """What would have had to be decided, in the order of the game."""
    put_in = (_put_in(each, vocabulary) for each in sorted(line.puts_in, key=lambda each: each.position))
    return f"had {', and '.join(put_in)}"


def _put_in(substitution: answers.Substitution, vocabulary: Vocabulary) -> str:
    where = f"{'at' if substitution.instead else 'before'} position {substitution.position}"
    if not substitution.decisions:
        return f"what was decided {where} been left"
    decided = (f"{each.by} decided to {decision_text(each, vocabulary)}" for each in substitution.decisions)
    return f"{', and '.join(decided)} {where}"


def referral_text(referral: answers.Referral) -> str:
    """What is left to a judge."""
    seats = f", about {', '.join(referral.seats)}" if referral.seats else ""
    place = f", position {referral.position}" if referral.position is not None else ""
    detail = f" ({referral.detail})" if referral.detail else ""
    what = f"{referral.code}, {answers.REFERRALS[referral.code]}"
    return f"{label_of(referral.path)}: left to a judge: {what}{seats}{place}{detail}"
