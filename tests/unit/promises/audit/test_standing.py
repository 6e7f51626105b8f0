"""What a seat has: the score of the rules, less what promises and rulings cost."""

import pytest

from oathbook.domain.promises.audit.standing import RuledPenalty, standing_of, unit_for
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
