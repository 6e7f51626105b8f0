"""What holds for every test."""

import gc
import os
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from tests.support.postgres.server import NO_SERVER, PostgresServer, binaries, postgres_server

settings.register_profile("no-clock", deadline=None)
settings.load_profile("no-clock")

SECONDS: Final = {"gate": 600, "slow": 6 * 3600}
"""How long a test with this marker may take that does not say so itself; of the others ``pyproject.toml`` says it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the tests that take long the time that they need, and run those of SQLite alone on nothing else."""
    items[:] = [item for item in items if not (_store_of(item) == "postgres" and item.get_closest_marker("sqlite"))]
    for item in items:
        for marker, seconds in SECONDS.items():
            if item.get_closest_marker(marker) and not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(seconds))


def _store_of(item: pytest.Item) -> object:
    """The store that a test runs on, where it runs on several."""
    assert isinstance(item, pytest.Function)
    if "db" in item.fixturenames and os.environ.get("OATHBOOK_TEST_STORE"):
        return os.environ["OATHBOOK_TEST_STORE"]
    return item.callspec.params.get("store") if hasattr(item, "callspec") else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the thousands of tests out of the search for garbage: looking at them again and again took a third of a run.

    What the tests make themselves is searched as ever.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def postgres() -> Generator[PostgresServer]:
    """A PostgreSQL server for all tests of this process that want one; without binaries they are skipped."""
    if binaries() is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(NO_SERVER)
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[StoreAddress]:
    """Where a test may have a database: on each store in turn, but for tests that are marked ``sqlite``."""
    if request.param == "sqlite":
        yield tmp_path / "records.db"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    with server.schema() as address:
        yield address


@pytest.fixture
def postgres_database(postgres: PostgresServer) -> Generator[PostgresAddress]:
    """A database of that server, for one test."""
    with postgres.database() as address:
        yield address
