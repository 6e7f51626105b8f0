"""What remedies need, and which of them one ruling may have together."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NoReturn

from oathbook.domain.disputes import dispute_events
from oathbook.domain.errors import DisputeRefused
from oathbook.domain.kernel import Seat

CHANGES_PLAY: Final = (
    dispute_events.Correct,
    dispute_events.DrawAgain,
    dispute_events.EditState,
    dispute_events.PlayOnFrom,
)
"""What changes the record of the game, so that it is in one commit with its ruling."""


NEEDS_NO_WRONG: Final = (dispute_events.LetStand, dispute_events.Penalise)
"""What may be ruled where a claim is rejected as well."""


def seats_of(remedy: dispute_events.Remedy) -> tuple[Seat, ...]:
    """The seats that a remedy names."""
    match remedy:
        case dispute_events.Penalise(seat=seat) | dispute_events.Award(seat=seat) | dispute_events.LoseGame(seat=seat):
            return (seat,)
        case dispute_events.AssignResult(outcomes=outcomes):
            return tuple(seat for each in outcomes for seat in each.winners)
        case (
            dispute_events.LetStand()
            | dispute_events.Correct()
            | dispute_events.DrawAgain()
            | dispute_events.EditState()
            | dispute_events.PlayOnFrom()
        ):
            return ()


def must_fit_together(remedies: Sequence[dispute_events.Remedy]) -> None:
    """Refuse remedies that contradict each other or say the same twice: ``DisputeRefused`` says which."""
    if any(count > 1 for count in Counter(remedies).values()):
        _refuse("one of the remedies is there twice")
    plays = sum(isinstance(each, CHANGES_PLAY) for each in remedies)
    stands = any(isinstance(each, dispute_events.LetStand) for each in remedies)
    if plays > 1 or (plays and stands):
        _refuse("the game stays as it is, or is changed in one way")
    lost = [each.seat for each in remedies if isinstance(each, dispute_events.LoseGame)]
    results = [each.outcomes for each in remedies if isinstance(each, dispute_events.AssignResult)]
    if len(results) > 1:
        _refuse("a game has one result; write its outcomes with their parts in one")
    for outcomes in results:
        _must_be_outcomes(outcomes, lost)


def _must_be_outcomes(outcomes: Sequence[dispute_events.AssignedOutcome], lost: Sequence[Seat]) -> None:
    """Each outcome is there once, with each of its winners once, none of whom loses by the same ruling."""
    winners = [frozenset(each.winners) for each in outcomes]
    if len({*winners}) < len(winners):
        _refuse("an outcome is there twice; add up its parts")
    if any(len(names) < len(each.winners) for names, each in zip(winners, outcomes, strict=True)):
        _refuse("a winner is named twice")
    for seat in lost:
        if any(seat in names for names in winners):
            _refuse(f"{seat} cannot lose the game and win it")


def _refuse(says: str) -> NoReturn:
    raise DisputeRefused("remedy", says)
