"""Questions about long games are answered by other processes, in the same words; these never outlive the service."""

import json
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from oathbook.api.app import create_app
from oathbook.api.replay_cache import Events, ReplayCache
from oathbook.api.schemas.shapes import LINES
from oathbook.api.service import LONG, Service
from oathbook.domain.application import disputes
from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.replay_index import ReplayIndex
from tests.service.disputes.disputing import ILLEGAL, Disputes, duelling
from tests.service.process.test_projecting import is_running
from tests.support.checkout import GOLDEN
from tests.support.playing import Json, ruleset_of, sources
from tests.support.processes import until
from tests.support.serving import ARBITERS, Client, Process, Response, await_read_models, bring, process_on

LONGER: Final = GOLDEN / "heirless/e1/four-players-and-their-word.jsonl"
PATHS: Final = (
    *("/state", "/state?at=150", "/standing", "/standing?at=150", "/frames?from=120&to=130", "/frames?from=200"),
    *("/scenes?from=120&to=130&rulings=left-out", "/steps?from=101", "/scenes/150/since", "/outline?after=30"),
    *("/promises", "/promises?at=150&limit=2", "/promises/p1", "/promises/p1/audit", "/promises/p1/audit?at=230"),
)
REFUSED: Final = {
    "/state?at=999": 404,
    "/scenes/999/since": 404,
    "/promises/p99": 404,
    "/promises/p99/audit": 404,
    "/state?as=nobody": 404,
}


class Elsewhere(ReplayCache):
    """A cache of this process from which no long game is looked at."""

    def index(self, game: str, viewer: Viewer, *, new_events: Events = (), rulings: bool = True) -> ReplayIndex:
        raise AssertionError(game, viewer, new_events, rulings)


@pytest.fixture(scope="module")
def record() -> Record:
    found = whole_record_from(LONGER.read_bytes(), ruleset_of, where="golden")
    assert len(found.events) > LONG
    return found


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory, record: Record) -> Generator[list[TestClient]]:
    """A service whose other processes answer, and one that has none."""
    with (
        TestClient(_served(tmp_path_factory.mktemp("many"), 1, record), base_url="http://test") as many,
        TestClient(_served(tmp_path_factory.mktemp("alone"), 0, record), base_url="http://test") as alone,
    ):
        yield [many, alone]


def _served(folder: Path, processes: int, record: Record) -> FastAPI:
    service = Service(folder / "games.db", load_registry(), sources("asked"), address="http://test", arbiters=ARBITERS)
    service.writer.add([record])
    service.worker_pool.most = processes
    if processes:
        service.replays = Elsewhere(service.archive)
    return create_app(service)


def asked(services: list[TestClient], path: str, **headers: str) -> list[Response]:
    return [each.get(path, headers=headers) for each in services]


@pytest.mark.parametrize("path", PATHS)
def test_the_answer_is_the_same_from_another_process(path: str, services: list[TestClient], record: Record) -> None:
    there, here = asked(services, f"/v1/games/{record.game}{path}")

    assert (there.status_code, here.status_code) == (200, 200), there.text
    assert there.content == here.content
    assert there.headers.get("etag") == here.headers.get("etag")


def test_every_frame_comes_in_lines(services: list[TestClient], record: Record) -> None:
    there, here = asked(services, f"/v1/games/{record.game}/frames?from=3", accept=LINES)

    lines = there.text.splitlines()
    assert lines == here.text.splitlines()
    assert [json.loads(line)["position"] for line in lines[:-1]] == list(range(3, len(record.events) + 1))
    assert json.loads(lines[-1]) == {
        "frames": len(record.events) - 2,
        "oathbook": "end/1",
        "position": len(record.events),
    }


@pytest.mark.parametrize("path", REFUSED)
def test_a_refusal_is_the_same_from_another_process(path: str, services: list[TestClient], record: Record) -> None:
    there, here = asked(services, f"/v1/games/{record.game}{path}")

    assert there.status_code == here.status_code == REFUSED[path]
    assert there.content == here.content


def test_an_answer_that_lasts_is_kept_as_long_from_another_process(services: list[TestClient], record: Record) -> None:
    here = services[1].get(f"/v1/games/{record.game}").json()["lasting"]

    there, _ = asked(services, f"/v1/games/{record.game}/outline?of={here}")

    assert "immutable" in there.headers["cache-control"]


def test_a_finding_is_the_same_from_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oathbook.api.service.LONG", 3)
    here = _finding(tmp_path / "here.db", 0)
    monkeypatch.setattr(disputes, "finding_event", None)  # in this process alone

    assert _finding(tmp_path / "there.db", 1) == here
    with pytest.raises(AssertionError, match="500"):
        _finding(tmp_path / "control.db", 0)


def _finding(db: Path, processes: int) -> Json:
    service = Service(db, load_registry(), sources("found"), address="http://test", arbiters=ARBITERS)
    service.worker_pool.most = processes
    with TestClient(create_app(service), base_url="http://test") as client:
        dispute = Disputes.filed(duelling(client, 3), "birch", ILLEGAL)
        found: Json = dispute.does("birch", "finding")["findings"][-1]
        return found


@pytest.mark.gate
def test_no_process_outlives_the_service(tmp_path: Path, record: Record) -> None:
    with process_on(tmp_path / "games.db") as process, process.client() as client:
        reading = _reading(process, client, record)
        assert is_running(reading)
        process.killed()

    until(lambda: not is_running(reading))


@pytest.mark.gate
def test_a_process_that_is_killed_is_replaced(tmp_path: Path, record: Record) -> None:
    with process_on(tmp_path / "games.db") as process, process.client() as client:
        reading = _reading(process, client, record)
        os.kill(reading, signal.SIGKILL)
        until(lambda: client.get(f"/v1/games/{record.game}/state?at=7").status_code == 200)

        assert not is_running(reading)
        assert client.get(f"/v1/games/{record.game}/state?at=8").status_code == 200


def _reading(process: Process, client: Client, record: Record) -> int:
    """The process that answers questions, once it has answered one; until then there is that of the read models."""
    assert bring(client, record_text(record)).status_code == 201
    await_read_models(client)
    before = _children(process.pid)
    assert client.get(f"/v1/games/{record.game}/outline").status_code == 200
    (reading,) = _children(process.pid) - before
    return reading


def _children(pid: int) -> set[int]:
    return {
        int(each)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for each in (task / "children").read_text("utf-8").split()
    }
