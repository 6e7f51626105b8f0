"""The thread that follows the record, what it says of itself, and waiting for it."""

import random
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from errno import EIO
from pathlib import Path
from threading import Thread, current_thread, main_thread
from time import monotonic, sleep

import pytest
from eventsourcing.persistence import OperationalError

from oathbook.domain.errors import NotFound
from oathbook.domain.games.game_events import Entry
from oathbook.domain.kernel import Roster
from oathbook.domain.recording.database import sqlite as store
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections import projector as following
from oathbook.projections.definitions import PerEvent, ViewRow, ViewTable
from oathbook.projections.games import catalogue_row
from oathbook.projections.log_reader import LogUnavailable
from oathbook.projections.projector import PROJECTIONS, Projector
from oathbook.projections.sqlite_views.views import SqliteViews
from tests.support.playing import CLOSE, long_game, opened, ruleset_of, small_game, whole_game
from tests.support.processes import PATIENCE, until
from tests.support.projecting import caught_up, projected, stored, tables_in
from tests.support.storing import Play, writer_on

pytestmark = pytest.mark.sqlite("they lock files, and look at the thread more than at rows")


def statuses(projector: Projector) -> set[str]:
    return {state.status for state in projector.states()}


@contextmanager
def locked(path: Path) -> Generator[None]:
    """The file while somebody else writes into it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a lock, or between two attempts."""
    monkeypatch.setattr(store, "LOCK_SECONDS", 0.02)
    monkeypatch.setattr(following, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(following, "POLL", 0.02)


def test_what_is_played_is_projected_as_soon_as_the_writer_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a word from the writer the projector would sleep through this test."""
    monkeypatch.setattr(following, "POLL", 600.0)
    with (
        writer_on(tmp_path / "db") as writer,
        SqliteViews(tmp_path / "views") as views,
        Projector(writer.archive, views, ruleset_of) as projector,
    ):
        writer.subscribe(lambda _: projector.prompt())
        projector.start()
        play = Play.opened(writer)
        picks = random.Random("played")  # noqa: S311  # it picks a test's decisions
        before = monotonic()
        for _ in range(5):
            play.take_one(picks)
            reached = [
                projector.wait_for(play.game.id, play.game.position, each.name, PATIENCE) for each in PROJECTIONS
            ]
            assert reached == [play.game.position] * len(PROJECTIONS)
        assert monotonic() - before < PATIENCE

        row = catalogue_row(views, play.game.id)

    assert row is not None
    assert row.position == play.game.position


def test_without_a_word_the_projector_looks_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have written."""
    monkeypatch.setattr(following, "POLL", 0.02)
    db = stored(tmp_path / "db")

    with projected(db, tmp_path / "views") as (projector, _):
        projector.start()
        until(lambda: statuses(projector) == {"ready"})
        stored(db, small_game())
        reached = projector.wait_for(small_game().game, len(small_game().events), "games", PATIENCE)

    assert reached == len(small_game().events)


def test_states_say_how_far_each_projection_is(tmp_path: Path) -> None:
    db, length = stored(tmp_path / "db", small_game()), len(small_game().events)

    with projected(db, tmp_path / "views", page=5) as (projector, _):
        before = projector.states()
        projector.advance("games")
        during = projector.states()
        projector.catch_up()
        after = projector.states()

    names = [
        *("games", "forks", "timeline", "clause_usage", "draw_statistics", "players"),
        *("docket", "precedents", "promise_ledger"),
    ]
    assert [state.name for state in before] == names
    assert [(state.position, state.of, state.status) for state in before] == [(0, length, "rebuilding")] * len(
        PROJECTIONS
    )
    assert {state.because for state in before} == {"there were none"}
    assert (during[0].position, during[0].status) == (5, "rebuilding")
    assert [(state.position, state.of, state.status) for state in after] == [(length, length, "ready")] * len(
        PROJECTIONS
    )
    assert [(state.parked, state.fault) for state in after] == [(None, "")] * len(PROJECTIONS)


def test_a_projection_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    with projected(stored(tmp_path / "db"), tmp_path / "views") as (projector, _):
        with pytest.raises(NotFound, match=r"“tips”; there are games, forks, .*, docket, precedents, promise_ledger"):
            projector.rebuild("tips")
        with pytest.raises(NotFound):
            projector.wait_for("game", 1, "tips", 0.01)


@pytest.mark.usefixtures("impatient")
def test_a_database_that_takes_nothing_is_tried_again(tmp_path: Path) -> None:
    """Meanwhile the states say what is wrong; nothing is parked, and nothing is lost."""
    db = stored(tmp_path / "db", small_game())

    with projected(db, tmp_path / "views") as (projector, _):
        with locked(tmp_path / "views"):
            projector.start()
            until(lambda: all("database is locked" in state.fault for state in projector.states()))
            assert statuses(projector) == {"rebuilding"}
        until(lambda: statuses(projector) == {"ready"})
        until(lambda: not any(state.fault for state in projector.states()))

    assert tables_in(tmp_path / "views") == caught_up(db, tmp_path / "fresh")


@pytest.mark.usefixtures("impatient")
def test_a_record_that_cannot_be_asked_is_tried_again(tmp_path: Path) -> None:
    """A file that is away for a while, as on a disk that is not mounted, is no reason to park anything."""
    db = stored(tmp_path / "db", small_game())

    with (
        Archive(db, ruleset_of) as archive,
        SqliteViews(tmp_path / "views") as views,
        Projector(archive, views, ruleset_of) as projector,
    ):
        db.rename(tmp_path / "away")
        archive.close()  # the connections that it keeps would still find the file
        projector.start()
        until(lambda: len(projector.faults) == len(PROJECTIONS))
        assert all(fault.startswith("LogUnavailable: ") for fault in projector.faults.values())
        (tmp_path / "away").rename(db)
        until(lambda: statuses(projector) == {"ready"})

    assert tables_in(tmp_path / "views") == caught_up(db, tmp_path / "fresh")


def test_a_record_that_goes_away_in_the_middle_of_a_page_parks_nothing(tmp_path: Path) -> None:
    """Here it goes when the ruleset is looked for, and the game so far could not be folded any more."""
    record = small_game()
    db = stored(tmp_path / "db", record)
    with projected(db, tmp_path / "views", page=9) as (projector, _):
        projector.advance("games")

    def taking_it_away(edition: str) -> AnyRuleset:
        archive.close()
        db.rename(tmp_path / "away")
        return ruleset_of(edition)

    with (
        Archive(db, ruleset_of) as archive,
        SqliteViews(tmp_path / "views") as views,
        Projector(archive, views, taking_it_away) as projector,
    ):
        with pytest.raises(LogUnavailable):
            projector.advance("games")
        (tmp_path / "away").rename(db)
        assert projector.states()[0].status == "rebuilding"
        projector.catch_up()

    assert tables_in(tmp_path / "views") == caught_up(db, tmp_path / "fresh")


@pytest.mark.usefixtures("impatient")
def test_a_projection_that_its_database_refuses_does_not_hold_up_the_others(tmp_path: Path) -> None:
    def rows_of(ruleset: AnyRuleset, game: str, entry: Entry, _: int, __: Roster) -> tuple[ViewRow, ...]:
        del ruleset
        return (ViewRow("narrow", (game, entry.position)),)

    narrow = PerEvent("narrow", 1, (ViewTable("narrow", "CREATE TABLE narrow (game TEXT)"),), rows_of)
    db = stored(tmp_path / "db", small_game())

    with projected(db, tmp_path / "views", (narrow, *PROJECTIONS)) as (projector, _):
        projector.start()
        until(lambda: [state.status for state in projector.states()] == ["rebuilding", *["ready"] * len(PROJECTIONS)])
        until(lambda: "1 columns" in projector.states()[0].fault)
        stored(db, opened(CLOSE, "new").record)
        until(
            lambda: (
                [state.position for state in projector.states()][1:]
                == [len(small_game().events) + 1] * len(PROJECTIONS)
            )
        )


def test_here_and_now_a_fault_is_raised(tmp_path: Path, impatient: None) -> None:
    del impatient
    db = stored(tmp_path / "db", small_game())

    with (
        projected(db, tmp_path / "views") as (projector, _),
        locked(tmp_path / "views"),
        pytest.raises(OperationalError, match="locked"),
    ):
        projector.catch_up()


def test_here_and_now_does_not_rest_on_what_the_thread_has_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here the thread never gets round to it; who catches up is told that all is ready, and may go by that."""
    examine = SqliteViews.examine

    def only_here(views: SqliteViews, *, deep: bool) -> bool:
        if current_thread() is main_thread():
            return examine(views, deep=deep)
        raise OSError(EIO, "not yet")

    monkeypatch.setattr(SqliteViews, "examine", only_here)
    with projected(stored(tmp_path / "db", small_game()), tmp_path / "views") as (projector, _):
        projector.start()
        until(lambda: any("not yet" in fault for fault in projector.faults.values()))
        assert statuses(projector) == {"rebuilding"}
        projector.catch_up()

        assert statuses(projector) == {"ready"}


@pytest.mark.gate
def test_a_rebuild_while_games_go_on_misses_nothing(tmp_path: Path) -> None:
    db = stored(tmp_path / "db", long_game())
    later = [whole_game(CLOSE, f"later {number}") for number in range(4)]

    with projected(db, tmp_path / "views", page=40) as (projector, _):
        projector.start()
        for record in later:
            stored(db, record)
            projector.prompt()
            for projection in PROJECTIONS:
                projector.rebuild(projection.name)
        until(lambda: statuses(projector) == {"ready"})

    assert tables_in(tmp_path / "views") == caught_up(db, tmp_path / "fresh")


def test_two_projectors_of_one_file_do_nothing_twice(tmp_path: Path) -> None:
    """As two processes would: whoever is second finds the page taken in, and goes on behind it."""
    db, views = stored(tmp_path / "db", long_game(), small_game()), tmp_path / "views"

    with projected(db, views, page=30) as (one, _), projected(db, views, page=20) as (other, _):
        threads = [Thread(target=each.catch_up) for each in (one, other)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert statuses(one) == statuses(other) == {"ready"}

    assert tables_in(views) == caught_up(db, tmp_path / "fresh")


def test_closing_stops_within_a_page(tmp_path: Path) -> None:
    """What is left is for the next start."""
    db = stored(tmp_path / "db", long_game())

    with projected(db, tmp_path / "views", page=1) as (projector, _):
        projector.start()
        until(lambda: projector.states()[0].position > 0)
        projector.close()
        stopped = projector.states()
        sleep(0.05)

        assert projector.states() == stopped

    assert tables_in(tmp_path / "views") != caught_up(db, tmp_path / "fresh")
    assert caught_up(db, tmp_path / "views") == caught_up(db, tmp_path / "fresh")


def test_a_projector_that_never_began_can_be_closed(tmp_path: Path) -> None:
    with (
        Archive(stored(tmp_path / "db"), ruleset_of) as archive,
        SqliteViews(tmp_path / "views") as views,
        Projector(archive, views, ruleset_of) as projector,
    ):
        projector.close()

        assert statuses(projector) == {"ready"}
