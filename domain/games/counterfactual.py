"""Playing on from a changed line: recorded decisions and draws are put to a state that the record did not have then."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.errors import Misfit
from oathbook.domain.games.decision_results import DecisionResult, conceal_unknown_piles, try_decision
from oathbook.domain.games.discrepancies import has_same_events
from oathbook.domain.games.game import evolve_state
from oathbook.domain.games.game_events import Consequences
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.games.table_events import evolve_table_act
from oathbook.domain.games.tainted_draws import TaintedDraw, find_tainted_draw
from oathbook.domain.kernel import Refusal
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.protocol import AnyRuleset


class Stop(Struct, frozen=True):
    """Where a line ends before the record does, and why it cannot be played on."""

    position: Count
    why: Literal["illegal", "draw-missing", "draw-impossible", "not-covered", "hidden", "over", "table"]
    says: str
    clause: str = ""


def skip_none(_: Refusal) -> bool:
    """No: every refusal stops the line."""
    return False


def replay_decision(
    ruleset: AnyRuleset, state: Any, step: PlayedStep, skips: Callable[[Refusal], bool] = skip_none
) -> DecisionResult | Stop:
    """What follows from a recorded decision and its draws in a state, or why it cannot be played there.

    Nothing follows from a decision that a correction has struck or that was taken back, nor from one that is refused by
    a refusal that ``skips`` accepts: the answer is ``refused``, and the line goes on.
    """
    assert step.is_decided, "what the table did beside the rules follows from no decision"
    if step.is_struck:
        return DecisionResult("refused", "it was left out by a correction, or taken back")
    ending = ruleset.standing(state).ending
    if ending is not None:
        return Stop(step.at, "over", f"the game is over before: {ending.outcome}", ending.clause)
    given = conceal_unknown_piles(decide_again(ruleset, state, step))
    if given.kind == "follows" or (given.refusal is not None and skips(given.refusal)):
        return given
    return stop_from(given, step)


def decide_again(ruleset: AnyRuleset, state: Any, step: PlayedStep) -> DecisionResult:
    """What the rules say to a recorded decision in a state, with the draws that its outcome follows from."""
    return try_decision(ruleset, state, step.decision, RecordedChance(step.draws))


def stop_from(given: DecisionResult, step: PlayedStep) -> Stop:
    """Why a recorded decision cannot be played in another state."""
    if given.refusal is not None:
        return Stop(step.at, "illegal", given.refusal.says, given.refusal.clause)
    if given.request is not None:
        label, clause = given.request.label, given.request.clause
        at = next((position for position, draw in step.positioned_draws if draw.label == label), step.at)
        cited = clause if isinstance(clause, str) else ""
        return Stop(at, "draw-missing" if given.kind == "depends" else "draw-impossible", given.says, cited)
    return Stop(step.at, "hidden" if given.kind == "concealed" else "not-covered", given.says, given.clause)


# The corrected line beside the recorded one ---------------------------------------------------------------------------


class LineComparison(Struct, frozen=True):
    """Two lines of a game side by side: the states after ``until``, and where they parted, met again, or one ended.

    ``outcomes`` is what follows on the corrected line, each with the position of its decision. ``tainted`` is the first
    draw that came from another pile than the corrected line has there.
    """

    recorded: Any
    corrected: Any
    until: int
    parts: int | None = None
    rejoins: int | None = None
    stop: Stop | None = None
    outcomes: tuple[tuple[int, Consequences], ...] = ()
    tainted: TaintedDraw | None = None

    @property
    def is_same_state(self) -> bool:
        """Whether both have come to the same state."""
        return bool(self.corrected == self.recorded)


def replay_lines(ruleset: AnyRuleset, lines: LineComparison, steps: Iterable[PlayedStep]) -> LineComparison:
    """Both lines after these steps; stops where the corrected one cannot be played, or is the recorded one again.

    ``Misfit`` where a recorded event does not fit the recorded state.
    """
    outcomes = [*lines.outcomes]
    for step in steps:
        if lines.is_same_state:
            break
        given = replay_on_corrected_line(ruleset, lines, step)
        if isinstance(given, Stop):
            return replace(lines, stop=given, outcomes=tuple(outcomes))
        tainted = lines.tainted or find_tainted_draw(step, given, lines.recorded, lines.corrected)
        lines = replace(advance_lines(ruleset, lines, step, given.consequences), tainted=tainted)
        outcomes.append((step.at, given.consequences))
    return replace(lines, rejoins=lines.until if lines.is_same_state else None, outcomes=tuple(outcomes))


def replay_on_corrected_line(ruleset: AnyRuleset, lines: LineComparison, step: PlayedStep) -> DecisionResult | Stop:
    """What follows from a recorded decision on the corrected line, or why it cannot be played there.

    One that the same clause refuses on the recorded line too is skipped. By another clause it has become illegal. What
    the table did beside the rules happens again, as far as it fits.
    """
    if step.table_act is not None:
        stop = table_act_stop(ruleset, lines.corrected, step, is_recorded_state=lines.is_same_state)
        return stop or DecisionResult("follows", step.table_act.says, step.consequences)
    return replay_decision(
        ruleset, lines.corrected, step, lambda refusal: is_refused_as_recorded(ruleset, lines.recorded, step, refusal)
    )


def table_act_stop(ruleset: AnyRuleset, state: Any, step: PlayedStep, *, is_recorded_state: bool) -> Stop | None:
    """Why what the table did cannot happen in this state, if so: it does not fit, or its position is another's."""
    act = step.table_act
    assert act is not None, "this step is what the table did"
    if act.after is not None and not is_recorded_state:
        return Stop(step.at, "table", "the table made up the position there, which goes with the recorded game alone")
    try:
        evolve_table_act(ruleset, state, act)
    except Misfit as misfit:
        return Stop(step.at, "table", f"what the table did there does not fit: {misfit}")
    return None


def evolve_step(ruleset: AnyRuleset, state: Any, step: PlayedStep) -> Any:
    """The state after a recorded step; ``Misfit`` where one of its events does not fit."""
    if step.table_act is not None:
        return evolve_table_act(ruleset, state, step.table_act)
    return evolve_state(ruleset, state, step.consequences)


def is_refused_as_recorded(ruleset: AnyRuleset, recorded: Any, step: PlayedStep, by: Refusal) -> bool:
    """Whether the same clause refuses a decision on the recorded line too."""
    refusal = decide_again(ruleset, recorded, step).refusal
    return refusal is not None and refusal.clause == by.clause


def advance_lines(
    ruleset: AnyRuleset, lines: LineComparison, step: PlayedStep, follows: Consequences
) -> LineComparison:
    """Both lines after one more step: with what was recorded, and with what follows on the corrected one."""
    same = has_same_events(step.consequences, follows)
    recorded = evolve_step(ruleset, lines.recorded, step)
    is_table_act = step.table_act is not None
    corrected = (
        evolve_step(ruleset, lines.corrected, step) if is_table_act else evolve_state(ruleset, lines.corrected, follows)
    )
    return LineComparison(recorded, corrected, step.last, lines.parts if lines.parts is not None or same else step.at)
