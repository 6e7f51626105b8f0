"""A claim about scores or the end: the whole game decided again from its opening, as far as that goes."""

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.claims import StandingWrong
from oathbook.domain.disputes.findings import Judgement, Missing, Pointer
from oathbook.domain.games.counterfactual import TwoLines, decided_again, stopped, was_refused
from oathbook.domain.games.discrepancies import outcomes_apart
from oathbook.domain.games.events import Consequences, GameEnded
from oathbook.domain.games.game import evolved_through
from oathbook.domain.games.played_record import PlayedStep
from oathbook.domain.kernel.hidden import Concealed
from oathbook.domain.rulesets.protocol import AnyRuleset, Standing


def standing_was_wrong(case: Case, claim: StandingWrong) -> Judgement:
    """Whether scores and end after so many events are what they are by the rules from the opening on.

    An illegal decision is left out and a wrong outcome replaced; where what was played then cannot be played on, it is
    undetermined. What had been corrected by then counts as it was corrected.
    """
    case = case.corrected(claim.at)
    game = case.after(claim.at)
    recorded = case.ruleset.standing(game.state)
    ended = [each.body.ending for each in case.entries[: claim.at] if isinstance(each.body, GameEnded)]
    shown = Standing(recorded.scores, recorded.out, ended[0] if ended else None)
    ends_step = claim.at == case.step_at(claim.at).last
    if (ended and ended[0] != recorded.ending) or (ends_step and not ended and recorded.ending is not None):
        clauses = () if recorded.ending is None else (recorded.ending.clause,)
        says = "it does not end so" if ended else "the game is over, and the record does not close it"
        return Judgement("upheld", f"after {claim.at}, {says}", clauses, None, shown, recorded)
    line, wrong = _decided_from_the_start(case, claim.at)
    return _compared(case.ruleset, claim.at, line, wrong)


def _decided_from_the_start(case: Case, at: int) -> tuple[TwoLines, Pointer | None]:
    """The recorded line and the one by the rules, and the first event that is wrong."""
    ruleset, wrong = case.ruleset, None
    state = case.after(1).state
    line = TwoLines(state, state, 1)
    for step in case.steps_after(1):
        if step.last > at:
            break
        line, found = _one_more(ruleset, line, step)
        wrong = wrong or found
        if line.stop is not None:
            break
    return line, wrong


def _one_more(ruleset: AnyRuleset, line: TwoLines, step: PlayedStep) -> tuple[TwoLines, Pointer | None]:
    recorded = evolved_through(ruleset, line.recorded, step.consequences)
    as_recorded = line.are_one
    if step.struck or (not as_recorded and ruleset.standing(line.corrected).ending is not None):
        return TwoLines(recorded, line.corrected, step.last), None
    given = decided_again(ruleset, line.corrected, step)
    if given.kind == "follows":
        is_wrong = _is_seen_apart(step, given.consequences)
        wrong = Pointer("outcome-wrong", _outcome_of(step)) if as_recorded and is_wrong else None
        follows = given.consequences if is_wrong else step.consequences
        return TwoLines(recorded, evolved_through(ruleset, line.corrected, follows), step.last), wrong
    if given.refusal is not None and was_refused(ruleset, line.recorded, step, given.refusal):
        wrong = Pointer("decision-illegal", step.at) if as_recorded else None
        return TwoLines(recorded, line.corrected, step.last), wrong
    return TwoLines(line.recorded, line.corrected, line.until, stop=stopped(given, step)), None


def _is_seen_apart(step: PlayedStep, follows: Consequences) -> bool:
    """Whether something else follows than is recorded; what is hidden from this reader is taken as recorded."""
    try:
        return outcomes_apart(step.at, step.consequences, follows, told=True) is not None
    except Concealed:
        return False


def _outcome_of(step: PlayedStep) -> int:
    """Where its outcome stands, or should."""
    return step.last + 1 if step.outcome_at is None else step.outcome_at


def _compared(ruleset: AnyRuleset, at: int, line: TwoLines, wrong: Pointer | None) -> Judgement:
    recorded, corrected = ruleset.standing(line.recorded), ruleset.standing(line.corrected)
    clauses = () if corrected.ending is None else (corrected.ending.clause,)
    if line.stop is not None:
        kind = {"hidden": "hidden", "not-covered": "not-covered", "draw-missing": "draw", "draw-impossible": "draw"}
        missing = Missing(kind.get(line.stop.why, "line"), line.stop.says, line.stop.position)  # type: ignore[arg-type]  # because the values above are those it may have
        says = f"decided again from the start, the game cannot be followed beyond {line.until}: {line.stop.says}"
        clauses = (line.stop.clause,) if line.stop.clause else clauses
        return Judgement("undetermined", says, clauses, None, recorded, corrected, missing=missing, see=wrong)
    if recorded == corrected:
        says = f"decided again from the start, the standing after {at} is the same"
        return Judgement("rejected", says, clauses, (), recorded, corrected, see=wrong)
    says = f"decided again from the start, the standing after {at} is another"
    return Judgement("upheld", says, clauses, None, recorded, corrected, see=wrong)
