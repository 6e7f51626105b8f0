"""The promises of a game as replaying its events gives them: who has signed what, and what stands."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.games import game_events
from oathbook.domain.kernel import Seat

PromiseState = Literal["offered", "binding", "declined", "withdrawn", "released", "ended", "superseded"]
"""How a promise stands by what its parties did; whether it was kept is for its letter to say.

``ended``: all consented after it was broken, which ends the duties that still ran, and nothing else.
"""


class PromiseClaim(Struct, frozen=True):
    """A claim that was made: where, by whom, about which clause, and who has answered it."""

    position: int
    by: Seat
    path: game_events.ClausePath
    answered: tuple[Seat, ...] = ()


class Promise(Struct, frozen=True):
    """A promise: the offer, whose it was and where it stands in the record, and what has become of it.

    ``bound_at`` is the position of the last signature, 0 before it; ``rulings`` are the clauses that were ruled on and
    who did, each time; ``said`` is who has said something about it, each time, in how many bytes of UTF-8.
    """

    offer: game_events.PromiseOffered
    by: Seat
    offered_at: int
    stands: PromiseState = "offered"
    signed: tuple[Seat, ...] = ()
    consented: tuple[Seat, ...] = ()
    bound_at: int = 0
    claims: tuple[PromiseClaim, ...] = ()
    rulings: tuple[tuple[game_events.ClausePath, Seat], ...] = ()
    said: tuple[tuple[Seat, int], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it still may bind, or does."""
        return self.stands in {"offered", "binding"}


Promises = Mapping[game_events.PromiseId, Promise]
"""Every promise that was ever offered in a game, by its id, in the order of the offers."""


def bytes_written_by(promises: Promises, seat: Seat) -> int:
    """The bytes of all that somebody has said about promises: letters, claims, answers and rulings."""
    return sum(size for each in promises.values() for by, size in each.said if by == seat)


def evolve_promises(promises: Promises, position: int, by: Seat, event: game_events.PromiseEvent) -> Promises:
    """The promises after one more event, as the record has it; ``Misfit`` if it is about a promise that is not there.

    Whether that was allowed is for ``oathbook.domain.promises.lifecycle.decider``: here it is done.
    """
    if isinstance(event, game_events.PromiseOffered):
        if event.promise in promises:
            raise Misfit(f"promise {event.promise} is offered twice")
        return {**promises, event.promise: Promise(event, by, position, said=_add_text((), by, event.letter))}
    if event.promise not in promises:
        raise Misfit(f"there is no promise “{event.promise}”")
    promise = promises[event.promise]
    changed = {event.promise: _evolve_promise(promise, position, by, event)}
    replaced = promise.offer.replaces
    if isinstance(event, game_events.PromiseSigned) and event.binds and replaced is not None and replaced in promises:
        changed[replaced] = replace(promises[replaced], stands="superseded")
    return {**promises, **changed}


_LaterEvent = (
    game_events.PromiseSigned
    | game_events.PromiseDeclined
    | game_events.PromiseWithdrawn
    | game_events.PromiseConsented
    | game_events.PromiseClaimed
    | game_events.PromiseAnswered
    | game_events.PromiseRuled
)


def _evolve_promise(promise: Promise, position: int, by: Seat, event: _LaterEvent) -> Promise:
    match event:
        case game_events.PromiseSigned(binds=binds):
            signed = replace(promise, signed=(*promise.signed, by))
            return replace(signed, stands="binding", bound_at=position) if binds else signed
        case game_events.PromiseDeclined():
            return replace(promise, stands="declined")
        case game_events.PromiseWithdrawn():
            return replace(promise, stands="withdrawn")
        case game_events.PromiseConsented(releases=releases, broken=broken):
            consented = replace(promise, consented=(*promise.consented, by))
            return replace(consented, stands="ended" if broken else "released") if releases else consented
        case game_events.PromiseClaimed(path=path, says=says):
            claims = (*promise.claims, PromiseClaim(position, by, path))
            return replace(promise, claims=claims, said=_add_text(promise.said, by, says))
        case game_events.PromiseAnswered(claim=claim, says=says):
            claims = tuple(_add_answer(each, claim, by) for each in promise.claims)
            return replace(promise, claims=claims, said=_add_text(promise.said, by, says))
        case game_events.PromiseRuled(path=path, reason=reason):
            rulings = (*promise.rulings, (path, by))
            return replace(promise, rulings=rulings, said=_add_text(promise.said, by, reason))


def _add_text(said: tuple[tuple[Seat, int], ...], by: Seat, text: str) -> tuple[tuple[Seat, int], ...]:
    return (*said, (by, len(text.encode())))


def _add_answer(claim: PromiseClaim, position: int, by: Seat) -> PromiseClaim:
    return replace(claim, answered=(*claim.answered, by)) if claim.position == position else claim
