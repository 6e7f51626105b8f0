"""The mini-game in which blame is tried keeps the laws of rulesets, and letters can be told apart in it."""

import pytest

from oathbook.replays.coverage import coverage_of
from oathbook.replays.playouts import play_out
from tests.minigame.ruleset import MINIGAME
from tests.support.promises.lettering import strict_parser

FEW = 3
GAMES = 120


def test_a_few_random_games_keep_every_law() -> None:
    """A law that is broken raises."""
    assert all(play_out(MINIGAME, seed).decisions for seed in range(FEW))


@pytest.mark.gate
def test_random_games_keep_every_law_and_reach_everything() -> None:
    """Clauses, refusals, events and endings are all reached."""
    coverage = coverage_of(MINIGAME, (play_out(MINIGAME, seed).tally for seed in range(GAMES)))

    assert coverage.missing == {}


def test_no_phrase_of_it_can_be_taken_for_another() -> None:
    assert strict_parser(MINIGAME.vocabulary).rules
