"""A row of a database of PostgreSQL is changed: its game alone stops, and comes back by way of a backup."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.service import Service
from oathbook.api.signing.log_files import log_files_for
from oathbook.api.signing.startup import SigningOptions
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.support.playing import Json
from tests.support.postgres.server import PostgresServer
from tests.support.serving import Sent, Table, app_over
from tests.support.storing import changed, found
from tests.unit.api.running import Printed, oathbook

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow"]}
ROW: Final = "originator_id = ? AND originator_version = 2"


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return tmp_path / "log-key"


@contextmanager
def serving(address: PostgresAddress, keys: Path) -> Generator[TestClient]:
    service = Service(address, load_registry(), system_sources(), address="http://test", signing=SigningOptions(keys))
    with app_over(service) as app, TestClient(app, base_url="http://test") as client:
        yield client


def played(address: PostgresAddress, keys: Path) -> list[str]:
    """Three games with a step, signed."""
    with serving(address, keys) as client:
        tables = [Table.opened(client) for _ in range(3)]
        for table in tables:
            table.decide("ash", PLAN)
    return [table.game for table in tables]


def damage(address: PostgresAddress, game: str) -> None:
    """Change who laid the first plan."""
    ((state,),) = found(address, f"SELECT state FROM stored_events WHERE {ROW}", game)  # noqa: S608  # ours
    worse = bytes(state).replace(b'"by":"ash"', b'"by":"asi"', 1)
    assert worse != bytes(state)
    changed(address, f"UPDATE stored_events SET state = ? WHERE {ROW}", worse, game)  # noqa: S608  # ours


def backed_up(address: PostgresAddress, file: Path, keys: Path) -> Printed:
    return oathbook("database", "backup", file, "--db", address.url, "--log-key", keys, "--json")


def test_one_changed_row_closes_its_game_alone(postgres_database: PostgresAddress, keys: Path) -> None:
    """The control is before the change."""
    ill, *well = played(postgres_database, keys)
    with serving(postgres_database, keys) as client:
        assert client.get("/readyz").json()["closed_for_writing"] == {}
    damage(postgres_database, ill)

    with serving(postgres_database, keys) as client:
        statuses = [Table(client, game).send(Sent("birch", PLAN)).status_code for game in (ill, *well)]
        ready = client.get("/readyz").json()
        head = client.get(f"/v1/games/{ill}")

    assert statuses == [503, 201, 201]
    assert ([*ready["closed_for_writing"]], ready["read_only"]) == ([ill], None)
    assert head.status_code == 200
    assert "position 2" in head.json()["fault"]


def test_a_backup_names_the_row_and_is_repaired_and_restored(
    postgres_database: PostgresAddress, postgres: PostgresServer, keys: Path, tmp_path: Path
) -> None:
    ill, well, _ = played(postgres_database, keys)
    before, now = tmp_path / "before", tmp_path / "now"
    assert backed_up(postgres_database, before, keys).code == 0
    damage(postgres_database, ill)
    with serving(postgres_database, keys) as client:
        assert Table(client, well).send(Sent("birch", PLAN)).status_code == 201

    backed = backed_up(postgres_database, now, keys)
    files, beside = log_files_for(postgres_database, keys), log_files_for(now, None)
    shutil.copy(files.keys, beside.keys)
    shutil.copy(files.checkpoints, beside.checkpoints)
    repaired = oathbook("database", "repair", now, "--from", before, "--json")

    assert backed.code == 1
    assert [f"position 2 of {ill}" in each for each in backed.json["damage"]] == [True]
    assert (repaired.code, repaired.err) == (0, "")
    assert [(each["stream"], each["position"]) for each in repaired.json["mended"]] == [(ill, 2)]
    with postgres.database() as mended:
        restored = oathbook("database", "restore", now, "--db", mended.url, "--log-key", keys)
        assert (restored.code, restored.err) == (0, "")
        with serving(mended, keys) as client:
            ready = client.get("/readyz").json()
            statuses = [Table(client, ill).send(Sent("birch", PLAN)).status_code, Table(client, well).ask().status_code]
            said = client.get("/log/statements").json()["statements"]

    assert (statuses, ready["closed_for_writing"], ready["read_only"]) == ([201, 200], {}, None)
    assert ['"oathbook":"repaired/1"' in each for each in said] == [True]
