"""What has to hold of what a table did beside the rules, and what the rules say to it."""

from typing import Any

from msgspec.structs import replace

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.discrepancies import Discrepancy, compare_outcomes
from oathbook.domain.games.game import Game
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.games.table_answers import resumed_state
from oathbook.domain.games.table_events import AnyTableActed, evolve_table_act
from oathbook.domain.kernel import Concealed
from oathbook.domain.rulesets.protocol import AnyRuleset


def state_after(ruleset: AnyRuleset, game: Game, act: AnyTableActed) -> Any:
    """The state after what the table did.

    ``BadRecord`` where what happened does not fit, where a game of this setup cannot have the position (it names the
    field), where the rules cannot tell who decides next, and where a quantity changes that nothing may change (it names
    both numbers).
    """
    state = evolve_table_act(ruleset, game.state, act)
    if act.after is not None:
        resumed_state(ruleset, replace(game.opened.setup(), start=act.after))
    try:
        ruleset.to_act(state)
    except Misfit as misfit:
        raise BadRecord(f"the rules cannot say who decides then: {misfit}") from misfit
    before, after = ruleset.conserved(game.state), ruleset.conserved(state)
    changed = [what for what in {**before, **after} if before.get(what) != after.get(what)]
    if changed:
        counts = ", ".join(f"{what} {after.get(what, 0)} instead of {before.get(what, 0)}" for what in changed)
        raise BadRecord(f"there would be {counts}; say where it comes from, or where it goes")
    return state


def check_table_act(ruleset: AnyRuleset, state: Any, step: PlayedStep) -> Discrepancy:
    """Why the rules do not make what the table did: the refusal of what was meant, or the first thing that differs.

    Where nothing was meant, it says who was to decide.
    """
    act = step.table_act
    assert act is not None, "this step is what the table did"
    if act.meant is None:
        waiting = ", ".join(ruleset.to_act(state)) or "nobody"
        return Discrepancy(step.at, "table", f"nobody decided this; to decide: {waiting}", recorded=act)
    given = try_decision(ruleset, state, act.meant, RecordedChance(step.draws))
    if given.kind == "follows":
        return _compare(step, given)
    if given.refusal is not None:
        refusal = given.refusal
        return Discrepancy(step.at, "table", refusal.says, refusal.clause, act, refusal)
    clause = given.clause or (given.request.clause if given.request is not None else "") or ""
    return Discrepancy(step.at, "table", given.says, clause, act, given.request)


def _compare(step: PlayedStep, given: DecisionResult) -> Discrepancy:
    """The first thing that differs from what follows, by the first clause that what follows cites there."""
    try:
        apart = compare_outcomes(step.at, step.consequences, given.consequences, is_transcript=True)
    except Concealed as concealed:
        return Discrepancy(step.at, "table", str(concealed), recorded=step.table_act)
    if apart is None:
        return Discrepancy(
            step.at, "table", "the rules allow what was meant, and this came of it", recorded=step.table_act
        )
    cites = getattr(apart.follows, "cites", ())
    return Discrepancy(step.at, "table", apart.says, next(iter(cites), ""), apart.recorded, apart.follows)
