"""A service with thousands of clients, whose files have numbers from 1,024 on: it still hears of what others do."""

import os
import resource
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from fastapi.testclient import TestClient

from oathbook.api.app import create_app
from oathbook.api.read_models.placement import Placement
from oathbook.api.service import Service
from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections.postgres_views import views_listener
from oathbook.projections.postgres_views.postgres_views_reader import PostgresViewsReader
from oathbook.projections.postgres_views.tables import CHANNEL
from tests.service.attesting.log_clients import checkpoint_of
from tests.support.postgres.views import executed
from tests.support.processes import PATIENCE, until
from tests.support.serving import Table, await_read_models, signing_of

TAKEN = 1_024
"""Files of the system; ``select`` takes none that is opened after these."""


@pytest.fixture(autouse=True)
def _many_files() -> Generator[None]:
    """Have all the numbers below taken; what is opened from now on has a larger one."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    files = [os.open(os.devnull, os.O_RDONLY)]
    while files[-1] < TAKEN:
        files.append(os.dup(files[0]))
    yield
    for each in files:
        os.close(each)
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def served_by(db: StoreAddress, projector: Placement) -> Generator[TestClient]:
    sources, signing = system_sources(), signing_of(db)
    service = Service(db, load_registry(), sources, address="http://test", projector=projector, signing=signing)
    with TestClient(create_app(service), base_url="http://test") as client:
        yield client


def test_it_signs_what_another_process_has_stored(postgres_database: PostgresAddress) -> None:
    with served_by(postgres_database, "off") as one, served_by(postgres_database, "off") as other:
        Table.opened(one)
        assert checkpoint_of(one).size == 1

        Table.opened(other)

        until(lambda: checkpoint_of(one).size > 1)


def test_it_hears_that_another_process_has_made_read_models(
    postgres_database: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views_listener, "POLL", PATIENCE)
    told = Event()
    with PostgresViewsReader(postgres_database) as reader:
        reader.subscribe(told.set)
        told.clear()

        executed(postgres_database, f"NOTIFY {CHANNEL}")

        assert told.wait(PATIENCE / 2)


def test_its_read_models_are_made_by_a_process_that_was_started_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served_by(tmp_path / "games.db", "own") as client:
        for _ in range(3):
            Table.opened(client)
            await_read_models(client)

    assert "the process that makes the read models ended" not in capsys.readouterr().out
