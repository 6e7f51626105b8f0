"""A corrected line: recorded decisions and draws played on from another state than the recorded one."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.disputes.case import Step, evolved_through
from domain.disputes.findings import Stop
from domain.disputes.judging import Outcome, again
from domain.games.discrepancies import events_alike
from domain.games.recompute import Answer
from domain.rulesets.protocol import AnyRuleset


class Line(Struct, frozen=True):
    """Two lines of a game side by side: the states after ``until``, and where they parted, met again, or one ended.

    ``outcomes`` is what follows on the corrected line, each with the position of its decision.
    """

    recorded: Any
    corrected: Any
    until: int
    parts: int | None = None
    rejoins: int | None = None
    stop: Stop | None = None
    outcomes: tuple[tuple[int, Outcome], ...] = ()


def played_on(ruleset: AnyRuleset, line: Line, steps: Iterable[Step]) -> Line:
    """Both lines after these steps; stops where the corrected one cannot be played, or is the recorded one again.

    ``Misfit`` where a recorded event does not fit the recorded state.
    """
    outcomes = [*line.outcomes]
    for step in steps:
        if line.corrected == line.recorded:
            break
        given = played(ruleset, line.corrected, step)
        if isinstance(given, Stop):
            return replace(line, stop=given, outcomes=tuple(outcomes))
        same = events_alike(step.consequences, given.consequences)
        recorded = evolved_through(ruleset, line.recorded, step.consequences)
        corrected = evolved_through(ruleset, line.corrected, given.consequences)
        line = Line(recorded, corrected, step.last, line.parts if line.parts is not None or same else step.at)
        outcomes.append((step.at, given.consequences))
    rejoins = line.until if line.corrected == line.recorded else None
    return replace(line, rejoins=rejoins, outcomes=tuple(outcomes))


def played(ruleset: AnyRuleset, state: Any, step: Step) -> Answer | Stop:
    """What follows from a recorded decision and its draws in a state, or why it cannot be played there."""
    ending = ruleset.standing(state).ending
    if ending is not None:
        return Stop(step.at, "over", f"the game is over before: {ending.outcome}", ending.clause)
    given = again(ruleset, state, step)
    return given if given.kind == "follows" else stopped(given, step)


def stopped(given: Answer, step: Step) -> Stop:
    """Why a recorded decision cannot be played in another state."""
    if given.refusal is not None:
        return Stop(step.at, "illegal", given.refusal.says, given.refusal.clause)
    if given.request is not None:
        label, clause = given.request.label, given.request.clause
        at = next((position for position, draw in step.made if draw.label == label), step.at)
        cited = clause if isinstance(clause, str) else ""
        return Stop(at, "draw-missing" if given.kind == "depends" else "draw-impossible", given.says, cited)
    return Stop(step.at, "hidden" if given.kind == "concealed" else "not-covered", given.says)
