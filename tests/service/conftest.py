"""A service for each test that asks for one."""

from collections.abc import Generator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.support.playing import sources
from tests.support.serving import Table, served


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Where the records are."""
    return tmp_path / "games.db"


@pytest.fixture
def client(db: Path) -> Generator[TestClient]:
    """A client of a service in this process, whose games come out the same every time."""
    with served(db, sources("service")) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> Table:
    """Two Knights close by, about to lay their plans."""
    return Table.opened(client)


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Generator[Table]:
    """The same for all tests of a file that only look at it, or are refused."""
    with served(tmp_path_factory.mktemp("still") / "games.db", sources("still")) as client:
        yield Table.opened(client)
