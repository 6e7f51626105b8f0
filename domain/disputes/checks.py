"""A claim held against the rules: each event is asked about by itself, what stands before it being taken as recorded.

Within a step the first event that is wrong is what is wrong: of what comes after it in that step the rules say
nothing, and a claim about that is rejected with a pointer to the claim to make.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from oathbook.domain.chance.recorded import Recorded
from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.claims import DecisionIllegal, DecisionRefused, DrawWrong, OutcomeWrong
from oathbook.domain.disputes.findings import FindingAnswer, Judgement, Missing, MissingKind, Pointer
from oathbook.domain.games.counterfactual import decided_again
from oathbook.domain.games.discrepancies import outcomes_apart
from oathbook.domain.games.drawn_again import drawn_alike, draws_again
from oathbook.domain.games.events import BySeed, Consequences, Entry, OutcomeFollowed
from oathbook.domain.games.played_record import PlayedStep
from oathbook.domain.games.recompute import Answer, answer
from oathbook.domain.kernel.draws import Draw, DrawRequest
from oathbook.domain.kernel.hidden import Concealed
from oathbook.domain.kernel.workings import Line
from oathbook.domain.rulesets.protocol import AnyRuleset

_MISSING: Final[Mapping[str, MissingKind]] = {"concealed": "hidden", "not-covered": "not-covered"}


def was_illegal(case: Case, claim: DecisionIllegal) -> Judgement:
    """Whether the decision at the position was allowed there."""
    step = case.step_at(claim.at)
    state = case.after(step.at - 1).state
    given = _as_far_as_allowed(case.ruleset, state, step.decision, decided_again(case.ruleset, state, step))
    return _allowed(given, step.at, step.decision, ("rejected", "upheld"), of=f"the decision at {step.at}")


def was_refused(case: Case, claim: DecisionRefused) -> Judgement:
    """Whether the decision should have been allowed after so many events."""
    game = case.after(claim.at)
    if game.closed:
        ending = case.ruleset.standing(game.state).ending
        clauses = () if ending is None else (ending.clause,)
        return Judgement("rejected", f"the game is over since position {game.position}", clauses, derived=ending)
    first = answer(case.ruleset, game.state, claim.decision, Recorded(()))
    given = _as_far_as_allowed(case.ruleset, game.state, claim.decision, first)
    return _allowed(given, claim.at, None, ("upheld", "rejected"), of=f"this decision after position {claim.at}")


def _as_far_as_allowed(ruleset: AnyRuleset, state: Any, decision: Any, given: Answer) -> Answer:
    """The answer or, where what follows is concealed, whether it is allowed: that needs what the seat itself sees."""
    if given.kind != "concealed":
        return given
    try:
        refusal = ruleset.refusal(state, decision)
    except Concealed:
        return given
    assert refusal is None, "decide refuses before it looks at what is hidden from the seat that decides"
    return Answer("depends", "allowed")


def _allowed(
    given: Answer, at: int, recorded: Any, answers: tuple[FindingAnswer, FindingAnswer], *, of: str
) -> Judgement:
    """A judgement where the question is whether something is allowed: what is said if it is, and if it is not."""
    yes, no = answers
    if given.kind in {"concealed", "not-covered"}:
        return _untold(given, at, recorded)
    if given.refusal is not None:
        refusal = given.refusal
        asked = (refusal.clause, *(each.clause for each in refusal.conditions))
        says = f"{of} is not allowed: {refusal.says}"
        return Judgement(no, says, _once(asked), refusal.readings, recorded, refusal)
    known = readings_of(given.consequences) if given.kind == "follows" else None
    clauses, working = cites_of(given.consequences), lines_of(given.consequences)
    derived = given.consequences or given.request
    return Judgement(yes, f"{of} is allowed", clauses, known, recorded, derived, working)


def outcome_was_wrong(case: Case, claim: OutcomeWrong) -> Judgement:
    """Whether what is recorded at the position is what follows from the decision and the draws before it."""
    step = case.step_at(claim.at)
    entry = case.entries[claim.at - 1]
    assert isinstance(entry.body, OutcomeFollowed), "a claim about an outcome names one"
    given = decided_again(case.ruleset, case.after(step.at - 1).state, step)
    recorded = entry.body.consequences
    if given.kind == "follows":
        return _compared(entry, recorded, given.consequences)
    if (found := _nothing_follows(given, step, recorded)) is not None:
        return found
    return _untold(given, claim.at, recorded)


def _compared(entry: Entry, recorded: Consequences, follows: Consequences) -> Judgement:
    clauses, known = cites_of(follows), readings_of(follows)
    try:
        apart = outcomes_apart(entry.position, recorded, follows, told=entry.by == "transcript")
    except Concealed as concealed:
        says = str(concealed)
        missing = Missing("hidden", says, entry.position)
        return Judgement("undetermined", says, clauses, known, recorded, follows, lines_of(follows), missing)
    if apart is None:
        says = f"what is recorded at {entry.position} is what follows"
        return Judgement("rejected", says, clauses, known, recorded, follows, lines_of(follows))
    first = () if apart.follows is None else (apart.follows,)
    working = lines_of(first) or lines_of(follows)
    says = f"at {entry.position}, {apart.says}"
    return Judgement("upheld", says, _once((apart.clause, *clauses)), known, recorded, follows, working)


def draw_was_wrong(case: Case, claim: DrawWrong) -> Judgement:
    """Whether the draw was asked for, possible and from the right pile, and follows from the seed."""
    step = case.step_at(claim.at)
    draw = dict(step.made)[claim.at]
    given = decided_again(case.ruleset, case.after(step.at - 1).state, step)
    known = readings_of(given.consequences) if given.kind == "follows" else None
    if given.kind == "impossible" and _stopped_at(given, step) == claim.at:
        return Judgement("upheld", given.says, asked_by(given.request), known, draw, given.request)
    request = next((each for each in given.requests if each.label == draw.label), None)
    if request is None and given.kind != "follows":
        found = _nothing_follows(given, step, draw)
        return _untold(given, claim.at, draw) if found is None else found
    wrong = draws_again(_of(step, given), given.requests, case.opened)
    for each in wrong:
        if each.position == claim.at:
            derived = each.follows or request
            return Judgement("upheld", each.says, asked_by(request), known, draw, derived)
    assert request is not None, "a draw that nothing asks for is wrong"
    return _by_seed(case, step, claim.at, request, known)


def _of(step: PlayedStep, given: Answer) -> list[tuple[int, Draw]]:
    """The draws of a step up to where deciding stopped."""
    end = _stopped_at(given, step)
    return [(at, draw) for at, draw in step.made if at <= end]


def _by_seed(case: Case, step: PlayedStep, at: int, request: DrawRequest, known: tuple[str, ...] | None) -> Judgement:
    """A draw that was possible, held against the seed where there is one and this reader has it."""
    draw, clauses = dict(step.made)[at], asked_by(request)
    if not isinstance(case.opened.chance, BySeed):
        return Judgement("rejected", "it was asked for, and could be drawn", clauses, known, draw, request)
    seeded = case.seeded_at(step.at)
    if seeded is None:
        missing = Missing("hidden", _no_seed(case, step.at), 1)
        says = "it could be drawn; whether it follows from the seed cannot be told"
        return Judgement("undetermined", says, clauses, known, draw, request, missing=missing)
    right = seeded.draw(request)
    try:
        is_right = drawn_alike(draw, right)
    except Concealed as concealed:
        missing = Missing("hidden", str(concealed), at)
        return Judgement("undetermined", missing.says, clauses, known, draw, request, missing=missing)
    if is_right:
        return Judgement("rejected", "it was asked for, and follows from the seed", clauses, known, draw, right)
    return Judgement("upheld", "it does not follow from the seed", clauses, known, draw, right)


def _no_seed(case: Case, at: int) -> str:
    if at <= case.opened.carried:
        return "it was drawn by the seed of the game that this one goes on from"
    return "the seed is not open to this reader"


def _nothing_follows(given: Answer, step: PlayedStep, recorded: Any) -> Judgement | None:
    """A rejection that points to the decision or the draw that is wrong in front of what is claimed; or nothing."""
    if given.refusal is not None:
        says = f"what is wrong is the decision at {step.at} before it: {given.says}"
        see = Pointer("decision-illegal", step.at)
        refusal = given.refusal
        return Judgement("rejected", says, (refusal.clause,), refusal.readings, recorded, refusal, see=see)
    if given.kind != "impossible":
        return None
    at = _stopped_at(given, step)
    says = f"what is wrong is the draw at {at} before it: {given.says}"
    see, clauses = Pointer("draw-wrong", at), asked_by(given.request)
    return Judgement("rejected", says, clauses, None, recorded, given.request, see=see)


def _stopped_at(given: Answer, step: PlayedStep) -> int:
    """The position of the draw that stopped the decision; the one after the step where that is missing, or none did."""
    label = None if given.request is None else given.request.label
    return next((at for at, draw in step.made if draw.label == label), step.last + 1)


def _untold(given: Answer, at: int, recorded: Any) -> Judgement:
    missing = Missing(_MISSING.get(given.kind, "draw"), given.says, at)
    clauses = (given.clause,) if given.clause else asked_by(given.request)
    return Judgement("undetermined", given.says, clauses, None, recorded, given.request, missing=missing)


def asked_by(request: DrawRequest | None) -> tuple[str, ...]:
    """The clause that asks for a draw, where the ruleset says it."""
    return (request.clause,) if request is not None and isinstance(request.clause, str) else ()


def cites_of(consequences: Consequences) -> tuple[str, ...]:
    """Every clause that consequences cite, each once."""
    return _once(clause for each in consequences for clause in each.cites)


def readings_of(consequences: Consequences) -> tuple[str, ...]:
    """Every reading that consequences rest on, each once."""
    return _once(reading for each in consequences for reading in each.readings)


def lines_of(consequences: Iterable[Any]) -> tuple[Line, ...]:
    """The working of consequences, a line after the other."""
    return tuple(line for each in consequences for line in each.working)


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(each for each in dict.fromkeys(str(name) for name in names) if each)
