"""Who pays for a broken letter: its maker, unless the record shows who else.

The letter decides whether; its structure, whose duty failed; the record and the rules, who is excused of it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.blame.cases import BreachCase, Culprit, referred
from oathbook.domain.promises.blame.causes import Blame
from oathbook.domain.promises.blame.commissions import committed
from oathbook.domain.promises.blame.omissions import omitted
from oathbook.domain.promises.blame.rulings import blame_by_ruling, verdict_at
from oathbook.domain.promises.blame.states import unmet
from oathbook.domain.promises.chances.opportunities import Opportunities
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.bindings import substitute
from oathbook.domain.promises.logic.proofs import FAILED, Node, Proof
from oathbook.domain.promises.logic.shares import duties_of
from oathbook.domain.promises.logic.versions import BLAME, look_up_version


def blamed(game: PlayedGame, agreement: formulas.Agreement, proof: Proof) -> Blame:
    """Who answers for a promise that is broken, who of its obligors does not, and what is left to a judge.

    Of a joint promise the others still owe their own share, and answer for it when they break that later.
    """
    found = _breach(game, agreement, proof)
    if agreement.jointly:
        for seat in agreement.obligors:
            if seat not in found.blamed:
                found = found.and_also(_later(game, agreement, proof, seat))
    return found


def _later(game: PlayedGame, agreement: formulas.Agreement, proof: Proof, seat: Seat) -> Blame:
    """What a party of a joint promise answers for that broke its own share after another had broken the promise.

    Once is enough: after the first of its duties that it answers for, no other is looked at.
    """
    shares = (replace(agreement, formula=each) for each in duties_of(agreement.formula, seat))
    told = ((share, prove_verdict(proof.promise, share, proof.signed, game.trace)) for share in shares)
    broken = [(share, each) for share, each in told if each.status == "broken" and each.last > proof.last]
    found = Blame()
    for share, each in sorted(broken, key=lambda one: one[1].last):
        if not found.blamed:
            found = found.and_also(_breach(game, share, each).of(seat))
    return found


def _breach(game: PlayedGame, agreement: formulas.Agreement, proof: Proof) -> Blame:
    assert proof.status == "broken", "nobody is to blame for a promise that is not broken"
    case = BreachCase(game, agreement, proof, Opportunities(game))
    return _fallen(case, agreement.formula, proof.root)


def _fallen(case: BreachCase, formula: formulas.Formula, node: Node) -> Blame:
    """Who answers for it that a formula has failed: of several duties, for those that failed when all did."""
    if node.rule == "ruled":
        return blame_by_ruling(Culprit(case, formula, node), _caused)
    match formula:
        case formulas.And(parts):
            return _all(case, zip(parts, node.kids, strict=True), node)
        case formulas.Or(parts):
            failed = ((part, kid) for part, kid in zip(parts, node.kids, strict=True) if kid.value == FAILED)
            return _of_causes(tuple(_fallen(case, part, kid) for part, kid in failed))
        case formulas.OrElse(_, body, reparation):
            instead, first = _fallen(case, reparation, node.kids[1]), node.kids[0]
            return instead if instead.was_in_hand else _fallen(case, body, first)
        case formulas.Once() | formulas.Whenever() | formulas.Unless():
            return _all(case, _bodies(formula, node), node)
        case formulas.Total() | formulas.StateWithin() | formulas.Text() | formulas.Hole():
            return blame_by_ruling(Culprit(case, formula, node), _caused)
        case formulas.Truth() | formulas.Not():
            return Blame()  # a letter that says so itself; and nothing is denied outside conditions


def _of_causes(ways: tuple[Blame, ...]) -> Blame:
    """Of the ways of a choice those that were in somebody's hands; if none was, all of them."""
    return Blame().and_also(*(tuple(each for each in ways if each.was_in_hand) or ways))


def _all(case: BreachCase, duties: Iterable[tuple[formulas.Formula, Node]], node: Node) -> Blame:
    failed = ((duty, kid) for duty, kid in duties if kid.value == FAILED and kid.moment == node.moment)
    return Blame().and_also(*(_fallen(case, duty, kid) for duty, kid in failed))


def _bodies(
    formula: formulas.Once | formulas.Whenever | formulas.Unless, node: Node
) -> Iterator[tuple[formulas.Formula, Node]]:
    match formula:
        case formulas.Once(_, _, body):
            yield from ((substitute(body, kid.bound), kid) for kid in node.kids[1:])
        case formulas.Whenever(_, _, body):
            yield from ((substitute(body, kid.bound), kid.kids[0]) for kid in node.kids if kid.rule == "instance")
        case formulas.Unless(_, _, body):
            yield body, node.kids[1]


def _caused(culprit: Culprit) -> Blame:
    found = _by_kind(culprit)
    gone = _gone(culprit.case, culprit.duty.owners)
    return found.and_also(referred("R11", culprit, *gone)) if gone else found


def _by_kind(culprit: Culprit) -> Blame:
    if isinstance(culprit.duty, formulas.StateWithin):
        return unmet(culprit, culprit.duty)
    if culprit.node.rule == "too-much":
        return committed(culprit)
    assert culprit.leaf.mode != "le", "what is at most so much fails by too much of it"
    return omitted(culprit, culprit.duty.owners)


def _gone(case: BreachCase, owners: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Which of them had left the game when it failed, and not yet when they promised."""
    moments, out = case.game.trace.moments, case.game.ruleset.standing
    then, now = out(moments[case.proof.signed].after).out, out(moments[verdict_at(case)].after).out
    return tuple(seat for seat in owners if seat in now and seat not in then)


BlameReading = Callable[..., Blame]  # asked with a game, an agreement, and the proof that it is broken
READINGS: Final[dict[str, BlameReading]] = {BLAME: blamed}  # every version of the reading; an offer names one


def reading_named(version: str) -> BlameReading:
    """A version of the reading; ``UnknownVersion``."""
    return look_up_version(READINGS, "reading of blame", version)
