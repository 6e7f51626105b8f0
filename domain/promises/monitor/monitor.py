"""The monitor: follows a signed promise from moment to moment, in one pass.

In each moment the acts of the table come first, then the letter. The order is: a complete release, a withdrawal, the
void clause, the ending clause, the duties, the end of the game.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.logic import proofs
from oathbook.domain.promises.logic.finalisation import final_value, may_be_decided
from oathbook.domain.promises.logic.formulas import TRUE, Agreement, Formula, Hole, Truth
from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.monitor.atoms import HIDDEN, StepContext
from oathbook.domain.promises.monitor.dates import dates_of, update_dates
from oathbook.domain.promises.monitor.interests import interests_of
from oathbook.domain.promises.monitor.monitor_state import LEANS, Lean, MonitorState
from oathbook.domain.promises.monitor.progression import conclude, progress
from oathbook.domain.promises.trace import lifecycle_facts

ACTS: Final = frozenset(
    {lifecycle_facts.CONSENTED, lifecycle_facts.WITHDRAWN, lifecycle_facts.CLAIMED, lifecycle_facts.RULED}
)


def start(promise: str, agreement: Agreement, moment: Moment, reader: StateReader) -> MonitorState:
    """The state of a promise signed in this moment: its facts do not count, the state of the game after it does."""
    void, ends, dates = agreement.void_if, agreement.ends_if, dates_of(agreement)
    state = MonitorState(promise, agreement, agreement.formula, moment.index, frozenset(), void, ends, dates=dates)
    blank = replace(moment, occurrences=())
    now = StepContext(blank, reader, strict=agreement.strict, arming=True, dates=dates)
    state = _check_terms_and_letter(state, now)
    return replace(state, status=agreement.impossible) if state.status == "broken" else state


def step(state: MonitorState, moment: Moment, reader: StateReader) -> MonitorState:
    """The state of a promise after one more moment; the same object if the moment does not change it."""
    kinds = moment.kinds
    if state.interests.isdisjoint(kinds):
        return state
    dates = update_dates(state.dates, moment, reader)
    if dates is not state.dates:  # nothing has to be known any more of those that have come
        state = _carry(replace(state, dates=dates), state.residual, state.void_if, state.ends_if)
    closing, strict = lifecycle_facts.CLOSED in kinds, state.agreement.strict
    now = StepContext(moment, reader, strict, claimed=state.claimed_paths, closing=closing, dates=dates)
    if state.status == "pending" and ACTS.isdisjoint(kinds):
        return _check_terms_and_letter(state, now)
    return _apply_acts(state, now)


def follow(state: MonitorState, moments: Iterable[Moment], reader: StateReader) -> MonitorState:
    """The state of a promise after several more moments."""
    for moment in moments:
        state = step(state, moment, reader)
    return state


def lean_of(state: MonitorState, moment: Moment, reader: StateReader) -> Lean:
    """What a pending promise would come to if the game ended with this moment, the last that it was fed."""
    strict = state.agreement.strict
    left = conclude(state.residual, StepContext(moment, reader, strict, dates=state.dates))
    return LEANS[final_value(left, strict=strict)]


def _apply_acts(state: MonitorState, now: StepContext) -> MonitorState:
    """The state after a moment in which the table did something with this or another promise."""
    moment = now.moment
    rulings = lifecycle_facts.rulings_in(moment, state.promise, state.agreement.obligors)
    claims = lifecycle_facts.claims_in(moment, state.promise)
    if claims:
        state = replace(state, claims=tuple(dict.fromkeys((*state.claims, *claims))))
    now = replace(now, rulings=rulings)
    if state.status == "undetermined":
        return _apply_rulings(state, now) if rulings or now.closing else state
    if lifecycle_facts.CONSENTED in moment.by_kind:
        state = _add_consents(state, moment)
        if state.agreement.releasers and set(state.agreement.releasers).issubset(state.consents):
            return _release(state, "released", now)
    if lifecycle_facts.WITHDRAWN in moment.by_kind and lifecycle_facts.is_withdrawn_in(moment, state.promise):
        return _release(state, "void", now)
    return _check_terms_and_letter(state, now)


def _release(state: MonitorState, status: proofs.Status, now: StepContext) -> MonitorState:
    """A promise released or withdrawn by the table, unless it may have been decided before."""
    if may_be_decided(state.residual) or _may_be_decided(state.void_if) or _may_be_decided(state.ends_if):
        return _leave_open(state, now)
    return _decide(state, status, now.moment)


def _leave_open(state: MonitorState, now: StepContext) -> MonitorState:
    """A promise where hidden facts leave open whether its letter or something else came first."""
    state = _carry(state, Hole(lifecycle_facts.TERMS, HIDDEN), None, None)
    return _finish(state, now) if now.closing else state


def _add_consents(state: MonitorState, moment: Moment) -> MonitorState:
    new = [by for by in lifecycle_facts.consents_in(moment, state.promise) if by in state.agreement.releasers]
    return replace(state, consents=tuple(sorted({*state.consents, *new}))) if new else state


def _check_terms_and_letter(state: MonitorState, now: StepContext) -> MonitorState:
    """The promise after its terms, its letter and the end of the game are checked against a moment."""
    void, ends = state.void_if, state.ends_if
    if void is not None or ends is not None:
        void, ends = _progress_term(void, now), _progress_term(ends, now)
        if TRUE in (void, ends):
            return _end_by_terms(state, void, now)
    residual = progress(state.residual, now)
    if (now.closing or type(residual) is Truth) and (_may_be_decided(void) or _may_be_decided(ends)):
        return _leave_open(state, now)
    same = residual is state.residual and void is state.void_if and ends is state.ends_if and not now.arming
    if type(residual) is Truth:
        state = replace(state, residual=residual, void_if=void, ends_if=ends)
        return _decide(state, "kept" if residual.value else "broken", now.moment)
    if not same:
        state = _carry(state, residual, void, ends)
    return _finish(state, now) if now.closing else state


def _progress_term(term: Formula | None, now: StepContext) -> Formula | None:
    return None if term is None else progress(term, now)


def _may_be_decided(term: Formula | None) -> bool:
    return term is not None and may_be_decided(term)


def _end_by_terms(state: MonitorState, void: Formula | None, now: StepContext) -> MonitorState:
    """A promise whose void clause or ending clause has come true."""
    hidden_void = void != TRUE and _may_be_decided(void)
    if may_be_decided(state.residual) or _may_be_decided(state.ends_if) or hidden_void:
        return _leave_open(state, now)
    if void == TRUE:
        return _decide(state, "void", now.moment)
    return _finish(replace(state, ended_early=True), now)


def _finish(state: MonitorState, now: StepContext) -> MonitorState:
    """A promise to which no further duty can come."""
    state = replace(state, closed=state.closed or now.closing)
    if not state.ended_early:
        state = replace(state, residual=conclude(state.residual, replace(now, claimed=state.claimed_paths)))
    return _decide(state, _status(state), now.moment)


def _apply_rulings(state: MonitorState, now: StepContext) -> MonitorState:
    """A promise left to a ruling, after a ruling or the end of the game: nothing else counts in that moment."""
    concluding = state.closed and not state.ended_early
    blank = replace(now, moment=replace(now.moment, occurrences=()), over=True, closing=concluding)
    residual = progress(state.residual, blank)
    residual = conclude(residual, blank) if concluding else residual
    state = replace(state, residual=residual, closed=state.closed or now.closing)
    if isinstance(state.residual, Truth):
        return _decide(state, "kept" if state.residual.value else "broken", now.moment)
    status = _status(state)
    return state if status == "undetermined" else _decide(state, status, now.moment)


def _status(state: MonitorState) -> proofs.Status:
    worth = state.truth_value
    return "void" if worth == proofs.FAILED and state.ended_early else proofs.STATUS_OF[worth]


def _decide(state: MonitorState, status: proofs.Status, moment: Moment) -> MonitorState:
    return replace(state, status=status, moment=moment.index, position=moment.position, interests=interests_of(status))


def _carry(state: MonitorState, residual: Formula, void: Formula | None, ends: Formula | None) -> MonitorState:
    """The promise with what is left of its letter and of its terms."""
    interests = interests_of(state.status, residual, void, ends)
    interests = interests.union(date.kind for date, come in state.dates if not come)
    return replace(state, residual=residual, void_if=void, ends_if=ends, interests=interests)
