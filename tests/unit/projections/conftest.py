"""Runs the tests of read models on both stores: beside a file in a folder, also in a schema of PostgreSQL."""

from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from tests.support.postgres.server import PostgresServer
from tests.support.projecting import IN_PLACE_OF

ROWS_ALONE: Final = ("badges", "citations", "docket", "promise_ledger", "rulings", "timeline")
"""Modules about what stands in rows, whose SQL both stores share: on PostgreSQL they are left to the long profile."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is left to the long profile."""
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.stem.removeprefix("test_") in ROWS_ALONE:
            assert isinstance(item, pytest.Function)
            if item.callspec.params["store"] == "postgres":
                item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True, params=["sqlite", pytest.param("postgres", marks=pytest.mark.gate)])
def store(request: pytest.FixtureRequest) -> Generator[None]:
    """Whatever has to do with files alone says so by its marker ``sqlite``."""
    if request.param == "sqlite":
        yield
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    places: dict[Path, PostgresAddress] = {}
    with ExitStack() as databases:

        def place_of(path: Path) -> PostgresAddress:
            if path not in places:
                places[path] = databases.enter_context(server.database())
            return places[path]

        IN_PLACE_OF.append(place_of)
        try:
            yield
        finally:
            IN_PLACE_OF.pop()
