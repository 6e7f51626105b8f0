"""The rules of a promise's life, first version: who may do what with it, and when.

An offer binds nobody. The last signature makes it binding for all, unless a deadline in it has passed. Until then every
signer may decline, even after signing, and the seat that offered it may withdraw it. A binding promise stays binding
until all who may release it have consented, or until they and all its signers have signed an amendment.
"""

from oathbook.domain.errors import GameClosed, TooLarge
from oathbook.domain.games.events import (
    PromiseConsented,
    PromiseDeclined,
    PromiseEvent,
    PromiseId,
    PromiseOffered,
    PromiseSigned,
    PromiseWithdrawn,
)
from oathbook.domain.games.game import Game
from oathbook.domain.kernel.limits import OPEN_PROMISES
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.promises.lifecycle.acts import (
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
from oathbook.domain.promises.lifecycle.judging import answered, claimed, ruled
from oathbook.domain.promises.lifecycle.lookups import (
    binding_promise,
    must_be_signer,
    not_yours,
    open_offer,
    refuse,
    who_give_up,
)
from oathbook.domain.promises.lifecycle.public_audit import PublicAudit
from oathbook.domain.promises.lifecycle.reading import Letters, each_once


def decide(game: Game, by: Seat, act: Act, letters: Letters, public: PublicAudit) -> PromiseEvent:
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
            return _consented(game, by, promise, letters, public)
        case ClaimThat():
            return claimed(game, by, act, letters)
        case AnswerClaim():
            return answered(game, by, act)
        case RuleOn():
            return ruled(game, by, act, letters, public)


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
    signers = each_once(terms.obligors, terms.addressees)
    if offer.replaces is not None:
        replaced = binding_promise(game, offer.replaces, "replaces")
        signers = each_once(signers, who_give_up(game, replaced.offer))
    if by not in signers:
        not_yours(by, "offers a promise", signers)
    new = f"p{len(game.promises) + 1}"
    return PromiseOffered(
        new,
        terms.letter,
        terms.language,
        offer.life,
        offer.blame,
        terms.obligors,
        terms.addressees,
        signers,
        each_once(*terms.releasers),
        offer.replaces,
    )


def _signed(game: Game, by: Seat, name: PromiseId, letters: Letters) -> PromiseSigned:
    promise = open_offer(game, name)
    must_be_signer(promise, by)
    if by in promise.signed:
        refuse("promise", f"{by} has signed {name} already")
    if promise.offer.replaces is not None:
        binding_promise(game, promise.offer.replaces, f"{name} replaces")
    binds = {*promise.signed, by} >= {*promise.offer.signers}
    if binds and (overdue := letters.overdue(game, promise.offer.letter)):
        refuse("promise", f"{name} cannot be signed any more: {overdue}")
    return PromiseSigned(name, binds)


def _ended(game: Game, by: Seat, act: DeclineOffer | Withdraw) -> PromiseDeclined | PromiseWithdrawn:
    promise = open_offer(game, act.promise)
    if isinstance(act, Withdraw):
        if by != promise.by:
            not_yours(by, f"withdraws {act.promise}", (promise.by,))
        return PromiseWithdrawn(act.promise)
    must_be_signer(promise, by)
    return PromiseDeclined(act.promise)


def _consented(game: Game, by: Seat, name: PromiseId, letters: Letters, public: PublicAudit) -> PromiseConsented:
    """A consent; what is broken stays so, and a consent after that ends only the duties that still run."""
    promise = binding_promise(game, name, "promise")
    if not promise.offer.releasers:
        refuse("promise", f"nobody can release {name}: its letter names nobody who may")
    if by not in promise.offer.releasers:
        not_yours(by, f"releases {name}", promise.offer.releasers)
    if by in promise.consented:
        refuse("promise", f"{by} has consented to the release of {name} already")
    terms = letters.terms(game, promise.offer.letter)
    releases = terms.is_released_by((*promise.consented, by))
    return PromiseConsented(name, releases, broken=public.is_broken(name))
