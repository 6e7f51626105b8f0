"""Where a game stands: the score by the rules, less what promises and rulings cost, as one number from one function."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.incremental_audit import PromiseResult
from oathbook.domain.promises.audit.promise_audit import Due
from oathbook.domain.rulesets.protocol import AnyRuleset, Ending, Score

MINUS: Final = "\N{MINUS SIGN}"


class RuledPenalty(Struct, frozen=True):
    """What a seat loses by a ruling on a dispute, from the position on by which what is ruled on had happened.

    It is less than 0 where the seat gets points.
    """

    at: int
    seat: Seat
    points: int
    dispute: str = ""


class RuledOutcome(Struct, frozen=True):
    """One outcome in a result by a ruling: who wins, or nobody, and for so many parts of the result it counts."""

    winners: tuple[Seat, ...]
    parts: int


class RuledResult(Struct, frozen=True):
    """How a game ends by a ruling, from a position on: a seat ``lost`` it, or it has these ``outcomes``."""

    at: int
    lost: Seat | None = None
    outcomes: tuple[RuledOutcome, ...] = ()
    dispute: str = ""


RulingEffect = RuledPenalty | RuledResult
"""What a ruling does to the standing of a game."""


class SeatScore(Struct, frozen=True):
    """What a seat has: ``after`` all that is taken off, and before it the ``points`` of the rules.

    ``penalty`` is what it pays for broken promises and ``ruled`` what it loses by rulings on disputes. ``proposed`` is
    taken off only once a judge has settled the rest. ``ruled`` is less than 0 where they give it points. ``says`` is
    the sum in words.
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


class WeightedOutcome(Struct, frozen=True):
    """Who wins by a ruling, or nobody, and what share of the result that is: ``1``, or a fraction such as ``3/5``."""

    winners: tuple[Seat, ...]
    share: str


class ResultByRuling(Struct, frozen=True):
    """How a game ends by rulings, whatever the rules say: who ``lost`` it, and the ``outcomes`` of the last result.

    ``disputes`` are those in which that was ruled.
    """

    lost: tuple[Seat, ...]
    outcomes: tuple[WeightedOutcome, ...]
    disputes: tuple[str, ...]


class GameStanding(Struct, frozen=True):
    """A game's standing as one reader knows it; ``out`` names every seat that is out, ``stall`` what holds the game up.

    ``reserve`` is where penalties are entered, if the edition has such. ``fault`` is what went wrong if the promises
    could not be judged: then none of them costs anything here. ``ruled`` is there where a ruling says how it ends.
    """

    scores: tuple[SeatScore, ...]
    out: tuple[Seat, ...]
    ending: Ending | None
    stall: str
    reserve: str | None
    fault: str = ""
    ruled: ResultByRuling | UnsetType = UNSET


def standing_of(
    ruleset: AnyRuleset,
    state: Any,
    promises: Iterable[PromiseResult],
    ruled: Iterable[RulingEffect] = (),
    *,
    fault: str = "",
) -> GameStanding:
    """The standing in a state, with the promises as they stand there and what rulings do by then, in their order."""
    found, penalty = ruleset.standing(state), ruleset.vocabulary.penalty
    dues = [due for promise in promises for part in promise.parts for due in part.penalties]
    effects = list(ruled)
    lost = [each for each in effects if isinstance(each, RuledPenalty)] if penalty is not None else []
    scores = tuple(_score_seat(each, dues, lost, out=each.seat in found.out) for each in found.scores)
    reserve = None if penalty is None else penalty.reserve
    result = _result_of([each for each in effects if isinstance(each, RuledResult)])
    return GameStanding(scores, found.out, found.ending, found.stall, reserve, fault, result)


def _result_of(ruled: list[RuledResult]) -> ResultByRuling | UnsetType:
    """What rulings make of the result; a later outcome replaces an earlier one."""
    if not ruled:
        return UNSET
    lost = tuple(dict.fromkeys(each.lost for each in ruled if each.lost is not None))
    assigned = next((each for each in reversed(ruled) if each.outcomes), None)
    outcomes = () if assigned is None else assigned.outcomes
    whole = sum(each.parts for each in outcomes)
    shares = tuple(WeightedOutcome(each.winners, str(Fraction(each.parts, whole))) for each in outcomes)
    counts = [each for each in ruled if each.lost is not None or each is assigned]
    return ResultByRuling(lost, shares, tuple(dict.fromkeys(each.dispute for each in counts)))


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
        yield f"{MINUS if ruled > 0 else '+'} {abs(ruled)} ruled"
    if penalty or ruled:
        yield f"= {after}".replace("-", MINUS)
