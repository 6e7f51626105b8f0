"""The path below which the service is: what may be one, and what asks for it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from oathbook.api.app import create_app
from oathbook.api.server import settings_of
from oathbook.api.service import Service
from oathbook.api.settings.roots import OWN_PREFIXES
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry

ROOT: Final = "/clubs/oathbook"


@pytest.mark.parametrize(
    ("said", "path"),
    [("", ""), ("/", ""), ("/oathbook", "/oathbook"), ("/clubs/oath-book_1.2~/", "/clubs/oath-book_1.2~")],
)
def test_a_path_begins_with_a_slash_and_ends_with_none(said: str, path: str) -> None:
    assert settings_of({"root_path": said}).root_path == path


@pytest.mark.parametrize(
    "said",
    [
        *(
            "oathbook",
            "//oathbook",
            "/a//b",
            "/..",
            "/a/../b",
            "/a b",
            "/a?b",
            "/a#b",
            '/a"',
            "/ä",
            "/a%2Fb",
            "http://a",
        ),
        *(f"/{each}" for each in sorted(OWN_PREFIXES - {""})),
        "/games/oathbook",
    ],
)
def test_what_is_no_path_or_means_something_here_is_refused(said: str) -> None:
    with pytest.raises(BadRecord, match=r"OATHBOOK_ROOT_PATH: "):
        settings_of({"root_path": said})


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a service below a path."""
    folder: Path = tmp_path_factory.mktemp("below")
    service = Service(folder / "games.db", load_registry(), system_sources(), address="http://test")
    with TestClient(create_app(service, root=ROOT), base_url="http://test") as client:
        yield client


def test_no_path_begins_as_an_address_of_the_service_does(client: TestClient) -> None:
    assert isinstance(client.app, FastAPI)
    found = (each.path for each in iter_route_contexts(client.app.routes))

    assert {each.split("/")[1] for each in found if each} == OWN_PREFIXES


@pytest.mark.parametrize("asked", ["/rulesets", f"{ROOT}/rulesets"])
def test_a_page_leads_below_it_however_it_was_asked_for(asked: str, client: TestClient) -> None:
    """And is as long as it says."""
    answered = client.get(asked, headers={"Accept": "text/html", "Accept-Encoding": "identity"})

    assert answered.status_code == 200
    assert f'href="{ROOT}/rulesets/knights_duty/1"' in answered.text
    assert f'<html lang="en" data-root="{ROOT}/">' in answered.text
    assert 'href="/' not in answered.text.replace(f'="{ROOT}/', "")
    assert len(answered.content) == int(answered.headers["content-length"])


@pytest.mark.parametrize("asked", [ROOT, f"{ROOT}/"])
def test_the_path_itself_is_the_first_page(asked: str, client: TestClient) -> None:
    assert client.get(asked).text == client.get("/").text


@pytest.mark.parametrize("asked", [f"{ROOT}s", f"{ROOT}{ROOT}", f"{ROOT}/static/nothing"])
def test_a_path_that_only_looks_alike_is_nowhere(asked: str, client: TestClient) -> None:
    answered = client.get(asked)

    assert (answered.status_code, answered.json()["type"]) == (404, f"{ROOT}/v1/problems#not-found")


def test_what_a_player_is_called_is_no_address(client: TestClient) -> None:
    page = client.get("/", params={"player": '/x" href="/y'}, headers={"Accept": "text/html"}).text

    assert 'value="/x&#34; href=&#34;/y"' in page
