"""What whoever runs the service is told, also when something is wrong on our side."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from fastapi import APIRouter
from fastapi.testclient import TestClient

from oathbook.api.app import create_app
from oathbook.api.service import Service
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.service.hostile.wire import until
from tests.support.playing import small_game
from tests.support.serving import Table

WORDS = "bow,parry"
router = APIRouter()


@router.get("/falls")
def falls() -> None:
    raise AssertionError(WORDS)


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(tmp_path / "games.db", load_registry(), system_sources(), address="http://test")


@pytest.fixture
def client(service: Service) -> Iterator[TestClient]:
    app = create_app(service)
    app.include_router(router)
    with TestClient(app) as client:
        yield client


def test_a_fault_is_answered_counted_and_logged_without_its_words(client: TestClient) -> None:
    with structlog.testing.capture_logs() as lines:
        answered = client.get("/falls")
        until(lambda: any(each["event"] == "request" for each in lines))  # it is noted once it has been answered

    fault, request = (each for each in lines if each["event"] in {"fault", "request"})  # others tell of read models
    assert answered.status_code == 500
    assert answered.headers["content-type"] == "application/problem+json"
    assert answered.headers["x-request-id"] == fault["request"] == request["request"]
    assert answered.json()["type"] == "/v1/problems#fault"
    assert (fault["event"], fault["kind"], request["status"]) == ("fault", "AssertionError", 500)
    assert any("falls" in each for each in fault["where"])
    assert WORDS not in json.dumps(lines) + answered.text
    assert 'oathbook_requests_total{method="GET",route="/falls",status="500"} 1.0' in client.get("/metrics").text


@pytest.mark.parametrize("path", ["", "/state", "/events", "/record", "/events/1/why"])
def test_head_answers_as_get_does_and_sends_nothing(path: str, client: TestClient) -> None:
    table = Table.opened(client)

    got, head = table.client.get(table.path + path), table.client.head(table.path + path)

    assert head.status_code == got.status_code == 200
    assert {**head.headers, "x-request-id": ""} == {**got.headers, "x-request-id": ""}


def test_what_is_not_there_has_no_route_of_its_own(client: TestClient) -> None:
    client.get("/v1/nothing/here")

    assert 'oathbook_requests_total{method="GET",route="unknown",status="404"} 1.0' in client.get("/metrics").text


def test_what_is_refused_before_it_comes_to_a_route_is_counted_there_all_the_same(client: TestClient) -> None:
    client.post("/v1/games/g/key", content=b"no JSON")

    route = 'method="POST",route="/v1/games/{game}/key",status="415"'
    assert f"oathbook_requests_total{{{route}}} 1.0" in client.get("/metrics").text


def test_only_so_many_records_are_on_their_way_at_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oathbook.api.http.bodies.MOST_RECORDS", 0)

    answered = client.post("/v1/records", content=b"{}\n", headers={"Content-Type": "application/x-ndjson"})

    assert answered.status_code == 503
    assert answered.json()["type"] == "/v1/problems#too-busy"
    assert int(answered.headers["retry-after"]) > 0


def test_a_service_that_stops_does_not_tell_its_streams_that_a_game_is_over(
    client: TestClient, service: Service
) -> None:
    """204 would keep a client from ever coming back."""
    table = Table.opened(client)
    service.hub.close()

    answered = table.ask("/stream")

    assert answered.status_code == 200
    assert answered.text == "retry: 2000\n\n"


@pytest.mark.parametrize("after", ["2", "99999", "x", "-1"])
def test_a_stream_cannot_be_gone_on_with_where_it_never_was(after: str, client: TestClient) -> None:
    table = Table.opened(client)

    answered = table.ask("/stream", headers={"Last-Event-ID": after})

    assert answered.status_code == 400
    assert "the positions of this stream are 1 to 1" in answered.json()["detail"]


def test_a_database_that_cannot_be_read_is_no_fault_of_the_request(
    client: TestClient, service: Service, tmp_path: Path
) -> None:
    game = small_game()
    service.writer.add([game])
    service.projector.close()
    service.archive.close()
    (tmp_path / "games.db").rename(tmp_path / "gone.db")

    answered = client.get(f"/v1/games/{game.game}")

    assert answered.status_code == 503
    assert answered.json()["type"] == "/v1/problems#store-unavailable"
    (tmp_path / "gone.db").rename(tmp_path / "games.db")
    assert client.get(f"/v1/games/{game.game}").status_code == 200
