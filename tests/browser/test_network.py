"""Over a network that is slow or fails: nobody is led elsewhere than they went, and nothing is dead for good."""

import json
from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bench.workload import long_match
from oathbook.api.pages.assets import ASSETS
from oathbook.domain.recording.format.record_file import record_text
from tests.browser.replay.test_window import EVENTS
from tests.browser.walking import LONG, Walk, asked, until, walking
from tests.support.browsing import Library
from tests.support.playing import Json
from tests.support.serving import await_read_models, bring

PRESSES: Final = 150
HOLD: Final = """([presses, wait]) => {
    window.shown = [];
    let pressed = 0;
    const where = document.getElementById("where");
    new MutationObserver(() => window.shown.push([pressed, parseInt(where.textContent.slice(9))]))
        .observe(where, {childList: true});
    const timer = setInterval(() => {
        pressed += 1;
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "j", bubbles: true, cancelable: true}));
        if (pressed === presses) clearInterval(timer);
    }, wait);
}"""
"""Holds a key as a keyboard does, and notes what is shown after how many presses."""


@pytest.fixture(scope="module")
def outline(library: Library) -> Generator[Json]:
    """The outline of a long game, which the service has taken in."""
    with library.process.client() as client:
        answered = bring(client, record_text(long_match(EVENTS)))
        assert answered.status_code in {200, 201}, answered.text
        await_read_models(client)
        yield asked(client, answered.json()["game"], "/outline")


def test_a_key_that_is_held_walks_on_over_a_slow_network(browser: Browser, library: Library, outline: Json) -> None:
    """Step by step as scenes come, and with no more questions than it takes."""
    steps = outline["steps"]
    asked_for: list[str] = []
    with walking(browser, library, outline["game"], "#1") as walk:
        until(walk.page, "document.querySelectorAll('#steps li').length > 9")
        network = walk.page.context.new_cdp_session(walk.page)
        slow = {"offline": False, "latency": 150, "downloadThroughput": -1, "uploadThroughput": -1}
        network.send("Network.emulateNetworkConditions", slow)  # pyright: ignore[reportUnknownMemberType]  # because Playwright says no more
        walk.page.on("request", lambda request: asked_for.append(request.url))
        walk.page.evaluate(HOLD, [PRESSES, 33])
        walk.is_at(steps[PRESSES])
        shown = [(pressed, steps.index(position)) for pressed, position in walk.page.evaluate("window.shown")]

    assert [step for pressed, step in shown if step > pressed] == []
    assert len({step for _, step in shown}) > PRESSES // 10  # how many it is hangs on the machine; not on release alone
    assert len([each for each in asked_for if "/scenes?" in each]) <= 15


@pytest.fixture
def walk(page: Page, library: Library) -> Walk:
    """A game of three."""
    return Walk.opened(page, library.games[LONG], fragment="#42").is_at(42)


def refuse(route: Route) -> None:
    """An answer of a service that has no time."""
    route.fulfill(status=503, body=json.dumps({"detail": "too busy"}), content_type="application/problem+json")


@pytest.mark.parametrize("question", ["", "/outline?*", "/scenes?*"])
def test_a_page_that_could_not_be_opened_is_opened_later(
    page: Page, library: Library, troubles: list[str], question: str
) -> None:
    page.clock.install()
    walk = Walk(page, library.games[LONG])
    pattern = f"**/v1/games/{walk.game}{question}"
    page.route(pattern, refuse)
    page.goto(f"/games/{walk.game}#42")

    expect(walk["trouble"]).to_have_text("too busy; trying again.")
    walk.press("j", "?")
    expect(walk["help"]).to_be_visible()
    walk.press("Escape")
    page.unroute(pattern)
    page.clock.run_for(5_000)

    walk.ready().is_at(45)  # what was pressed meanwhile is done then
    expect(walk["trouble"]).to_be_hidden()
    walk.press("k").is_at(42)
    troubles.clear()


def test_a_jump_that_fails_leads_nowhere(page: Page, library: Library, outline: Json, troubles: list[str]) -> None:
    walk = Walk.opened(page, outline["game"], fragment="#1").is_at(1)
    page.route("**/scenes?*", refuse)

    walk["scrubber"].evaluate("(it) => { it.value = 400; it.dispatchEvent(new Event('input')); }")
    expect(walk["trouble"]).to_have_text("too busy")

    expect(walk["scrubber"]).to_have_value("1")
    page.unroute("**/scenes?*")
    walk.press(".").is_at(2)
    assert library.process.pid
    troubles.clear()


def test_a_view_is_named_once_it_is_seen(walk: Walk) -> None:
    held: list[Route] = []
    walk.page.route("**/outline?*", lambda route: held.append(route))  # noqa: PLW0108  # because Playwright marks what it is handed
    expect(walk["viewer"].locator("option[value=ash]")).to_be_enabled()

    with walk.page.expect_request("**/outline?*as=ash*"):
        walk.press("1")
    expect(walk["status"]).to_have_text("Looking as First player …")
    before = walk["viewer"].input_value()
    for route in held:
        route.continue_()

    expect(walk["viewer"]).to_have_value("ash")
    expect(walk["status"]).to_have_text("Seen by First player")
    assert before == "public"


def test_a_view_that_fails_leaves_the_one_before(walk: Walk, troubles: list[str]) -> None:
    walk.page.route("**/outline?*", refuse)

    walk["viewer"].select_option("ash")

    expect(walk["trouble"]).to_have_text("too busy")
    expect(walk["viewer"]).to_have_value("public")
    expect(walk["status"]).to_have_text("Still seen by the public")
    walk.page.unroute("**/outline?*")
    walk.press("1")
    expect(walk["status"]).to_have_text("Seen by First player")
    troubles.clear()


def without(*units: str) -> dict[str, list[int]]:
    """No stops of these units."""
    return {unit: [] for unit in units}


@pytest.mark.parametrize(
    ("units", "key", "position", "says"),
    [
        (("phase",), ">", 42, "This game has no phases"),
        (("phase",), "<", 42, "This game has no phases"),
        (("turn",), "Shift+j", 60, ""),
        (("turn", "round"), "]", 45, ""),
        (("turn", "round"), "Shift+k", 39, ""),
    ],
)
def test_a_game_without_a_unit_is_walked_as_the_keys_say(
    page: Page, library: Library, units: tuple[str, ...], key: str, position: int, says: str
) -> None:
    def answer(route: Route) -> None:
        found = route.fetch().json()
        found["begins"] |= {"round": [1, 60]} | without(*units)
        route.fulfill(json=found)

    page.route("**/outline?*", answer)
    walk = Walk.opened(page, library.games[LONG], fragment="#42").is_at(42)

    walk.press(key).is_at(position)

    expect(walk["status"]).to_have_text(says)


def test_seats_may_be_named_like_what_every_object_of_the_language_has(walk: Walk) -> None:
    names = ["constructor", "valueOf", "__proto__"]

    found = walk.page.evaluate(
        """async ([script, names]) => {
            const {closedViewText, views} = await import(script);
            const said = views(names, ["public", ...names], "public").map((each) => each.textContent);
            return [said, closedViewText(["ash"], "toString")];
        }""",
        [ASSETS.address("shared/views.js"), names],
    )

    assert found == [["the public", "Constructor", "ValueOf", "__proto__"], "This game has no viewer “toString”."]
