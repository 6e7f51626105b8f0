"""What holds of the read models wherever their rows are: in a file, or in a schema of PostgreSQL."""

import random
from pathlib import Path

import pytest

from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from tests.support.playing import CLOSE, long_game, running_game, whole_game
from tests.support.projecting import Tables, caught_up, rows_in, stored
from tests.support.ruling import corrected_game, forked_game
from tests.unit.projections.test_docket import STORIES, store

PLAYED = (
    *(running_game(decisions=9), long_game(), whole_game(CLOSE, "sealed", reveal="none")),
    *(*forked_game(), *corrected_game()),
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games in turns, with promises, a fork and a correction, and disputes."""
    path = store(tmp_path_factory.mktemp("stores") / "db", *STORIES)
    games = {record.game: record for record in PLAYED}.values()
    return stored(path, *games, shuffled=random.Random("turns"))  # noqa: S311  # it mixes a test's games


@pytest.fixture(scope="module")
def expected(db: Path) -> Tables:
    """The rows in a file."""
    path = db.with_name("expected")
    caught_up(db, path)
    return rows_in(path)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> StoreAddress:
    """Where the rows are going to be."""
    if request.param == "sqlite":
        return tmp_path / "views"
    address: PostgresAddress = request.getfixturevalue("postgres_database")
    return address


@pytest.mark.parametrize("page", [7, 500])
def test_the_rows_are_the_same(page: int, db: Path, place: StoreAddress, expected: Tables) -> None:
    caught_up(db, place, page=page)

    assert rows_in(place) == expected
