"""``examine``: a claim in, a finding out, from nothing but the events and the rules."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.disputes import claim_checks, claims, findings
from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.materiality import assess_materiality
from oathbook.domain.disputes.promise_check import check_promise
from oathbook.domain.disputes.reading_analysis import analyse_readings, unexamined_readings
from oathbook.domain.disputes.rewind_advice import advise_rewind
from oathbook.domain.disputes.standing_check import check_standing
from oathbook.domain.games.corrections import last_correction_position
from oathbook.domain.games.game_events import Consequences

ROLES: Final[Mapping[findings.ClauseRole, str]] = {
    "decides": "decides it",
    "applies": "applies here, and does not decide it",
    "does-not-apply": "does not apply here",
    "does-not-forbid": "does not forbid it",
    "open": "is left open with it",
}


def examine(case: Case, claim: claims.Claim) -> findings.Finding:
    """What the record and the rules answer to a claim; the same record and edition give the same finding again.

    ``BadRecord`` where the events cannot be folded, ``BadLetter`` where the letter of a promise cannot be read.
    """
    if isinstance(claim, claims.PromiseBroken):
        aside = unexamined_readings(case.with_corrections(), len(case.entries))
        return _finding(case, claim, check_promise(case, claim), aside, None, None)
    found = judge(case, claim)
    matters = None
    if isinstance(claim, claims.StandingWrong):
        aside = unexamined_readings(case.with_corrections(claim.at), claim.at)
    else:
        aside = analyse_readings(case, found, lambda other: judge(other, claim))
        if found.answer == "upheld":
            matters = assess_materiality(case, claim)
    refused = (claim.decision.by,) if isinstance(claim, claims.DecisionRefused) else ()
    back = advise_rewind(
        case, claim.at, after=isinstance(claim, claims.DecisionRefused | claims.StandingWrong), refused=refused
    )
    return _finding(case, claim, found, aside, matters, back)


def judge(case: Case, claim: claims.EventClaim | claims.StandingWrong) -> findings.Judgement:
    """The answer alone, without what hangs on it."""
    match claim:
        case claims.DecisionIllegal():
            return claim_checks.check_illegal_decision(case, claim)
        case claims.DecisionRefused():
            return claim_checks.check_refused_decision(case, claim)
        case claims.OutcomeWrong():
            return claim_checks.check_outcome(case, claim)
        case claims.DrawWrong():
            return claim_checks.check_draw(case, claim)
        case claims.TableWrong():
            return claim_checks.check_table_deed(case, claim)
        case claims.StandingWrong():
            return check_standing(case, claim)


def _finding(
    case: Case,
    claim: claims.Claim,
    found: findings.Judgement,
    readings: findings.ReadingAnalysis,
    matters: findings.Materiality | None,
    back: findings.RewindAdvice | None,
) -> findings.Finding:
    working = tuple(line.clause for line in found.working)
    cited = tuple(dict.fromkeys((*found.clauses, *working, *((claim.clause,) if claim.clause else ()))))
    known = {each.id: each for each in case.ruleset.edition.rulebook.clauses}
    return findings.Finding(
        game=case.game,
        edition=case.ruleset.edition.key,
        head=case.head,
        events=len(case.entries),
        claim=claim,
        answer=found.answer,
        says=_sentence(case, claim, found),
        clause=found.clauses[0] if found.clauses else "",
        clauses=tuple(
            findings.CitedClause(each, known[each].title, known[each].words) for each in cited if each in known
        ),
        recorded=found.recorded,
        derived=found.derived,
        working=found.working,
        missing=found.missing,
        see=found.see,
        as_claimed=_as_claimed(claim, found),
        readings=readings,
        materiality=matters,
        rewind=back,
        named=_named_clause(claim.clause, found) if claim.clause else None,
    )


def _named_clause(clause: str, found: findings.Judgement) -> findings.NamedClause:
    """What the clause that the claim names has to do with the answer, whatever the answer is."""
    role = _role(clause, found)
    return findings.NamedClause(clause, role, f"{clause}, which was named, {ROLES[role]}")


def _role(clause: str, found: findings.Judgement) -> findings.ClauseRole:
    if found.clauses[:1] == (clause,) and not found.allows:
        return "decides"
    if found.answer == "undetermined":
        return "open"
    if found.allows:
        return "does-not-forbid"
    worked = tuple(line.clause for line in found.working if line.applied)
    applies = (*found.clauses, *worked) if found.applies is None else found.applies
    return "applies" if clause in applies else "does-not-apply"


def _sentence(case: Case, claim: claims.Claim, found: findings.Judgement) -> str:
    """The answer in a sentence, and that what it is about was put right already."""
    corrected = last_correction_position(case.entries, claim.at) if isinstance(claim, claims.OutcomeWrong) else None
    return found.says if corrected is None else f"{found.says}; the correction at {corrected} has taken its place"


def _as_claimed(claim: claims.Claim, found: findings.Judgement) -> bool | None:
    """Whether what the claimant says should follow does; nothing where nothing was said, or nothing is derived."""
    if (
        not isinstance(claim, claims.OutcomeWrong)
        or claim.follows is None
        or found.answer == "undetermined"
        or found.see
    ):
        return None
    claimed: Consequences = claim.follows
    derived: Consequences = found.derived
    return [each.event for each in claimed] == [each.event for each in derived]
