"""Who pays for a broken letter: whoever could have kept it, if the others had decided as they did."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.opportunities import Opportunities
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.proofs import Proof
from oathbook.domain.promises.logic.shares import duties_of
from oathbook.domain.promises.logic.versions import BLAME, look_up_version
from oathbook.domain.promises.who_pays.answers import Blame, BlameAnswer, Referral
from oathbook.domain.promises.who_pays.duties import BreachCase, BrokenPromise, FailedDuty, failed_duties
from oathbook.domain.promises.who_pays.joint import blame_together
from oathbook.domain.promises.who_pays.questions import OwnerQuestions
from oathbook.domain.promises.who_pays.rulings import blame_by_ruling


def who_pays(game: PlayedGame, agreement: formulas.Agreement, proof: Proof) -> Blame:
    """Who pays for a promise that is broken, who of its obligors does not, and what is left to a judge.

    Of a joint promise the others still owe their own share, and pay for it when they break that later.
    """
    found = _blame(game, agreement, proof)
    if agreement.jointly:
        for seat in agreement.obligors:
            if seat not in found.blamed:
                found = found.and_also(_later(game, agreement, proof, seat))
    return found


def _later(game: PlayedGame, agreement: formulas.Agreement, proof: Proof, seat: Seat) -> Blame:
    """What a party of a joint promise pays for that broke its own share after another had broken the promise.

    Once is enough: after the first of its duties that it pays for, no other is looked at.
    """
    shares = (replace(agreement, formula=each) for each in duties_of(agreement.formula, seat))
    proved = ((share, prove_verdict(proof.promise, share, proof.signed, game.trace)) for share in shares)
    broken = [(share, each) for share, each in proved if each.status == "broken" and each.last > proof.last]
    found = Blame()
    for share, each in sorted(broken, key=lambda one: one[1].last):
        if not found.blamed:
            found = found.and_also(_blame(game, share, each).of(seat))
    return found


def _blame(game: PlayedGame, agreement: formulas.Agreement, proof: Proof) -> Blame:
    assert proof.status == "broken", "nobody is to blame for a promise that is not broken"
    reads = game.ruleset.vocabulary.answering(game.setup)
    breach = BrokenPromise(game, proof)
    case = BreachCase(breach, agreement, Opportunities(game, breach.end), reads)
    duties = failed_duties(agreement.formula, proof.root)
    return Blame().and_also(
        *(blame_by_ruling(case.breach, agreement, each, partial(_blame_for, case, each)) for each in duties)
    )


def _blame_for(case: BreachCase, duty: FailedDuty) -> Blame:
    """Who pays for one duty; of what was owed one instead of the other the last that somebody had in their hands."""
    found: list[Blame] = []
    for link in duty.links:
        found.append(_blame_for_link(case, link))
        if found[-1].was_in_hand:
            return found[-1]
    return Blame().and_also(*found)


def _blame_for_link(case: BreachCase, duty: FailedDuty) -> Blame:
    questions = {seat: OwnerQuestions(case, duty, seat) for seat in duty.owners}
    questions = {seat: each for seat, each in questions.items() if each.leaves}
    answered = {seat: each.ask() for seat, each in questions.items()}
    if (offered := _offered(case.agreement, answered.values())) is not None:
        return Blame(tuple(replace(offered, seat=each) for each in questions))
    found = Blame().and_also(*(each for each in answered.values() if each is not None))
    left = {seat: questions[seat] for seat, each in answered.items() if each is None}
    if left:
        found = found.and_also(blame_together(case.breach, left, found))
    gone = _parties_who_left(case.breach, duty.owners)
    return found.and_also(Blame(referrals=(Referral("R11", duty.node.path, gone),))) if gone else found


def _offered(agreement: formulas.Agreement, answered: Collection[Blame | None]) -> BlameAnswer | None:
    """The answer of one of several who offered all of what they owed together: that does for all of them.

    Not where one of the obligors prevented it.
    """
    answers = (answer for blame in answered if blame is not None for answer in blame.answers)
    parts = (each for each in answers if each.step == "part" and each.line and each.other not in agreement.obligors)
    return next(parts, None) if len(answered) > 1 else None


def _parties_who_left(breach: BrokenPromise, owners: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Which of them had left the game when it failed, and not yet when they promised."""
    moments, standing = breach.game.trace.moments, breach.game.ruleset.standing
    then, now = standing(moments[breach.proof.signed].after).out, standing(moments[breach.last].after).out
    return tuple(seat for seat in owners if seat in now and seat not in then)


BlameReading = Callable[..., Blame]  # asked with a game, an agreement, and the proof that it is broken
READINGS: Final[dict[str, BlameReading]] = {BLAME: who_pays}  # every version of the reading; an offer names one


def reading_named(version: str) -> BlameReading:
    """A version of the reading; ``UnknownVersion``."""
    return look_up_version(READINGS, "reading of blame", version)
