"""What a seat has: the score of the rules, less what promises and rulings cost."""

import pytest
from msgspec import UNSET

from oathbook.domain.promises.audit.standing import (
    RuledOutcome,
    RuledPenalty,
    RuledResult,
    WeightedOutcome,
    standing_of,
    unit_for,
)
from tests.minigame.ruleset import BLUE, MINIGAME, RED, setup_of
from tests.support.promises.blaming import goods


def test_a_ruling_costs_the_seat_that_it_names_and_nobody_else() -> None:
    """Red has 2 wood and loses 5: 2 - 5 = -3. Blue has 1 and keeps it."""
    rules = MINIGAME
    state = rules.initial(setup_of(goods(red={"wood": 2}, blue={"wood": 1})))

    found = standing_of(rules, state, (), [RuledPenalty(1, RED, 5)])

    assert (found.ending, found.stall, found.reserve) == (None, "", "crossed-out prestige")
    by_seat = {each.seat: (each.ruled, each.after, each.says) for each in found.scores}
    assert by_seat[RED] == (5, -3, "2 \N{MINUS SIGN} 5 ruled = \N{MINUS SIGN}3 goods")
    assert by_seat[BLUE] == (0, 1, "1 good")


def test_a_ruling_may_give_a_seat_points() -> None:
    """Blue has 1 wood and gets 5: 1 + 5 = 6."""
    state = MINIGAME.initial(setup_of(goods(red={"wood": 2}, blue={"wood": 1})))

    found = standing_of(MINIGAME, state, (), [RuledPenalty(1, BLUE, -5)])

    (blue,) = (each for each in found.scores if each.seat == BLUE)
    assert (blue.ruled, blue.after, blue.says) == (-5, 6, "1 + 5 ruled = 6 goods")
    assert found.ruled is UNSET


def test_the_last_result_by_a_ruling_counts_in_exact_shares() -> None:
    """60 parts and 30 are 2/3 and 1/3; who lost has lost, whatever the result is."""
    state = MINIGAME.initial(setup_of(goods(red={"wood": 2}, blue={"wood": 1})))
    first = RuledResult(1, outcomes=(RuledOutcome((BLUE,), 1),), dispute="d1")
    lost = RuledResult(2, RED, dispute="d2")
    last = RuledResult(1, outcomes=(RuledOutcome((BLUE,), 60), RuledOutcome((), 30)), dispute="d3")

    found = standing_of(MINIGAME, state, (), [first, lost, last]).ruled
    alone = standing_of(MINIGAME, state, (), [lost]).ruled

    assert found is not UNSET
    assert alone is not UNSET
    assert (found.lost, found.disputes) == ((RED,), ("d2", "d3"))
    assert found.outcomes == (WeightedOutcome((BLUE,), "2/3"), WeightedOutcome((), "1/3"))
    assert (alone.lost, alone.outcomes) == ((RED,), ())


@pytest.mark.parametrize(
    ("number", "unit", "said"),
    [
        (1, "hearts", "heart"),
        (-1, "hit points", "hit point"),
        (1, "victories", "victory"),
        (0, "hearts", "hearts"),
        (2, "victories", "victories"),
        (1, "Prestige", "Prestige"),
        (1, "glass", "glass"),
    ],
)
def test_one_of_something_is_said_as_one(number: int, unit: str, said: str) -> None:
    assert unit_for(number, unit) == said
