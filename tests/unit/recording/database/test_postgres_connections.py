"""Connections to PostgreSQL: which databases are opened and which are refused, and what happens when one is lost."""

import sys
from collections.abc import Generator
from contextlib import closing
from threading import Barrier, Thread

import pytest

from oathbook.domain.errors import BadRecord, NotFound, StoreUnavailable
from oathbook.domain.recording.database.address import PostgresAddress, parse_address
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.copying.openers import open_source, open_target
from oathbook.domain.recording.database.openers import open_reader, open_store
from oathbook.domain.recording.database.postgres import reader as postgres_reader
from oathbook.domain.recording.database.postgres.ddl import SCHEMA, TABLES
from oathbook.domain.recording.database.postgres.reader import PostgresReader
from oathbook.domain.recording.database.postgres.records import PostgresRecords
from tests.support.playing import ruleset_of, small_game
from tests.support.postgres.looking import cut
from tests.support.postgres.server import PostgresServer
from tests.support.storing import done, dumped

GAME = small_game()
LATER = f"INSERT INTO store VALUES ('oathbook', {SCHEMA + 1}, '')"  # noqa: S608  # numbers of ours
SECRET = "s3cr3t"  # noqa: S105  # it stands in no other place


@pytest.fixture
def address(postgres: PostgresServer) -> Generator[PostgresAddress]:
    with postgres.schema() as address:
        yield address


@pytest.fixture
def reader(address: PostgresAddress) -> Generator[PostgresReader]:
    """Of a database that holds the first four events of a game."""
    with closing(PostgresRecords(address)) as records:
        records.commit(GAME.events[:4])
    with closing(PostgresReader(address)) as reader:
        yield reader


def test_without_the_driver_it_is_said_how_to_get_it(address: PostgresAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.startswith("oathbook.domain.recording.database.postgres.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)

    with pytest.raises(BadRecord, match=r"pip install '/path/to/oathbook\[postgres\]'"):
        open_reader(address)
    with pytest.raises(BadRecord, match=r"pip install '/path/to/oathbook\[postgres\]'"), open_store(address, "a test"):
        pass
    with (
        pytest.raises(BadRecord, match=r"pip install '/path/to/oathbook\[postgres\]'"),
        open_source(address, alone=False),
    ):
        pass
    with pytest.raises(BadRecord, match=r"pip install '/path/to/oathbook\[postgres\]'"), open_target(address):
        pass


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://postgres:{SECRET}%zz@127.0.0.1:1/games",
        f"postgresql://postgres:{SECRET}@127.0.0.1:1/games?no_such_parameter=1",
    ],
)
def test_a_url_that_the_driver_does_not_take_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(BadRecord, match="the URL cannot be read") as refused:
        open_reader(parse_address(url))

    assert SECRET not in str(refused.value)


def test_a_server_that_is_not_there_is_named_without_the_password() -> None:
    nowhere = parse_address(f"postgresql://postgres:{SECRET}@127.0.0.1:1/games")

    with pytest.raises(StoreUnavailable, match=r"postgresql://postgres@127\.0\.0\.1:1/games: ") as refused:
        open_reader(nowhere)
    with pytest.raises(StoreUnavailable), open_store(nowhere, "a test"):
        pass

    assert SECRET not in str(refused.value)


def test_a_database_without_records_is_not_found_and_left_alone(address: PostgresAddress) -> None:
    with pytest.raises(NotFound, match="there are no records in this database"):
        Archive(address, ruleset_of)

    assert dumped(address) == ""


@pytest.mark.parametrize(
    ("statements", "says"),
    [
        (["CREATE TABLE store (nothing int)"], "it is not an Oathbook database: column"),
        ([TABLES[0]], "it is not an Oathbook database"),
        ([TABLES[0], "INSERT INTO store VALUES ('a shop', 1, '')"], "it is not an Oathbook database"),
        ([TABLES[0], LATER], "it was written by a later version"),
    ],
)
def test_a_database_that_is_something_else_is_refused_and_left_alone(
    statements: list[str], says: str, address: PostgresAddress
) -> None:
    for each in statements:
        done(address, each)
    before = dumped(address)

    with pytest.raises(BadRecord, match=says):
        Archive(address, ruleset_of)
    with pytest.raises(BadRecord, match=says):
        PostgresRecords(address)

    assert dumped(address) == before


def test_tables_that_cannot_be_made_leave_nothing(address: PostgresAddress) -> None:
    done(address, "CREATE TABLE requests (theirs int)")

    with pytest.raises(BadRecord, match='the tables cannot be made there: relation "requests" already exists'):
        PostgresRecords(address)

    assert dumped(address) == ""


@pytest.mark.parametrize(
    ("step", "statement", "says"),
    [
        ("connections.LIMITS", "SELECT 1/0", "division by zero"),
        ("ddl.CREATION_LOCK", "SELECT 1/0", "division by zero"),
        ("ddl.CREATION_LOCK", "SELECT pg_terminate_backend(pg_backend_pid())", "terminating connection"),
    ],
)
def test_a_server_that_fails_while_a_database_is_opened_is_unavailable(
    step: str, statement: str, says: str, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"oathbook.domain.recording.database.postgres.{step}", statement)

    with pytest.raises(StoreUnavailable, match=says):
        PostgresRecords(address)

    assert dumped(address) == ""


def test_of_many_that_start_at_once_each_finds_the_same_tables(address: PostgresAddress) -> None:
    barrier, found = Barrier(8), list[str]()

    def start() -> None:
        barrier.wait(10)
        with closing(PostgresRecords(address)), Archive(address, ruleset_of) as archive:
            found.append(archive.store)

    threads = [Thread(target=start) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert len(found) == 8
    assert len({*found}) == 1


@pytest.mark.parametrize("setting", ["synchronous_commit", "fsync"])
def test_a_server_that_does_not_wait_for_the_disk_is_refused(
    setting: str, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``fsync`` is the server's own: what is read for it stands in its place here."""
    unsafe = PostgresAddress(f"{address.url}%20-csynchronous_commit%3Doff")
    if setting == "fsync":
        unsafe = address
        monkeypatch.setattr("oathbook.domain.recording.database.postgres.connections.UNSAFE_SETTINGS", "SELECT 'fsync'")

    with pytest.raises(BadRecord, match=f"{setting} is off, so that what is acknowledged could be lost"):
        PostgresRecords(unsafe)


def test_a_reading_connection_cannot_write(reader: PostgresReader, address: PostgresAddress) -> None:
    before = dumped(address)

    with pytest.raises(StoreUnavailable, match="cannot execute INSERT in a read-only transaction"):
        reader.all("INSERT INTO redacted VALUES ('game') RETURNING game")

    assert dumped(address) == before


def test_a_lost_connection_is_replaced(reader: PostgresReader, address: PostgresAddress) -> None:
    assert reader.all("SELECT count(*) FROM stored_events") == [(4,)]
    assert cut(address) == 1

    assert reader.all("SELECT count(*) FROM stored_events") == [(4,)]


def test_a_connection_that_is_lost_each_time_is_told(reader: PostgresReader) -> None:
    with pytest.raises(StoreUnavailable, match="terminating connection"):
        reader.all("SELECT pg_terminate_backend(pg_backend_pid())")


def test_whoever_waits_too_long_for_a_connection_is_told(
    address: PostgresAddress, reader: PostgresReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_reader, "WAIT_SECONDS", 0.05)
    with closing(PostgresReader(address, most=1)) as busy, busy._connection():  # pyright: ignore[reportPrivateUsage]  # it takes the only one
        with pytest.raises(StoreUnavailable, match="all connections that read are in use"):
            busy.all("SELECT 1")
        assert reader.all("SELECT 1") == [(1,)]


def test_what_postgresql_cannot_hold_is_not_found(reader: PostgresReader) -> None:
    found = reader.all("SELECT count(*) FROM stored_events WHERE originator_id = ? OR topic LIKE ?", "a\0b", "no%")

    assert found == [(0,)]
