"""A claim about scores or the end: the whole game decided again from its opening, as far as that goes."""

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.claims import StandingWrong
from oathbook.domain.disputes.findings import ClaimPointer, Judgement, MissingInput
from oathbook.domain.games.counterfactual import LineComparison, decide_again, is_refused_as_recorded, stop_from
from oathbook.domain.games.decision_results import conceal_unknown_piles
from oathbook.domain.games.discrepancies import compare_outcomes
from oathbook.domain.games.game import evolve_state
from oathbook.domain.games.game_events import Consequences, GameEnded
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.kernel import Concealed
from oathbook.domain.rulesets.protocol import AnyRuleset, Standing


def check_standing(case: Case, claim: StandingWrong) -> Judgement:
    """Whether scores and end after so many events are what they are by the rules from the opening on.

    An illegal decision is left out and a wrong outcome replaced; where what was played then cannot be played on, it is
    undetermined. What had been corrected by then counts as it was corrected.
    """
    case = case.with_corrections(claim.at)
    game = case.game_after(claim.at)
    recorded = case.ruleset.standing(game.state)
    ended = [each.body.ending for each in case.entries[: claim.at] if isinstance(each.body, GameEnded)]
    shown = Standing(recorded.scores, recorded.out, ended[0] if ended else None)
    ends_step = claim.at == case.step_at(claim.at).last
    if (ended and ended[0] != recorded.ending) or (ends_step and not ended and recorded.ending is not None):
        clauses = () if recorded.ending is None else (recorded.ending.clause,)
        says = "it does not end so" if ended else "the game is over, and the record does not close it"
        return Judgement("upheld", f"after {claim.at}, {says}", clauses, None, shown, recorded)
    line, wrong = _replay_from_start(case, claim.at)
    return _judge_standing(case.ruleset, claim.at, line, wrong)


def _replay_from_start(case: Case, at: int) -> tuple[LineComparison, ClaimPointer | None]:
    """The recorded line and the one by the rules, and the first event that is wrong."""
    ruleset, wrong = case.ruleset, None
    state = case.game_after(1).state
    line = LineComparison(state, state, 1)
    for step in case.steps_after(1):
        if step.last > at:
            break
        line, found = _advance(ruleset, line, step)
        wrong = wrong or found
        if line.stop is not None:
            break
    return line, wrong


def _advance(ruleset: AnyRuleset, line: LineComparison, step: PlayedStep) -> tuple[LineComparison, ClaimPointer | None]:
    recorded = evolve_state(ruleset, line.recorded, step.consequences)
    as_recorded = line.is_same_state
    if step.is_struck or (not as_recorded and ruleset.standing(line.corrected).ending is not None):
        return LineComparison(recorded, line.corrected, step.last), None
    given = decide_again(ruleset, line.corrected, step)
    given = given if as_recorded else conceal_unknown_piles(given)
    if given.kind == "follows":
        is_wrong = _visibly_differs(step, given.consequences)
        wrong = ClaimPointer("outcome-wrong", _outcome_of(step)) if as_recorded and is_wrong else None
        follows = given.consequences if is_wrong else step.consequences
        return LineComparison(recorded, evolve_state(ruleset, line.corrected, follows), step.last), wrong
    if given.refusal is not None and is_refused_as_recorded(ruleset, line.recorded, step, given.refusal):
        wrong = ClaimPointer("decision-illegal", step.at) if as_recorded else None
        return LineComparison(recorded, line.corrected, step.last), wrong
    return LineComparison(line.recorded, line.corrected, line.until, stop=stop_from(given, step)), None


def _visibly_differs(step: PlayedStep, follows: Consequences) -> bool:
    """Whether something else follows than is recorded; what is hidden from this reader is taken as recorded."""
    try:
        return compare_outcomes(step.at, step.consequences, follows, is_transcript=True) is not None
    except Concealed:
        return False


def _outcome_of(step: PlayedStep) -> int:
    """Where its outcome stands, or should."""
    return step.last + 1 if step.outcome_at is None else step.outcome_at


def _judge_standing(ruleset: AnyRuleset, at: int, line: LineComparison, wrong: ClaimPointer | None) -> Judgement:
    recorded, corrected = ruleset.standing(line.recorded), ruleset.standing(line.corrected)
    clauses = () if corrected.ending is None else (corrected.ending.clause,)
    if line.stop is not None:
        kind = {"hidden": "hidden", "not-covered": "not-covered", "draw-missing": "draw", "draw-impossible": "draw"}
        missing = MissingInput(kind.get(line.stop.why, "line"), line.stop.says, line.stop.position)  # type: ignore[arg-type]  # because the values above are those it may have
        says = f"decided again from the start, the game cannot be followed beyond {line.until}: {line.stop.says}"
        clauses = (line.stop.clause,) if line.stop.clause else clauses
        return Judgement("undetermined", says, clauses, None, recorded, corrected, missing=missing, see=wrong)
    if recorded == corrected:
        says = f"decided again from the start, the standing after {at} is the same"
        return Judgement("rejected", says, clauses, (), recorded, corrected, see=wrong)
    says = f"decided again from the start, the standing after {at} is another"
    return Judgement("upheld", says, clauses, None, recorded, corrected, see=wrong)
