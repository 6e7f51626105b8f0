"""``examine``: a claim in, a finding out, from nothing but the events and the rules."""

from collections.abc import Callable
from functools import partial
from typing import Literal

from msgspec import Struct

from domain.disputes.case import Case
from domain.disputes.claims import (
    Claim,
    DecisionIllegal,
    DecisionRefused,
    DrawWrong,
    OutcomeWrong,
    PromiseBroken,
    StandingWrong,
)
from domain.disputes.findings import Advice, Cited, Finding, Judgement, Materiality, Missing, Readings
from domain.disputes.judging import draw_was_wrong, outcome_was_wrong, was_illegal, was_refused
from domain.disputes.materiality import materiality
from domain.disputes.readings import under_other_readings
from domain.disputes.rewinding import advice
from domain.disputes.standings import standing_was_wrong
from domain.errors import NotCovered
from domain.games.discrepancies import Outcome
from domain.games.events import PromiseId
from domain.kernel.seats import Seat


class Audited(Struct, frozen=True):
    """What an audit says of a promise: where it stands, in a sentence, who is to blame, and by which clauses."""

    stands: Literal["kept", "broken", "pending", "void", "released", "undetermined"]
    says: str
    blamed: tuple[Seat, ...] = ()
    clauses: tuple[str, ...] = ()


Audit = Callable[[PromiseId], Audited]
"""Answers for one promise of the game that is examined."""


def examine(case: Case, claim: Claim, *, audit: Audit | None = None) -> Finding:
    """What the record and the rules answer to a claim; the same record and edition give the same finding again.

    ``NotCovered`` for a promise where no audit is handed in; ``BadRecord`` where the events cannot be folded.
    """
    if isinstance(claim, PromiseBroken):
        return _finding(case, claim, _promise(claim, audit), Readings(), None, None)
    found = judged(case, claim)
    aside = Readings() if isinstance(claim, StandingWrong) else _readings(case, claim, found)
    matters = None
    if found.answer == "upheld" and not isinstance(claim, StandingWrong):
        matters = materiality(case, claim)
    back = advice(case, claim.at, after=isinstance(claim, DecisionRefused | StandingWrong))
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
    case: Case, claim: DecisionIllegal | DecisionRefused | OutcomeWrong | DrawWrong, found: Judgement
) -> Readings:
    return under_other_readings(case, found, partial(_judged_in, claim))


def _judged_in(claim: DecisionIllegal | DecisionRefused | OutcomeWrong | DrawWrong, case: Case) -> Judgement:
    return judged(case, claim)


def _promise(claim: PromiseBroken, audit: Audit | None) -> Judgement:
    if audit is None:
        what = f"promise {claim.promise}"
        raise NotCovered(what, "nobody audits promises here")
    told = audit(claim.promise)
    blamed = f"; to blame: {', '.join(told.blamed)}" if told.blamed else ""
    says = f"{claim.promise} is {told.stands}: {told.says}{blamed}"
    if told.stands in {"pending", "undetermined"}:
        return Judgement("undetermined", says, told.clauses, derived=told, missing=Missing("audit", told.says))
    return Judgement("upheld" if told.stands == "broken" else "rejected", says, told.clauses, derived=told)


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
        says=found.says,
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


def _as_claimed(claim: Claim, found: Judgement) -> bool | None:
    """Whether what the claimant says should follow does; nothing where nothing was said, or nothing is derived."""
    if not isinstance(claim, OutcomeWrong) or claim.follows is None or found.answer == "undetermined" or found.see:
        return None
    claimed: Outcome = claim.follows
    derived: Outcome = found.derived
    return [each.event for each in claimed] == [each.event for each in derived]
