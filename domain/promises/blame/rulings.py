"""What a ruling says of a clause that has failed: exactly those whom it names answer for it."""

from domain.kernel.seats import Seat
from domain.promises.blame.cases import BreachCase, Culprit
from domain.promises.blame.causes import Blame, Excuse, Witness
from domain.promises.logic.formula import covers
from domain.promises.trace.lifecycle_facts import FAILED_BY_RULING, RULED, blamed_by
from domain.rulesets.vocabulary import Fact


def ruling_on(case: BreachCase, culprit: Culprit) -> Fact | None:
    """The last ruling on a clause that has failed, since the verdict or since the one by which it failed."""
    since = verdict_at(case)
    if culprit.node.rule == "ruled" and culprit.node.moment is not None:
        since = culprit.node.moment  # the first arm of a choice may be ruled on long before the last one fails
    places = case.game.trace.facts(RULED, since, len(case.game.trace.moments))
    about = [
        place[1].fact
        for place in places
        if place[1].fact.slots["promise"] == case.proof.promise
        and covers(str(place[1].fact.slots["path"]), culprit.node.path)
    ]
    return about[-1] if about else None


def verdict_at(case: BreachCase) -> int:
    """The moment by which the promise was broken; the last one known, if none decided it."""
    return case.proof.last if case.proof.moment is None else case.proof.moment


def ruled(case: BreachCase, culprit: Culprit, ruling: Fact) -> Blame:
    """Exactly those whom the ruling names; who is not named does not answer for it."""
    named = blamed_by(ruling) if ruling.slots["value"] == FAILED_BY_RULING else frozenset[Seat]()
    path = culprit.node.path
    owners = getattr(culprit.formula, "owners", ()) or case.agreement.obligors
    blamed_seats = [seat for seat in case.agreement.obligors if seat in named]
    return Blame(
        tuple(Witness(seat, path, "ruling") for seat in blamed_seats),
        tuple(Excuse(seat, path, "ruled") for seat in owners if seat not in blamed_seats),
    )
