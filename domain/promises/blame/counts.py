"""What of a total was done, by whom, and what was still missing."""

from domain.kernel.seats import Seat
from domain.promises.blame.cases import BreachCase, leaf_of
from domain.promises.blame.culprits import Culprit
from domain.promises.blame.played_game import GameStep
from domain.promises.logic.formula import Total


def contributions(case: BreachCase, culprit: Culprit) -> tuple[tuple[int, Seat | None, int], ...]:
    """What was counted: the moment, whose doing it was, and how much."""
    moments = case.game.trace.moments
    found: list[tuple[int, Seat | None, int]] = []
    for each in leaf_of(culprit).counted:
        facts = moments[each.fact.moment].occurrences
        place = (each.fact.position, each.fact.number)
        by = next(one.fact.by for one in facts if (one.position, one.number) == place)
        found.append((each.fact.moment, by, each.lo))
    return tuple(found)


def missing_before(case: BreachCase, culprit: Culprit, tally: Total, command: GameStep) -> int:
    """How much of a total was still missing before a decision."""
    return tally.n - sum(amount for moment, _, amount in contributions(case, culprit) if moment < command.moment)
