"""Whether draws look fair: counts held against expectation, chi-square, runs. Pure arithmetic over counted draws.

A draw of k cards from a pile of N, of which n are of a kind, brings k n/N of it on average, with the variance and the
covariances of the multivariate hypergeometric distribution. Draws are independent of each other, so expectations and
covariances add up over draws from different piles; the sums are nearly normal once there are enough of them. What is
said of several quantities at once is corrected for their number (Holm, 1979).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import erfc, exp, lgamma, log, sqrt
from typing import Final, NamedTuple

Counts = Mapping[str, int]  # how many of each kind
ENOUGH: Final = 5  # of a kind, and of all others, to be expected before a count is judged (Cochran, 1954)

TINY: Final = 1e-9


class CountedDraws(NamedTuple):
    """Draws of the same cards from equal piles: the pile, what came out, and how often."""

    pile: Counts
    cards: Counts
    times: int


class KindShare(NamedTuple):
    """How often a kind came, how often it was to be expected, and the probability of straying so far by chance.

    ``probability`` is of two sides, and nothing where there is not enough to judge.
    """

    kind: str
    drawn: int
    expected: float
    probability: float | None


class ChiSquare(NamedTuple):
    """Chi-square over all kinds that there are enough of, its degrees of freedom, and its probability."""

    value: float
    freedom: int
    probability: float | None


class Runs(NamedTuple):
    """How often, from one draw to the next, a kind came or stayed away the other way round, and what was expected."""

    kind: str
    changes: int
    expected: float
    probability: float | None


class Pick(NamedTuple):
    """One card out of a pile, in the order of the game."""

    pile: Counts
    card: str


def compare_shares(draws: Iterable[CountedDraws]) -> tuple[tuple[KindShare, ...], ChiSquare]:
    """Each kind that could have come, by its name, and all of them together."""
    sums = _Sums()
    for each in draws:
        sums.add(each)
    kinds = sorted(sums.expected)
    judged = [kind for kind in kinds if min(sums.expected[kind], sums.chances[kind] - sums.expected[kind]) >= ENOUGH]
    return tuple(sums.share(kind, judge=kind in judged) for kind in kinds), sums.square(judged)


class _Sums:
    """Expectations and covariances, added up draw by draw."""

    def __init__(self) -> None:
        self.drawn: dict[str, int] = {}
        self.chances: dict[str, int] = {}
        self.expected: dict[str, float] = {}
        self.covariance: dict[tuple[str, str], float] = {}

    def add(self, draws: CountedDraws) -> None:
        pile, taken = draws.pile, sum(draws.cards.values())
        size = sum(pile.values())
        spread = draws.times * taken * (size - taken) / (size - 1) if size > 1 else 0.0
        for kind, number in pile.items():
            part = number / size
            self.drawn[kind] = self.drawn.get(kind, 0) + draws.times * draws.cards.get(kind, 0)
            self.chances[kind] = self.chances.get(kind, 0) + draws.times * taken
            self.expected[kind] = self.expected.get(kind, 0.0) + draws.times * taken * part
            for other, others in pile.items():
                own = part if other == kind else 0.0
                key = kind, other
                self.covariance[key] = self.covariance.get(key, 0.0) + spread * (own - part * others / size)

    def share(self, kind: str, *, judge: bool) -> KindShare:
        variance = self.covariance[kind, kind]
        probability = None
        if judge and variance > TINY:
            probability = _two_sided_probability((self.drawn[kind] - self.expected[kind]) / sqrt(variance))
        return KindShare(kind, self.drawn[kind], self.expected[kind], probability)

    def square(self, kinds: Sequence[str]) -> ChiSquare:
        """The squared distance from expectation in the measure of the covariance, kind by kind given those before."""
        away = [self.drawn[kind] - self.expected[kind] for kind in kinds]
        matrix = [[self.covariance.get((one, other), 0.0) for other in kinds] for one in kinds]
        value, freedom = 0.0, 0
        for at, row in enumerate(matrix):
            if row[at] <= TINY * max(1.0, self.covariance[kinds[at], kinds[at]]):
                continue  # what is left of this kind follows from those before
            value, freedom = value + away[at] ** 2 / row[at], freedom + 1
            for below in range(at + 1, len(kinds)):
                factor = matrix[below][at] / row[at]
                away[below] -= factor * away[at]
                matrix[below] = [left - factor * above for left, above in zip(matrix[below], row, strict=True)]
        return ChiSquare(value, freedom, chi_square_tail(value, freedom) if freedom else None)


def count_runs(games: Iterable[Sequence[Pick]]) -> tuple[Runs, ...]:
    """For each kind, over the draws of single cards from which it could have come or not, game by game in order."""
    found: dict[str, list[list[tuple[float, bool]]]] = {}
    for picks in games:
        chances: dict[str, list[tuple[float, bool]]] = {}
        for pick in picks:
            size = sum(pick.pile.values())
            for kind, number in pick.pile.items():
                if number < size:
                    chances.setdefault(kind, []).append((number / size, pick.card == kind))
        for kind, sequence in chances.items():
            found.setdefault(kind, []).append(sequence)
    return tuple(_count_changes(kind, found[kind]) for kind in sorted(found))


def _count_changes(kind: str, sequences: Iterable[Sequence[tuple[float, bool]]]) -> Runs:
    """Changes between neighbours; two changes that share a draw are not independent, so their covariance counts."""
    changes, expected, variance = 0, 0.0, 0.0
    for sequence in sequences:
        odds = [one * (1 - two) + (1 - one) * two for (one, _), (two, _) in pairwise(sequence)]
        changes += sum(one != two for (_, one), (_, two) in pairwise(sequence))
        expected += sum(odds)
        variance += sum(odd * (1 - odd) for odd in odds)
        for at, (odd, following) in enumerate(pairwise(odds)):
            one, two, three = (sequence[at + step][0] for step in range(3))
            both = one * (1 - two) * three + (1 - one) * two * (1 - three)
            variance += 2 * (both - odd * following)
    enough = variance > TINY and expected >= ENOUGH
    probability = _two_sided_probability((changes - expected) / sqrt(variance)) if enough else None
    return Runs(kind, changes, expected, probability)


def _two_sided_probability(score: float) -> float:
    """The probability that a normal variable strays at least so many standard deviations."""
    return erfc(abs(score) / sqrt(2))


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability of at least this chi-square with so many degrees of freedom, at least one.

    Closed forms for whole degrees of freedom: Abramowitz and Stegun, 26.4.4 and 26.4.5.
    """
    half = value / 2
    if half <= 0:
        return 1.0
    powers = (number + freedom % 2 / 2 for number in range(freedom // 2))
    terms = (exp(power * log(half) - half - lgamma(power + 1)) for power in powers)
    return min(1.0, (erfc(sqrt(half)) if freedom % 2 else 0.0) + sum(terms))


def holm_correction(probabilities: Sequence[float]) -> tuple[float, ...]:
    """Probabilities of several quantities, each as if it had been asked about alone (Holm's correction)."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    found = [1.0] * len(probabilities)
    highest = 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * probabilities[at]))
        found[at] = highest
    return tuple(found)
