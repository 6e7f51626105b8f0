"""The games beside one in the catalogue."""

from collections.abc import Generator
from pathlib import Path

import pytest

from oathbook.projections.games import catalogue, neighbours
from oathbook.projections.view_store import Views
from tests.support.playing import CLOSE, opened, small_game, whole_game
from tests.support.projecting import projected, stored

RECORDS = (opened(CLOSE, "oldest").record, small_game(), whole_game(name="middle"), opened(CLOSE, "newest").record)


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> Generator[Views]:
    """The catalogue of games of different lengths, so that the numbers of their openings have gaps."""
    folder = tmp_path_factory.mktemp("neighbours")
    with projected(stored(folder / "db", *RECORDS), folder / "views") as (projector, views):
        projector.catch_up()
        yield views


def test_the_game_before_one_is_newer_and_the_game_behind_it_is_older(views: Views) -> None:
    """As they stand in the catalogue."""
    older, _, newer = RECORDS[1:4]

    assert neighbours(views, RECORDS[2].game) == (newer.game, older.game)


def test_whoever_goes_on_from_the_newest_sees_the_catalogue_in_its_order(views: Views) -> None:
    listed = [row.game for row in catalogue(views).games]
    found = [listed[0]]
    while (older := neighbours(views, found[-1])[1]) is not None:
        assert neighbours(views, older)[0] == found[-1]
        found.append(older)
        assert len(found) <= len(RECORDS), "the games do not come to an end"

    assert neighbours(views, listed[0])[0] is None
    assert found == listed == [record.game for record in reversed(RECORDS)]


def test_the_games_beside_one_are_among_those_that_are_wanted(views: Views) -> None:
    """Whether or not it is wanted itself."""
    oldest, _, middle, newest = RECORDS

    assert neighbours(views, middle.game, state="running") == (newest.game, oldest.game)
    assert neighbours(views, newest.game, state="over") == (None, middle.game)
    assert neighbours(views, newest.game, edition="knights_duty/1", player="Player 2", state="over") == (
        None,
        middle.game,
    )
    assert neighbours(views, middle.game, player="nobody") == (None, None)
    assert neighbours(views, middle.game, edition="chess/1") == (None, None)


def test_a_game_alone_has_no_neighbours(tmp_path: Path) -> None:
    with projected(stored(tmp_path / "db", small_game()), tmp_path / "views") as (projector, views):
        projector.catch_up()

        assert neighbours(views, small_game().game) == (None, None)


def test_a_game_that_is_not_in_the_catalogue_has_no_neighbours(views: Views) -> None:
    """Such as one that was opened a moment ago."""
    assert neighbours(views, "nobody") == (None, None)
    assert neighbours(views, "' OR 1=1 --") == (None, None)
