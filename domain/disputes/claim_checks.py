"""A claim held against the rules: each event is asked about by itself, what stands before it being taken as recorded.

Within a step the first event that is wrong is what is wrong: of what comes after it in that step the rules say
nothing, and a claim about that is rejected with a pointer to the claim to make.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.disputes import findings
from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.claims import DecisionIllegal, DecisionRefused, DrawWrong, OutcomeWrong, TableWrong
from oathbook.domain.games.counterfactual import decide_again
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.discrepancies import compare_outcomes
from oathbook.domain.games.draw_checks import check_draws, is_same_draw
from oathbook.domain.games.game_events import BySeed, Consequences, Entry, OutcomeFollowed
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.games.table_checks import check_table_act
from oathbook.domain.kernel import Concealed, DrawRequest, Line
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence

_MISSING: Final[Mapping[str, findings.MissingKind]] = {"concealed": "hidden", "not-covered": "not-covered"}


def check_illegal_decision(case: Case, claim: DecisionIllegal) -> findings.Judgement:
    """Whether the decision at the position was allowed there."""
    step = case.step_at(claim.at)
    state = case.game_after(step.at - 1).state
    given = _allowed_at_least(case.ruleset, state, step.decision, decide_again(case.ruleset, state, step))
    return _judge_allowed(given, step.at, step.decision, ("rejected", "upheld"), of=f"the decision at {step.at}")


def check_refused_decision(case: Case, claim: DecisionRefused) -> findings.Judgement:
    """Whether the decision should have been allowed after so many events."""
    game = case.game_after(claim.at)
    if game.closed:
        ending = case.ruleset.standing(game.state).ending
        clauses = () if ending is None else (ending.clause,)
        return findings.Judgement(
            "rejected", f"the game is over since position {game.position}", clauses, derived=ending
        )
    first = try_decision(case.ruleset, game.state, claim.decision, RecordedChance(()))
    given = _allowed_at_least(case.ruleset, game.state, claim.decision, first)
    return _judge_allowed(given, claim.at, None, ("upheld", "rejected"), of=f"this decision after position {claim.at}")


def _allowed_at_least(ruleset: AnyRuleset, state: Any, decision: Any, given: DecisionResult) -> DecisionResult:
    """The answer or, where what follows is concealed, whether it is allowed: that needs what the seat itself sees."""
    if given.kind != "concealed":
        return given
    try:
        refusal = ruleset.refusal(state, decision)
    except Concealed:
        return given
    assert refusal is None, "decide refuses before it looks at what is hidden from the seat that decides"
    return DecisionResult("depends", "allowed")


def _judge_allowed(
    given: DecisionResult,
    at: int,
    recorded: Any,
    answers: tuple[findings.FindingAnswer, findings.FindingAnswer],
    *,
    of: str,
) -> findings.Judgement:
    """A judgement where the question is whether something is allowed: what is said if it is, and if it is not."""
    yes, no = answers
    if given.kind in {"concealed", "not-covered"}:
        return _undetermined(given, at, recorded)
    if given.refusal is not None:
        refusal = given.refusal
        asked = (refusal.clause, *(each.clause for each in refusal.conditions))
        says = f"{of} is not allowed: {refusal.says}"
        return findings.Judgement(no, says, _unique(asked), refusal.readings, recorded, refusal)
    known = readings_of(given.consequences) if given.kind == "follows" else None
    clauses, working = citations_of(given.consequences), working_of(given.consequences)
    derived = given.consequences or given.request
    return findings.Judgement(yes, f"{of} is allowed", clauses, known, recorded, derived, working, allows=True)


def check_outcome(case: Case, claim: OutcomeWrong) -> findings.Judgement:
    """Whether what is recorded at the position is what follows from the decision and the draws before it."""
    step = case.step_at(claim.at)
    entry = case.entries[claim.at - 1]
    assert isinstance(entry.body, OutcomeFollowed), "a claim about an outcome names one"
    given = decide_again(case.ruleset, case.game_after(step.at - 1).state, step)
    recorded = entry.body.consequences
    if given.kind == "follows":
        return _judge_outcome(entry, recorded, given.consequences)
    if (found := _reject_with_pointer(given, step, recorded)) is not None:
        return found
    return _undetermined(given, claim.at, recorded)


def _judge_outcome(entry: Entry, recorded: Consequences, follows: Consequences) -> findings.Judgement:
    clauses, known = citations_of(follows), readings_of(follows)
    try:
        apart = compare_outcomes(entry.position, recorded, follows, is_transcript=entry.by == "transcript")
    except Concealed as concealed:
        says = str(concealed)
        missing = findings.MissingInput("hidden", says, entry.position)
        return findings.Judgement("undetermined", says, clauses, known, recorded, follows, working_of(follows), missing)
    if apart is None:
        says = f"what is recorded at {entry.position} is what follows"
        return findings.Judgement("rejected", says, clauses, known, recorded, follows, working_of(follows))
    first: Consequences = () if apart.follows is None else (cast("Consequence[Any]", apart.follows),)
    working = working_of(first) or working_of(follows)
    says = f"at {entry.position}, {apart.says}"
    differs = first or (cast("Consequence[Any]", apart.recorded),)
    applies = (apart.clause, *citations_of(differs), *(line.clause for line in working_of(differs) if line.applied))
    clauses = _unique((apart.clause, *clauses))
    return findings.Judgement("upheld", says, clauses, known, recorded, follows, working, applies=applies)


def check_table_deed(case: Case, claim: TableWrong) -> findings.Judgement:
    """What the rules make of what the table did beside them: the refusal of what was meant, or what differs."""
    step = case.step_at(claim.at)
    apart = check_table_act(case.ruleset, case.game_after(step.at - 1).state, step)
    derived: Any = apart.follows
    follows: Consequences = (derived,) if isinstance(apart.follows, Consequence) else ()
    clauses = _unique((apart.clause, *citations_of(follows)))
    readings, says = readings_of(follows) if follows else None, f"at {step.at}, {apart.says}"
    return findings.Judgement(
        "upheld", says, clauses, readings, step.consequences, follows or derived, working_of(follows)
    )


def check_draw(case: Case, claim: DrawWrong) -> findings.Judgement:
    """Whether the draw was asked for, possible and from the right pile, and follows from the seed."""
    step = case.step_at(claim.at)
    draw = dict(step.positioned_draws)[claim.at]
    given = decide_again(case.ruleset, case.game_after(step.at - 1).state, step)
    known = readings_of(given.consequences) if given.kind == "follows" else None
    stopped_at = _stop_position(given, step)
    if given.kind == "impossible" and stopped_at == claim.at:
        return findings.Judgement("upheld", given.says, request_clauses(given.request), known, draw, given.request)
    request = next((each for each in given.requests if each.label == draw.label), None)
    if request is None and given.kind != "follows":
        found = _reject_with_pointer(given, step, draw)
        return _undetermined(given, claim.at, draw) if found is None else found
    made = [(at, each) for at, each in step.positioned_draws if at <= stopped_at]
    for each in check_draws(made, given.requests, case.opened):
        if each.position == claim.at:
            derived = each.follows or request
            return findings.Judgement("upheld", each.says, request_clauses(request), known, draw, derived)
    assert request is not None, "a draw that nothing asks for is wrong"
    return _judge_by_seed(case, step, claim.at, request, known)


def _judge_by_seed(
    case: Case, step: PlayedStep, at: int, request: DrawRequest, known: tuple[str, ...] | None
) -> findings.Judgement:
    """A draw that was possible, held against the seed where there is one and this reader has it."""
    draw, clauses = dict(step.positioned_draws)[at], request_clauses(request)
    try:
        request.known_pile()
    except Concealed as concealed:
        missing = findings.MissingInput("hidden", str(concealed), at)
        return findings.Judgement("undetermined", missing.says, clauses, known, draw, request, missing=missing)
    if not isinstance(case.opened.chance, BySeed):
        return findings.Judgement("rejected", "it was asked for, and could be drawn", clauses, known, draw, request)
    seeded = case.seeded_chance_at(step.at)
    if seeded is None:
        of_parent = "it was drawn by the seed of the game that this one goes on from"
        no_seed = of_parent if step.at <= case.opened.parent_position else "the seed is not open to this reader"
        missing = findings.MissingInput("hidden", no_seed, 1)
        says = "it could be drawn; whether it follows from the seed cannot be told"
        return findings.Judgement("undetermined", says, clauses, known, draw, request, missing=missing)
    right = seeded.draw(request)
    try:
        is_right = is_same_draw(draw, right)
    except Concealed as concealed:
        missing = findings.MissingInput("hidden", str(concealed), at)
        return findings.Judgement("undetermined", missing.says, clauses, known, draw, request, missing=missing)
    if is_right:
        return findings.Judgement(
            "rejected", "it was asked for, and follows from the seed", clauses, known, draw, right
        )
    return findings.Judgement("upheld", "it does not follow from the seed", clauses, known, draw, right)


def _reject_with_pointer(given: DecisionResult, step: PlayedStep, recorded: Any) -> findings.Judgement | None:
    """A rejection that points to the decision or the draw that is wrong in front of what is claimed; or nothing."""
    if given.refusal is not None:
        says = f"what is wrong is the decision at {step.at} before it: {given.says}"
        see = findings.ClaimPointer("decision-illegal", step.at)
        refusal = given.refusal
        return findings.Judgement("rejected", says, (refusal.clause,), refusal.readings, recorded, refusal, see=see)
    if given.kind != "impossible":
        return None
    at = _stop_position(given, step)
    says = f"what is wrong is the draw at {at} before it: {given.says}"
    see, clauses = findings.ClaimPointer("draw-wrong", at), request_clauses(given.request)
    return findings.Judgement("rejected", says, clauses, None, recorded, given.request, see=see)


def _stop_position(given: DecisionResult, step: PlayedStep) -> int:
    """The position of the draw that stopped the decision; the one after the step where that is missing, or none did."""
    label = None if given.request is None else given.request.label
    return next((at for at, draw in step.positioned_draws if draw.label == label), step.last + 1)


def _undetermined(given: DecisionResult, at: int, recorded: Any) -> findings.Judgement:
    missing = findings.MissingInput(_MISSING.get(given.kind, "draw"), given.says, at)
    clauses = (given.clause,) if given.clause else request_clauses(given.request)
    return findings.Judgement("undetermined", given.says, clauses, None, recorded, given.request, missing=missing)


def request_clauses(request: DrawRequest | None) -> tuple[str, ...]:
    """The clause that asks for a draw, where the ruleset says it."""
    return (request.clause,) if request is not None and isinstance(request.clause, str) else ()


def citations_of(consequences: Consequences) -> tuple[str, ...]:
    """Every clause that consequences cite, each once."""
    return _unique(clause for each in consequences for clause in each.cites)


def readings_of(consequences: Consequences) -> tuple[str, ...]:
    """Every reading that consequences rest on, each once."""
    return _unique(reading for each in consequences for reading in each.readings)


def working_of(consequences: Iterable[Any]) -> tuple[Line, ...]:
    """The working of consequences, a line after the other."""
    return tuple(line for each in consequences for line in each.working)


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(each for each in dict.fromkeys(str(name) for name in names) if each)
