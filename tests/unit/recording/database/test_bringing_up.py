"""Databases of earlier versions, brought up to this one; on PostgreSQL only when that is asked for, and alone."""

from pathlib import Path

import pytest

from oathbook.domain.errors import BadRecord, NotFound, WriterBusy
from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.database.postgres import connections
from tests.support.moving.copying import contents, filled
from tests.support.storing import done, found
from tests.support.writers.beside import CASE


def test_the_streams_of_a_database_of_an_earlier_version_get_their_heads(store: StoreAddress) -> None:
    before = contents(filled(store))
    done(store, f"DELETE FROM heads WHERE stream <> '{CASE}'")  # noqa: S608  # an id of ours

    with open_store(store, "a test") as records:
        assert records.complete_heads() == 5
        assert records.complete_heads() == 0

    assert contents(store) == before


@pytest.fixture
def earlier(postgres_database: PostgresAddress) -> PostgresAddress:
    """A database from before there was a log."""
    filled(postgres_database)
    done(postgres_database, "DROP TABLE leaves, subtrees, statements, blinding")
    done(postgres_database, "UPDATE store SET schema = 1")
    return postgres_database


def test_a_server_gets_what_it_lacks_only_when_that_is_asked_for(earlier: PostgresAddress) -> None:
    with pytest.raises(BadRecord, match=r"schema 1; .*bring it up first"), open_store(earlier, "a test"):
        pass
    with open_store(earlier, "a test", brings_up=True) as records:
        grown = [*records.grow_log()]

    assert grown[-1] == len(contents(earlier)["stored_events"])
    assert [len(contents(earlier)[table]) for table in ("statements", "blinding")] == [1, 1]
    with open_store(earlier, "a test") as records:
        assert [*records.grow_log()] == []


def test_it_gets_nothing_while_others_write(
    postgres_database: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LIMITS", "SET lock_timeout = '50ms'")
    with open_store(filled(postgres_database), "a test"):
        done(postgres_database, "UPDATE store SET schema = 1")
        with pytest.raises(WriterBusy, match="stop them first"), open_store(postgres_database, "me", brings_up=True):
            pass

    assert found(postgres_database, "SELECT schema FROM store") == [(1,)]


def test_a_table_that_stands_in_the_way_leaves_it_as_it_was(earlier: PostgresAddress) -> None:
    done(earlier, "CREATE VIEW leaves AS SELECT 1 AS number")

    with pytest.raises(BadRecord, match="the tables cannot be made there"), open_store(earlier, "me", brings_up=True):
        pass

    assert found(earlier, "SELECT schema FROM store") == [(1,)]


def test_what_is_not_there_is_not_made(tmp_path: Path, postgres_database: PostgresAddress) -> None:
    for address in (tmp_path / "nothing.db", postgres_database):
        with pytest.raises(NotFound), open_store(address, "a test", brings_up=True):
            pass

    assert [*tmp_path.iterdir()] == []
