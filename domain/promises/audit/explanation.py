"""The explanation of a promise in words: its proof, then who could have done what, and at last who pays and why."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from msgspec.structs import asdict

from domain.kernel.hidden import Hidden
from domain.kernel.seats import Seat
from domain.promises.audit.audited import Audited, AuditedPart, Due
from domain.promises.blame.causes import (
    REFERRALS,
    Excuse,
    ExcuseReason,
    LostChance,
    Referral,
    Witness,
)
from domain.promises.chances.other_line import PossibleMove
from domain.promises.evaluator.explain import explained
from domain.promises.letter.warning import BEYOND_POWER
from domain.promises.trace.trace import Trace
from domain.rulesets.vocabulary import Vocabulary

_EXCUSES: Final[dict[ExcuseReason, str]] = {
    "no-turn": "could have done it, but somebody else ended the time for it before the next turn",
    "forced": "had no other legal move",
    "prevented-by-co-obligor": "was prevented by a co-obligor while time remained",
    "prevented-by-addressee": "was prevented by an addressee",
    "blocked": "let no chance go before somebody else took it away",
    "blocked-by-chance": "lost the chance to a die, a card or nobody's decision",
    "not-answered": "did its part, to which others did not agree",
    "offered-by-another": "owed it with somebody who did all that was missing, to which others did not agree",
    "gave-all": "had nothing more to give to it",
    "beyond-power": f"{BEYOND_POWER}, for which nobody answers in this game",
    "ruled": "is not named by the ruling",
}


def explanation_of(audited: Audited, part: AuditedPart, trace: Trace, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The explanation of a part of a promise, line by line, in the words of the vocabulary."""
    return tuple(_part(audited, part, trace, vocabulary))


def _part(audited: Audited, part: AuditedPart, trace: Trace, vocabulary: Vocabulary) -> Iterator[str]:
    yield from explained(part.proof, part.agreement, audited.letter, trace, vocabulary)
    if part.vacuous:
        yield "no duty of it ever arose"
    if part.status == "broken" and audited.stands == "ended":
        yield "It was released after it was broken: what was broken stays so, and so does its price."
    yield from map(excuse_text, part.blame.excused)
    yield from map(referral_text, part.referrals)
    if part.status == "broken":
        yield from _payments(part)


def _payments(part: AuditedPart) -> Iterator[str]:
    for seat in part.blame.blamed:
        reasons = "; ".join(witness_text(each) for each in part.blame.witnesses if each.seat == seat)
        due = next((each for each in part.penalties if each.seat == seat), None)
        yield f"{_pays(seat, due)}: {reasons}."
    if not part.blame.blamed:
        yield "Nobody pays."


def _pays(seat: Seat, due: Due | None) -> str:
    if due is None:
        return f"{seat} is to blame, which costs nothing here"
    return _price(due, f" ({', '.join((*due.cites, *due.readings))})")


def price_text(dues: Iterable[Due]) -> str:
    """What a breach costs whom; nothing where it costs nobody anything."""
    return "; ".join(_price(each, "") for each in dues)


def _price(due: Due, why: str) -> str:
    price = f"{due.amount} {due.reserve}{why}"
    if due.applies:
        return f"{due.seat} pays {price}"
    return f"{due.seat} is to pay {price}, once a judge has settled the rest"


def witness_text(witness: Witness) -> str:
    """The evidence that a seat answers for it."""
    return f"{witness.path}: {_by_kind(witness, ' and '.join(map(_move, witness.moves)))}"


def _by_kind(witness: Witness, moves: str) -> str:
    seat = witness.seat
    match witness.kind:
        case "act" | "state":
            return f"{seat} did what broke it, and could have decided {moves}"
        case "chance" | "nearer":
            part = f" ({witness.room} of the {witness.missing} that were missing)" if witness.missing > 1 else ""
            return f"{seat} could have decided {moves}{part}"
        case "prevention":
            return f"{seat} took the last chance of {witness.prevented} away, and could have decided {moves}"
        case "beyond":
            return f"{seat} {BEYOND_POWER}, and nobody else had taken it away"
        case "ruling":
            return f"a ruling names {seat}"


def excuse_text(excuse: Excuse) -> str:
    """The reason why a seat does not answer for it."""
    by = f": {excuse.loss.by}'s {_loss(excuse.loss)}" if excuse.loss is not None else ""
    return f"{excuse.path}: {excuse.seat} does not answer for it: {_EXCUSES[excuse.why]}{by}"


def referral_text(referral: Referral) -> str:
    """What is left to a judge."""
    seats = f", about {', '.join(referral.seats)}" if referral.seats else ""
    place = f", position {referral.position}" if referral.position is not None else ""
    detail = f" ({referral.detail})" if referral.detail else ""
    return f"{referral.path}: left to a judge: {referral.code}, {REFERRALS[referral.code]}{seats}{place}{detail}"


def _loss(loss: LostChance) -> str:
    return f"{decision_text(loss.decision)} at position {loss.position}"


def _move(move: PossibleMove) -> str:
    where = f"{'at' if move.instead else 'before'} position {move.position}"
    return f"nothing {where}" if move.decision is None else f"{decision_text(move.decision)} {where}"


def decision_text(decision: Any) -> str:
    """A decision in words; what is hidden from this reader stays hidden."""
    fields = [(name, _plain(value)) for name, value in asdict(decision).items() if name != "by"]
    said = ", ".join(f"no {name}" if value is None else f"{name} {value}" for name, value in fields)
    kind = str(decision.__struct_config__.tag).replace("_", " ")
    return f"“{kind}” ({said})" if said else f"“{kind}”"


def _plain(value: object) -> object:
    if isinstance(value, Hidden):
        hidden = cast("Hidden[object]", value)
        return hidden.look() if hidden.is_open else "hidden"
    return value
