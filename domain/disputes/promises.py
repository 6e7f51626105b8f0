"""``promise`` p: whether the letter was kept, as the audit of the record says."""

from msgspec import Struct

from domain.disputes.case import Case
from domain.disputes.claims import PromiseBroken
from domain.disputes.findings import Judgement, Missing
from domain.kernel.seats import Seat
from domain.promises.audit.audit import audit
from domain.promises.audit.explanation import explanation_of
from domain.promises.logic.proof import Status


class PromiseStands(Struct, frozen=True):
    """Where a promise stands, who is to blame for a breach, and the account of it, line by line.

    ``settled`` is the event that settled it; nothing while it is pending.
    """

    promise: str
    status: Status
    blamed: tuple[Seat, ...]
    settled: int | None
    account: tuple[str, ...]


def letter_was_broken(case: Case, claim: PromiseBroken) -> Judgement:
    """Upheld where the letter is broken, whoever is to blame; undetermined until it is decided.

    ``BadLetter`` where the letter cannot be read any more.
    """
    found = audit(case.ruleset, case.entries, only=claim.promise)
    (promise,) = found.promises
    game = found.game
    lines = (explanation_of(promise, part, game.trace, game.ruleset.vocabulary) for part in promise.parts)
    account = tuple(line for each in lines for line in each)
    blamed = tuple(dict.fromkeys(seat for part in promise.parts for seat in part.blame.blamed))
    penalty = case.ruleset.vocabulary.penalty
    clauses = penalty.cites if penalty is not None and promise.status == "broken" else ()
    derived = PromiseStands(claim.promise, promise.status, blamed, promise.settled, account)
    says = f"{claim.promise} is {promise.status}"
    says += f"; to blame: {', '.join(blamed)}" if blamed else ""
    if promise.status in {"pending", "undetermined"}:
        missing = Missing("ruling" if promise.status == "undetermined" else "line", says)
        return Judgement("undetermined", says, clauses, derived=derived, missing=missing)
    return Judgement("upheld" if promise.status == "broken" else "rejected", says, clauses, derived=derived)
