"""A projector that is killed at any moment, again and again, makes the rows that one makes that never was."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Final

import pytest

from oathbook.domain.recording.database.archive import Archive
from oathbook.projections.clause_usage import CLAUSE_USAGE
from oathbook.projections.definitions import Projection
from oathbook.projections.projector import PROJECTIONS, Projector
from oathbook.projections.sqlite_views.views import SqliteViews
from oathbook.projections.view_store import Batch
from tests.support.playing import CLOSE, ruleset_of, whole_game
from tests.support.projecting import Tables, caught_up, positions_in, stored, tables_in
from tests.support.storing import Child, Say

GAMES: Final = 70
MOST_EVENTS: Final = 120
"""Of a game, so that folding it again takes a part of a life only."""

KILLS: Final = 100
ENOUGH: Final = 15
"""Kills, where most of them come between two transactions."""

PAGE: Final = 7
LONGEST_LIFE: Final = 0.08
"""Seconds; a pass over the whole log takes a second or so."""


BETWEEN: Final = 0.004
"""Seconds between two transactions that should be one, so that most kills come there."""


class RowsFirst(SqliteViews):
    """A fault planted: rows and position in two transactions."""

    def write(self, *made: tuple[Projection, Batch]) -> None:
        """Store the rows, then the positions."""
        with self._datastore.transaction(commit=True) as c:
            for each in made:
                self._must_follow(c, *each)
                self._write_rows(c, *each)
        sleep(BETWEEN)
        with self._datastore.transaction(commit=True) as c:
            for each in made:
                self._write_position(c, *each)


class PositionFirst(SqliteViews):
    """A fault planted: the other way round."""

    def write(self, *made: tuple[Projection, Batch]) -> None:
        """Store the positions, then the rows."""
        with self._datastore.transaction(commit=True) as c:
            for each in made:
                self._must_follow(c, *each)
                self._write_position(c, *each)
        sleep(BETWEEN)
        with self._datastore.transaction(commit=True) as c:
            for each in made:
                self._write_rows(c, *each)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Several thousand events of games played in turns, a few at a time."""
    games = [whole_game(CLOSE, f"killed {number}") for number in range(GAMES)]
    short = [game for game in games if len(game.events) <= MOST_EVENTS]
    path = tmp_path_factory.mktemp("killed") / "db"
    for first in range(0, len(short), 5):
        stored(path, *short[first : first + 5], shuffled=random.Random(first))  # noqa: S311  # it mixes a test's games
    assert sum(len(game.events) for game in short) > 2_000
    return path


@pytest.fixture(scope="module")
def expected(db: Path) -> Tables:
    """What a projector makes that is never killed."""
    return caught_up(db, db.with_name("expected"))


def catching_up(
    db: Path, views: Path, kind: type[SqliteViews], projections: tuple[Projection, ...]
) -> Callable[[Say], None]:
    """The work of a process that is going to be killed."""

    def work(say: Say) -> None:
        with (
            Archive(db, ruleset_of) as archive,
            kind(views) as opened,
            Projector(archive, opened, ruleset_of, projections, page=PAGE) as projector,
        ):
            say("begun")
            projector.catch_up()
        say("done")

    return work


def killed(
    db: Path, views: Path, kind: type[SqliteViews] = SqliteViews, projections: tuple[Projection, ...] = PROJECTIONS
) -> Iterator[bool]:
    """Kill the projector after a moment, for ever, and say each time whether it was at work (or had finished).

    One in five is killed while it opens its files.
    """
    picks = random.Random("moments")  # noqa: S311  # it picks a test's moments
    while True:
        with Child(catching_up(db, views, kind, projections)) as child:
            if picks.randrange(5):
                child.line()
                sleep(picks.uniform(0, LONGEST_LIFE))
            else:
                sleep(picks.uniform(0, LONGEST_LIFE / 4))
            yield "done" not in child.killed()


def thrown_away(views: Path) -> None:
    """Delete the file and what SQLite keeps beside it."""
    for each in (views, Path(f"{views}-wal"), Path(f"{views}-shm")):
        each.unlink(missing_ok=True)


@pytest.mark.gate
@pytest.mark.parametrize("kind", [RowsFirst, PositionFirst])
def test_the_kills_are_noticed_where_rows_and_position_are_stored_apart(
    kind: type[SqliteViews], db: Path, tmp_path: Path, expected: Tables
) -> None:
    """The control: counts are added twice, or never."""
    views = tmp_path / "views"
    for number, _ in enumerate(killed(db, views, kind, (CLAUSE_USAGE,)), 1):
        if number == ENOUGH:
            break

    found = caught_up(db, views)

    assert found["clause_usage"] != expected["clause_usage"]


@pytest.mark.gate
def test_a_projector_that_is_killed_a_hundred_times_makes_the_same_rows(
    db: Path, tmp_path: Path, expected: Tables
) -> None:
    """Whenever it has finished before it is killed, it is compared, and begins again."""
    views, hits, places = tmp_path / "views", 0, set[int]()

    for at_work in killed(db, views):
        if not at_work:
            assert tables_in(views) == expected
            thrown_away(views)
            continue
        hits += 1
        if hits % 3 == 0:  # not always: a look at the file cleans up behind the process that was killed
            places.add(sum(positions_in(views).values()))
        if hits == KILLS:
            break

    assert len(places) > KILLS // 10, "the kills did not come at different moments"
    assert caught_up(db, views) == expected
