"""Blame for a state that was to be: whoever made it untrue, or did not bring it about."""

from collections.abc import Iterator

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.blame.cases import BreachCase, Culprit, never_in_power, referred
from oathbook.domain.promises.blame.causes import Blame
from oathbook.domain.promises.blame.commissions import answerable
from oathbook.domain.promises.blame.omissions import omitted
from oathbook.domain.promises.chances.opportunities import AfterDecision
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.matching import holds
from oathbook.domain.promises.logic.proofs import Ref


def unmet(case: BreachCase, culprit: Culprit, formula: formulas.StateWithin) -> Blame:
    """Who made a state untrue that was to last, or to be there at a point; or whose it was to bring it about.

    A state of which no owner is a part is left to a judge, unless an owner ended it.
    """
    about = tuple(seat for seat in formula.owners if seat in set(_about(case, culprit, formula.state)))
    at = _lost_at(case, culprit, formula)
    if at is None:
        return omitted(case, culprit, formula, about) if about else referred("R6", culprit, *formula.owners)
    ended = case.game.command_at(at)
    if ended is not None and case.clock(ended, at) is None:
        decided = tuple(_decided_by(case, formula.owners, ended))
        return _ended_by(case, culprit, formula, decided, at) if decided else _by_others(culprit, formula, ended)
    return never_in_power(case, culprit, *about) if about else _by_others(culprit, formula, ended)


def _by_others(culprit: Culprit, formula: formulas.StateWithin, ended: GameStep | None) -> Blame:
    return referred("R6", culprit, *formula.owners, command=ended)


def _ended_by(
    case: BreachCase, culprit: Culprit, formula: formulas.StateWithin, decided: tuple[GameStep, ...], at: int
) -> Blame:
    """Every owner who has decided a part of what ended a state answers for that."""
    facts = tuple(
        Ref(at, each.position, each.number) for each in case.game.trace.moments[at].occurrences if each.fact.by
    )

    def still(after: AfterDecision) -> bool:
        return holds(formula.state, after.state, case.chances.ways.reader) is True

    return Blame().and_also(*(answerable(case, culprit, (each.by, each, facts), still) for each in decided))


def _decided_by(case: BreachCase, owners: tuple[Seat, ...], command: GameStep) -> Iterator[GameStep]:
    """The decisions of owners that came out with this one, each with its owner's part in it."""
    decided = ((seat, case.decided_by(seat, command)) for seat in owners)
    return (own for seat, own in decided if own.by == seat)


def _lost_at(case: BreachCase, culprit: Culprit, formula: formulas.StateWithin) -> int | None:
    """The last moment of the window after which a state no longer held that had held before."""
    moments, reader = case.game.trace.moments, case.chances.ways.reader
    first, last = case.window(culprit)
    if formula.mode == "G" and culprit.node.moment is not None:
        last = culprit.node.moment
    for index in range(last, first - 1, -1):
        if holds(formula.state, moments[index].before, reader) is True:
            return index if holds(formula.state, moments[index].after, reader) is not True else None
    return None


def _about(case: BreachCase, culprit: Culprit, state: formulas.StateFormula) -> Iterator[Seat]:
    """The players of whom a state speaks, by name or as whoever something belonged to in the end."""
    match state:
        case formulas.StateIs(_, args):
            end = case.game.trace.moments[case.window(culprit)[1]].after
            yield from (Seat(str(name)) for _, term in args for name in case.chances.ways.values("==", term, end))
        case formulas.AnyState(parts) | formulas.AllStates(parts):
            yield from (seat for part in parts for seat in _about(case, culprit, part))
        case _:
            return  # while something else is so, which is no part of what was to be
