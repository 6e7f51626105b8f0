"""The schema of the read models: whose it is, what is thrown away, what is left alone, and who makes which share."""

import random
import shutil
import sys
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, StoreUnavailable
from oathbook.domain.games.game_events import Entry
from oathbook.domain.kernel import Roster
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.postgres.connections import Connection
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.definitions import ALL_SHARES, SHARES, PerEvent, Projection, ViewRow, ViewTable, share_of
from oathbook.projections.games import catalogue
from oathbook.projections.postgres_views import share_locks, tables
from oathbook.projections.postgres_views.views import PostgresViews
from oathbook.projections.projector import PROJECTIONS, Projector
from oathbook.projections.view_openers import open_views_at
from oathbook.projections.view_store import Batch, Superseded
from tests.support.playing import CLOSE, opened, ruleset_of, small_game, whole_game
from tests.support.postgres.views import executed
from tests.support.processes import until
from tests.support.projecting import Tables, caught_up, projected, rows_in, stored
from tests.support.sampling import some

pytestmark = pytest.mark.sqlite("they have a schema already")

SOMEBODY = "UPDATE oathbook_views.games SET outcome = 'kept'"
"""What is still there shows that nothing was made again."""


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return stored(tmp_path / "db", small_game())


@pytest.fixture
def expected(db: Path, tmp_path: Path) -> Tables:
    """The rows that a file has."""
    caught_up(db, tmp_path / "file")
    return rows_in(tmp_path / "file")


@pytest.fixture
def views(postgres_database: PostgresAddress) -> PostgresAddress:
    return postgres_database


def changed(name: str, **fields: object) -> tuple[Projection, ...]:
    """The installed projections, one of them another."""
    return tuple(replace(each, **fields) if each.name == name else each for each in PROJECTIONS)


DAMAGES = (
    "DROP SCHEMA oathbook_views CASCADE",
    "DROP SCHEMA oathbook_views CASCADE; CREATE SCHEMA oathbook_views; CREATE TABLE oathbook_views.bills (a int)",
    "DROP TABLE oathbook_views.pledges",
    "DROP INDEX oathbook_views.pledges_by_player",
    "ALTER TABLE oathbook_views.games ALTER number TYPE text",
    "ALTER TABLE oathbook_views.tracked DROP COLUMN mark CASCADE",
    "DROP FUNCTION oathbook_views.instr",
    "UPDATE oathbook_views.about SET version = 99",
    "UPDATE oathbook_views.store SET id = 'another'",
    "DELETE FROM oathbook_views.tracked WHERE share = 3",
    "DELETE FROM oathbook_views.about",
)


@pytest.mark.parametrize("damage", some(DAMAGES, 4))
def test_what_is_not_as_it_was_made_is_made_again(
    damage: str, db: Path, views: PostgresAddress, expected: Tables
) -> None:
    caught_up(db, views)
    executed(views, SOMEBODY)
    for each in damage.split("; "):
        executed(views, each)

    caught_up(db, views)

    assert rows_in(views) == expected


def test_the_same_record_and_projections_keep_their_rows(db: Path, views: PostgresAddress) -> None:
    """The control: nothing was made again."""
    caught_up(db, views)
    executed(views, SOMEBODY)

    assert "kept" in caught_up(db, views)["games"][0]


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"version": PROJECTIONS[3].version + 1}, marks=pytest.mark.gate),
        {"tables": (*PROJECTIONS[3].tables, ViewTable("more", "CREATE TABLE more (game TEXT)"))},
    ],
    ids=["version", "tables"],
)
def test_a_changed_projection_is_made_again_and_no_other(
    db: Path, views: PostgresAddress, expected: Tables, fields: dict[str, object]
) -> None:
    caught_up(db, views)
    executed(views, SOMEBODY)
    executed(views, "UPDATE clause_usage SET cited = cited + 7")

    after = caught_up(db, views, changed("clause_usage", **fields))

    assert after["clause_usage"] == expected["clause_usage"]
    assert "kept" in after["games"][0]
    assert "more" not in caught_up(db, views)


def test_an_older_copy_of_the_record_is_noticed(db: Path, views: PostgresAddress, expected: Tables) -> None:
    shutil.copy(db, db.with_name("copy"))
    stored(db, whole_game(CLOSE, "after the copy"))
    caught_up(db, views)
    shutil.copy(db.with_name("copy"), db)

    caught_up(db, views)

    assert rows_in(views) == expected


@pytest.mark.parametrize("damage", ["DROP SCHEMA oathbook_views CASCADE", "DROP TABLE oathbook_views.timeline"])
def test_what_is_damaged_while_it_runs_is_made_again(
    damage: str, db: Path, views: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line says so, and until it is done, the read models say that they are being made again."""
    monkeypatch.setattr("oathbook.projections.projector.POLL", 0.02)
    told: list[str] = []
    with (
        Archive(db, ruleset_of) as archive,
        PostgresViews(views) as opened_views,
        Projector(archive, opened_views, ruleset_of, report=told.append) as projector,
    ):
        projector.catch_up()
        before = rows_in(views)
        told.clear()
        projector.start()
        until(lambda: all(each.status == "ready" for each in projector.states()))

        executed(views, damage)

        until(lambda: bool(told) and all(each.status == "ready" for each in projector.states()))
    assert rows_in(views) == before
    assert len(told) == 1
    assert "all read models made again: it" in told[0]


def test_what_goes_while_it_is_looked_at_is_not_left_to_another_version(
    db: Path, views: PostgresAddress, expected: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables are listed, then the schema goes, then it is asked for its version: it has none."""
    listed = tables.shapes

    def gone_since(connection: Connection) -> tables.Shapes:
        found = listed(connection)
        executed(views, "DROP SCHEMA IF EXISTS oathbook_views CASCADE")
        return found

    with projected(db, views) as (_, made):
        with monkeypatch.context() as patched:
            patched.setattr(tables, "shapes", gone_since)
            was_sound = made.examine(deep=False)
        with Archive(db, ruleset_of) as archive, Projector(archive, made, ruleset_of) as projector:
            projector.catch_up()

    assert not was_sound
    assert rows_in(views) == expected


def test_readers_cannot_write_and_see_one_state_of_things(db: Path, views: PostgresAddress) -> None:
    with projected(db, views) as (projector, made):
        with made.snapshot() as connection:
            before = connection.execute("SELECT count(*) FROM games").fetchone()
            projector.catch_up()
            during = connection.execute("SELECT count(*) FROM games").fetchone()
        with pytest.raises(StoreUnavailable, match="read-only"), made.snapshot() as connection:
            connection.execute("DELETE FROM games")

        assert (before, during, len(catalogue(made).games)) == ((0,), (0,), 1)


def test_what_postgresql_cannot_hold_is_sought_and_not_found(db: Path, views: PostgresAddress) -> None:
    caught_up(db, views)

    with open_views_at(views) as reader, reader.snapshot() as connection:
        counted = connection.execute("SELECT count(*) FROM games WHERE instr(outcome, ?) > 0", ("a\0b",)).fetchone()

    assert counted == (0,)


def test_a_place_is_shown_without_its_password() -> None:
    address = PostgresAddress("postgresql://ada:secret@127.0.0.1:9/games")

    with pytest.raises(StoreUnavailable) as refused:
        PostgresViews(address)

    assert "secret" not in str(refused.value)
    assert "postgresql://ada@127.0.0.1:9/games" in str(refused.value)


def test_without_the_driver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "oathbook.projections.postgres_views.views", None)

    with pytest.raises(BadRecord, match=r"pip install '/path/to/oathbook\[postgres\]'"):
        open_views_at(PostgresAddress("postgresql://127.0.0.1:9/games"))


def test_a_batch_that_does_not_follow_changes_nothing(db: Path, views: PostgresAddress) -> None:
    with projected(db, views) as (projector, made):
        projector.catch_up()
        before = rows_in(views)

        for shares in (ALL_SHARES, frozenset({2})):
            with pytest.raises(Superseded):
                made.write((PROJECTIONS[0], Batch(3, 9, "mark", (), ("a game",), shares=shares)))

        assert rows_in(views) == before


def test_a_process_of_another_version_gives_its_shares_up(db: Path, views: PostgresAddress) -> None:
    """It is the older one: the newer has made its tables since."""
    with projected(db, views) as (older, made):
        older.catch_up()
        newer = changed("games", version=99)
        with projected(db, views, newer):
            pass

        with pytest.raises(OperationalError, match="another version of this program"):
            older.catch_up()

        assert made.tracked_shares([each.name for each in PROJECTIONS]) == ()
        assert executed(views, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == [(0,)]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits a second to look again."""
    monkeypatch.setattr("oathbook.projections.projector.POLL", 0.02)
    monkeypatch.setattr(share_locks, "REBALANCE_INTERVAL", 0.02)


def shares_of(made: PostgresViews) -> frozenset[int]:
    return frozenset[int]().union(*(each.shares for each in made.tracked_shares(["games"])))


@pytest.mark.usefixtures("quick")
def test_workers_share_evenly_and_take_over_from_one_that_ends(db: Path, views: PostgresAddress) -> None:
    with Archive(db, ruleset_of) as archive, PostgresViews(views) as one:
        Projector(archive, one, ruleset_of).close()
        assert shares_of(one) == ALL_SHARES
        with PostgresViews(views) as other:
            until(lambda: len(shares_of(one)) == len(shares_of(other)) == SHARES // 2)
            assert shares_of(one) | shares_of(other) == ALL_SHARES
            with PostgresViews(views) as third:
                until(lambda: sorted(map(len, map(shares_of, (one, other, third)))) == [2, 3, 3])
        until(lambda: shares_of(one) == ALL_SHARES)


@pytest.mark.usefixtures("quick")
def test_a_session_that_the_server_has_ended_is_replaced_and_gets_its_part(db: Path, views: PostgresAddress) -> None:
    with Archive(db, ruleset_of) as archive, PostgresViews(views) as one, PostgresViews(views) as other:
        Projector(archive, one, ruleset_of).close()
        until(lambda: len(shares_of(one)) == len(shares_of(other)) == SHARES // 2)
        executed(views, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

        with pytest.raises(OperationalError):
            one.tracked_shares(["games"])
        with pytest.raises(OperationalError):
            other.tracked_shares(["games"])

        until(lambda: len(shares_of(one)) == len(shares_of(other)) == SHARES // 2)


def test_the_server_notices_a_machine_that_is_gone_within_seconds(views: PostgresAddress) -> None:
    """Two seconds of silence, three questions, one a second; what it has sent waits five for an answer."""
    with PostgresViews(views) as made, made.setup_lock(), made.snapshot() as connection:
        found = [
            connection.execute(f"SHOW tcp_{name}").fetchone()
            for name in ("keepalives_idle", "keepalives_interval", "keepalives_count", "user_timeout")
        ]

    assert found == [("2",), ("1",), ("3",), ("5000",)]


@pytest.mark.usefixtures("quick")
def test_two_workers_make_the_rows_that_one_makes(db: Path, views: PostgresAddress, tmp_path: Path) -> None:
    """They follow the record while it grows."""
    with (
        Archive(db, ruleset_of) as archive,
        PostgresViews(views) as one,
        PostgresViews(views) as other,
        Projector(archive, one, ruleset_of, page=7) as first,
        Projector(archive, other, ruleset_of, page=7) as second,
    ):
        first.start()
        second.start()
        for number in range(4):
            stored(db, opened(CLOSE, f"begun {number}").record)
        turns = random.Random(1)  # noqa: S311  # it mixes a test's games
        stored(db, *(whole_game(CLOSE, f"turns {number}") for number in range(2)), shuffled=turns)
        newest = archive.last_number()
        until(lambda: {each.position for each in first.states()} == {newest})
        assert first.faults == second.faults == {}

    caught_up(db, tmp_path / "grown")
    assert rows_in(views) == rows_in(tmp_path / "grown")


@pytest.mark.parametrize("page", [1, 500])
def test_a_share_that_is_parked_stops_no_other(page: int, db: Path, views: PostgresAddress) -> None:
    """The projection is said to be parked where that share is; all that is in others is taken in."""
    record = small_game()
    others = [opened(CLOSE, f"other {number}").record for number in range(20)]
    stored(db, *others)

    def rows_of(ruleset: AnyRuleset, game: str, entry: Entry, _: int, __: Roster) -> tuple[ViewRow, ...]:
        del ruleset
        return (ViewRow("odd", ("", None) if (game, entry.position) == (record.game, 3) else (game, entry.position)),)

    sql = "CREATE TABLE odd (game TEXT, position INTEGER NOT NULL)"
    with projected(db, views, (PerEvent("odd", 1, (ViewTable("odd", sql),), rows_of),), page=page) as (projector, _):
        projector.catch_up()
        (state,) = projector.states()

    assert state.parked is not None
    assert (state.status, state.parked.game, state.parked.position, state.position) == ("parked", record.game, 3, 2)
    apart = {each.game for each in others if share_of(each.game) != share_of(record.game)}
    assert {game for game, _ in rows_in(views)["odd"]} == {record.game, *apart}
