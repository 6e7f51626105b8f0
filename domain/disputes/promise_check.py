"""Promises in a dispute: whether a letter was kept, as the audit says, and what a corrected line does to them all."""

from operator import attrgetter
from typing import Final

from msgspec import Struct

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.claims import PromiseBroken
from oathbook.domain.disputes.findings import Impact, Judgement, MissingInput, PromiseEffect
from oathbook.domain.games import game_events
from oathbook.domain.games.counterfactual import LineComparison
from oathbook.domain.games.game import ALLOWED_AFTER_END
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.audit import audit, statuses
from oathbook.domain.promises.audit.explanation import explanation_of
from oathbook.domain.promises.logic.proofs import Status

UNSETTLED: Final[tuple[Status | None, ...]] = (None, "pending", "undetermined")
"""What further play, or a ruling, may still change."""


class PromiseAccount(Struct, frozen=True):
    """Where a promise stands, who is to blame for a breach, and the account of it, line by line.

    ``settled`` is the event that settled it; nothing while it is pending.
    """

    promise: str
    status: Status
    blamed: tuple[Seat, ...]
    settled: int | None
    account: tuple[str, ...]


def check_promise(case: Case, claim: PromiseBroken) -> Judgement:
    """Upheld where the letter is broken, no matter who is to blame; undetermined until it is decided.

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
    derived = PromiseAccount(claim.promise, promise.status, blamed, promise.settled_at, account)
    says = f"{claim.promise} is {promise.status}"
    says += f"; to blame: {', '.join(blamed)}" if blamed else ""
    if promise.status in {"pending", "undetermined"}:
        missing = MissingInput("ruling" if promise.status == "undetermined" else "line", says)
        return Judgement("undetermined", says, clauses, derived=derived, missing=missing)
    return Judgement("upheld" if promise.status == "broken" else "rejected", says, clauses, derived=derived)


def promise_effects(case: Case, since: game_events.Position, line: LineComparison) -> tuple[PromiseEffect, ...]:
    """What becomes of every promise of the record if the game goes on as a line that parts from it after a position.

    Where that line ends before the record does, a promise that it has not settled is open.
    """
    if not any(isinstance(each.body, game_events.PromiseEventBase) for each in case.entries):
        return ()
    corrected = statuses(case.ruleset, _corrected_entries(case, since, line))
    return tuple(
        PromiseEffect(name, status, corrected.get(name), _effect(status, corrected.get(name), line))
        for name, status in statuses(case.ruleset, case.entries).items()
    )


def _effect(recorded: Status, corrected: Status | None, line: LineComparison) -> Impact:
    if line.stop is not None and corrected in UNSETTLED:
        return "open"
    return "unchanged" if recorded == corrected else "changed"


def _corrected_entries(case: Case, since: game_events.Position, line: LineComparison) -> list[game_events.Entry]:
    """The events of the corrected line that letters speak of: what follows, the end, what is done about promises."""
    followed = [_entry(case, since, at, game_events.OutcomeFollowed(at, outcome)) for at, outcome in line.outcomes]
    ending = case.ruleset.standing(line.corrected).ending
    if ending is not None:
        followed.append(_entry(case, since, line.until, game_events.GameEnded(ending)))
    kept = [each for each in case.entries[since:] if _stays(each, line, is_over=ending is not None)]
    return [*case.entries[:since], *sorted((*followed, *kept), key=attrgetter("position"))]


def _entry(
    case: Case, since: game_events.Position, at: game_events.Position, body: game_events.EventBody
) -> game_events.Entry:
    """An event of the corrected line; what follows from a decision that was refused is a step of its own."""
    return game_events.Entry(at, 0 if at == since else case.entries[at - 1].step, "", "rules", body)


def _stays(entry: game_events.Entry, line: LineComparison, *, is_over: bool) -> bool:
    """Whether something happens on the corrected line as it was recorded."""
    if line.rejoins is not None and entry.position > line.rejoins:
        return True
    if line.stop is not None and line.stop.why != "over" and entry.position >= line.stop.position:
        return False
    behind_the_end = is_over and entry.position > line.until
    return (
        type(entry.body) in ALLOWED_AFTER_END
        if behind_the_end
        else isinstance(entry.body, game_events.PromiseEventBase)
    )
