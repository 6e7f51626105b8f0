"""Decides who may do what with a promise, and when.

An offer binds nobody. The last signature makes it binding for all, unless a deadline in it has passed. Until then every
signer may decline, even after signing, and the seat that offered it may withdraw it. A binding promise stays binding
until all who may release it have consented, or until they and all its signers have signed an amendment.
"""

from collections.abc import Iterable

from domain.errors import BadRecord, GameClosed, NotFound, NotYourSeat, PromiseRefused, TooLarge
from domain.games.events import (
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
from domain.games.game import Game
from domain.games.promises import Promise
from domain.kernel.limits import CLAIMS_PER_PROMISE, OPEN_PROMISES, RULINGS_PER_PROMISE
from domain.kernel.seats import TABLE, Seat
from domain.promises.lifecycle.acts import (
    Act,
    AnswerClaim,
    ClaimThat,
    Consent,
    DeclineOffer,
    OfferLetter,
    RuleOn,
    Sign,
    Withdraw,
)
from domain.promises.lifecycle.reading import JudgedClause, Letters
from domain.promises.logic.formula import covers


def decide(game: Game, by: Seat, act: Act, letters: Letters) -> PromiseEvent:
    """The event that follows from an act.

    Refuses with ``PromiseRefused`` (not in this state of the promise), ``NotYourSeat`` (not for this seat to do),
    ``NotFound`` (there is no such promise, clause, claim or position), ``GameClosed``, ``TooLarge`` (a limit),
    ``BadRecord`` (it says something that cannot be), and ``BadLetter``.
    """
    _must_not_be_over(game, act)
    match act:
        case OfferLetter():
            return _offered(game, by, act, letters)
        case Sign(promise):
            return _signed(game, by, promise, letters)
        case DeclineOffer() | Withdraw():
            return _ended(game, by, act)
        case Consent(promise):
            return _consented(game, by, promise, letters)
        case ClaimThat():
            return _claimed(game, by, act, letters)
        case AnswerClaim():
            return _answered(game, by, act)
        case RuleOn():
            return _ruled(game, by, act, letters)


def _must_not_be_over(game: Game, act: Act) -> None:
    if game.closed and not isinstance(act, AnswerClaim | RuleOn):
        msg = f"game {game.id} is over: claims can still be answered and clauses ruled on, and nothing else"
        raise GameClosed(msg)


# Offers -----------------------------------------------------------------------------------------------------------


def _offered(game: Game, by: Seat, offer: OfferLetter, letters: Letters) -> PromiseOffered:
    share = OPEN_PROMISES // len(game.opened.seats)
    if sum(each.is_open and each.by == by for each in game.promises.values()) >= share:
        msg = f"{by} has offered {share} promises that are open, and nobody has more in a game of so many"
        raise TooLarge(msg)
    terms = letters.terms(game, offer.letter, is_new=True)
    signers = _each_once(terms.obligors, terms.addressees)
    if offer.replaces is not None:
        replaced = _binding(game, offer.replaces, "replaces")
        signers = _each_once(signers, _who_give_up(game, replaced.offer))
    if by not in signers:
        _not_yours(by, "offers a promise", signers)
    new = f"p{len(game.promises) + 1}"
    return PromiseOffered(
        new,
        terms.letter,
        terms.language,
        terms.obligors,
        terms.addressees,
        signers,
        _each_once(*terms.releasers),
        offer.replaces,
    )


def _signed(game: Game, by: Seat, name: PromiseId, letters: Letters) -> PromiseSigned:
    promise = _offer(game, name)
    _must_be_signer(promise, by)
    if by in promise.signed:
        _refuse("promise", f"{by} has signed {name} already")
    if promise.offer.replaces is not None:
        _binding(game, promise.offer.replaces, f"{name} replaces")
    binds = {*promise.signed, by} >= {*promise.offer.signers}
    if binds and (overdue := letters.overdue(game, promise.offer.letter)):
        _refuse("promise", f"{name} cannot be signed any more: {overdue}")
    return PromiseSigned(name, binds)


def _ended(game: Game, by: Seat, act: DeclineOffer | Withdraw) -> PromiseDeclined | PromiseWithdrawn:
    promise = _offer(game, act.promise)
    if isinstance(act, Withdraw):
        if by != promise.by:
            _not_yours(by, f"withdraws {act.promise}", (promise.by,))
        return PromiseWithdrawn(act.promise)
    _must_be_signer(promise, by)
    return PromiseDeclined(act.promise)


def _consented(game: Game, by: Seat, name: PromiseId, letters: Letters) -> PromiseConsented:
    promise = _binding(game, name, "promise")
    if not promise.offer.releasers:
        _refuse("promise", f"nobody can release {name}: its letter names nobody who may")
    if by not in promise.offer.releasers:
        _not_yours(by, f"releases {name}", promise.offer.releasers)
    if by in promise.consented:
        _refuse("promise", f"{by} has consented to the release of {name} already")
    terms = letters.terms(game, promise.offer.letter)
    return PromiseConsented(name, releases=terms.is_released_by((*promise.consented, by)))


# Claims and rulings -----------------------------------------------------------------------------------------------


def _claimed(game: Game, by: Seat, claim: ClaimThat, letters: Letters) -> PromiseClaimed:
    promise = _bound(game, claim.promise)
    _must_be_party(game, promise, by, "claims something")
    _clause(promise, claim.path, letters.terms(game, promise.offer.letter).clauses)
    if list(claim.about) != sorted({*claim.about}):
        msg = "about: positions stand in their order, each of them once"
        raise BadRecord(msg)
    if claim.about and claim.about[-1] > game.position:
        msg = f"about: position {claim.about[-1]}: the positions of this game are 1 to {game.position}"
        raise NotFound(msg)
    if len(promise.claims) >= CLAIMS_PER_PROMISE:
        msg = f"a promise has at most {CLAIMS_PER_PROMISE} claims"
        raise TooLarge(msg)
    return PromiseClaimed(claim.promise, claim.path, claim.claims, claim.about, claim.says)


def _answered(game: Game, by: Seat, answer: AnswerClaim) -> PromiseAnswered:
    promise = _bound(game, answer.promise)
    _must_be_party(game, promise, by, "answers a claim")
    claim = next((each for each in promise.claims if each.position == answer.claim), None)
    if claim is None:
        msg = f"claim: nothing was claimed about {answer.promise} at position {answer.claim}"
        raise NotFound(msg)
    if by in {claim.by, *claim.answered}:
        _refuse("claim", f"{by} made this claim" if by == claim.by else f"{by} has answered this claim already")
    _must_say_something("says", answer.says)
    return PromiseAnswered(answer.promise, answer.claim, answer.says)


def _ruled(game: Game, by: Seat, rule: RuleOn, letters: Letters) -> PromiseRuled:
    promise = _bound(game, rule.promise)
    clauses = letters.terms(game, promise.offer.letter).clauses
    inside = (each for each in clauses if each.judge is not None and covers(rule.path, each.path))
    for each in (_clause(promise, rule.path, clauses), *inside):
        judges = _judges(game, promise, each)
        if by not in judges:
            _not_yours(by, f"rules on {each.path} of {rule.promise}", judges)
        if each.judge is not None:
            _must_be_claimed(promise, each)
    _must_be_fair(promise, rule)
    _must_say_something("reason", rule.reason)
    if len(promise.rulings) >= RULINGS_PER_PROMISE:
        msg = f"a promise has at most {RULINGS_PER_PROMISE} rulings"
        raise TooLarge(msg)
    return PromiseRuled(rule.promise, rule.path, rule.value, rule.blamed, rule.excused, rule.reason)


def _judges(game: Game, promise: Promise, clause: JudgedClause) -> tuple[Seat, ...]:
    """The judge that the letter names, or the table; after the game the table too, if the judge has not ruled."""
    if clause.judge is None:
        return (TABLE,)
    has_ruled = any(by == clause.judge and covers(path, clause.path) for path, by in promise.rulings)
    return _each_once((clause.judge,), (TABLE,) if game.closed and not has_ruled else ())


def _must_be_claimed(promise: Promise, plain: JudgedClause) -> None:
    """Plain words are ruled on only after a claim about them, or about a clause that contains them."""
    if not any(covers(claim.path, plain.path) for claim in promise.claims):
        _refuse("path", f"{plain.path} stands in plain words, and nobody has claimed anything about it")


def _must_be_fair(promise: Promise, rule: RuleOn) -> None:
    """Only obligors can be blamed or excused, only for a failure, and no seat for both."""
    for field, seats in (("blamed", rule.blamed), ("excused", rule.excused)):
        for seat in seats:
            if seat not in promise.offer.obligors:
                _refuse(field, f"{seat} has promised nothing in {rule.promise}")
            if (*rule.blamed, *rule.excused).count(seat) > 1:
                _refuse(field, f"{seat} is named twice")
        if seats and rule.value != "failed":
            _refuse(field, f"nobody is {field} for what has not failed")


# Who and what -----------------------------------------------------------------------------------------------------


def parties(game: Game, promise: Promise) -> tuple[Seat, ...]:
    """The seats that a promise concerns: obligors, addressees (all seats, where none is named), and signers."""
    addressees = promise.offer.addressees or _everybody(game)
    return _each_once(promise.offer.obligors, addressees, promise.offer.signers)


def _who_give_up(game: Game, old: PromiseOffered) -> tuple[Seat, ...]:
    """The seats that must sign a replacement, as it releases from the old: signers, and releasers or else all."""
    return _each_once(old.signers, old.releasers or (() if old.addressees else _everybody(game)))


def _everybody(game: Game) -> tuple[Seat, ...]:
    return tuple(each.seat for each in game.opened.seats)


def promise_of(game: Game, name: PromiseId) -> Promise:
    """The promise of that id; ``NotFound``."""
    if name not in game.promises:
        msg = f"promise: there is no promise {name!r} in this game"
        raise NotFound(msg)
    return game.promises[name]


def _offer(game: Game, name: PromiseId) -> Promise:
    promise = promise_of(game, name)
    if promise.stands != "offered":
        _refuse("promise", f"{name} is {promise.stands}, and not on offer")
    return promise


def _binding(game: Game, name: PromiseId, field: str) -> Promise:
    promise = promise_of(game, name)
    if promise.stands != "binding":
        _refuse(field, f"{name} is {promise.stands}, and not binding")
    return promise


def _bound(game: Game, name: PromiseId) -> Promise:
    """A promise that is or was binding: what happened before its release can still be claimed and judged."""
    promise = promise_of(game, name)
    if not promise.bound_at:
        _refuse("promise", f"{name} is {promise.stands}, and has never been binding")
    return promise


def _clause(promise: Promise, path: str, clauses: tuple[JudgedClause, ...]) -> JudgedClause:
    for clause in clauses:
        if clause.path == path:
            return clause
    msg = f"path: {promise.offer.promise} has no {path!r}; it has {', '.join(each.path for each in clauses)}"
    raise NotFound(msg)


def _must_be_signer(promise: Promise, by: Seat) -> None:
    if by not in promise.offer.signers:
        _not_yours(by, f"signs {promise.offer.promise}", promise.offer.signers)


def _must_be_party(game: Game, promise: Promise, by: Seat, what: str) -> None:
    concerned = parties(game, promise)
    if by not in concerned:
        _not_yours(by, f"{what} about {promise.offer.promise}", concerned)


def _must_say_something(field: str, says: str) -> None:
    if not says.strip():
        _refuse(field, "say something")


def _each_once(*several: Iterable[Seat]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(seat for seats in several for seat in seats))


def _refuse(field: str, says: str) -> None:
    raise PromiseRefused(field, says)


def _not_yours(by: Seat, what: str, who: tuple[Seat, ...]) -> None:
    msg = f"by: {', '.join(who)} {what}, and not {by}"
    raise NotYourSeat(msg)
