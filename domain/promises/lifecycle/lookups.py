"""Finds what an act on a promise is about, and refuses what is not there or not for this seat to do."""

from oathbook.domain.errors import NotFound, NotYourSeat, PromiseRefused
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import PromiseId, PromiseOffered
from oathbook.domain.games.promises import Promise
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.lifecycle.letter_reader import JudgedClause, unique_seats


def parties(game: Game, promise: Promise) -> tuple[Seat, ...]:
    """The seats that a promise concerns: obligors, addressees (all seats, where none is named), and signers."""
    addressees = promise.offer.addressees or all_seats(game)
    return unique_seats(promise.offer.obligors, addressees, promise.offer.signers)


def replacement_signers(game: Game, old: PromiseOffered) -> tuple[Seat, ...]:
    """The seats that must sign a replacement, as it releases from the old: signers, and releasers or else all."""
    return unique_seats(old.signers, old.releasers or (() if old.addressees else all_seats(game)))


def all_seats(game: Game) -> tuple[Seat, ...]:
    """Every seat at the table."""
    return tuple(each.seat for each in game.opened.seats)


def promise_of(game: Game, name: PromiseId) -> Promise:
    """The promise of that id; ``NotFound``."""
    if name not in game.promises:
        raise NotFound(f"promise: there is no promise “{name}” in this game")
    return game.promises[name]


def pending_offer(game: Game, name: PromiseId) -> Promise:
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


def once_binding_promise(game: Game, name: PromiseId) -> Promise:
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
    raise NotFound(f"path: {promise.offer.promise} has no “{path}”; it has {', '.join(each.path for each in clauses)}")


def must_be_signer(promise: Promise, by: Seat) -> None:
    """``NotYourSeat`` for a seat that is not among its signers."""
    if by not in promise.offer.signers:
        refuse_seat(by, f"signs {promise.offer.promise}", promise.offer.signers)


def must_be_party(game: Game, promise: Promise, by: Seat, what: str) -> None:
    """``NotYourSeat`` for a seat that the promise does not concern."""
    concerned = parties(game, promise)
    if by not in concerned:
        refuse_seat(by, f"{what} about {promise.offer.promise}", concerned)


def must_not_be_blank(field: str, says: str) -> None:
    """``PromiseRefused`` where a field says nothing."""
    if not says.strip():
        refuse(field, "say something")


def refuse(field: str, says: str) -> None:
    """``PromiseRefused`` names the field."""
    raise PromiseRefused(field, says)


def refuse_seat(by: Seat, what: str, who: tuple[Seat, ...]) -> None:
    """``NotYourSeat`` names those who may."""
    raise NotYourSeat(f"by: {', '.join(who)} {what}, and not {by}")
