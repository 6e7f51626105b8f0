"""Below a path of a host that has nothing else: a visitor and a player go from page to page there."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.walking import Walk
from tests.service.disputes.disputing import duelling
from tests.service.process.proxying import offered
from tests.service.scribe.writing_down import BATTLE, golden, to_open
from tests.support.browsing import watched
from tests.support.playing import SAMPLES
from tests.support.promises.pledging import THREE
from tests.support.serving import HOST, Client, Table, await_read_models, key_of, process_on

ROOT: Final = "/oathbook"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Generator[Client]:
    """A client of a service that is told to be below a path."""
    with (
        process_on(tmp_path_factory.mktemp("below") / "games.db", "--root-path", ROOT) as process,
        process.client() as client,
    ):
        yield client


@pytest.fixture(params=[True, False], ids=["strips", "leaves"])
def page(request: pytest.FixtureRequest, browser: Browser, client: Client, troubles: list[str]) -> Generator[Page]:
    """A page that comes through a proxy, which answers 404 to all that leads elsewhere; nothing may go wrong in it."""
    service = str(client.base_url).rstrip("/").removesuffix(ROOT)
    with offered(service, ROOT, strips=request.param) as address, watched(browser, troubles, None, address) as page:
        yield page


def opened(page: Page, path: str, name: str) -> Page:
    """A page for ash, once it is ready."""
    page.goto(f"{ROOT}{path}#key={key_of('ash')}")
    return ready(page, name)


def ready(page: Page, name: str) -> Page:
    """A page below the path, once it is ready."""
    expect(page.locator(name)).to_have_attribute("data-ready", "")
    assert f"{ROOT}/" in page.url
    return page


def test_a_visitor_finds_a_game_its_log_its_rules_and_the_disputes(page: Page, client: Client) -> None:
    table = duelling(client, 3)
    await_read_models(client)

    page.goto(f"{ROOT}/")
    page.locator("ol.games h2 a").first.click()
    ready(page, "#replay").keyboard.press("End")
    expect(page.locator("#where")).to_have_text(f"Position {table.position} of {table.position}")
    page.get_by_role("navigation", name="Oathbook").get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="A Knight's Duty", exact=True).click()
    page.get_by_role("link", name="Where it was applied, and its rulings").first.click()
    page.get_by_role("navigation", name="Oathbook").get_by_role("link", name="Disputes").click()
    page.get_by_role("link", name="Oathbook", exact=True).click()

    expect(page.locator("h1")).to_have_text("Games")
    assert page.url.endswith(f"{ROOT}/")


def test_a_player_offers_a_promise_disputes_a_moment_and_sees_the_game_go_on(page: Page, client: Client) -> None:
    table = Table.opened(client, SAMPLES[THREE])
    await_read_models(client)
    letter = opened(page, f"/games/{table.game}/promises/new", "#editor")
    letter.locator("#letter").fill("ash promises birch never to attack birch.")
    letter.get_by_role("button", name="Offer it").click()
    ready(page, "#promise")

    duel = duelling(client, 3)
    await_read_models(client)
    claim = opened(page, f"/games/{duel.game}/disputes/new?at=7", "#claim")
    claim.get_by_label("By which clause").select_option("KD-7.2")
    claim.get_by_label("What is wrong with it").fill("It was out of range")
    claim.get_by_role("button", name="File the claim").click()
    ready(page, "#case")

    seen = Table.opened(client)
    await_read_models(client)
    along = Walk(opened(page, f"/games/{seen.game}", "#replay"), seen.game).is_at(1)
    (decision, *_) = seen.get("/options", "ash")["listed"]
    along.is_at(seen.decide("ash", decision)["position"])


def test_a_scribes_page_starts_offline(page: Page, client: Client) -> None:
    """The service worker is below the path, too."""
    game = client.post("/v1/games", json=to_open(golden(BATTLE))).json()["game"]
    page.goto(f"{ROOT}/games/{game}/scribe#key={key_of(HOST)}")
    expect(page.locator("#playing")).to_have_attribute("data-kept", "")
    page.reload()

    assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith(f"{ROOT}/games/worker.js")
