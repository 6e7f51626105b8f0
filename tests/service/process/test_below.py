"""Below a path of a host: every address that the service writes leads there, whatever the proxy does with the path."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx2
import pytest

from tests.service.disputes.disputing import WRONG, Disputes, duelling
from tests.service.process.proxying import offered
from tests.support.pages import BROWSER, Element, page_of
from tests.support.processes import PATIENCE
from tests.support.serving import Client, Response, Table, await_read_models, bearer, process_on, to_open

ROOT: Final = "/oathbook"
ADDRESSES: Final = ("href", "src", "action", "data-tells")
MOST: Final = 30
"""Pages that are walked to; each kind is among the first."""

pytestmark = pytest.mark.gate


@contextmanager
def through(tmp_path: Path, *options: str, strips: bool) -> Generator[Client]:
    """A client of a service that comes through a proxy."""
    with (
        process_on(tmp_path / "games.db", *options) as process,
        offered(process.address.removesuffix(ROOT), ROOT, strips=strips) as address,
        httpx2.Client(base_url=f"{address}{ROOT}", timeout=PATIENCE, trust_env=False) as client,
    ):
        yield client


@pytest.fixture(scope="module", params=[True, False], ids=["strips", "leaves"])
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Generator[Client]:
    """The same, of a service that knows where it is; a game with a dispute is there."""
    folder = tmp_path_factory.mktemp("below")
    with through(folder, "--root-path", ROOT, strips=request.param) as client:
        Disputes.filed(duelling(client, 3))
        Table.opened(client)
        await_read_models(client)
        yield client


def written(page: Element) -> Iterator[str]:
    """The addresses on a page that lead elsewhere."""
    for each in page.all():
        yield from (each.attributes[name] for name in ADDRESSES if each.attributes.get(name, "#")[0] != "#")


def walked(client: Client) -> dict[str, int]:
    """The status of every address that a walk from the first page comes to."""
    base = str(client.base_url)
    found: dict[str, int] = {}
    ahead = [base]
    pages = 0
    while ahead:
        here = ahead.pop(0)
        if here in found:
            continue
        answered = client.get(here, headers=BROWSER)
        found[here] = answered.status_code
        if answered.headers["content-type"].startswith("text/html") and pages < MOST and answered.is_success:
            pages += 1
            ahead += [urldefrag(urljoin(here, each)).url for each in written(page_of(answered))]
    return found


def test_every_page_script_style_and_picture_is_found_below_it(client: Client) -> None:
    found = walked(client)

    kinds = {urlsplit(each).path.split("/")[2] for each in found}
    assert kinds >= {"", "games", "disputes", "rulesets", "static", "players"}
    assert set(found.values()) == {200}
    assert {urlsplit(each).path.split("/")[1] for each in found} == {"oathbook"}


def test_a_service_that_knows_of_no_path_leads_out_of_it(tmp_path: Path) -> None:
    """The control."""
    with through(tmp_path, strips=True) as client:
        assert 404 in walked(client).values()


def posted(client: Client, path: str, body: object, seat: str | None = None, **headers: str) -> Response:
    return client.post(path, json=body, headers={**bearer(seat), **headers})


def test_what_is_made_is_where_the_answer_says(client: Client) -> None:
    opened = posted(client, "/v1/games", to_open())
    game = opened.headers["location"]
    decision = client.get(f"/v1/games/{opened.json()['game']}/options", headers=bearer("ash")).json()["listed"][0]
    path = f"/v1/games/{opened.json()['game']}/decisions"
    decided = posted(client, path, {"decision": decision}, "ash", **{"If-Match": "*"})
    dispute = Disputes(duelling(client, 3))
    filed = dispute.file("ash", WRONG)

    assert [each.status_code for each in (opened, decided, filed)] == [201] * 3
    for each in (game, decided.headers["location"], filed.headers["location"]):
        assert each.startswith(f"{ROOT}/v1/")
        assert client.get(urljoin(str(client.base_url), each), headers=bearer("ash")).status_code == 200


def test_the_next_page_of_a_log_is_where_its_link_says(client: Client) -> None:
    game = duelling(client, 3)
    first = client.get(f"{game.path}/events?limit=2")
    link, _, relation = first.headers["link"].partition(">")

    assert relation == '; rel="next"'
    assert link.startswith(f"<{ROOT}{game.path}/events?")
    second = client.get(urljoin(str(client.base_url), link.removeprefix("<"))).json()
    assert second == client.get(f"{game.path}/events?limit=2&after=2").json()


def test_the_type_of_a_problem_and_the_description_are_below_it(client: Client) -> None:
    problem = client.get("/v1/games/nobody").json()
    asset = client.get("/static/nothing", headers={"Accept": "application/json"}).json()
    described = client.get("/openapi.json").json()
    (server,) = described["servers"]

    assert problem["type"] == asset["type"] == f"{ROOT}/v1/problems#not-found"
    assert client.get(urljoin(str(client.base_url), problem["type"])).status_code == 200
    assert server["url"] == ROOT
    assert client.get(urljoin(str(client.base_url), f"{server['url']}/v1/games")).status_code == 200


def test_a_link_that_is_shared_leads_below_it(client: Client) -> None:
    game = client.get("/v1/games").json()["games"][-1]["game"]
    page = page_of(client.get(f"/games/{game}", headers=BROWSER))
    told = {each.attributes.get("property"): each.attributes.get("content", "") for each in page.all("meta")}

    for each in (told["og:url"], told["og:image"]):
        assert each.startswith(f"{client.base_url}".rstrip("/") + "/games/")
        assert client.get(each).status_code == 200


def test_a_running_game_is_told_of_as_it_goes_on(client: Client) -> None:
    table = Table.opened(client)
    with client.stream("GET", f"{table.path}/stream", headers={"Last-Event-ID": "0"}) as stream:
        lines = stream.iter_lines()
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert any(each == "id: 1" for each in lines)
        (decision, *_) = table.get("/options", "ash")["listed"]
        stored = table.decide("ash", decision)["position"]
        assert any(each == f"id: {stored}" for each in lines)


def test_the_printed_address_has_it(tmp_path: Path) -> None:
    with process_on(tmp_path / "games.db", "--root-path", f"{ROOT}/") as process:
        assert process.address.endswith(ROOT)
        with process.client() as client:
            assert client.get("/v1/games").status_code == 200


def test_written_twice_it_leads_nowhere(tmp_path: Path) -> None:
    """Routes would be found there, but not what keeps their addresses from others, or keys out of them."""
    options = ("--root-path", ROOT, "--operations-port", "0")
    with process_on(tmp_path / "games.db", *options) as process, process.client() as client:
        assert client.get("/v1/games").status_code == 200
        assert client.get("/v1/games?key=x").status_code == 422
        for path in ("", "/", "/metrics", "/readyz", "/v1/games", "/v1/games?key=x", f"{ROOT}/metrics"):
            answered = client.get(f"{ROOT}{path}")
            assert (answered.status_code, answered.json()["type"]) == (404, f"{ROOT}/v1/problems#not-found"), path
        posted = client.post(f"{ROOT}/v1/records", content=b"{}", headers={"Content-Type": "application/x-ndjson"})
        assert posted.status_code == 404
