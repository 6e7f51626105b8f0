"""Workers that share the read models of a database of PostgreSQL, and are killed while the record grows."""

import random
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final

import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.projections.clause_usage import CLAUSE_USAGE
from oathbook.projections.definitions import SHARES, Projection
from oathbook.projections.postgres_views import row_writer
from oathbook.projections.postgres_views.share_locks import LOCK_KEY
from oathbook.projections.postgres_views.views import PostgresViews
from oathbook.projections.projector import PROJECTIONS, Projector
from oathbook.projections.view_store import Batch
from tests.support.playing import CLOSE, ruleset_of, whole_game
from tests.support.postgres.views import executed
from tests.support.projecting import caught_up, projected, rows_in, steps_of, stored
from tests.support.storing import Child, Say

TAKEN_OVER: Final = 10.0
"""Seconds within which the shares of a dead worker have to be another's."""

LONG: Final = 60.0
PAGE: Final = 7
AT_ONCE: Final = 40
"""Events that come before each kill."""

LONGEST_LIFE: Final = 0.3
"""Seconds from those events to the kill; taking them in takes about as long."""

BETWEEN: Final = 0.004
"""Seconds between two transactions that should be one, so that most kills come there."""

HELD: Final = (
    "SELECT pid, count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 "
    "AND classid = %s AND objid < %s GROUP BY pid"
)


class TrackedApart(PostgresViews):
    """A fault planted: rows in a transaction, and how far the shares are in another."""

    def write(self, *made: tuple[Projection, Batch]) -> None:
        """Store the rows, then the positions."""
        with self._connection() as connection:
            with connection.transaction():
                for each in made:
                    row_writer.write_batch(connection, *each)
            sleep(BETWEEN)
            with connection.transaction():
                for each in made:
                    self._track(connection, *each)


def steps(games: int) -> Iterator[tuple[EncodedEvent, ...]]:
    """The steps of games that are played in turns, a few at a time."""
    picks = random.Random("turns")  # noqa: S311  # it mixes a test's games
    waiting = (list(steps_of(whole_game(CLOSE, f"shared {number}"))) for number in range(games))
    playing: list[list[tuple[EncodedEvent, ...]]] = []
    for game in waiting:
        playing.append(game)
        while len(playing) == 5:
            yield picks.choice(playing).pop(0)
            playing = [each for each in playing if each]
    while playing:
        yield playing[0].pop(0)
        playing = [each for each in playing if each]


def grown(db: Path, played: Iterator[tuple[EncodedEvent, ...]], events: int) -> int:
    """Store so many more events, if there are any; how many there were."""
    taken: list[EncodedEvent] = []
    while len(taken) < events and (step := next(played, ())):
        taken.extend(step)
    records = SqliteRecords(db)
    try:
        records.commit(taken)
    finally:
        records.close()
    return len(taken)


def working(
    db: Path, views: PostgresAddress, kind: type[PostgresViews] = PostgresViews, *projections: Projection
) -> Callable[[Say], object]:
    """A worker, until it is killed."""

    def work(say: Say) -> object:
        archive, opened = Archive(db, ruleset_of), kind(views)
        projector = Projector(archive, opened, ruleset_of, projections or PROJECTIONS, page=PAGE)
        projector.start()
        say("begun")
        return projector

    return work


@contextmanager
def workers(work: Callable[[Say], object]) -> Generator[Callable[[], Child]]:
    """Starts one whenever it is called; all are killed in the end."""
    with ExitStack() as all_of_them:

        def another() -> Child:
            child = all_of_them.enter_context(Child(work))
            child.line()
            return child

        yield another


def held(views: PostgresAddress) -> Counter[int]:
    """How many shares each session has."""
    return Counter(dict(executed(views, HELD, LOCK_KEY, SHARES)))


def until(true: Callable[[], bool], within: float) -> float:
    """Wait for something that others do, and say how long it took."""
    began = monotonic()
    while not true():
        assert monotonic() < began + within, "it did not happen"
        sleep(0.02)
    return monotonic() - began


@pytest.mark.parametrize("kills", [pytest.param(6, marks=pytest.mark.gate), pytest.param(100, marks=pytest.mark.slow)])
def test_workers_that_are_killed_make_the_same_rows_and_their_shares_are_taken_over(
    kills: int, tmp_path: Path, postgres_database: PostgresAddress
) -> None:
    db, views, picks = stored(tmp_path / "db"), postgres_database, random.Random("kills")  # noqa: S311  # it picks a test's moments
    played, took, events = steps(2 + kills * AT_ONCE // 100), list[float](), 0
    with workers(working(db, views)) as another:
        two = [another(), another()]
        for _ in range(kills):
            until(lambda: sorted(held(views).values()) == [SHARES // 2] * 2, LONG)
            events += grown(db, played, AT_ONCE)
            sleep(picks.uniform(0, LONGEST_LIFE))

            two.pop(picks.randrange(2)).killed()

            took.append(until(lambda: list(held(views).values()) == [SHARES], TAKEN_OVER))
            two.append(another())
        grown(db, played, AT_ONCE)
        with Archive(db, ruleset_of) as archive, projected(db, views) as (projector, _):
            until(lambda: {each.position for each in projector.states()} == {archive.last_number()}, LONG)

    assert max(took) < TAKEN_OVER
    assert events > kills * AT_ONCE * 2 // 3
    caught_up(db, tmp_path / "expected")
    assert rows_in(views) == rows_in(tmp_path / "expected")


@pytest.mark.gate
def test_the_kills_are_noticed_where_a_share_is_tracked_apart_from_its_rows(
    tmp_path: Path, postgres_database: PostgresAddress
) -> None:
    """The control: counts are added twice."""
    db, views, picks = stored(tmp_path / "db"), postgres_database, random.Random("control")  # noqa: S311  # it picks a test's moments
    grown(db, steps(8), 600)
    for _ in range(10):
        with workers(working(db, views, TrackedApart, CLAUSE_USAGE)) as another:
            another()
            sleep(picks.uniform(0.05, 0.15))

    found = caught_up(db, views, (CLAUSE_USAGE,))

    assert found["clause_usage"] != caught_up(db, tmp_path / "expected", (CLAUSE_USAGE,))["clause_usage"]
