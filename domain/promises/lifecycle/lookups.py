"""Finds what an act on a promise is about, and refuses what is not there or not for this seat to do."""

from oathbook.domain.errors import NotFound, NotYourSeat, PromiseRefused
from oathbook.domain.games.events import PromiseId, PromiseOffered
from oathbook.domain.games.game import Game
from oathbook.domain.games.promises import Promise
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.promises.lifecycle.reading import JudgedClause, each_once


def parties(game: Game, promise: Promise) -> tuple[Seat, ...]:
    """The seats that a promise concerns: obligors, addressees (all seats, where none is named), and signers."""
    addressees = promise.offer.addressees or everybody(game)
    return each_once(promise.offer.obligors, addressees, promise.offer.signers)


def who_give_up(game: Game, old: PromiseOffered) -> tuple[Seat, ...]:
    """The seats that must sign a replacement, as it releases from the old: signers, and releasers or else all."""
    return each_once(old.signers, old.releasers or (() if old.addressees else everybody(game)))


def everybody(game: Game) -> tuple[Seat, ...]:
    """Every seat at the table."""
    return tuple(each.seat for each in game.opened.seats)


def promise_of(game: Game, name: PromiseId) -> Promise:
    """The promise of that id; ``NotFound``."""
    if name not in game.promises:
        msg = f"promise: there is no promise {name!r} in this game"
        raise NotFound(msg)
    return game.promises[name]


def open_offer(game: Game, name: PromiseId) -> Promise:
    """A promise that is on offer; ``NotFound``, and ``PromiseRefused`` where it is not any more."""
    promise = promise_of(game, name)
    if promise.stands != "offered":
        refuse("promise", f"{name} is {promise.stands}, and not on offer")
    return promise


def binding_promise(game: Game, name: PromiseId, field: str) -> Promise:
    """A promise that binds; ``NotFound``, and ``PromiseRefused`` where it does not."""
    promise = promise_of(game, name)
    if promise.stands != "binding":
        refuse(field, f"{name} is {promise.stands}, and not binding")
    return promise


def bound_promise(game: Game, name: PromiseId) -> Promise:
    """A promise that is or was binding: what happened before its release can still be claimed and judged."""
    promise = promise_of(game, name)
    if not promise.bound_at:
        refuse("promise", f"{name} is {promise.stands}, and has never been binding")
    return promise


def clause_of(promise: Promise, path: str, clauses: tuple[JudgedClause, ...]) -> JudgedClause:
    """The clause at a path of a letter; ``NotFound`` lists those there are."""
    for clause in clauses:
        if clause.path == path:
            return clause
    msg = f"path: {promise.offer.promise} has no {path!r}; it has {', '.join(each.path for each in clauses)}"
    raise NotFound(msg)


def must_be_signer(promise: Promise, by: Seat) -> None:
    """``NotYourSeat`` for a seat that is not among its signers."""
    if by not in promise.offer.signers:
        not_yours(by, f"signs {promise.offer.promise}", promise.offer.signers)


def must_be_party(game: Game, promise: Promise, by: Seat, what: str) -> None:
    """``NotYourSeat`` for a seat that the promise does not concern."""
    concerned = parties(game, promise)
    if by not in concerned:
        not_yours(by, f"{what} about {promise.offer.promise}", concerned)


def must_say_something(field: str, says: str) -> None:
    """``PromiseRefused`` where a field says nothing."""
    if not says.strip():
        refuse(field, "say something")


def refuse(field: str, says: str) -> None:
    """``PromiseRefused`` names the field."""
    raise PromiseRefused(field, says)


def not_yours(by: Seat, what: str, who: tuple[Seat, ...]) -> None:
    """``NotYourSeat`` names those who may."""
    msg = f"by: {', '.join(who)} {what}, and not {by}"
    raise NotYourSeat(msg)
