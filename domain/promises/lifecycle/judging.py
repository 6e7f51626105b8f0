"""Decides who may claim something about a promise and answer that, and who may rule on what.

A ruling settles what the letter leaves open: plain words, hidden facts, and what is referred to a judge.
"""

from oathbook.domain.errors import BadRecord, NotFound, PromiseRefused, TooLarge
from oathbook.domain.games.events import PromiseAnswered, PromiseClaimed, PromiseRuled
from oathbook.domain.games.game import Game
from oathbook.domain.games.promises import Promise
from oathbook.domain.kernel.limits import CLAIMS_PER_PROMISE, RULINGS_PER_PROMISE
from oathbook.domain.kernel.seats import TABLE, Seat
from oathbook.domain.promises.lifecycle.acts import AnswerClaim, ClaimThat, RuleOn
from oathbook.domain.promises.lifecycle.lookups import (
    bound_promise,
    clause_of,
    must_be_party,
    must_say_something,
    not_yours,
    refuse,
)
from oathbook.domain.promises.lifecycle.public_audit import PublicAudit
from oathbook.domain.promises.lifecycle.reading import JudgedClause, Letters, each_once
from oathbook.domain.promises.logic.formula import covers


def claimed(game: Game, by: Seat, claim: ClaimThat, letters: Letters) -> PromiseClaimed:
    """What a party claims about a clause; refuses as ``decider.decide`` does."""
    promise = bound_promise(game, claim.promise)
    must_be_party(game, promise, by, "claims something")
    clause_of(promise, claim.path, letters.terms(game, promise.offer.letter).clauses)
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


def answered(game: Game, by: Seat, answer: AnswerClaim) -> PromiseAnswered:
    """What another party answers to a claim, once; refuses as ``decider.decide`` does."""
    promise = bound_promise(game, answer.promise)
    must_be_party(game, promise, by, "answers a claim")
    claim = next((each for each in promise.claims if each.position == answer.claim), None)
    if claim is None:
        msg = f"claim: nothing was claimed about {answer.promise} at position {answer.claim}"
        raise NotFound(msg)
    if by in {claim.by, *claim.answered}:
        refuse("claim", f"{by} made this claim" if by == claim.by else f"{by} has answered this claim already")
    must_say_something("says", answer.says)
    return PromiseAnswered(answer.promise, answer.claim, answer.says)


def ruled(game: Game, by: Seat, rule: RuleOn, letters: Letters, public: PublicAudit) -> PromiseRuled:
    """What a judge rules on a clause; refuses as ``decider.decide`` does, and what contradicts the letter."""
    promise = bound_promise(game, rule.promise)
    clauses = letters.terms(game, promise.offer.letter).clauses
    inside = (each for each in clauses if each.judge is not None and covers(rule.path, each.path))
    for each in (clause_of(promise, rule.path, clauses), *inside):
        judges = _judges(game, promise, each)
        if by not in judges:
            not_yours(by, f"rules on {each.path} of {rule.promise}", judges)
        if each.judge is not None:
            _must_be_claimed(promise, each)
    _must_be_fair(promise, rule)
    must_say_something("reason", rule.reason)
    if len(promise.rulings) >= RULINGS_PER_PROMISE:
        msg = f"a promise has at most {RULINGS_PER_PROMISE} rulings"
        raise TooLarge(msg)
    if (against := public.against(rule)) is not None:
        field, says = against
        raise PromiseRefused(field, says, letters.decided_by)
    return PromiseRuled(rule.promise, rule.path, rule.value, rule.blamed, rule.excused, rule.reason)


def _judges(game: Game, promise: Promise, clause: JudgedClause) -> tuple[Seat, ...]:
    """The judge that the letter names, or the table; after the game the table too, if the judge has not ruled."""
    if clause.judge is None:
        return (TABLE,)
    has_ruled = any(by == clause.judge and covers(path, clause.path) for path, by in promise.rulings)
    return each_once((clause.judge,), (TABLE,) if game.closed and not has_ruled else ())


def _must_be_claimed(promise: Promise, plain: JudgedClause) -> None:
    """Plain words are ruled on only after a claim about them, or about a clause that contains them."""
    if not any(covers(claim.path, plain.path) for claim in promise.claims):
        refuse("path", f"{plain.path} stands in plain words, and nobody has claimed anything about it")


def _must_be_fair(promise: Promise, rule: RuleOn) -> None:
    """Only obligors can be blamed or excused, only for a failure, and no seat for both."""
    for field, seats in (("blamed", rule.blamed), ("excused", rule.excused)):
        for seat in seats:
            if seat not in promise.offer.obligors:
                refuse(field, f"{seat} has promised nothing in {rule.promise}")
            if (*rule.blamed, *rule.excused).count(seat) > 1:
                refuse(field, f"{seat} is named twice")
        if seats and rule.value != "failed":
            refuse(field, f"nobody is {field} for what has not failed")
