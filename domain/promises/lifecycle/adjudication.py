"""Decides who may claim something about a promise and answer that, and who may rule on what.

A ruling settles what the letter leaves open: plain words, hidden facts, and what is referred to a judge.
"""

from typing import Protocol

from oathbook.domain.errors import BadRecord, NotFound, PromiseRefused, TooLarge
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import PromiseAnswered, PromiseClaimed, PromiseId, PromiseRuled
from oathbook.domain.games.promises import Promise
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.kernel.limits import CLAIMS_PER_PROMISE, RULINGS_PER_PROMISE
from oathbook.domain.promises.lifecycle import lookups
from oathbook.domain.promises.lifecycle.acts import AnswerClaim, MakeClaim, RuleOnClause
from oathbook.domain.promises.lifecycle.letter_reader import JudgedClause, LetterReader, unique_seats
from oathbook.domain.promises.logic.paths import covers


class PublicAudit(Protocol):
    """The record so far, as everybody may see it; it is asked about rulings and consents only, as it takes long."""

    def contradiction(self, rule: RuleOnClause) -> tuple[str, str] | None:
        """What a ruling contradicts that follows from the letter: its field, and a sentence; nothing if it is open."""
        ...

    def must_know_version(self, blame: str) -> None:
        """``UnknownVersion`` for a reading of blame that this program does not have."""
        ...

    def is_broken(self, promise: PromiseId) -> bool:
        """Whether a promise is broken, at least for one of its obligors."""
        ...


def decide_claim(game: Game, by: Seat, claim: MakeClaim, letters: LetterReader) -> PromiseClaimed:
    """What a party claims about a clause; refuses as ``decider.decide`` does."""
    promise = lookups.once_binding_promise(game, claim.promise)
    lookups.must_be_party(game, promise, by, "claims something")
    lookups.clause_of(promise, claim.path, letters.terms(game, promise.offer.letter).clauses)
    if list(claim.about) != sorted({*claim.about}):
        raise BadRecord("about: positions stand in their order, each of them once")
    if claim.about and claim.about[-1] > game.position:
        raise NotFound(f"about: position {claim.about[-1]}: the positions of this game are 1 to {game.position}")
    if len(promise.claims) >= CLAIMS_PER_PROMISE:
        raise TooLarge(f"a promise has at most {CLAIMS_PER_PROMISE} claims")
    return PromiseClaimed(claim.promise, claim.path, claim.claims, claim.about, claim.says)


def decide_answer(game: Game, by: Seat, answer: AnswerClaim) -> PromiseAnswered:
    """What another party answers to a claim, once; refuses as ``decider.decide`` does."""
    promise = lookups.once_binding_promise(game, answer.promise)
    lookups.must_be_party(game, promise, by, "answers a claim")
    claim = next((each for each in promise.claims if each.position == answer.claim), None)
    if claim is None:
        raise NotFound(f"claim: nothing was claimed about {answer.promise} at position {answer.claim}")
    if by in {claim.by, *claim.answered}:
        lookups.refuse("claim", f"{by} made this claim" if by == claim.by else f"{by} has answered this claim already")
    lookups.must_not_be_blank("says", answer.says)
    return PromiseAnswered(answer.promise, answer.claim, answer.says)


def decide_ruling(game: Game, by: Seat, rule: RuleOnClause, letters: LetterReader, public: PublicAudit) -> PromiseRuled:
    """What a judge rules on a clause; refuses as ``decider.decide`` does, and what contradicts the letter."""
    promise = lookups.once_binding_promise(game, rule.promise)
    clauses = letters.terms(game, promise.offer.letter).clauses
    inside = (each for each in clauses if each.judge is not None and covers(rule.path, each.path))
    for each in (lookups.clause_of(promise, rule.path, clauses), *inside):
        judges = _judges(game, promise, each)
        if by not in judges:
            lookups.refuse_seat(by, f"rules on {each.path} of {rule.promise}", judges)
        if each.judge is not None:
            _must_be_claimed(promise, each)
    _must_be_fair(promise, rule)
    lookups.must_not_be_blank("reason", rule.reason)
    if len(promise.rulings) >= RULINGS_PER_PROMISE:
        raise TooLarge(f"a promise has at most {RULINGS_PER_PROMISE} rulings")
    if (against := public.contradiction(rule)) is not None:
        field, says = against
        raise PromiseRefused(field, says, letters.deciding_clauses)
    return PromiseRuled(rule.promise, rule.path, rule.value, rule.blamed, rule.excused, rule.reason)


def _judges(game: Game, promise: Promise, clause: JudgedClause) -> tuple[Seat, ...]:
    """The judge that the letter names, or the table; after the game the table too, if the judge has not ruled."""
    if clause.judge is None:
        return (TABLE,)
    has_ruled = any(by == clause.judge and covers(path, clause.path) for path, by in promise.rulings)
    return unique_seats((clause.judge,), (TABLE,) if game.closed and not has_ruled else ())


def _must_be_claimed(promise: Promise, plain: JudgedClause) -> None:
    """Plain words are ruled on only after a claim about them, or about a clause that contains them."""
    if not any(covers(claim.path, plain.path) for claim in promise.claims):
        lookups.refuse("path", f"{plain.path} stands in plain words, and nobody has claimed anything about it")


def _must_be_fair(promise: Promise, rule: RuleOnClause) -> None:
    """Only obligors can be blamed or excused, only for a failure, and no seat for both."""
    for field, seats in (("blamed", rule.blamed), ("excused", rule.excused)):
        for seat in seats:
            if seat not in promise.offer.obligors:
                lookups.refuse(field, f"{seat} has promised nothing in {rule.promise}")
            if (*rule.blamed, *rule.excused).count(seat) > 1:
                lookups.refuse(field, f"{seat} is named twice")
        if seats and rule.value != "failed":
            lookups.refuse(field, f"nobody is {field} for what has not failed")
