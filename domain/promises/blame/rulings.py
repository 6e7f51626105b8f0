"""Rulings on who pays: they settle what the record leaves open, and never leave a breach without an answer."""

from collections.abc import Callable, Collection

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.blame.cases import BreachCase, Culprit
from oathbook.domain.promises.blame.causes import Blame, Excuse, Witness
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.trace.lifecycle_facts import FAILED_BY_RULING, RULED, seats_in
from oathbook.domain.rulesets.vocabulary import Fact


def blame_by_ruling(culprit: Culprit, caused: Callable[[Culprit], Blame]) -> Blame:
    """Who pays for a failed clause: by the record, which ``caused`` asks, as far as that tells, else by the ruling."""
    ruling, game = _ruling_on(culprit), culprit.case.game
    if ruling is None:
        return caused(culprit)
    if culprit.node.rule == "ruled" or game.ruleset.vocabulary.overrulable(game.setup):
        return _by_ruling(culprit, ruling)
    return _with_ruling(caused(culprit), culprit, ruling)


def verdict_at(case: BreachCase) -> int:
    """The moment by which the promise was broken; the last one known, if none decided it."""
    return case.proof.last if case.proof.moment is None else case.proof.moment


def _ruling_on(culprit: Culprit) -> Fact | None:
    """The ruling that counts on a failed clause, since the verdict or since the one by which it failed."""
    since = verdict_at(culprit.case)
    if culprit.node.rule == "ruled" and culprit.node.moment is not None:
        since = culprit.node.moment  # the first arm of a choice may be ruled on long before the last one fails
    trace, promise = culprit.case.game.trace, culprit.case.proof.promise
    rulings = (each.fact for _, each in trace.facts(RULED, since, len(trace.moments)))
    about = (each for each in rulings if each.slots["promise"] == promise)
    here = (each for each in about if covers(str(each.slots["path"]), culprit.path))
    return max(here, key=lambda fact: str(fact.slots["path"]).count("."), default=None)


def _by_ruling(culprit: Culprit, ruling: Fact) -> Blame:
    """Who pays for what only a ruling could decide: those it names, or else every owner it does not excuse.

    Nobody, where it says that the clause is met: so a table rules whose edition lets a ruling contradict the letter.
    """
    owners = tuple(getattr(culprit.formula, "owners", ()) or culprit.case.agreement.obligors)
    if ruling.slots["value"] != FAILED_BY_RULING:
        return _settled(culprit, (), owners)
    named = [seat for seat in culprit.case.agreement.obligors if seat in seats_in(ruling, "blamed")]
    return _settled(culprit, named or _not_excused(owners, ruling), owners)


def _with_ruling(found: Blame, culprit: Culprit, ruling: Fact) -> Blame:
    """What the record says of a failed clause, with the answer of a ruling for the seats that it refers to a judge.

    For them a ruling that names somebody names all who pay; one that names nobody leaves it to those it does not
    excuse. For the others the record has answered, and a ruling that the clause is met says nothing of who pays.
    """
    if ruling.slots["value"] != FAILED_BY_RULING:
        return found
    referred = {seat for each in found.referrals for seat in each.seats or culprit.case.agreement.obligors}
    told = Blame(
        tuple(each for each in found.witnesses if each.seat not in referred),
        tuple(each for each in found.excuses if each.seat not in referred),
        settled=found.referrals,
    )
    owners = tuple(seat for seat in culprit.case.agreement.obligors if seat in referred)
    named = [seat for seat in owners if seat in seats_in(ruling, "blamed")]
    return told.and_also(_settled(culprit, named or _not_excused(owners, ruling), owners))


def _not_excused(seats: tuple[Seat, ...], ruling: Fact) -> list[Seat]:
    return [seat for seat in seats if seat not in seats_in(ruling, "excused")]


def _settled(culprit: Culprit, answering: Collection[Seat], owners: tuple[Seat, ...]) -> Blame:
    path = culprit.path
    return Blame(
        tuple(Witness(seat, path, "ruling") for seat in answering),
        tuple(Excuse(seat, path, "ruled") for seat in owners if seat not in answering),
    )
