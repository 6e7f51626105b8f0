"""``examine``: a claim in, a finding out, from nothing but the events and the rules."""

from functools import partial

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.checks import draw_was_wrong, outcome_was_wrong, was_illegal, was_refused
from oathbook.domain.disputes.claims import (
    Claim,
    DecisionIllegal,
    DecisionRefused,
    DrawWrong,
    OutcomeWrong,
    PromiseBroken,
    StandingWrong,
)
from oathbook.domain.disputes.findings import Advice, Cited, Finding, Judgement, Materiality, Readings
from oathbook.domain.disputes.materiality import materiality
from oathbook.domain.disputes.promises import letter_was_broken
from oathbook.domain.disputes.readings import left_alone, under_other_readings
from oathbook.domain.disputes.rewind_advice import advice
from oathbook.domain.disputes.standings import standing_was_wrong
from oathbook.domain.games.corrections import correction_of
from oathbook.domain.games.events import Consequences


def examine(case: Case, claim: Claim) -> Finding:
    """What the record and the rules answer to a claim; the same record and edition give the same finding again.

    ``BadRecord`` where the events cannot be folded, ``BadLetter`` where the letter of a promise cannot be read.
    """
    if isinstance(claim, PromiseBroken):
        aside = left_alone(case.corrected(), len(case.entries))
        return _finding(case, claim, letter_was_broken(case, claim), aside, None, None)
    found = judged(case, claim)
    aside = _readings(case, claim, found)
    matters = None
    if found.answer == "upheld" and not isinstance(claim, StandingWrong):
        matters = materiality(case, claim)
    refused = (claim.decision.by,) if isinstance(claim, DecisionRefused) else ()
    back = advice(case, claim.at, after=isinstance(claim, DecisionRefused | StandingWrong), refused=refused)
    return _finding(case, claim, found, aside, matters, back)


def judged(
    case: Case, claim: DecisionIllegal | DecisionRefused | OutcomeWrong | DrawWrong | StandingWrong
) -> Judgement:
    """The answer alone, without what hangs on it."""
    match claim:
        case DecisionIllegal():
            return was_illegal(case, claim)
        case DecisionRefused():
            return was_refused(case, claim)
        case OutcomeWrong():
            return outcome_was_wrong(case, claim)
        case DrawWrong():
            return draw_was_wrong(case, claim)
        case StandingWrong():
            return standing_was_wrong(case, claim)


def _readings(
    case: Case,
    claim: DecisionIllegal | DecisionRefused | OutcomeWrong | DrawWrong | StandingWrong,
    found: Judgement,
) -> Readings:
    if isinstance(claim, StandingWrong):
        return left_alone(case.corrected(claim.at), claim.at)
    return under_other_readings(case, found, partial(_judged_in, claim))


def _judged_in(claim: DecisionIllegal | DecisionRefused | OutcomeWrong | DrawWrong, case: Case) -> Judgement:
    return judged(case, claim)


def _finding(
    case: Case,
    claim: Claim,
    found: Judgement,
    readings: Readings,
    matters: Materiality | None,
    back: Advice | None,
) -> Finding:
    working = tuple(line.clause for line in found.working)
    cited = tuple(dict.fromkeys((*found.clauses, *working, *((claim.clause,) if claim.clause else ()))))
    known = {each.id: each for each in case.ruleset.edition.rulebook.clauses}
    return Finding(
        game=case.game,
        edition=case.ruleset.edition.key,
        head=case.head,
        events=len(case.entries),
        claim=claim,
        answer=found.answer,
        says=_said(case, claim, found),
        clause=found.clauses[0] if found.clauses else "",
        clauses=tuple(Cited(each, known[each].title, known[each].words) for each in cited if each in known),
        recorded=found.recorded,
        derived=found.derived,
        working=found.working,
        missing=found.missing,
        see=found.see,
        as_claimed=_as_claimed(claim, found),
        readings=readings,
        materiality=matters,
        rewind=back,
    )


def _said(case: Case, claim: Claim, found: Judgement) -> str:
    """The answer in a sentence, and that what it is about was put right already."""
    corrected = correction_of(case.entries, claim.at) if isinstance(claim, OutcomeWrong) else None
    return found.says if corrected is None else f"{found.says}; the correction at {corrected} has taken its place"


def _as_claimed(claim: Claim, found: Judgement) -> bool | None:
    """Whether what the claimant says should follow does; nothing where nothing was said, or nothing is derived."""
    if not isinstance(claim, OutcomeWrong) or claim.follows is None or found.answer == "undetermined" or found.see:
        return None
    claimed: Consequences = claim.follows
    derived: Consequences = found.derived
    return [each.event for each in claimed] == [each.event for each in derived]
