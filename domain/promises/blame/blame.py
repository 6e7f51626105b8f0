"""Who pays for a broken letter: those whose failing clause it was and who caused that it failed.

The letter decides whether; its structure, whose duty failed; the record and the rules, who caused it. Without a
witness nobody pays.
"""

from functools import partial

from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.promises.blame.cases import BreachCase, leaf_of, referred
from domain.promises.blame.causes import DEFAULT, Blame, Policy
from domain.promises.blame.commissions import committed, lost
from domain.promises.blame.culprits import Culprit, culprits
from domain.promises.blame.joint_totals import joint_blame
from domain.promises.blame.omissions import omitted
from domain.promises.blame.opportunities import Opportunities
from domain.promises.blame.plans import Budget
from domain.promises.blame.played_game import PlayedGame
from domain.promises.blame.replaying import Trial
from domain.promises.blame.rulings import answered, verdict_at
from domain.promises.blame.shares import share_of
from domain.promises.evaluator.verdict import judged
from domain.promises.logic.formula import Agreement, StateWithin, Total
from domain.promises.logic.proof import Proof


def blamed(game: PlayedGame, agreement: Agreement, proof: Proof, policy: Policy = DEFAULT) -> Blame:
    """Who caused that a promise is broken, who of its obligors did not, and what is left to a judge.

    Of a joint promise the others still owe their own share, and answer for it when they break that later.
    """
    found = _breach(game, agreement, proof, policy)
    if agreement.jointly:
        for seat in agreement.obligors:
            if seat not in found.blamed:
                found = found.and_also(_later(game, agreement, proof, seat, policy))
    return found


def _later(game: PlayedGame, agreement: Agreement, proof: Proof, seat: Seat, policy: Policy) -> Blame:
    """What a party of a joint promise answers for that broke its own share after another had broken the promise."""
    own = replace(agreement, formula=share_of(agreement.formula, seat))
    later = judged(proof.promise, own, proof.signed, game.trace)
    if later.status != "broken" or later.moment == proof.moment:
        return Blame()
    return _breach(game, own, later, policy).of(seat)


def _breach(game: PlayedGame, agreement: Agreement, proof: Proof, policy: Policy) -> Blame:
    assert proof.status == "broken", "nobody is to blame for a promise that is not broken"
    trial = Trial(game, proof.promise, agreement, proof.signed, proof.last if proof.moment is None else proof.moment)
    case = BreachCase(trial, proof, Opportunities(game), Budget(policy))
    found = Blame()
    for culprit in culprits(agreement.formula, proof.root):
        found = found.and_also(answered(case, culprit, partial(_caused, case, culprit)))
    return found


def _caused(case: BreachCase, culprit: Culprit) -> Blame:
    formula = culprit.formula
    assert isinstance(formula, Total | StateWithin), "anything else fails by a ruling alone"
    if culprit.node.rule != "too-much" and not case.game.between(case.proof.signed, culprit_ends(case, culprit)):
        return referred("R9", culprit, *formula.owners)
    found = _by_kind(case, culprit, formula)
    gone = _gone(case, formula.owners)
    return found.and_also(referred("R11", culprit, *gone)) if gone else found


def culprit_ends(case: BreachCase, culprit: Culprit) -> int:
    """The moment in which a clause failed; the last one known, if it was still open when the game ended."""
    return case.window(culprit)[1] if culprit.node.moment is None else culprit.node.moment


def _by_kind(case: BreachCase, culprit: Culprit, formula: Total | StateWithin) -> Blame:
    if isinstance(formula, StateWithin):
        return lost(case, culprit, formula)
    if culprit.node.rule == "too-much":
        return committed(case, culprit)
    assert leaf_of(culprit).mode != "le", "what is at most so much fails by too much of it"
    match formula.owners:
        case (seat,):
            return omitted(case, culprit, formula, seat)
        case _:
            return joint_blame(case, culprit, formula)


def _gone(case: BreachCase, owners: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Which of them had left the game when it failed, and not yet when they promised."""
    moments, out = case.game.trace.moments, case.game.ruleset.standing
    then, now = out(moments[case.proof.signed].after).out, out(moments[verdict_at(case)].after).out
    return tuple(seat for seat in owners if seat in now and seat not in then)
