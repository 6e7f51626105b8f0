"""What became of the promises of a game, in short."""

from collections.abc import Mapping

from msgspec import Struct

from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.recording.format.record import Record


class PromiseOutcome(Struct, frozen=True):
    """What became of a promise, and what each player who answers for it pays."""

    status: Status
    pays: Mapping[str, int] = {}


def promise_outcomes(record: Record) -> Mapping[str, PromiseOutcome]:
    """The promises of a game by their names (``p1``); refuses as an audit does."""
    return {
        each.promise: PromiseOutcome(
            each.status, {due.seat: due.amount for part in each.parts for due in part.penalties if due.applies}
        )
        for each in audit(record.ruleset, record.entries()).promises
    }
