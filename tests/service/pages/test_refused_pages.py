"""What cannot be shown: said on a page to people, and as a problem to programs."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.support.pages import BROWSER, page_of
from tests.support.playing import small_game
from tests.support.serving import Table, await_read_models, problem_of, served
from tests.support.storing import restated

NOWHERE = ("/nowhere", "/games", "/static/nowhere.js", "/games/nobody", "/rulesets/chess/1", "/disputes/none")


@pytest.mark.parametrize("path", NOWHERE)
def test_whoever_prefers_pages_is_told_on_one_that_nothing_is_there(path: str, still: Table) -> None:
    page = page_of(still.client.get(path, headers=BROWSER), 404)

    assert page.one("h1").text.startswith(("Not found", "No ruleset is installed"))
    assert page.one("a", class_="name").attributes["href"] == "/"


@pytest.mark.parametrize("path", NOWHERE)
@pytest.mark.parametrize(
    "accept",
    ["*/*", "application/json", "application/problem+json", "text/html;q=0.5, application/json", "text/plain", ""],
)
def test_everybody_else_gets_the_problem(accept: str, path: str, still: Table) -> None:
    assert problem_of(still.client.get(path, headers={"accept": accept}))[0] == 404


@pytest.mark.parametrize("path", ["/v1/nowhere", "/v1/games/nobody", "/v1/rulesets/chess/1"])
def test_the_routes_answer_browsers_as_everybody(path: str, still: Table) -> None:
    assert problem_of(still.client.get(path, headers=BROWSER))[0] == 404


def test_a_method_that_a_page_does_not_take_is_refused_on_one(client: TestClient) -> None:
    refused = client.delete("/", headers=BROWSER)

    page_of(refused, 405)
    assert refused.headers["allow"] == "GET, HEAD"


def test_a_record_that_is_broken_is_a_page(tmp_path: Path) -> None:
    with served(tmp_path / "db") as client:
        table = Table.imported(client, small_game())
        await_read_models(client)
    restated(tmp_path / "db", 1, lambda state: state.replace(b'"reveal"', b'"unveil"'))
    with served(tmp_path / "db") as client:
        page = page_of(client.get(f"/games/{table.game}", headers=BROWSER), 503)
        problem = problem_of(client.get(f"/games/{table.game}"))

    assert problem == (503, "corrupt-record")
    assert page.one("h1").text == "A stored event is damaged"


def test_read_models_that_cannot_be_read_are_a_page(tmp_path: Path) -> None:
    with served(tmp_path / "db") as client:
        await_read_models(client)
        with closing(sqlite3.connect(tmp_path / "db.views")) as connection:
            connection.execute("DROP TABLE games")
        page = page_of(client.get("/", headers=BROWSER), 503)
        problem = problem_of(client.get("/"))

    assert problem == (503, "store-unavailable")
    assert "cannot be read now" in page.text


def test_a_fault_of_ours_is_a_page(tmp_path: Path) -> None:
    """Whatever it is, and nothing of it."""
    with served(tmp_path / "db") as client:
        app: Any = client.app
        views, app.state.service.views = app.state.service.views, None
        page = page_of(client.get("/", headers=BROWSER), 500)
        problem = problem_of(client.get("/"))
        app.state.service.views = views

    assert problem == (500, "fault")
    assert page.one("h1").text == "The service met an error"
    assert "NoneType" not in page.text
