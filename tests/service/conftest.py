"""A service for each test that asks for one."""

import os
from collections.abc import Generator
from pathlib import Path
from typing import Final, cast

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.database.log_verifier import LogFaults, LogVerifier
from tests.support.playing import sources
from tests.support.serving import Table, served

ON_POSTGRES: Final = os.environ.get("OATHBOOK_TEST_STORE") == "postgres"
"""Whether the records of the services are on PostgreSQL, for tests that are not marked ``sqlite``."""


@pytest.fixture
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where the records are. On PostgreSQL it is an address; tests that need a file are marked ``sqlite``."""
    if ON_POSTGRES:
        return cast("Path", request.getfixturevalue("postgres_database"))
    return tmp_path / "games.db"


@pytest.fixture(params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> StoreAddress:
    """The address of a new SQLite or PostgreSQL database."""
    if request.param == "sqlite":
        return tmp_path / "games.db"
    address: PostgresAddress = request.getfixturevalue("postgres_database")
    return address


@pytest.fixture
def client(db: Path) -> Generator[TestClient]:
    """A client of a service in this process, whose games come out the same every time."""
    with served(db, sources("service")) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> Table:
    """Two Knights close by, about to lay their plans."""
    return Table.opened(client)


@pytest.fixture
def log_looks_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log would name damaged records at once, and nothing would be written: here each of them defends itself."""

    def nothing(_walk: LogVerifier) -> LogFaults:
        return ()

    monkeypatch.setattr(LogVerifier, "check_next", nothing)
    monkeypatch.setattr(LogVerifier, "check_newest", nothing)


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Generator[Table]:
    """The same for all tests of a file that only look at it, or are refused."""
    with served(tmp_path_factory.mktemp("still") / "games.db", sources("still")) as client:
        yield Table.opened(client)
