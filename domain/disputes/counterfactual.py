"""A corrected line: recorded decisions and draws played on from another state than the recorded one."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.disputes.case import Step, evolved_through
from domain.disputes.checks import Outcome, again
from domain.disputes.findings import Stop
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
        given = followed(ruleset, line, step)
        if isinstance(given, Stop):
            return replace(line, stop=given, outcomes=tuple(outcomes))
        line = further(ruleset, line, step, given.consequences)
        outcomes.append((step.at, given.consequences))
    rejoins = line.until if line.corrected == line.recorded else None
    return replace(line, rejoins=rejoins, outcomes=tuple(outcomes))


def further(ruleset: AnyRuleset, line: Line, step: Step, follows: Outcome) -> Line:
    """Both lines after one more step: with what was recorded, and with what follows on the corrected one."""
    same = events_alike(step.consequences, follows)
    recorded = evolved_through(ruleset, line.recorded, step.consequences)
    corrected = evolved_through(ruleset, line.corrected, follows)
    return Line(recorded, corrected, step.last, line.parts if line.parts is not None or same else step.at)


def followed(ruleset: AnyRuleset, line: Line, step: Step) -> Answer | Stop:
    """What follows from a recorded decision on the corrected line, or why it cannot be played there.

    Nothing from one that a correction has struck, and nothing from one that by the same clause is not allowed on the
    recorded line either: it is refused, and does not stop the line. By another clause it has become illegal.
    """
    if step.struck:
        return Answer("refused", "a correction has left it out")
    given = played(ruleset, line.corrected, step)
    if (
        isinstance(given, Stop)
        and given.why == "illegal"
        and was_refused_by(ruleset, line.recorded, step, given.clause)
    ):
        return Answer("refused", given.says)
    return given


def was_refused_by(ruleset: AnyRuleset, recorded: Any, step: Step, clause: str) -> bool:
    """Whether a decision is refused on the recorded line too, by that clause."""
    refusal = again(ruleset, recorded, step).refusal
    return refusal is not None and refusal.clause == clause


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
