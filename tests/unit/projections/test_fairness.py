"""The arithmetic of fairness: figures worked out by hand, and that fair chance is accused as rarely as is said."""

import random
from collections import Counter
from math import sqrt
from statistics import NormalDist

import pytest

from oathbook.projections.draw_statistics.fairness import (
    CountedDraws,
    Pick,
    chi_square_tail,
    compare_shares,
    count_runs,
    holm_correction,
)

pytestmark = pytest.mark.sqlite("they have no database")

COIN = {"head": 1, "tail": 1}
DIE = {str(face): 1 for face in range(1, 7)}


def tossed(faces: str) -> list[Pick]:
    return [Pick(COIN, {"h": "head", "t": "tail"}[face]) for face in faces]


def test_a_coin_tossed_a_hundred_times() -> None:
    """60 heads: 10 away, the standard deviation is 5, so two standard deviations, and chi-square is 4."""
    (head, tail), square = compare_shares([CountedDraws(COIN, {"head": 1}, 60), CountedDraws(COIN, {"tail": 1}, 40)])

    two_sigma = 2 * NormalDist().cdf(-2)
    assert head.kind == "head"
    assert (head.drawn, head.expected) == pytest.approx((60, 50))
    assert head.probability == tail.probability == pytest.approx(two_sigma)
    assert (square.value, square.freedom) == pytest.approx((4, 1))
    assert square.probability == pytest.approx(two_sigma)


def test_a_die_has_five_degrees_of_freedom() -> None:
    """The sum over faces of (drawn - expected)^2 / expected, with 10 expected of each: (25+4+0+1+16+4)/10 = 5."""
    thrown = {"1": 15, "2": 8, "3": 10, "4": 9, "5": 6, "6": 12}

    _, square = compare_shares(CountedDraws(DIE, {face: 1}, times) for face, times in thrown.items())

    assert (square.value, square.freedom) == pytest.approx((5, 5))


def test_several_cards_at_once_stray_less_than_one_at_a_time() -> None:
    """3 of 2 red and 2 blue: 1.5 red expected; the hypergeometric variance is 3 x 1/4 x (4-3)/(4-1) = 1/4 a draw."""
    pile = {"red": 2, "blue": 2}

    (_, red), square = compare_shares(
        [CountedDraws(pile, {"red": 2, "blue": 1}, 60), CountedDraws(pile, {"red": 1, "blue": 2}, 40)]
    )

    assert (red.drawn, red.expected) == pytest.approx((160, 150))
    assert red.probability == pytest.approx(2 * NormalDist().cdf(-10 / sqrt(100 / 4)))
    assert square.value == pytest.approx(4)


def test_piles_that_differ_are_added_up() -> None:
    """20 draws from half red, 30 from a third red: 20 expected, variance 5 + 20/3."""
    half, third = {"red": 1, "blue": 1}, {"red": 1, "blue": 2}

    found, _ = compare_shares(
        [
            CountedDraws(half, {"red": 1}, 15),
            CountedDraws(half, {"blue": 1}, 5),
            CountedDraws(third, {"red": 1}, 12),
            CountedDraws(third, {"blue": 1}, 18),
        ]
    )

    red = found[1]
    assert (red.drawn, red.expected) == pytest.approx((27, 20))
    assert red.probability == pytest.approx(2 * NormalDist().cdf(-7 / sqrt(5 + 20 / 3)))


@pytest.mark.parametrize(("tosses", "judged"), [(9, False), (10, True)])
def test_too_few_are_not_judged(tosses: int, judged: bool) -> None:  # noqa: FBT001  # because pytest hands it over by name
    """Five of either side have to be expected."""
    (head, _), square = compare_shares([CountedDraws(COIN, {"head": 1}, tosses)])

    assert (head.probability is not None, square.probability is not None) == (judged, judged)


def test_a_pile_of_one_kind_says_nothing() -> None:
    (only,), square = compare_shares([CountedDraws({"shield": 4}, {"shield": 1}, 100)])

    assert (only.drawn, only.expected) == pytest.approx((100, 100))
    assert (only.probability, square.freedom, square.probability) == (None, 0, None)


def test_runs_of_a_coin() -> None:
    """Of n tosses n - 1 neighbours, half of which differ: htht… changes every time, hhhh… never."""
    (head, tail) = count_runs([tossed("ht" * 10 + "h")])
    (never, _) = count_runs([tossed("h" * 21)])

    assert (head.changes, head.expected) == pytest.approx((20, 10))
    assert tail.changes == 20
    assert head.probability == pytest.approx(2 * NormalDist().cdf(-10 / sqrt(20 / 4)))
    assert never.changes == 0
    assert never.probability == pytest.approx(head.probability)


def test_runs_do_not_reach_from_one_game_into_the_next() -> None:
    (head, _) = count_runs([tossed("h"), tossed("t"), tossed("ht")])

    assert (head.changes, head.expected) == pytest.approx((1, 0.5))


def test_the_tables_of_chi_square() -> None:
    """The points beyond which five of a hundred lie, as printed in every table."""
    printed = {1: 3.841459, 2: 5.991465, 3: 7.814728, 4: 9.487729, 9: 16.918978, 10: 18.307038}

    assert [chi_square_tail(point, freedom) for freedom, point in printed.items()] == pytest.approx(
        [0.05] * 6, rel=1e-5
    )
    assert chi_square_tail(0, 3) == pytest.approx(1)
    assert chi_square_tail(1074.679, 1000) == pytest.approx(0.05, rel=1e-4)


def test_holm_corrects_the_smallest_the_most() -> None:
    """Times 4, 3, 2 and 1, never less than the one before, never more than 1."""
    assert holm_correction([0.01, 0.04, 0.03, 0.5]) == pytest.approx((0.04, 0.09, 0.09, 0.5))
    assert holm_correction([0.6, 0.7]) == (1.0, 1.0)
    assert holm_correction([]) == ()


def test_fair_chance_is_accused_as_often_as_is_said() -> None:
    """1,000 collections of fair draws of one to three cards from three piles: a tenth lie below 0.1, and so on."""
    rng = random.Random(20261120)  # noqa: S311  # chance for a test, no secret
    piles = [tuple("aaaabbbcc"), tuple("abbbcd"), tuple("ccdd")]
    found: list[float] = []
    for _ in range(1000):
        counted = Counter(
            (pile, tuple(sorted(rng.sample(pile, rng.randint(1, 3))))) for pile in rng.choices(piles, k=200)
        )
        _, square = compare_shares(
            CountedDraws(Counter(pile), Counter(cards), times) for (pile, cards), times in counted.items()
        )
        assert square.probability is not None
        found.append(square.probability)

    below = [sum(each < level for each in found) / len(found) for level in (0.01, 0.1, 0.5, 0.9)]
    assert below == pytest.approx([0.01, 0.1, 0.5, 0.9], abs=0.04)


def test_runs_of_fair_chance_are_accused_as_often_as_is_said() -> None:
    """The variance that the sharing of neighbours makes is the right one: without it, this fails."""
    rng = random.Random(20261120)  # noqa: S311  # chance for a test, no secret
    piles = [{"a": 2, "b": 1}, {"a": 1, "b": 3}]
    found: list[float] = []
    for _ in range(1000):
        picked = [Pick(pile, rng.choice(list(Counter(pile).elements()))) for pile in rng.choices(piles, k=150)]
        probability = count_runs([picked[:100], picked[100:]])[0].probability
        assert probability is not None
        found.append(probability)

    below = [sum(each < level for each in found) / len(found) for level in (0.01, 0.1, 0.5, 0.9)]
    assert below == pytest.approx([0.01, 0.1, 0.5, 0.9], abs=0.04)
