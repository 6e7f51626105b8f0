"""Where a game stands: the score by the rules, less what promises and rulings cost, as one number from one function."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.incremental_audit import PromiseResult
from oathbook.domain.promises.audit.promise_audit import Due
from oathbook.domain.rulesets.protocol import AnyRuleset, Ending, Score

MINUS: Final = "\N{MINUS SIGN}"


class RuledPenalty(Struct, frozen=True):
    """What a seat loses by a ruling on a dispute, from the position on by which what is ruled on had happened."""

    at: int
    seat: Seat
    points: int
    dispute: str = ""


class SeatScore(Struct, frozen=True):
    """What a seat has: ``after`` all that is taken off, and before it the ``points`` of the rules.

    ``penalty`` is what it pays for broken promises and ``ruled`` what it loses by rulings on disputes. ``proposed`` is
    taken off only once a judge has settled the rest. ``says`` is the sum in words.
    """

    seat: Seat
    points: int
    unit: str
    out: bool
    penalty: int
    proposed: int
    ruled: int
    after: int
    says: str


class GameStanding(Struct, frozen=True):
    """A game's standing as one reader knows it; ``out`` names every seat that is out, ``stall`` what holds the game up.

    ``reserve`` is where penalties are entered, if the edition has such. ``fault`` is what went wrong if the promises
    could not be judged: then none of them costs anything here.
    """

    scores: tuple[SeatScore, ...]
    out: tuple[Seat, ...]
    ending: Ending | None
    stall: str
    reserve: str | None
    fault: str = ""


def standing_of(
    ruleset: AnyRuleset,
    state: Any,
    promises: Iterable[PromiseResult],
    ruled: Iterable[RuledPenalty] = (),
    *,
    fault: str = "",
) -> GameStanding:
    """The standing in a state, with the promises as they stand there and what rulings cost by then."""
    found, penalty = ruleset.standing(state), ruleset.vocabulary.penalty
    dues = [due for promise in promises for part in promise.parts for due in part.penalties]
    lost = list(ruled) if penalty is not None else []
    scores = tuple(_score_seat(each, dues, lost, out=each.seat in found.out) for each in found.scores)
    reserve = None if penalty is None else penalty.reserve
    return GameStanding(scores, found.out, found.ending, found.stall, reserve, fault)


def _score_seat(score: Score, dues: list[Due], ruled: list[RuledPenalty], *, out: bool) -> SeatScore:
    seat = score.seat
    penalty = sum(due.amount for due in dues if due.seat == seat and due.applies)
    proposed = sum(due.amount for due in dues if due.seat == seat and not due.applies)
    lost = sum(each.points for each in ruled if each.seat == seat)
    after = score.points - penalty - lost
    says = f"{' '.join(_sum(score.points, penalty, lost, after))} {unit_for(after, score.unit)}"
    says += f", {proposed} more proposed" if proposed else ""
    return SeatScore(seat, score.points, score.unit, out, penalty, proposed, lost, after, says)


def unit_for(number: int, unit: str) -> str:
    """The unit as it is called beside a number: *2 hearts*, *1 heart*, *1 victory*; *1 Prestige* as ever."""
    if abs(number) != 1 or not unit.endswith("s") or unit.endswith("ss"):
        return unit
    return f"{unit.removesuffix('ies')}y" if unit.endswith("ies") else unit.removesuffix("s")


def _sum(points: int, penalty: int, ruled: int, after: int) -> Iterator[str]:
    """The terms of a sum, such as *26 - 20 - 5 ruled = 1*; the points alone where nothing is taken off."""
    yield str(points)
    if penalty:
        yield f"{MINUS} {penalty}"
    if ruled:
        yield f"{MINUS} {ruled} ruled"
    if penalty or ruled:
        yield f"= {after}".replace("-", MINUS)
