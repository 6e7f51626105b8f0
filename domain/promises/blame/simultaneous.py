"""Acts that come out with another seat's decision, as they do where all choose first and then all reveal."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.blame.cases import BreachCase, Culprit, referred
from oathbook.domain.promises.blame.causes import Blame, Witness
from oathbook.domain.promises.chances.other_line import OtherLine, PossibleMove, replay_line
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.logic.formulas import Pattern
from oathbook.domain.promises.logic.matching import matches
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.logic.proofs import Ref

MOST_TRIED: Final = 400  # other decisions that are tried for an act


def simultaneous_blame(culprit: Culprit, seat: Seat, act: Ref) -> Blame | None:
    """What follows from it that a seat could have decided otherwise before, and would have done less of it.

    Only as long as all others could have gone on as they did. It answers for its act though others did the same at the
    same time, so that it would have failed without it. Nothing where there was no such decision.
    """
    pattern = culprit.leaf.pattern
    assert pattern is not None, "what is done is looked for by a pattern"
    case, game = culprit.case, culprit.case.game
    since, last = case.proof.signed + 1, game.step_at(act.moment)
    done = times_done(case, game.trace.moments[since : act.moment + 1], pattern, seat)
    for command, move in islice(_moves(case, seat, act.moment), MOST_TRIED):
        line = OtherLine(game, command.number)
        parting = replay_line(game, line, range(command.number, last + 1), seat, (move,))
        if parting is None and not line.refused and times_done(case, line.moments[since:], pattern, seat) < done:
            return Blame((Witness(seat, culprit.path, "act", (move,), (act,)),))
    return referred("R2", culprit, seat, detail="whether there was another way") if _untold(case, seat, act) else None


def _untold(case: BreachCase, seat: Seat, act: Ref) -> bool:
    """Whether this reader cannot decide again what was decided from the seat's last own decision to its act."""
    own = [each for each in case.game.between(case.proof.signed, act.moment) if each.by == seat]
    steps = range(own[-1].number, case.game.step_at(act.moment) + 1) if own else range(0)
    return bool(own) and replay_line(case.game, OtherLine(case.game, own[-1].number), steps, seat, ()) is not None


def times_done(case: BreachCase, moments: Sequence[Moment], pattern: Pattern, seat: Seat) -> int:
    """How often a seat does what a pattern looks for."""
    reader = case.chances.ways.reader
    return sum(
        each.fact.by == seat and matches(pattern, each.fact, moment.before, reader) is True
        for moment in moments
        for each in moment.by_kind.get(pattern.kind, ())
    )


def _moves(case: BreachCase, seat: Seat, until: int) -> Iterator[tuple[GameStep, PossibleMove]]:
    """What a seat could have decided otherwise since it promised, the latest first; nothing at all, of what is free."""
    for command in reversed(case.game.between(case.proof.signed, until)):
        if command.by == seat:
            state = command.state
            free = () if case.chances.takes_turn(state, command.decision) else (None,)
            for decision in (*free, *case.chances.listed(state, seat)):
                if decision != command.decision:
                    yield command, PossibleMove(command.at, decision, instead=True)
