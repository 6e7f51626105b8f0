"""A service never gives up the locks that SQLite has on its database: whoever only looked could remove its log."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from oathbook.domain.errors import StoreFull
from oathbook.domain.recording.database.sqlite import CheckedPool
from tests.service.deciding import next_sent
from tests.support.playing import die
from tests.support.serving import Table
from tests.support.storing import Play, no_room_in, sqlite_locks
from tests.unit.api.running import oathbook

pytestmark = pytest.mark.sqlite


def routes(client: TestClient, game: str) -> Iterator[tuple[str, str]]:
    """Every method and address that the service describes, about a game where it is about one."""
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        named = path.replace("{game}", game).replace("{position}", "1").replace("{seat}", "ash")
        for method in methods.keys() & {"get", "post", "put", "delete"}:
            if not path.endswith("/stream"):  # it would not end
                yield method, named


def test_no_route_gives_up_a_lock(db: Path, client: TestClient, table: Table) -> None:
    """Whatever it answers; the control is a program that opens and closes the file."""
    held = sqlite_locks(db)
    assert held

    asked = [
        (method, path, client.request(method, path, json={} if method != "get" else None).status_code, sqlite_locks(db))
        for method, path in routes(client, table.game)
    ]

    assert [each for each in asked if each[3] < held] == []
    assert {200, 404, 422} <= {status for _, _, status, _ in asked}
    os.close(os.open(db, os.O_RDONLY))
    assert sqlite_locks(db) == 0


def test_nor_does_a_full_disk_a_new_connection_or_a_backup(
    db: Path, client: TestClient, table: Table, tmp_path: Path
) -> None:
    held = sqlite_locks(db)
    assert held

    with no_room_in(db), pytest.raises(StoreFull):
        Play.opened(cast("FastAPI", client.app).state.service.writer)
    assert sqlite_locks(db) >= held

    with closing(CheckedPool(db_name=str(db))) as pool:
        pool.put_connection(pool.get_connection())
    assert sqlite_locks(db) >= held

    assert oathbook("database", "backup", tmp_path / "backup", "--db", db).code == 0
    assert sqlite_locks(db) >= held
    assert table.send(next_sent(table, die("on"))).status_code == 201
