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


def unmet(culprit: Culprit, formula: formulas.StateWithin) -> Blame:
    """Who made a state untrue that was to last, or to be there at a point; or whose it was to bring it about.

    A state of which no owner is a part is left to a judge, unless an owner ended it.
    """
    about = tuple(seat for seat in formula.owners if seat in set(_about(culprit, formula.state)))
    at = _lost_at(culprit, formula)
    if at is None:
        return omitted(culprit, about) if about else referred("R6", culprit, *formula.owners)
    ended = culprit.case.game.command_at(at)
    by_others = referred("R6", culprit, *formula.owners, command=ended)
    if ended is not None and culprit.case.clock(ended, at) is None:
        decided = tuple(_decided_by(culprit.case, formula.owners, ended))
        return _ended_by(culprit, formula, decided, at) if decided else by_others
    return never_in_power(culprit, *about) if about else by_others


def _ended_by(culprit: Culprit, formula: formulas.StateWithin, decided: tuple[GameStep, ...], at: int) -> Blame:
    """Every owner who has decided a part of what ended a state answers for that."""
    there = culprit.case.game.trace.moments[at].occurrences
    facts = tuple(Ref(at, each.position, each.number) for each in there if each.fact.by)

    def still(after: AfterDecision) -> bool:
        return holds(formula.state, after.state, culprit.case.chances.ways.reader) is True

    return Blame().and_also(*(answerable(culprit, (each.by, each, facts), still) for each in decided))


def _decided_by(case: BreachCase, owners: tuple[Seat, ...], command: GameStep) -> Iterator[GameStep]:
    """The decisions of owners that came out with this one, each with its owner's part in it."""
    decided = ((seat, case.decided_by(seat, command)) for seat in owners)
    return (own for seat, own in decided if own.by == seat)


def _lost_at(culprit: Culprit, formula: formulas.StateWithin) -> int | None:
    """The last moment of the window after which a state no longer held that had held before."""
    moments, reader = culprit.case.game.trace.moments, culprit.case.chances.ways.reader
    first, last = culprit.window
    if formula.mode == "G" and culprit.node.moment is not None:
        last = culprit.node.moment
    for index in range(last, first - 1, -1):
        if holds(formula.state, moments[index].before, reader) is True:
            return index if holds(formula.state, moments[index].after, reader) is not True else None
    return None


def _about(culprit: Culprit, state: formulas.StateFormula) -> Iterator[Seat]:
    """The players of whom a state speaks, by name or as whoever something belonged to in the end."""
    match state:
        case formulas.StateIs(_, args):
            case = culprit.case
            end = case.game.trace.moments[culprit.window[1]].after
            yield from (Seat(str(name)) for _, term in args for name in case.chances.ways.values("==", term, end))
        case formulas.AnyState(parts) | formulas.AllStates(parts):
            yield from (seat for part in parts for seat in _about(culprit, part))
        case _:
            return  # while something else is so, which is no part of what was to be
