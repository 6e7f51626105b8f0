"""Rulings on who pays: they settle what the record leaves open, and never leave a breach without an answer."""

from collections.abc import Callable, Collection

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.trace.lifecycle_facts import FAILED_BY_RULING, RULED, seats_in
from oathbook.domain.promises.who_pays.answers import Blame, BlameAnswer
from oathbook.domain.promises.who_pays.duties import BrokenPromise, FailedDuty
from oathbook.domain.rulesets.vocabulary import Fact


def blame_by_ruling(breach: BrokenPromise, agreement: Agreement, duty: FailedDuty, ask: Callable[[], Blame]) -> Blame:
    """Who pays for a failed duty: by the record, which ``ask`` asks, as far as that tells, else by the ruling."""
    ruling, game = _ruling_on(breach, duty), breach.game
    if ruling is None:
        return ask()
    ruled = {each.path for each in duty.nodes if each.rule == "ruled"}
    if ruled or game.ruleset.vocabulary.overrulable(game.setup):
        owners = duty.owners or agreement.obligors
        return _by_ruling(agreement, duty, ruling, owners)
    return _with_ruling(ask(), agreement, duty, ruling)


def _ruling_on(breach: BrokenPromise, duty: FailedDuty) -> Fact | None:
    """The ruling that counts on a failed duty or on one of its clauses, since the verdict or since it failed by one."""
    trace, promise = breach.game.trace, breach.proof.promise
    ruled = [each.moment for each in duty.nodes if each.rule == "ruled" and each.moment is not None]
    since = min((breach.last, *ruled))  # the first arm of a choice may be ruled on long before the last one fails
    rulings = (each.fact for _, each in trace.facts(RULED, since, len(trace.moments)))
    about = [each for each in rulings if each.slots["promise"] == promise]
    here = (each for each in about if any(covers(str(each.slots["path"]), one.path) for one in duty.nodes))
    return max(here, key=lambda fact: str(fact.slots["path"]).count("."), default=None)


def _by_ruling(agreement: Agreement, duty: FailedDuty, ruling: Fact, owners: tuple[Seat, ...]) -> Blame:
    """Who pays for what only a ruling could decide: those it names, or else every owner it does not excuse.

    Nobody, where it says that the clause is met: so a table rules whose edition lets a ruling contradict the letter.
    """
    if ruling.slots["value"] != FAILED_BY_RULING:
        return _settled(duty, (), owners)
    named = [seat for seat in agreement.obligors if seat in seats_in(ruling, "blamed")]
    return _settled(duty, named or _not_excused(owners, ruling), owners)


def _with_ruling(found: Blame, agreement: Agreement, duty: FailedDuty, ruling: Fact) -> Blame:
    """What the record says of a failed duty, with the answer of a ruling for the seats that it refers to a judge.

    For them a ruling that names somebody names all who pay; one that names nobody leaves it to those it does not
    excuse. For the others the record has answered, and a ruling that the clause is met says nothing of who pays.
    """
    if ruling.slots["value"] != FAILED_BY_RULING:
        return found
    referred = {seat for each in found.referrals for seat in each.seats or agreement.obligors}
    known = Blame(tuple(each for each in found.answers if each.seat not in referred), settled=found.referrals)
    owners = tuple(seat for seat in agreement.obligors if seat in referred)
    named = [seat for seat in owners if seat in seats_in(ruling, "blamed")]
    return known.and_also(_settled(duty, named or _not_excused(owners, ruling), owners))


def _not_excused(seats: tuple[Seat, ...], ruling: Fact) -> list[Seat]:
    return [seat for seat in seats if seat not in seats_in(ruling, "excused")]


def _settled(duty: FailedDuty, paying: Collection[Seat], owners: tuple[Seat, ...]) -> Blame:
    path = next((each.path for each in duty.nodes if each.rule == "ruled"), duty.path)
    seats = dict.fromkeys((*owners, *paying))
    return Blame(tuple(BlameAnswer(seat, path, "ruling", seat in paying) for seat in seats))
