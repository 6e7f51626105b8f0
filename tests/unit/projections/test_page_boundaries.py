"""How the log is cut into pages, and what was read before, changes nothing in the rows."""

import random
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.recording.format.record import Record
from oathbook.projections import log_reader
from oathbook.projections.projector import PROJECTIONS
from oathbook.replays.playouts import play_out
from tests.support.playing import CLOSE, RULESET, long_game, running_game, small_game, whole_game
from tests.support.projecting import Tables, caught_up, positions_in, projected, stored, tables_in

pytestmark = pytest.mark.sqlite("hypothesis makes hundreds of databases; test_stores.py cuts pages on both")

SEEDS = (0, 3, 4, 5, 6, 9, 12, 13)
"""Of play-outs that are not the longest."""

PLAYED = [
    small_game(),
    long_game(),
    running_game(decisions=9),
    whole_game(CLOSE, "witnessed", chance="witnessed"),
    whole_game(CLOSE, "sealed", reveal="none"),
]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five games, step by step in turns."""
    return stored(tmp_path_factory.mktemp("boundaries") / "db", *PLAYED, shuffled=random.Random("turns"))  # noqa: S311  # it mixes a test's games


@pytest.fixture(scope="module")
def expected(db: Path) -> Tables:
    """What comes of it in pages of the usual size."""
    return caught_up(db, db.with_name("expected"))


@pytest.mark.gate
@settings(deadline=None, max_examples=12)
@given(page=st.one_of(st.integers(1, 40), st.integers(41, PAGE)))
def test_any_size_of_page_gives_the_same_tables(db: Path, expected: Tables, page: int) -> None:
    with TemporaryDirectory() as folder:
        found = caught_up(db, Path(folder) / "views", page=page)

    assert found == expected


@pytest.mark.gate
@settings(deadline=None, max_examples=8)
@given(cuts=st.lists(st.integers(1, 700), min_size=1, max_size=5))
def test_stopping_and_starting_anywhere_gives_the_same_tables(db: Path, expected: Tables, cuts: list[int]) -> None:
    """Each start knows nothing of the one before, and folds the games again that it goes on with."""
    with TemporaryDirectory() as folder:
        views = Path(folder) / "views"
        for size in cuts:
            with projected(db, views, page=size) as (projector, _):
                for projection in projector.projections:
                    projector.advance(projection.name)
        found = caught_up(db, views)

    assert found == expected


@pytest.mark.gate
@settings(deadline=None, max_examples=12)
@given(order=st.lists(st.sampled_from([each.name for each in PROJECTIONS]), max_size=40), page=st.integers(1, 60))
def test_projections_that_are_not_equally_far_give_the_same_tables(
    db: Path, expected: Tables, order: list[str], page: int
) -> None:
    """As while one is made again: the game so far that one has just folded is of no use to another."""
    with TemporaryDirectory() as folder:
        views = Path(folder) / "views"
        with projected(db, views, page=page) as (projector, _):
            for name in order:
                projector.advance(name)
            projector.catch_up()

        assert tables_in(views) == expected


def test_events_one_at_a_time_as_they_are_stored_give_the_same_tables(tmp_path: Path) -> None:
    """Following a table as it plays is the same as reading it up afterwards."""
    record = small_game()
    db = stored(tmp_path / "db")

    with projected(db, tmp_path / "views") as (projector, _):
        for number in range(len(record.events)):
            stored(db, replace(record, events=record.events[number : number + 1]))
            projector.catch_up()

    assert tables_in(tmp_path / "views") == caught_up(db, tmp_path / "again")


@pytest.mark.gate
def test_more_games_than_are_kept_at_hand_give_the_same_tables(
    db: Path, expected: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one fold at hand nearly every event of a page begins with folding its game again."""
    monkeypatch.setattr(log_reader, "MOST_GAMES", 1)
    monkeypatch.setattr(log_reader, "MOST_EDITIONS", 1)

    found = caught_up(db, tmp_path / "views", page=7)

    assert found == expected


@cache
def played_out(seed: int) -> Record:
    return play_out(RULESET, seed).record


@pytest.mark.gate
@settings(deadline=None, max_examples=10)
@given(
    seeds=st.lists(st.sampled_from(SEEDS), min_size=1, max_size=3, unique=True),
    turns=st.randoms(),
    page=st.integers(5, PAGE),
)
def test_a_rebuild_of_played_out_games_equals_the_catching_up(
    seeds: list[int], turns: random.Random, page: int
) -> None:
    """Byte for byte, projection by projection, over random games that were played at the same time."""
    with TemporaryDirectory() as folder:
        db = stored(Path(folder) / "db", *map(played_out, seeds), shuffled=turns)
        views = Path(folder) / "views"
        before = caught_up(db, views, page=page)
        with projected(db, views) as (projector, _):
            for projection in projector.projections:
                projector.rebuild(projection.name)

        assert tables_in(views) == before
        assert caught_up(db, Path(folder) / "fresh") == before


def test_a_rebuild_makes_what_was_changed_right_again(db: Path, expected: Tables, tmp_path: Path) -> None:
    """The control of the test above: rows that somebody has changed are not simply kept."""
    views = tmp_path / "views"
    caught_up(db, views)
    with closing(sqlite3.connect(views)) as connection, connection:
        connection.execute("UPDATE clause_usage SET cited = cited + 1")
        connection.execute("DELETE FROM reading_usage")
    assert tables_in(views) != expected

    with projected(db, views) as (projector, _):
        projector.rebuild("clause_usage")

    assert tables_in(views) == expected
    assert set(positions_in(views).values()) == {sum(len(record.events) for record in PLAYED)}
