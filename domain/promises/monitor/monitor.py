"""The monitor: follows a signed promise from moment to moment, in one pass.

In each moment the acts of the table come first, then the letter. The order is: a complete release, a withdrawal, the
void clause, the ending clause, the duties, the end of the game.
"""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.logic.finalisation import final_value, maybe_decided
from oathbook.domain.promises.logic.formula import TRUE, Agreement, Formula, Hole, Truth
from oathbook.domain.promises.logic.matching import Reader
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.logic.proof import FAILED, MET, UNSETTLED, Status, Worth
from oathbook.domain.promises.monitor.atoms import HIDDEN, Now
from oathbook.domain.promises.monitor.dates import Dates, dates_after, dates_of
from oathbook.domain.promises.monitor.interests import interests_of
from oathbook.domain.promises.monitor.monitor_state import LEANS, Lean, MonitorState
from oathbook.domain.promises.monitor.progression import concluded, progressed
from oathbook.domain.promises.trace.lifecycle_facts import (
    CLAIMED,
    CLOSED,
    CONSENTED,
    RULED,
    TERMS,
    WITHDRAWN,
    claims_in,
    consents_in,
    rulings_in,
    withdrawn_in,
)

ACTS: Final = frozenset({CONSENTED, WITHDRAWN, CLAIMED, RULED})
"""The facts about what the table does with a signed promise."""


def signed(promise: str, agreement: Agreement, moment: Moment, reader: Reader) -> MonitorState:
    """The state of a promise signed in this moment: its facts do not count, the state of the game after it does."""
    state = MonitorState(
        promise, agreement, agreement.formula, moment.index, frozenset(), agreement.void_if, agreement.ends_if
    )
    state = replace(state, dates=dates_of(agreement))
    state = _held(
        state, Now(replace(moment, occurrences=()), reader, strict=agreement.strict, arming=True, dates=state.dates)
    )
    return replace(state, status=agreement.impossible) if state.status == "broken" else state


def fed(state: MonitorState, moment: Moment, reader: Reader) -> MonitorState:
    """The state of a promise after one more moment; the same object if the moment does not change it."""
    kinds = moment.kinds
    if state.interests.isdisjoint(kinds):
        return state
    dates = dates_after(state.dates, moment, reader)
    if dates is not state.dates:
        state = _noting(state, dates)
    now = Now(moment, reader, state.agreement.strict, claimed=state.claimed, closing=CLOSED in kinds, dates=dates)
    if state.status == "pending" and ACTS.isdisjoint(kinds):
        return _held(state, now)
    return _dealt_with(state, now)


def lean_of(state: MonitorState, moment: Moment, reader: Reader) -> Lean:
    """What a pending promise would come to if the game ended with this moment, the last that it was fed."""
    strict = state.agreement.strict
    left = concluded(state.residual, Now(moment, reader, strict, dates=state.dates))
    return LEANS[final_value(left, strict=strict)]


def _dealt_with(state: MonitorState, now: Now) -> MonitorState:
    """The state after a moment in which the table did something with this or another promise."""
    moment = now.moment
    rulings, claims = rulings_in(moment, state.promise, state.agreement.obligors), claims_in(moment, state.promise)
    if claims:
        state = replace(state, claims=tuple(dict.fromkeys((*state.claims, *claims))))
    now = replace(now, rulings=rulings)
    if state.status == "undetermined":
        return _settled(state, now) if rulings or now.closing else state
    if CONSENTED in moment.by_kind:
        state = _consented(state, moment)
        if state.agreement.releasers and set(state.agreement.releasers).issubset(state.consents):
            return _let_go(state, "released", now)
    if WITHDRAWN in moment.by_kind and withdrawn_in(moment, state.promise):
        return _let_go(state, "void", now)
    return _held(state, now)


def _let_go(state: MonitorState, status: Status, now: Now) -> MonitorState:
    """A promise released or withdrawn by the table, unless it may have been decided before."""
    if maybe_decided(state.residual) or _maybe_decided(state.void_if) or _maybe_decided(state.ends_if):
        return _left_open(state, now)
    return _decided(state, status, now.moment)


def _left_open(state: MonitorState, now: Now) -> MonitorState:
    """A promise where hidden facts leave open whether its letter or something else came first."""
    state = _carried(state, Hole(TERMS, HIDDEN), None, None)
    return _finished(state, now) if now.closing else state


def _consented(state: MonitorState, moment: Moment) -> MonitorState:
    new = [by for by in consents_in(moment, state.promise) if by in state.agreement.releasers]
    return replace(state, consents=tuple(sorted({*state.consents, *new}))) if new else state


def _held(state: MonitorState, now: Now) -> MonitorState:
    """The promise after its terms, its letter and the end of the game are checked against a moment."""
    void, ends = state.void_if, state.ends_if
    if void is not None or ends is not None:
        void, ends = _progressed(void, now), _progressed(ends, now)
        if TRUE in (void, ends):
            return _by_its_terms(state, void, now)
    residual = progressed(state.residual, now)
    if (now.closing or type(residual) is Truth) and (_maybe_decided(void) or _maybe_decided(ends)):
        return _left_open(state, now)
    same = residual is state.residual and void is state.void_if and ends is state.ends_if and not now.arming
    if type(residual) is Truth:
        state = replace(state, residual=residual, void_if=void, ends_if=ends)
        return _decided(state, "kept" if residual.value else "broken", now.moment)
    if not same:
        state = _carried(state, residual, void, ends)
    return _finished(state, now) if now.closing else state


def _noting(state: MonitorState, dates: Dates) -> MonitorState:
    """The promise with dates that have come: nothing has to be known of them any more."""
    interests = _interests(state.status, dates, state.residual, state.void_if, state.ends_if)
    return replace(state, dates=dates, interests=interests)


def _progressed(term: Formula | None, now: Now) -> Formula | None:
    return None if term is None else progressed(term, now)


def _maybe_decided(term: Formula | None) -> bool:
    return term is not None and maybe_decided(term)


def _by_its_terms(state: MonitorState, void: Formula | None, now: Now) -> MonitorState:
    """A promise whose void clause or ending clause has come true."""
    hidden = maybe_decided(state.residual) or _maybe_decided(state.ends_if) or (void != TRUE and _maybe_decided(void))
    if hidden:
        return _left_open(state, now)
    if void == TRUE:
        return _decided(state, "void", now.moment)
    return _finished(replace(state, ended_early=True), now)


def _finished(state: MonitorState, now: Now) -> MonitorState:
    """A promise to which no further duty can come."""
    state = _closed(state, now)
    if not state.ended_early:
        state = replace(state, residual=concluded(state.residual, replace(now, claimed=state.claimed)))
    return _decided(state, _status(state.worth, state), now.moment)


def _closed(state: MonitorState, now: Now) -> MonitorState:
    return replace(state, closed=True) if now.closing else state


def _settled(state: MonitorState, now: Now) -> MonitorState:
    """A promise left to a ruling, after a ruling or the end of the game: nothing else counts in that moment."""
    concluding = state.closed and not state.ended_early
    blank = replace(now, moment=replace(now.moment, occurrences=()), over=True, closing=concluding)
    residual = progressed(state.residual, blank)
    state = _closed(replace(state, residual=concluded(residual, blank) if concluding else residual), now)
    if isinstance(state.residual, Truth):
        return _decided(state, "kept" if state.residual.value else "broken", now.moment)
    status = _status(state.worth, state)
    return state if status == "undetermined" else _decided(state, status, now.moment)


def _status(worth: Worth, state: MonitorState) -> Status:
    if worth == UNSETTLED:
        return "undetermined"
    if worth == FAILED and not state.ended_early:
        return "broken"
    return "kept" if worth == MET else "void"


def _decided(state: MonitorState, status: Status, moment: Moment) -> MonitorState:
    return replace(state, status=status, moment=moment.index, position=moment.position, interests=interests_of(status))


def _carried(state: MonitorState, residual: Formula, void: Formula | None, ends: Formula | None) -> MonitorState:
    """The promise with what is left of its letter and of its terms."""
    interests = _interests(state.status, state.dates, residual, void, ends)
    return replace(state, residual=residual, void_if=void, ends_if=ends, interests=interests)


def _interests(status: Status, dates: Dates, *formulas: Formula | None) -> frozenset[str]:
    interests = interests_of(status, *formulas)
    return interests.union([date.kind for date, come in dates if not come]) if dates else interests
