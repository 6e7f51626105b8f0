"""Whether it mattered to promises: each as the record leaves it, and as the corrected line does."""

from operator import attrgetter
from typing import Final

from domain.disputes.case import Case
from domain.disputes.findings import Effect, PromiseEffect
from domain.games.counterfactual import TwoLines
from domain.games.events import Body, Entry, GameEnded, OfPromise, OutcomeFollowed, Position
from domain.games.game import FOLLOW_THE_END
from domain.promises.audit.audit import statuses
from domain.promises.logic.proof import Status

UNSETTLED: Final[tuple[Status | None, ...]] = (None, "pending", "undetermined")
"""What further play, or a ruling, may still change."""


def effects_on_promises(case: Case, since: Position, line: TwoLines) -> tuple[PromiseEffect, ...]:
    """What becomes of every promise of the record if the game goes on as a line that leaves it behind a position.

    Where that line ends before the record does, a promise that it has not settled is open.
    """
    if not any(isinstance(each.body, OfPromise) for each in case.entries):
        return ()
    corrected = statuses(case.ruleset, _corrected(case, since, line))
    return tuple(
        PromiseEffect(name, status, corrected.get(name), _effect(status, corrected.get(name), line))
        for name, status in statuses(case.ruleset, case.entries).items()
    )


def _effect(recorded: Status, corrected: Status | None, line: TwoLines) -> Effect:
    if line.stop is not None and corrected in UNSETTLED:
        return "open"
    return "unchanged" if recorded == corrected else "changed"


def _corrected(case: Case, since: Position, line: TwoLines) -> list[Entry]:
    """The events of the corrected line that letters speak of: what follows, the end, what is done about promises."""
    followed = [_entry(case, since, at, OutcomeFollowed(at, outcome)) for at, outcome in line.outcomes]
    ending = case.ruleset.standing(line.corrected).ending
    if ending is not None:
        followed.append(_entry(case, since, line.until, GameEnded(ending)))
    kept = [each for each in case.entries[since:] if _stays(each, line, is_over=ending is not None)]
    return [*case.entries[:since], *sorted((*followed, *kept), key=attrgetter("position"))]


def _entry(case: Case, since: Position, at: Position, body: Body) -> Entry:
    """An event of the corrected line; what follows from a decision that was refused is a step of its own."""
    return Entry(at, 0 if at == since else case.entries[at - 1].step, "", "rules", body)


def _stays(entry: Entry, line: TwoLines, *, is_over: bool) -> bool:
    """Whether something happens on the corrected line as it was recorded."""
    if line.rejoins is not None and entry.position > line.rejoins:
        return True
    if line.stop is not None and line.stop.why != "over" and entry.position >= line.stop.position:
        return False
    behind_the_end = is_over and entry.position > line.until
    return type(entry.body) in FOLLOW_THE_END if behind_the_end else isinstance(entry.body, OfPromise)
