"""Pages of other origins: those that the operator allows may call what is for programs, and nobody else may."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from oathbook.api.app import create_app
from oathbook.api.http.receipts import HEADER
from oathbook.api.server import settings_of
from oathbook.api.service import Service
from oathbook.api.settings.policy import policy_of
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.support.serving import Table, bearer, signing_of
from tests.unit.api.games import duel

CLUB, OTHER = "https://club.example", "https://other.example"
ALLOWED = "access-control-allow-origin"


@contextmanager
def calling(db: Path, cors: str) -> Generator[TestClient]:
    """A client of a service that allows these origins."""
    settings = settings_of({"db": str(db), "host_name": "test", "cors": cors, "imports_from": "everyone"})
    service = Service(db, load_registry(), system_sources(), address="http://test", signing=signing_of(db))
    app = create_app(service, policy=policy_of(settings, print))
    with TestClient(app, base_url="http://test", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def club(tmp_path: Path) -> Generator[TestClient]:
    with calling(tmp_path / "games.db", f"{CLUB}, http://localhost:5173") as client:
        yield client


@pytest.mark.parametrize("origin", [CLUB, "http://localhost:5173"])
def test_a_page_of_an_origin_that_is_allowed_reads_answers_problems_and_streams(club: TestClient, origin: str) -> None:
    """Also what it was answered beside the body: the position, the receipt, the time to wait."""
    table, said = Table.imported(club, duel()), {"Origin": origin}

    answers = [
        club.get(path, headers=said)
        for path in ("/v1/games", f"{table.path}/stream", "/v1/games/nowhere", "/openapi.json", "/log/keys")
    ]

    assert [each.status_code for each in answers] == [200, 200, 404, 200, 200]
    assert {each.headers[ALLOWED] for each in answers} == {origin}
    assert all("Origin" in each.headers["vary"] for each in answers)
    for name in ("ETag", "Retry-After", HEADER):
        assert name in answers[0].headers["access-control-expose-headers"]
    assert "access-control-allow-credentials" not in answers[0].headers


def test_before_it_sends_a_key_its_browser_asks_and_is_told(club: TestClient) -> None:
    asked = {
        "Origin": CLUB,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type, if-match, idempotency-key, last-event-id",
    }

    told = club.options("/v1/games", headers=asked)

    assert (told.status_code, told.headers[ALLOWED]) == (200, CLUB)
    decided = club.post("/v1/games/nowhere/decisions", json={"decision": {}}, headers={"Origin": CLUB, **bearer("ash")})
    assert decided.headers[ALLOWED] == CLUB


@pytest.mark.parametrize("origin", [OTHER, "null", "https://club.example.other.example", "http://club.example"])
def test_a_page_of_another_origin_is_not_told_that_it_may(club: TestClient, origin: str) -> None:
    """Its browser then keeps the answer from it."""
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}

    assert ALLOWED not in club.get("/v1/games", headers={"Origin": origin}).headers
    told = club.options("/v1/games", headers=asked)
    assert told.status_code == 400
    assert ALLOWED not in told.headers


@pytest.mark.parametrize("path", ["/", "/games", "/disputes", "/healthz", "/v1"])
def test_our_own_pages_are_for_no_other_page(club: TestClient, path: str) -> None:
    assert ALLOWED not in club.get(path, headers={"Origin": CLUB}).headers


def test_unless_an_operator_says_so_no_origin_is_allowed(tmp_path: Path) -> None:
    """The control; any is allowed by a star."""
    with calling(tmp_path / "nobody.db", "") as client:
        assert ALLOWED not in client.get("/v1/games", headers={"Origin": CLUB}).headers
    with calling(tmp_path / "any.db", "*") as client:
        assert client.get("/v1/games", headers={"Origin": OTHER}).headers[ALLOWED] == "*"


@pytest.mark.parametrize("said", ["club.example", "https://club.example/", "https://", "ftp://x", f"{CLUB},nothing"])
def test_what_is_no_origin_is_refused_by_name(said: str) -> None:
    with pytest.raises(BadRecord, match=r"OATHBOOK_CORS: .*is no origin"):
        settings_of({"cors": said})
