"""The PostgreSQL server of the tests: each test has a database of its own, and what was stored outlives a kill."""

import signal
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.postgres.connections import ASKED, server_facts
from tests.support.postgres.server import PostgresServer, postgres_server


def test_a_test_has_a_database_of_its_own(postgres: PostgresServer, postgres_database: PostgresAddress) -> None:
    with postgres.database() as other, psycopg.connect(other.url) as connection:
        connection.execute("CREATE TABLE made (here int)")
        connection.commit()
        with psycopg.connect(postgres_database.url) as beside:
            assert beside.execute("SELECT to_regclass('made')").fetchone() == (None,)


def test_a_server_tells_how_it_stores_and_what_time_it_is(postgres_database: PostgresAddress) -> None:
    facts = server_facts(postgres_database)

    assert facts.settings.keys() == set(ASKED)
    assert facts.settings["fsync"] == "on"
    apart = datetime.fromisoformat(facts.now) - datetime.now(UTC)  # noqa: TID251  # two clocks are compared
    assert abs(apart) < timedelta(seconds=30)


@pytest.mark.gate
def test_what_was_stored_is_there_after_the_server_was_killed() -> None:
    with postgres_server() as server, server.database() as address:
        with psycopg.connect(address.url, autocommit=True) as connection:
            connection.execute("CREATE TABLE made (here int)")
        server.told(signal.SIGKILL)
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(address.url, connect_timeout=1)

        server.start()

        with psycopg.connect(address.url) as connection:
            assert connection.execute("SELECT count(*) FROM made").fetchone() == (0,)
