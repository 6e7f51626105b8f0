"""The file of the read models: whose it is, what is thrown away, and what is left alone."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, StoreFull
from oathbook.projections.definitions import Projection, ViewTable
from oathbook.projections.games import catalogue
from oathbook.projections.projector import PROJECTIONS
from oathbook.projections.sqlite_views.tracking import ViewsDatastore
from oathbook.projections.sqlite_views.views import SqliteViews
from oathbook.projections.views_reader import views_path
from tests.support.playing import CLOSE, long_game, opened, small_game, whole_game
from tests.support.projecting import caught_up, positions_in, projected, rows_in, stored, tables_in
from tests.support.storing import no_file_grows_beyond

pytestmark = pytest.mark.sqlite("they damage a file")


def executed(path: Path, statement: str) -> None:
    """What somebody does to a file who has it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def changed(name: str, **fields: object) -> tuple[Projection, ...]:
    """The installed projections, one of them another."""
    return tuple(replace(each, **fields) if each.name == name else each for each in PROJECTIONS)


def test_read_models_lie_beside_their_record(tmp_path: Path) -> None:
    db = stored(tmp_path / "games.db")
    (tmp_path / "link").symlink_to(db)

    assert views_path(db) == tmp_path.resolve() / "games.db.views"
    assert views_path(tmp_path / "link") == views_path(db)


def test_a_file_that_was_deleted_is_made_again(tmp_path: Path) -> None:
    db, views = stored(tmp_path / "db", small_game()), tmp_path / "views"
    before = caught_up(db, views)
    views.unlink()

    assert caught_up(db, views) == before


def test_read_models_of_another_record_are_thrown_away(tmp_path: Path) -> None:
    """The file of another database was put in its place, in which the last event is the same."""
    mine = stored(tmp_path / "mine", opened(CLOSE, "mine").record, small_game())
    other = stored(tmp_path / "other", opened(CLOSE, "other").record, small_game())
    caught_up(other, tmp_path / "views")

    found = caught_up(mine, tmp_path / "views")

    assert found == caught_up(mine, tmp_path / "fresh")


def test_an_older_copy_of_the_record_is_noticed(tmp_path: Path) -> None:
    """What the read models hold beyond it has never happened."""
    db, views = stored(tmp_path / "db", small_game()), tmp_path / "views"
    shutil.copy(db, tmp_path / "copy")
    stored(db, whole_game(CLOSE, "after the copy"))
    caught_up(db, views)
    shutil.copy(tmp_path / "copy", db)

    found = caught_up(db, views)

    assert found == caught_up(db, tmp_path / "fresh")
    assert len(found["games"]) == 1


def test_an_older_copy_is_noticed_though_it_has_gone_on(tmp_path: Path) -> None:
    """There are as many events as before, and they are others."""
    db, views = stored(tmp_path / "db", small_game()), tmp_path / "views"
    shutil.copy(db, tmp_path / "copy")
    stored(db, opened(CLOSE, "after the copy").record)
    caught_up(db, views)
    shutil.copy(tmp_path / "copy", db)
    other = whole_game(CLOSE, "another after the copy")
    stored(db, other)

    found = caught_up(db, views)

    assert found == caught_up(db, tmp_path / "fresh")
    assert other.game in {row[0] for row in found["games"]}


def test_the_same_record_and_projections_keep_their_rows(tmp_path: Path) -> None:
    """The control: rows that somebody changed are still there, so nothing was made again."""
    db, views = stored(tmp_path / "db", small_game()), tmp_path / "views"
    caught_up(db, views)
    executed(views, "UPDATE games SET outcome = 'kept'")

    assert "kept" in caught_up(db, views)["games"][0]


@pytest.mark.parametrize(
    "fields",
    [
        {"version": PROJECTIONS[3].version + 1},
        {"tables": (*PROJECTIONS[3].tables, ViewTable("more", "CREATE TABLE more (game TEXT)"))},
    ],
    ids=["version", "tables"],
)
def test_a_changed_projection_is_made_again_and_no_other(tmp_path: Path, fields: dict[str, object]) -> None:
    db, views = stored(tmp_path / "db", small_game()), tmp_path / "views"
    before = caught_up(db, views)
    executed(views, "UPDATE games SET outcome = 'kept'")
    executed(views, "UPDATE clause_usage SET cited = cited + 7")

    after = caught_up(db, views, changed("clause_usage", **fields))

    assert after["clause_usage"] == before["clause_usage"]
    assert "kept" in after["games"][0]


def test_tables_that_a_projection_has_no_more_are_dropped(tmp_path: Path) -> None:
    db, views = stored(tmp_path / "db", small_game()), tmp_path / "views"
    caught_up(db, views, changed("timeline", tables=(*PROJECTIONS[2].tables, ViewTable("old", "CREATE TABLE old (a)"))))
    assert "old" in tables_in(views)

    found = caught_up(db, views)

    assert found == caught_up(db, tmp_path / "fresh")


def test_a_projection_that_is_not_installed_keeps_its_place(tmp_path: Path) -> None:
    """It goes on from there when it is installed again."""
    db, views = stored(tmp_path / "db", small_game()), tmp_path / "views"
    caught_up(db, views)
    stored(db, opened(CLOSE, "new").record)
    caught_up(db, views, PROJECTIONS[:1])
    assert positions_in(views)["timeline"] == len(small_game().events)

    assert caught_up(db, views) == caught_up(db, tmp_path / "fresh")


def test_a_file_of_another_schema_is_thrown_away(tmp_path: Path) -> None:
    db, views = stored(tmp_path / "db", small_game()), tmp_path / "views"
    before = caught_up(db, views)
    executed(views, "CREATE TABLE of_tomorrow (a)")
    executed(views, "PRAGMA user_version = 99")

    assert caught_up(db, views) == before


def test_a_file_that_is_something_else_is_thrown_away(tmp_path: Path) -> None:
    """By its name it holds what can be made again; tests of the service damage it in every way."""
    db, text = stored(tmp_path / "db", small_game()), tmp_path / "text"
    text.write_text("a letter of more than a few words\n" * 40)

    assert caught_up(db, text) == caught_up(db, tmp_path / "fresh")


def test_a_folder_of_that_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="it is not a file"):
        SqliteViews(tmp_path)


def test_a_file_that_was_only_begun_is_made(tmp_path: Path) -> None:
    """A process that ends at the wrong moment leaves an empty file, or one without a table."""
    db, empty, bare = stored(tmp_path / "db", small_game()), tmp_path / "empty", tmp_path / "bare"
    empty.touch()
    executed(bare, "PRAGMA journal_mode = WAL")
    assert bare.stat().st_size > 0

    assert caught_up(db, empty) == caught_up(db, bare)


def test_readers_cannot_write(tmp_path: Path) -> None:
    db = stored(tmp_path / "db", small_game())

    with (
        projected(db, tmp_path / "views") as (_, views),
        views.snapshot() as connection,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        connection.execute("DELETE FROM games")


def test_a_reader_sees_one_state_of_things(tmp_path: Path) -> None:
    """What is taken in between two of its questions does not show."""
    db = stored(tmp_path / "db", small_game())

    with projected(db, tmp_path / "views") as (projector, views), views.snapshot() as connection:
        before = connection.execute("SELECT count(*) FROM games").fetchone()
        projector.catch_up()
        during = connection.execute("SELECT count(*) FROM games").fetchone()
        after = len(catalogue(views).games)

    assert (before, during, after) == ((0,), (0,), 1)


def test_commits_of_read_models_do_not_wait_for_the_disk(tmp_path: Path) -> None:
    """1 is NORMAL, which in WAL can lose the last commits and never half of one; 2 is FULL."""
    with closing(ViewsDatastore(str(tmp_path / "views"))) as datastore, datastore.transaction(commit=True) as c:
        c.execute("PRAGMA synchronous")
        (level,) = c.fetchone()
        c.execute("PRAGMA journal_mode")
        (journal,) = c.fetchone()

    assert (level, journal) == (1, "wal")


def test_a_full_disk_stops_a_page_and_leaves_no_half(tmp_path: Path) -> None:
    """The rows come once there is room."""
    db, views = stored(tmp_path / "db", long_game()), tmp_path / "views"

    with projected(db, views, page=20) as (projector, _):
        with no_file_grows_beyond(420_000), pytest.raises(StoreFull):
            projector.catch_up()
        stopped = len(rows_in(views)["timeline"])
        assert 0 < stopped == positions_in(views)["timeline"] < len(long_game().events)
        projector.catch_up()

    assert tables_in(views) == caught_up(db, tmp_path / "fresh")
