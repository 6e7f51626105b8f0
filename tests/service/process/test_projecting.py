"""Read models are made by a process of their own: it is started again when it ends, and never outlives the service."""

import logging
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.app import create_app
from oathbook.api.read_models import projector_process
from oathbook.api.read_models import supervisor as projecting
from oathbook.api.read_models.supervisor import ProjectorSupervisor
from oathbook.api.service import Service
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections.views_reader import views_path
from tests.support.playing import die
from tests.support.processes import until
from tests.support.projecting import caught_up, rows_in
from tests.support.serving import Table, await_read_models, process_on

KILLS: Final = 20


def is_there(pid: int) -> bool:
    """Whether there is such a process; one that has ended and that nobody has waited for counts as well."""
    return Path(f"/proc/{pid}").exists()


def is_running(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def child_of(pid: int) -> int:
    """The one process that another has started."""
    found: list[int] = []

    def one() -> bool:
        found[:] = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split())
        found[:] += [
            int(each)
            for task in Path(f"/proc/{pid}/task").iterdir()
            if task.name != str(pid)
            for each in (task / "children").read_text("utf-8").split()
        ]
        return len(found) == 1

    until(one)
    return found[0]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def service(db: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    """A service in this process that makes its read models in another, and does not wait long to start it again."""
    monkeypatch.setattr(projecting, "LONGEST_PAUSE", 0.05)
    return Service(db, load_registry(), system_sources(), address="http://test", projector="own")


@pytest.fixture
def client(service: Service) -> Generator[TestClient]:
    with TestClient(create_app(service), base_url="http://test") as client:
        yield client


def process_in(service: Service) -> ProjectorSupervisor:
    assert isinstance(service.projector, ProjectorSupervisor)
    return service.projector


def readiness(client: TestClient) -> int:
    return client.get("/readyz").status_code


def test_what_is_played_can_be_waited_for(client: TestClient) -> None:
    table = Table.opened(client)
    for _, answered in zip(range(5), table.steps(die("waited for")), strict=False):
        position = answered[1].json()["position"]
        until(lambda: table.get(f"/timeline?wait={position}")["upto"] >= position)  # noqa: B023  # it is called at once


def test_a_process_that_is_killed_is_said_to_be_gone_and_started_again(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.opened(client)
    until(lambda: readiness(client) == 200)
    monkeypatch.setattr(projecting, "LONGEST_PAUSE", 600.0)
    monkeypatch.setattr(projecting, "FIRST_PAUSE", 600.0)
    first = process_in(service).pid
    assert first is not None

    os.kill(first, signal.SIGKILL)
    until(lambda: readiness(client) == 503)
    faults = {each["fault"] for each in client.get("/readyz").json()["projections"]}

    assert faults == {"the process that makes the read models ended (signal 9); it is started again"}
    assert not is_there(first)
    assert table.decide("ash", {"kind": "lay_plan", "slots": ["bow", "parry"]})["position"] == 3


def killed_and_played(client: TestClient, service: Service, times: int) -> None:
    """Play on while the process is killed again and again, at whatever it is doing."""
    picks, killed = die("killed"), set[int]()
    table = Table.opened(client)
    while len(killed) < times:
        pid = process_in(service).pid
        if picks.randrange(3):
            until(lambda: not service.projector.down)  # or it would often die before it begins
        for _ in zip(range(picks.randrange(1, 4)), table.steps(picks), strict=False):
            pass
        if table.get()["closed"]:
            table = Table.opened(client)
        if pid is not None and pid not in killed and is_running(pid):
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
    until(lambda: readiness(client) == 200)
    await_read_models(client)


@pytest.mark.parametrize("times", [2, pytest.param(KILLS, marks=pytest.mark.gate)])
def test_however_often_it_is_killed_the_rows_are_those_of_a_rebuild(
    times: int, client: TestClient, service: Service, db: Path
) -> None:
    killed_and_played(client, service, times)

    caught_up(db, db.with_name("fresh"))
    assert rows_in(views_path(db)) == rows_in(db.with_name("fresh"))


@pytest.mark.gate
@pytest.mark.parametrize("what", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.gate)])
def test_told_as_a_group_both_end_without_a_word(what: signal.Signals, db: Path) -> None:
    with process_on(db) as process, process.client() as client:
        await_read_models(client)
        child = child_of(process.pid)
        os.killpg(process.pid, what)

        assert process.ended() == 0
        until(lambda: not is_running(child))
        assert [each for each in process.log if each["event"] == "read models"] == []


def test_a_service_that_is_killed_leaves_no_process(db: Path) -> None:
    with process_on(db) as process, process.client() as client:
        await_read_models(client)
        child = child_of(process.pid)
        os.kill(process.pid, signal.SIGKILL)

        until(lambda: not is_running(child))


@pytest.mark.gate
def test_a_process_that_is_stopped_is_killed_with_the_service(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot end by itself."""
    until(lambda: readiness(client) == 200)
    monkeypatch.setattr(projecting, "GRACE", 0.1)
    child = process_in(service).pid
    assert child is not None
    os.kill(child, signal.SIGSTOP)

    service.projector.close()

    assert not is_there(child)


@pytest.mark.gate
def test_where_nobody_makes_read_models_none_are_made(db: Path) -> None:
    with process_on(db, "--projector", "off") as process, process.client() as client:
        Table.opened(client)
        states = client.get("/readyz").json()["projections"]

    assert {each["position"] for each in states} == {0}


def test_a_process_that_cannot_begin_tells_why_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a line for its parent, and nothing on stderr, where whoever runs the service expects lines of JSON."""
    monkeypatch.setenv(projector_process.DATABASE, str(tmp_path / "nothing.db"))
    reading, writing = os.pipe()

    try:
        with pytest.raises(SystemExit) as ended:
            projector_process.main(("0", str(writing)))
    finally:
        logging.disable(logging.NOTSET)
        os.close(writing)

    assert ended.value.code == 1
    with os.fdopen(reading, "rb") as lines:
        assert b"nothing.db: there is no such database" in lines.read()
