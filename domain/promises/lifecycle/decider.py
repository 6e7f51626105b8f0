"""The rules of a promise's life, first version: who may do what with it, and when.

An offer binds nobody. The last signature makes it binding for all, unless a deadline in it has passed. Until then every
signer may decline, even after signing, and the seat that offered it may withdraw it. A binding promise stays binding
until all who may release it have consented, or until they and all its signers have signed an amendment.
"""

from collections.abc import Callable
from typing import Final

from oathbook.domain.errors import GameClosed, TooLarge
from oathbook.domain.games import game_events
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import PromiseEvent
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import OPEN_PROMISES
from oathbook.domain.promises.lifecycle import acts, lookups
from oathbook.domain.promises.lifecycle.acts import Act, OfferLetter
from oathbook.domain.promises.lifecycle.adjudication import PublicAudit, decide_answer, decide_claim, decide_ruling
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader, unique_seats
from oathbook.domain.promises.lifecycle.lookups import promise_of
from oathbook.domain.promises.logic.versions import LIFE, look_up_version


def decide(game: Game, by: Seat, act: acts.Act, letters: LetterReader, public: PublicAudit) -> game_events.PromiseEvent:
    """The event that follows from an act.

    Refuses with ``PromiseRefused`` (not in this state of the promise), ``NotYourSeat`` (not for this seat to do),
    ``NotFound`` (there is no such promise, clause, claim or position), ``GameClosed``, ``TooLarge`` (a limit),
    ``BadRecord`` (it says something that cannot be), and ``BadLetter``.
    """
    _must_not_be_over(game, act)
    match act:
        case acts.OfferLetter():
            return _decide_offer(game, by, act, letters)
        case acts.Sign(promise):
            return _decide_signature(game, by, promise, letters)
        case acts.DeclineOffer() | acts.Withdraw():
            return _decide_withdrawal(game, by, act)
        case acts.Consent(promise):
            return _decide_consent(game, by, promise, letters, public)
        case acts.MakeClaim():
            return decide_claim(game, by, act, letters)
        case acts.AnswerClaim():
            return decide_answer(game, by, act)
        case acts.RuleOnClause():
            return decide_ruling(game, by, act, letters, public)


def _must_not_be_over(game: Game, act: acts.Act) -> None:
    if game.closed and not isinstance(act, acts.AnswerClaim | acts.RuleOnClause):
        raise GameClosed(f"game {game.id} is over: claims can still be answered and clauses ruled on, and nothing else")


# Offers -----------------------------------------------------------------------------------------------------------


def _decide_offer(game: Game, by: Seat, offer: acts.OfferLetter, letters: LetterReader) -> game_events.PromiseOffered:
    share = OPEN_PROMISES // len(game.opened.seats)
    if sum(each.is_open and each.by == by for each in game.promises.values()) >= share:
        raise TooLarge(f"{by} has offered {share} promises that are open, and nobody has more in a game of so many")
    terms = letters.terms(game, offer.letter, is_new=True)
    signers = unique_seats(terms.obligors, terms.addressees)
    if offer.replaces is not None:
        replaced = lookups.binding_promise(game, offer.replaces, "replaces")
        signers = unique_seats(signers, lookups.replacement_signers(game, replaced.offer))
    if by not in signers:
        lookups.refuse_seat(by, "offers a promise", signers)
    new = f"p{len(game.promises) + 1}"
    return game_events.PromiseOffered(
        new,
        terms.letter,
        terms.language,
        offer.life,
        offer.blame,
        terms.obligors,
        terms.addressees,
        signers,
        unique_seats(*terms.releasers),
        offer.replaces,
    )


def _decide_signature(
    game: Game, by: Seat, name: game_events.PromiseId, letters: LetterReader
) -> game_events.PromiseSigned:
    promise = lookups.pending_offer(game, name)
    lookups.must_be_signer(promise, by)
    if by in promise.signed:
        lookups.refuse("promise", f"{by} has signed {name} already")
    if promise.offer.replaces is not None:
        lookups.binding_promise(game, promise.offer.replaces, f"{name} replaces")
    binds = {*promise.signed, by} >= {*promise.offer.signers}
    if binds and (overdue := letters.overdue_part(game, promise.offer.letter)):
        lookups.refuse("promise", f"{name} cannot be signed any more: {overdue}")
    return game_events.PromiseSigned(name, binds)


def _decide_withdrawal(
    game: Game, by: Seat, act: acts.DeclineOffer | acts.Withdraw
) -> game_events.PromiseDeclined | game_events.PromiseWithdrawn:
    promise = lookups.pending_offer(game, act.promise)
    if isinstance(act, acts.Withdraw):
        if by != promise.by:
            lookups.refuse_seat(by, f"withdraws {act.promise}", (promise.by,))
        return game_events.PromiseWithdrawn(act.promise)
    lookups.must_be_signer(promise, by)
    return game_events.PromiseDeclined(act.promise)


def _decide_consent(
    game: Game, by: Seat, name: game_events.PromiseId, letters: LetterReader, public: PublicAudit
) -> game_events.PromiseConsented:
    """A consent; what is broken stays so, and a consent after that ends only the duties that still run."""
    promise = lookups.binding_promise(game, name, "promise")
    if not promise.offer.releasers:
        lookups.refuse("promise", f"nobody can release {name}: its letter names nobody who may")
    if by not in promise.offer.releasers:
        lookups.refuse_seat(by, f"releases {name}", promise.offer.releasers)
    if by in promise.consented:
        lookups.refuse("promise", f"{by} has consented to the release of {name} already")
    terms = letters.terms(game, promise.offer.letter)
    releases = terms.is_released_by((*promise.consented, by))
    return game_events.PromiseConsented(name, releases, broken=public.is_broken(name))


LifeRules = Callable[[Game, Seat, Act, LetterReader, PublicAudit], PromiseEvent]
LIVES: Final[dict[str, LifeRules]] = {LIFE: decide}  # every version of these rules that this program knows


def life_rules(version: str) -> LifeRules:
    """A version of these rules; ``UnknownVersion``."""
    return look_up_version(LIVES, "set of rules of a promise's life", version)


def decide_act(game: Game, by: Seat, act: Act, letters: LetterReader, public: PublicAudit) -> PromiseEvent:
    """The event that follows from an act, by the versions that its promise names; refuses as ``decide`` does.

    ``UnknownVersion`` where the offer names a version that this program does not have.
    """
    offer = act if isinstance(act, OfferLetter) else promise_of(game, act.promise).offer
    public.must_know_version(offer.blame)
    return life_rules(offer.life)(game, by, act, letters.with_language(offer.language), public)
