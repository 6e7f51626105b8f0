"""The promises of a game as replaying its events gives them: who has signed what, and what stands."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.games.events import (
    ClausePath,
    PromiseAnswered,
    PromiseClaimed,
    PromiseConsented,
    PromiseDeclined,
    PromiseEvent,
    PromiseId,
    PromiseOffered,
    PromiseRuled,
    PromiseSigned,
    PromiseWithdrawn,
)
from oathbook.domain.kernel.seats import Seat

Stands = Literal["offered", "binding", "declined", "withdrawn", "released", "ended", "superseded"]
"""How a promise stands by what its parties did; whether it was kept is for its letter to say.

``ended``: all consented after it was broken, which ends the duties that still ran, and nothing else.
"""


class PromiseClaim(Struct, frozen=True):
    """A claim that was made: where, by whom, about which clause, and who has answered it."""

    position: int
    by: Seat
    path: ClausePath
    answered: tuple[Seat, ...] = ()


class Promise(Struct, frozen=True):
    """A promise: the offer, whose it was and where it stands in the record, and what has become of it.

    ``bound_at`` is the position of the last signature, 0 before it; ``rulings`` are the clauses that were ruled on and
    who did, each time; ``said`` is who has said something about it, each time, in how many bytes of UTF-8.
    """

    offer: PromiseOffered
    by: Seat
    offered_at: int
    stands: Stands = "offered"
    signed: tuple[Seat, ...] = ()
    consented: tuple[Seat, ...] = ()
    bound_at: int = 0
    claims: tuple[PromiseClaim, ...] = ()
    rulings: tuple[tuple[ClausePath, Seat], ...] = ()
    said: tuple[tuple[Seat, int], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it still may bind, or does."""
        return self.stands in {"offered", "binding"}


Promises = Mapping[PromiseId, Promise]
"""Every promise that was ever offered in a game, by its id, in the order of the offers."""


def said_by(promises: Promises, seat: Seat) -> int:
    """The bytes of all that somebody has said about promises: letters, claims, answers and rulings."""
    return sum(size for each in promises.values() for by, size in each.said if by == seat)


def promised(promises: Promises, position: int, by: Seat, event: PromiseEvent) -> Promises:
    """The promises after one more event, as the record has it; ``Misfit`` if it is about a promise that is not there.

    Whether that was allowed is for ``oathbook.domain.promises.lifecycle.decider``: here it is done.
    """
    if isinstance(event, PromiseOffered):
        if event.promise in promises:
            msg = f"promise {event.promise} is offered twice"
            raise Misfit(msg)
        return {**promises, event.promise: Promise(event, by, position, said=_more((), by, event.letter))}
    if event.promise not in promises:
        msg = f"there is no promise {event.promise!r}"
        raise Misfit(msg)
    promise = promises[event.promise]
    changed = {event.promise: _after(promise, position, by, event)}
    replaced = promise.offer.replaces
    if isinstance(event, PromiseSigned) and event.binds and replaced is not None and replaced in promises:
        changed[replaced] = replace(promises[replaced], stands="superseded")
    return {**promises, **changed}


_Further = (
    PromiseSigned
    | PromiseDeclined
    | PromiseWithdrawn
    | PromiseConsented
    | PromiseClaimed
    | PromiseAnswered
    | PromiseRuled
)


def _after(promise: Promise, position: int, by: Seat, event: _Further) -> Promise:
    match event:
        case PromiseSigned(binds=binds):
            signed = replace(promise, signed=(*promise.signed, by))
            return replace(signed, stands="binding", bound_at=position) if binds else signed
        case PromiseDeclined():
            return replace(promise, stands="declined")
        case PromiseWithdrawn():
            return replace(promise, stands="withdrawn")
        case PromiseConsented(releases=releases, broken=broken):
            consented = replace(promise, consented=(*promise.consented, by))
            return replace(consented, stands="ended" if broken else "released") if releases else consented
        case PromiseClaimed(path=path, says=says):
            claims = (*promise.claims, PromiseClaim(position, by, path))
            return replace(promise, claims=claims, said=_more(promise.said, by, says))
        case PromiseAnswered(claim=claim, says=says):
            claims = tuple(_answered(each, claim, by) for each in promise.claims)
            return replace(promise, claims=claims, said=_more(promise.said, by, says))
        case PromiseRuled(path=path, reason=reason):
            rulings = (*promise.rulings, (path, by))
            return replace(promise, rulings=rulings, said=_more(promise.said, by, reason))


def _more(said: tuple[tuple[Seat, int], ...], by: Seat, text: str) -> tuple[tuple[Seat, int], ...]:
    return (*said, (by, len(text.encode())))


def _answered(claim: PromiseClaim, position: int, by: Seat) -> PromiseClaim:
    return replace(claim, answered=(*claim.answered, by)) if claim.position == position else claim
