"""The promises beside a replay: as they stood at the moment that is looked at, to whoever looks."""

import re
from collections.abc import Callable, Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_access import faults
from tests.browser.walking import LONG, TEXT, Walk, asked, walking
from tests.support.browsing import Library, in_every_look
from tests.support.playing import Json
from tests.support.promises.pledging import Promises
from tests.support.serving import Client, Table, await_read_models, key_of

POOLED: Final = "heirless/e1/promise-pooled"
"""Offered at 2, signed at 3 to 5, broken at 13, which is the last position."""

LISTED: Final = f"""() => {{
    {TEXT}
    return [...document.querySelectorAll("#promises li")].map((item) => [
        text(item.querySelector("a")),
        text(item.querySelector(".stands")),
        [...item.querySelectorAll(".about")].map(text).join(),
    ]);
}}"""


@pytest.fixture(scope="module")
def shared(browser: Browser, library: Library) -> Generator[Walk]:
    """A game in which a promise is made and broken."""
    with walking(browser, library, library.games[POOLED]) as walk:
        yield walk


@pytest.fixture
def walk(shared: Walk) -> Walk:
    """The same at its beginning."""
    return shared.press("Escape").look("public", "the public").beside("promised").go(1)


def shown(walk: Walk) -> list[list[str]]:
    """The promises of the panel once they are those of the moment: id, status, what is said beside."""
    expect(walk["promises"].locator("ul")).to_have_attribute("aria-busy", "false")
    found: list[list[str]] = walk.page.evaluate(LISTED)
    return found


def noting(urls: list[str]) -> Callable[[Page], None]:
    """Note what a page asks for."""
    return lambda page: page.on("request", lambda request: urls.append(request.url))


@pytest.mark.journey
def test_step_by_step_a_promise_is_offered_signed_bound_and_broken(walk: Walk) -> None:
    told = {position: shown(walk.go(position)) for position in (1, 2, 4, 5, 12, 13)}

    three = "First player, Second player, Third player"
    pending = [["p1", "pending", "lapsed if the game ended now"]]
    assert told == {
        1: [],
        2: [["p1", "offered", f"offered by First player, nobody has signed it yet; {three} still to sign"]],
        4: [
            [
                "p1",
                "offered",
                "offered by First player, signed by First player, Second player; Third player still to sign",
            ]
        ],
        5: [["p1", "pending", "kept if the game ended now"]],
        12: pending,
        13: [["p1", "broken", ""]],
    }
    expect(walk.go(1)["promises"]).to_be_hidden()


def test_the_key_for_broken_promises_leads_to_the_next_one_and_the_link_to_its_event(walk: Walk) -> None:
    walk.press("b").is_at(13)
    expect(walk["promises"].locator("a[data-position]")).to_have_text("position 13")
    walk.go(5)
    walk.press("b").is_at(13)
    shown(walk)
    walk["promises"].locator("a[data-position]").click()
    walk.is_at(13)


def test_the_link_of_a_promise_leads_to_why_it_stood_so_then(page: Page, library: Library) -> None:
    walk = Walk.opened(page, library.games[POOLED], fragment="#12").is_at(12).beside("promised")
    shown(walk)

    walk["promises"].get_by_role("link", name="p1: why").click()

    expect(page.locator("#asof")).to_contain_text("As it stood at position 12, seen by the public.")
    expect(page.locator("#how")).to_have_text("pending lapsed if the game ended now")
    page.locator("#asof a").click()
    expect(page.locator("#how")).to_have_text("broken")


def test_without_spoilers_nothing_of_later_is_told_and_b_goes_no_further(page: Page, library: Library) -> None:
    walk = Walk.opened(page, library.games[POOLED], "?spoilers=hidden").is_at(1).beside("promised")
    walk.press("b")
    expect(walk["status"]).to_contain_text("No promise is broken so far")
    walk.is_at(1)
    for _ in range(4):
        walk.press("j")
    walk.is_at(5)

    assert shown(walk)[0][:2] == ["p1", "pending"]
    address = walk["promises"].locator("li a").first.get_attribute("href")
    assert address is not None
    assert {"at=5", "spoilers=hidden"} <= {*address.partition("?")[2].split("&")}
    page.goto(address)
    expect(page.locator("#how")).to_contain_text("pending")
    expect(page.locator("#asof a")).to_have_count(0)
    assert not re.search(r"BROKEN|broken at|position 13|event 13", page.inner_text("body"))


def test_of_a_game_without_promises_nothing_is_asked_but_whether_it_has_any(browser: Browser, library: Library) -> None:
    urls: list[str] = []
    with walking(
        browser, library, library.games[LONG], before=lambda page: page.on("request", lambda r: urls.append(r.url))
    ) as walk:
        for _ in range(5):
            walk.press("j")
        walk.is_at(11)
        shown(walk)
        walk.press("k").is_at(9)
        shown(walk)
        expect(walk["promises"]).to_be_hidden()

    assert [each.partition("/promises")[2] for each in urls if "/promises?" in each] == ["?at=82&limit=1"]


FIVE_STEPS: Final = """() => {
    for (let step = 0; step < 5; step += 1)
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
}"""
"""Five presses of a key, with no time between them however slow the machine is."""


def test_whoever_steps_fast_asks_for_few_moments(browser: Browser, library: Library) -> None:
    urls: list[str] = []
    with walking(
        browser,
        library,
        library.games[POOLED],
        "#2",
        before=lambda page: page.on("request", lambda r: urls.append(r.url)),
    ) as walk:
        shown(walk)
        walk.page.evaluate(FIVE_STEPS)
        walk.is_at(9)
        assert shown(walk)[0][1] == "pending"
        walk.go(2)
        shown(walk)

    asked_at = [each.partition("at=")[2].partition("&")[0] for each in urls if "/promises?at=" in each]
    assert asked_at[-1] == "9"
    assert len(asked_at) < 6, "not all between, and what was seen is kept"
    assert asked_at.count("2") == 1, asked_at


def test_a_running_game_offers_a_letter_to_its_seats_and_goes_along(page: Page, client: Client) -> None:
    table = Table.opened(client)
    promises = Promises(table)
    await_read_models(client)
    walk = Walk.opened(page, table.game, fragment=f"#key={key_of('ash')}").is_at(1).beside("promised")
    expect(walk["promises"].get_by_role("link", name="Offer a promise")).to_be_visible()

    promises.bound("ash promises birch never to attack birch.")

    walk.is_at(4)
    expect(walk["promises"].locator(".stands")).to_have_text("pending")
    walk["forget"].click()
    walk.ready().is_at(4)
    assert shown(walk)[0][:2] == ["p1", "pending"]
    expect(walk["promises"].locator(".offer")).to_be_hidden()


def test_from_the_present_of_a_running_game_one_comes_to_what_can_be_done(page: Page, client: Client) -> None:
    table = Table.opened(client)
    Promises(table).does("ash", "", {"letter": "ash promises birch never to attack birch."})
    await_read_models(client)
    walk = Walk.opened(page, table.game, fragment=f"#key={key_of('birch')}").is_at(2).beside("promised")
    shown(walk)

    walk["promises"].get_by_role("link", name="p1: why").click()

    expect(page.locator("[data-act=signatures]")).to_be_visible()
    expect(page.locator("#asof")).to_have_text("As it stands at position 2, seen by Player 2.")


def test_where_they_cannot_be_asked_for_none_are_shown(page: Page, library: Library, troubles: list[str]) -> None:
    """Rather than those of another moment."""
    walk = Walk.opened(page, library.games[POOLED], fragment="#13").is_at(13).beside("promised")
    assert shown(walk)
    page.route("**/promises?*", lambda route: route.fulfill(status=503, body="{}"))

    walk.press("k").is_at(11)

    expect(walk["trouble"]).to_have_text("status 503")
    assert shown(walk) == []
    assert len(troubles) == 1
    troubles.clear()


@in_every_look
def test_nobody_is_kept_out_of_the_panel(page: Page, library: Library) -> None:
    walk = Walk.opened(page, library.games[POOLED], fragment="#13").is_at(13).beside("promised")
    assert shown(walk)

    assert faults(page) == []


def test_the_panel_says_what_the_service_says(walk: Walk, client: Client) -> None:
    """At each position of the game."""
    game, said = walk.game, dict[int, list[tuple[str, str]]]()
    for position in range(2, 14):
        found: Json = asked(client, game, "/promises", at=position)
        said[position] = [
            (each["promise"], "offered" if each["stands"] == "offered" else each["status"])
            for each in found["promises"]
        ]

    assert {at: [(one, status) for one, status, _ in shown(walk.go(at))] for at in said} == said
