"""The monitor: a signed promise carried from moment to moment, in one pass.

In each moment the table's own acts come first, then the letter: a release that is complete, a withdrawal, a clause that
makes it void, a clause that ends it, the duties, and at last the end of the game.
"""

from typing import Final

from msgspec.structs import replace

from domain.promises.logic.finalisation import clouded
from domain.promises.logic.formula import TRUE, Agreement, Formula, Hole, Truth
from domain.promises.logic.matching import Reader
from domain.promises.logic.moments import Moment
from domain.promises.logic.proof import FAILED, MET, UNSETTLED, Status, Worth
from domain.promises.monitor.atoms import UNTOLD, Now
from domain.promises.monitor.interests import STATE, heard
from domain.promises.monitor.monitor_state import Watch
from domain.promises.monitor.progression import progressed
from domain.promises.trace.lifecycle_facts import (
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
"""What a table does about a promise that is signed."""


def signed(promise: str, agreement: Agreement, moment: Moment, reader: Reader) -> Watch:
    """A promise that was signed in this moment: what happens in it does not count, the state after it does."""
    watch = Watch(
        promise, agreement, agreement.formula, moment.index, frozenset(), agreement.void_if, agreement.ends_if
    )
    watch = _held(watch, Now(replace(moment, occurrences=()), reader, strict=agreement.strict, arming=True))
    return replace(watch, status=agreement.impossible) if watch.status == "broken" else watch


def fed(watch: Watch, moment: Moment, reader: Reader) -> Watch:
    """A promise after one more moment; the very same object if the moment does not touch it."""
    kinds = watch.heard
    if kinds.isdisjoint(moment.by_kind) and (moment.after is moment.before or STATE not in kinds):
        return watch
    now = Now(moment, reader, watch.agreement.strict, claimed=watch.claimed)
    if watch.status == "pending" and ACTS.isdisjoint(moment.by_kind):
        return _held(watch, now)
    return _dealt_with(watch, now)


def _dealt_with(watch: Watch, now: Now) -> Watch:
    """A promise after a moment in which the table did something about one, this or another."""
    moment = now.moment
    rulings, claims = rulings_in(moment, watch.promise, watch.agreement.obligors), claims_in(moment, watch.promise)
    if claims:
        watch = replace(watch, claims=tuple(dict.fromkeys((*watch.claims, *claims))))
    now = replace(now, rulings=rulings)
    if watch.status == "undetermined":
        return _settled(watch, now) if rulings or CLOSED in moment.by_kind else watch
    if CONSENTED in moment.by_kind:
        watch = _consented(watch, moment)
        if watch.agreement.releasers and set(watch.agreement.releasers).issubset(watch.consents):
            return _let_go(watch, "released", moment)
    if WITHDRAWN in moment.by_kind and withdrawn_in(moment, watch.promise):
        return _let_go(watch, "void", moment)
    return _held(watch, now)


def _let_go(watch: Watch, status: Status, moment: Moment) -> Watch:
    """A promise that its table lets go, unless it may have been decided before."""
    if clouded(watch.residual) or _clouded(watch.void_if) or _clouded(watch.ends_if):
        return _left_open(watch, moment)
    return _decided(watch, status, moment)


def _left_open(watch: Watch, moment: Moment) -> Watch:
    """A promise of which it cannot be told what came first, its letter or something else."""
    watch = _listening(replace(watch, residual=Hole(TERMS, UNTOLD), void_if=None, ends_if=None))
    return _finished(watch, moment) if CLOSED in moment.by_kind else watch


def _consented(watch: Watch, moment: Moment) -> Watch:
    new = [by for by in consents_in(moment, watch.promise) if by in watch.agreement.releasers]
    return replace(watch, consents=tuple(sorted({*watch.consents, *new}))) if new else watch


def _held(watch: Watch, now: Now) -> Watch:
    """The promise held against a moment: its terms, its letter, and the end of the game."""
    void, ends = watch.void_if, watch.ends_if
    if void is not None or ends is not None:
        void, ends = _progressed(void, now), _progressed(ends, now)
        if TRUE in (void, ends):
            return _by_its_terms(watch, void, now)
    residual = progressed(watch.residual, now)
    closed = CLOSED in now.moment.by_kind
    if (closed or isinstance(residual, Truth)) and (_clouded(void) or _clouded(ends)):
        return _left_open(watch, now.moment)
    same = residual is watch.residual and void is watch.void_if and ends is watch.ends_if and not now.arming
    if not same:
        watch = _listening(replace(watch, residual=residual, void_if=void, ends_if=ends))
    if isinstance(residual, Truth):
        return _decided(watch, "kept" if residual.value else "broken", now.moment)
    return _finished(watch, now.moment) if closed else watch


def _progressed(term: Formula | None, now: Now) -> Formula | None:
    return None if term is None else progressed(term, now)


def _clouded(term: Formula | None) -> bool:
    return term is not None and clouded(term)


def _by_its_terms(watch: Watch, void: Formula | None, now: Now) -> Watch:
    """What becomes of a promise whose void clause or ending clause has come true."""
    untold = clouded(watch.residual) or _clouded(watch.ends_if) or (void != TRUE and _clouded(void))
    if untold:
        return _left_open(watch, now.moment)
    if void == TRUE:
        return _decided(watch, "void", now.moment)
    return _finished(replace(watch, ended_early=True), now.moment)


def _finished(watch: Watch, moment: Moment) -> Watch:
    """A promise that no duty can be added to any more."""
    watch = _closed(watch, moment)
    return _decided(watch, _status(watch.worth, watch), moment)


def _closed(watch: Watch, moment: Moment) -> Watch:
    return replace(watch, closed=True) if CLOSED in moment.by_kind else watch


def _settled(watch: Watch, now: Now) -> Watch:
    """A promise that was left to a ruling, after one or at the end of the game: nothing else counts in its moment."""
    blank = replace(now, moment=replace(now.moment, occurrences=()), over=True)
    watch = _closed(replace(watch, residual=progressed(watch.residual, blank)), now.moment)
    if isinstance(watch.residual, Truth):
        return _decided(watch, "kept" if watch.residual.value else "broken", now.moment)
    status = _status(watch.worth, watch)
    return watch if status == "undetermined" else _decided(watch, status, now.moment)


def _status(worth: Worth, watch: Watch) -> Status:
    if worth == UNSETTLED:
        return "undetermined"
    if worth == FAILED and not watch.ended_early:
        return "broken"
    return "kept" if worth == MET else "void"


def _decided(watch: Watch, status: Status, moment: Moment) -> Watch:
    return replace(watch, status=status, moment=moment.index, position=moment.position, heard=heard(status))


def _listening(watch: Watch) -> Watch:
    return replace(watch, heard=heard(watch.status, watch.residual, watch.void_if, watch.ends_if))
