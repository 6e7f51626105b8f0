"""A running game: the page goes along with it, as whoever looks may see it, and comes back when it was cut off."""

import random
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser.walking import HEAR, Walk, until
from tests.support.browsing import in_clipboard, watched, with_clipboard
from tests.support.playing import Json
from tests.support.serving import Client, Process, Table, await_read_models, key_of, process_of, process_on

NOT_YET: Final = "Before the end of the game, only Player 2 may see this view."
WRONG_KEY: Final = "The key in the address does not belong to this game; you see what the public sees."
CUT_OFF: Final = "Lost the connection to the running game; trying again."


def plan(*slots: str | None) -> Json:
    """The decision to lay these tokens."""
    return {"kind": "lay_plan", "slots": list(slots)}


@pytest.fixture
def table(client: Client) -> Table:
    """Two Knights close by, about to lay their plans."""
    table = Table.opened(client, chance="witnessed")
    await_read_models(client)
    return table


@pytest.mark.journey
def test_whoever_stands_at_the_end_goes_along_and_whoever_looks_back_is_left_there(page: Page, table: Table) -> None:
    table.decide("ash", plan("bow", "shield"))
    along = Walk.opened(page, table.game).is_at(3)
    back = Walk.opened(page.context.new_page(), table.game, "#1").is_at(1)

    table.decide("birch", plan("bow"))

    along.is_at(5)
    expect(along["happenings"]).to_contain_text("Player 2 shows bow: attack")
    expect(along["standing"].locator("li")).to_have_text(
        ["Player 1 (Ash): 1 heart to act", "Player 2 (Birch): 1 heart to act"]
    )
    expect(back["where"]).to_have_text("Position 1 of 5")
    back.press("j").is_at(3).press("j").is_at(5).press("j").is_at(5)
    table.decide("ash", {"kind": "declare_target", "target": "birch"})
    expect(back["where"]).to_have_text("Position 7 of 7")


def test_a_step_that_comes_while_another_is_taken_in_is_taken_in_once(page: Page, table: Table) -> None:
    held: list[Route] = []
    released: list[Route] = []
    page.add_init_script(HEAR)
    page.clock.install()
    walk = Walk.opened(page, table.game).is_at(1)
    page.route("**/outline?after=*", lambda route: route.continue_() if released else held.append(route))

    with page.expect_request("**/outline?after=*"):
        table.decide("ash", plan("bow"))
    table.decide("birch", plan("bow"))
    until(page, "window.heard.includes('id: 5\\n')")
    page.clock.run_for(1_000)
    released += held
    for route in held:
        route.continue_()

    walk.is_at(5)
    items = walk["steps"].locator("li")
    expect(items).to_have_count(3)
    assert items.evaluate_all("items => items.map((item) => item.value)") == [1, 3, 5]


def test_a_seat_sees_with_its_key_what_it_sees_and_the_key_is_shown_to_nobody(page: Page, table: Table) -> None:
    table.decide("birch", plan("spear", "parry"))
    asked: list[Request] = []
    page.context.on("request", lambda request: asked.append(request))  # noqa: PLW0108  # because Playwright marks what it is handed
    key = key_of("birch")

    walk = Walk.opened(page, table.game, fragment=f"#3&key={key}").is_at(3)
    with_clipboard(page)
    walk.press("y")
    expect(walk["status"]).to_contain_text("Copied: ")

    assert walk["viewer"].input_value() == "birch"
    assert walk.screen["trays"][-1]["stacks"] == ["1: spear", "2: parry"]
    assert page.url.endswith(f"/games/{table.game}?as=birch")
    assert in_clipboard(page).endswith(f"/games/{table.game}?at=3"), "the view of a seat opens for nobody else"
    assert not [each.url for each in asked if key in each.url or "key" in each.url.partition("/v1/")[2]]
    assert [each for each in asked if each.headers.get("authorization") == f"Bearer {key}"]
    assert key not in page.content()


def test_a_key_is_kept_for_its_tab_and_for_no_other(page: Page, table: Table) -> None:
    table.decide("birch", plan("spear", "parry"))
    walk = Walk.opened(page, table.game, fragment=f"#key={key_of('birch')}").is_at(3)
    page.wait_for_url("**?as=birch")

    page.reload()
    assert walk.ready().screen["trays"][-1]["stacks"] == ["1: spear", "2: parry"]
    assert page.evaluate("document.cookie") == ""

    other = Walk(page.context.new_page(), table.game)
    other.page.goto(page.url)
    expect(other.ready()["trouble"]).to_have_text(NOT_YET)
    assert other["viewer"].input_value() == "public"
    assert other.screen["trays"][-1]["stacks"] == ["1: face down", "2: face down"]


def test_another_key_in_the_address_is_another_ones_look(page: Page, table: Table) -> None:
    table.decide("birch", plan("spear", "parry"))
    walk = Walk.opened(page, table.game, fragment=f"#key={key_of('ash')}").is_at(3)

    page.evaluate("key => { location.hash = `key=${key}` }", key_of("birch"))

    expect(walk["viewer"]).to_have_value("birch")
    page.wait_for_url("**?as=birch")


@pytest.mark.parametrize("key", [key_of("a stranger"), "short", "k" * 300, "%22%3Cscript%3E"])
def test_a_wrong_key_is_said_and_the_public_is_shown_what_it_sees(
    page: Page, table: Table, troubles: list[str], key: str
) -> None:
    table.decide("birch", plan("spear", "parry"))

    walk = Walk.opened(page, table.game, fragment=f"#key={key}").is_at(3)

    expect(walk["trouble"]).to_have_text(WRONG_KEY)
    assert walk["viewer"].input_value() == "public"
    assert walk.screen["trays"][-1]["stacks"] == ["1: face down", "2: face down"]
    assert page.url.endswith(f"/games/{table.game}")
    assert page.evaluate("sessionStorage.length") == 0
    expect(walk["forget"]).to_be_hidden()
    assert len(troubles) == 1, "the one refusal is told on the console"
    troubles.clear()


def test_a_view_that_there_is_not_is_said(page: Page, table: Table) -> None:
    walk = Walk.opened(page, table.game, "?as=cedar")

    expect(walk["trouble"]).to_have_text("This game has no viewer “cedar”.")


def test_other_views_open_when_the_game_ends(page: Page, table: Table) -> None:
    table.decide("birch", plan("bow", "parry"))
    walk = Walk.opened(page, table.game).is_at(3)
    open_views = walk["viewer"].locator("option:not([disabled])")
    expect(open_views).to_have_text(["the public"])
    walk.press("2", "f")
    assert walk["viewer"].input_value() == "public"

    for _ in table.steps(random.Random(3)):  # noqa: S311  # it picks decisions, it keeps no secret
        pass

    expect(open_views).to_have_text(["the public", "Player 1", "Player 2", "the table", "everything"])
    expect(walk["standing"]).to_contain_text("over: ")
    walk.look("birch").go(3)
    assert walk.screen["trays"][-1]["stacks"] == ["1: bow", "2: parry"]


def test_a_page_that_was_left_and_is_come_back_to_goes_along_again(page: Page, table: Table) -> None:
    """As a browser does that keeps a page it leaves."""
    walk = Walk.opened(page, table.game).is_at(1)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")

    table.decide("ash", plan("bow"))

    walk.is_at(3)


@contextmanager
def served_again(folder: Path, address: str) -> Generator[Process]:
    """The service at the address at which it was."""
    port = address.rpartition(":")[2]
    with process_of(folder / "again.log", "serve", "--port", port, "--db", str(folder / "games.db")) as process:
        yield process


def test_a_page_comes_back_by_itself_when_the_service_does(browser: Browser, tmp_path: Path) -> None:
    troubles: list[str] = []
    with process_on(tmp_path / "games.db") as process, process.client() as client:
        table = Table.opened(client)
        with watched(browser, troubles, address=process.address) as page:
            page.clock.install()
            walk = Walk.opened(page, table.game).is_at(1)
            process.told()
            process.ended()
            page.clock.fast_forward(2_000)
            expect(walk["trouble"]).to_have_text(CUT_OFF)

            with served_again(tmp_path, process.address) as again, again.client() as client_again:
                assert again.address == process.address
                table = Table(client_again, table.game)
                table.decide("ash", plan("bow"))
                page.clock.fast_forward(60_000)

                walk.is_at(3)
                expect(walk["trouble"]).to_be_hidden()
                table.decide("birch", plan("bow"))
                walk.is_at(5)
                page.close()
            assert {each.partition(": ")[0] for each in troubles} == {"console", "request"}
            troubles.clear()
