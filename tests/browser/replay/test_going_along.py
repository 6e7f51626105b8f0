"""A page goes along with a running game without being in the way of anybody, and tries again what fails."""

import json
from typing import Final

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.walking import Walk, until
from tests.support.playing import Json
from tests.support.serving import Client, Table, await_read_models

CUT_OFF: Final = "Lost the connection to the running game; trying again."
SHOW: Final = """(hidden) => {
    Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""What a browser does when somebody turns to another tab, or comes back to this one."""

HEARD: Final = """() => {
    window.heard = 0;
    const live = document.getElementById("heard");
    new MutationObserver(() => { window.heard += 1; }).observe(live, {childList: true});
}"""
SELECT: Final = "() => getSelection().selectAllChildren(document.getElementById('happenings'))"


def plan(*slots: str | None) -> Json:
    """The decision to lay these tokens."""
    return {"kind": "lay_plan", "slots": list(slots)}


@pytest.fixture
def table(client: Client) -> Table:
    """Two Knights close by, about to lay their plans."""
    table = Table.opened(client, chance="witnessed")
    await_read_models(client)
    return table


def asked_for(page: Page, ending: str) -> list[str]:
    """The addresses with that ending for which the page asks from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith(ending):
            found.append(request.url)

    page.on("request", note)
    return found


def fail_once(page: Page, pattern: str, status: int = 503) -> list[Route]:
    """Let the next question of a pattern fail; those are listed that were asked since."""
    asked: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.fallback()
        else:
            body = json.dumps({"detail": "too busy"})
            route.fulfill(status=status, body=body, content_type="application/problem+json")

    page.route(pattern, answer)
    return asked


def test_a_page_that_nobody_sees_keeps_no_connection_and_catches_up_when_it_is_seen(page: Page, table: Table) -> None:
    """Browsers allow a site six connections: the seventh running game would wait for ever."""
    walk = Walk.opened(page, table.game).is_at(1)

    with page.expect_event("requestfailed", lambda request: request.url.endswith("/stream")):
        page.evaluate(SHOW, True)  # noqa: FBT003  # because it is handed on
    table.decide("ash", plan("bow"))
    table.decide("birch", plan("bow"))
    expect(walk["where"]).to_have_text("Position 1 of 1")
    page.evaluate(SHOW, False)  # noqa: FBT003  # because it is handed on

    walk.is_at(5)
    table.decide("ash", {"kind": "declare_target", "target": "birch"})
    walk.is_at(7)


def test_whoever_looks_back_keeps_what_they_hear_have_selected_and_work_with(page: Page, table: Table) -> None:
    table.decide("ash", plan("bow"))
    walk = Walk.opened(page, table.game, "#1").is_at(1).press("r")
    expect(walk["reasons"]).to_contain_text("No clause")
    page.evaluate(HEARD)
    page.evaluate(SELECT)
    selected = page.evaluate("getSelection().toString()")
    walk["happenings"].focus()
    why = asked_for(page, "/why")

    table.decide("birch", plan("bow"))

    expect(walk["where"]).to_have_text("Position 1 of 5")
    expect(walk["steps"].locator("li")).to_have_count(3)
    assert walk.focused == "happenings"
    assert page.evaluate("getSelection().toString()") == selected != ""
    assert (page.evaluate("window.heard"), why) == (0, [])


def test_playing_at_the_end_of_a_running_game_waits_there(page: Page, table: Table) -> None:
    page.clock.install()
    table.decide("ash", plan("bow"))
    walk = Walk.opened(page, table.game).is_at(3).press("r")
    expect(walk["reasons"]).to_contain_text("clause")
    page.evaluate(HEARD)
    why = asked_for(page, "/why")

    walk.press("Space").page.clock.run_for(20_000)

    expect(walk["play"]).to_have_attribute("aria-pressed", "true")
    assert (page.evaluate("window.heard"), why) == (0, [])
    table.decide("birch", plan("bow"))
    page.clock.run_for(1_000)
    walk.is_at(5)


@pytest.mark.parametrize("question", ["/outline?after=*", "", "/scenes?*to=5*"])
def test_what_could_not_be_taken_in_is_taken_in_later(
    page: Page, table: Table, troubles: list[str], question: str
) -> None:
    page.clock.install()
    table.decide("ash", plan("bow"))
    walk = Walk.opened(page, table.game).is_at(3)
    asked = fail_once(page, f"**/v1/games/{table.game}{question}")

    table.decide("birch", plan("bow"))
    while not asked:
        page.clock.run_for(100)
    expect(walk["trouble"]).to_have_text("too busy")
    page.clock.run_for(2_500)

    walk.is_at(5)
    expect(walk["trouble"]).to_be_hidden()
    assert len(troubles) == 1
    troubles.clear()


def test_a_stream_that_is_refused_for_now_is_said_and_asked_for_again(
    page: Page, table: Table, troubles: list[str]
) -> None:
    page.clock.install()
    asked = fail_once(page, "**/stream")
    walk = Walk.opened(page, table.game).is_at(1)

    expect(walk["trouble"]).to_have_text(CUT_OFF)
    page.clock.run_for(2_500)

    expect(walk["trouble"]).to_be_hidden()
    table.decide("ash", plan("bow"))
    page.clock.run_for(1_000)
    walk.is_at(3)
    assert len(asked) == 2
    troubles.clear()


def test_a_stream_that_is_refused_for_good_is_said_and_not_asked_for_again(
    page: Page, table: Table, troubles: list[str]
) -> None:
    page.clock.install()
    asked = fail_once(page, "**/stream", status=400)
    walk = Walk.opened(page, table.game).is_at(1)

    expect(walk["trouble"]).to_have_text("The running game cannot be followed: status 400.")
    page.clock.run_for(120_000)

    until(page, "true")
    assert len(asked) == 1
    troubles.clear()


def test_a_reload_at_the_end_of_a_running_game_is_at_its_end(page: Page, table: Table) -> None:
    table.decide("ash", plan("bow"))
    walk = Walk.opened(page, table.game).is_at(3).press("k").is_at(1)
    page.wait_for_url("**#1")
    walk.press("j").is_at(3)
    page.wait_for_url(f"**/games/{table.game}")

    page.evaluate(SHOW, True)  # noqa: FBT003  # because it is handed on
    table.decide("birch", plan("bow"))
    page.reload()

    walk.ready().is_at(5)
