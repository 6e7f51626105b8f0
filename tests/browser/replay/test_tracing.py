"""Everything drawn leads to the event that last changed it, and to why; Back leads to where one was."""

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_access import faults
from tests.browser.walking import LONG, TEXT, Walk, asked, tab_to, until, walking
from tests.support.browsing import Library, in_every_look
from tests.support.changing import drawn, last_changed
from tests.support.playing import Json
from tests.support.processes import PATIENCE
from tests.support.serving import Client

PLACES: Final = (
    ("knights_duty/1/last-knight-standing", 42, "public"),
    ("knights_duty/1/last-knight-standing", 61, "birch"),
    ("knights_duty/1/refused-movement-clash", 20, "public"),
    pytest.param(*("heirless/e1/two-seasons-without-a-battle", 26, "holder"), marks=pytest.mark.slow),
    ("heirless/e1/workplace-traded-in-use", 19, "public"),
    pytest.param(*("heirless/e2/two-actions-in-a-turn", 14, "public"), marks=pytest.mark.slow),
    ("gloomhaven_attack/gh1/whole-scenario", 24, "public"),
    ("gloomhaven_attack/fh/rolling-and-double", 7, "public"),
    pytest.param(*("cube_bag/g1/siege-of-a-city", 20, "holder"), marks=pytest.mark.slow),
    ("cube_bag/g1/defender-wins", 15, "public"),
)
"""Ten positions, some of each ruleset, and through whose eyes they are seen; the longest only in the long profile."""

LINKS: Final = f"""() => {{
    {TEXT}
    return [...document.querySelectorAll("a[data-since]")].map((each) => ({{
        way: each.dataset.since,
        href: each.getAttribute("href"),
        says: text(each),
        named: each.getAttribute("aria-label"),
    }}));
}}"""
FOLLOW: Final = f"""async (position) => {{
    {TEXT}
    const at = (id) => document.getElementById(id);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const where = () => parseInt(at("where").textContent.slice("Position ".length));
    const until = async (holds) => {{
        const begun = Date.now();
        while (!holds()) {{
            if (Date.now() - begun > {PATIENCE * 1000}) throw new Error(`in vain: ${{holds}}`);
            await new Promise(requestAnimationFrame);
        }}
    }};
    const followed = [];
    for (const index of all("a[data-since]").keys()) {{
        document.querySelector("[aria-controls=log]").click();
        at("reasons").replaceChildren();
        all("a[data-since]")[index].click();
        await until(() => at("reasons").children.length && !at("why").hidden);
        followed.push({{
            at: where(),
            derived: all("#reasons .derived > p").map(text),
            cited: all("#reasons dt > .clause").map(text),
        }});
        if (where() !== position) history.back();
        await until(() => where() === position && !all("a[data-since]:not([href])").length);
    }}
    return followed;
}}"""
"""Clicks everything that leads somewhere, with the panel shut, and goes back; says where it was then, and why."""
NO_LINK: Final = f"""() => {{
    {TEXT}
    return [...document.querySelectorAll(".stack, .tray h3, .tray p, #pieces li, #spaces li")]
        .filter((each) => !each.querySelector("a[href]"))
        .map(text);
}}"""
"""What is drawn and leads nowhere."""


def history(client: Client, game: str, position: int, viewer: str) -> list[dict[str, str]]:
    """Everything drawn at each position up to one, as the service draws it for a viewer."""
    found: list[dict[str, str]] = []
    cells: list[Json] = []
    for each in asked(client, game, "/scenes", to=position, as_=viewer)["scenes"]:
        cells = each["scene"].get("cells", cells)
        found.append(drawn({**each["scene"], "cells": cells}, each["standing"]["scores"]))
    return found


def traced(walk: Walk) -> Walk:
    """The same once everything leads somewhere."""
    until(walk.page, "!document.querySelector('a[data-since]:not([href])')")
    return walk


def links(walk: Walk) -> list[dict[str, str]]:
    """Everything that leads somewhere."""
    found: list[dict[str, str]] = walk.page.evaluate(LINKS)
    return found


def open_marked(walk: Walk) -> None:
    """Show the list of marked spaces."""
    walk["marked"].evaluate("each => { each.open = true }")


@pytest.mark.parametrize(("name", "position", "viewer"), PLACES)
def test_every_number_leads_to_the_event_that_last_changed_it_and_to_why(
    browser: Browser, library: Library, client: Client, name: str, position: int, viewer: str
) -> None:
    """Each is followed, and come back from."""
    game = library.games[name]
    expected = last_changed(history(client, game, position, viewer))
    with walking(browser, library, game, f"?as={viewer}#{position}") as walk:
        traced(walk.is_at(position))
        open_marked(walk)
        found, nowhere = links(walk), walk.page.evaluate(NO_LINK)
        followed: list[Json] = walk.page.evaluate(FOLLOW, position)
        whys = {each: asked(client, game, f"/events/{each}/why", as_=viewer) for each in set(expected.values())}

    assert nowhere == []
    ways = {way for way, thing in history(client, game, position, viewer)[-1].items() if '["mark"' not in thing}
    assert ways <= {link["way"] for link in found}
    for link, led in zip(found, followed, strict=True):
        at = expected[link["way"]]
        assert (link["href"], link["named"]) == (f"#{at}", f"{link['says']}, last changed at event {at}")
        assert led["at"] == at
        assert led["cited"] == [*whys[at]["clauses"], *whys[at]["readings"]]
        worked = [each["sentence"][1:] for each in whys[at]["derivation"] if each["working"]]
        assert [said[1 : 1 + len(due)] for said, due in zip(led["derived"], worked, strict=True)] == worked


@pytest.fixture
def walk(page: Page, library: Library) -> Walk:
    """A game of three in which everything leads somewhere."""
    return traced(Walk.opened(page, library.games[LONG], fragment="#42").is_at(42))


@in_every_look
def test_nobody_is_kept_out_where_everything_leads_somewhere(page: Page, library: Library) -> None:
    for name in ("heirless/e2/two-actions-in-a-turn", "cube_bag/g1/defender-wins"):
        walk = Walk.opened(page, library.games[name], fragment="#14").is_at(14)
        open_marked(traced(walk))

        assert faults(page) == [], name
        assert page.locator("a[data-since][href]").count() > 30


@pytest.mark.journey
def test_a_number_is_followed_and_come_back_to_by_keyboard(walk: Walk) -> None:
    heart = "#pieces li:nth-child(2) a:nth-of-type(2)"
    tab_to(walk.beside("table").page, heart)
    to = walk.page.locator(heart).get_attribute("href")
    assert to is not None

    walk.press("Enter").is_at(int(to[1:]))
    expect(walk["reasons"]).to_contain_text("By these clauses")
    assert walk.focused == "why"
    walk.page.wait_for_url(f"**{to}")
    walk.press("j").page.go_back()
    walk.is_at(42)

    expect(walk.page.locator(heart)).to_be_focused()
    walk.page.wait_for_url("**#42")


def test_whoever_walks_keeps_the_focus_on_a_number(walk: Walk) -> None:
    heart = "#pieces li:nth-child(2) a:nth-of-type(2)"
    tab_to(walk.beside("table").page, heart)

    walk.press("j").is_at(45)

    expect(walk.page.locator(heart)).to_be_focused()


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        pytest.param("law-enacted", ("ash's reserve", "Influence"), ("ash's reserve", "Influence"), id="a stack"),
        pytest.param("law-enacted", ("ash's reserve", ""), ("ash's reserve", ""), id="a tray"),
        pytest.param("two-seasons-without-a-battle", ("", "Wolf Bandit 1"), ("", "Wolf Bandit 1"), id="a piece"),
        pytest.param(
            "workplace-traded-in-use",
            ("First player's Hand", "Mill"),
            ("First player's Hand", ""),
            id="what has left its tray",
        ),
    ],
)
def test_the_focus_stays_on_a_thing_whose_place_changes(
    page: Page, library: Library, name: str, before: tuple[str, str], after: tuple[str, str]
) -> None:
    """A tray comes in front of others, a piece before others, and a Workplace goes from the Hand to the grid."""
    walk = traced(Walk.opened(page, library.games[f"heirless/e1/{name}"], fragment="#1").is_at(1))
    link = thing(walk.beside("table").page, *before)
    place = link.get_attribute("data-since")
    link.focus()

    walk.press("j").is_at(3)

    expect(thing(page, *after)).to_be_focused()
    assert thing(page, *after).get_attribute("data-since") != place


def thing(page: Page, tray: str, what: str) -> Locator:
    """The link of a stack in a tray, of a tray, or of a piece; the first player's reserve is a column of a table."""
    if not tray:
        return page.locator("#pieces li").filter(has_text=what).locator("a").first
    if tray == "ash's reserve":
        row = page.locator("#held tbody tr").filter(has_text=what)
        return (row if what else page.locator("#held thead")).locator("a").first
    there = page.locator("#trays .tray").filter(has=page.get_by_role("heading", name=tray))
    return there.locator("li a").filter(has_text=what) if what else there.locator("h3 a")


def test_what_stands_on_the_board_leads_there_as_well(walk: Walk) -> None:
    told = walk.page.locator("#pieces li").filter(has_text="Second player").locator("a").first.get_attribute("href")
    assert told is not None

    walk["board"].locator(".piece").filter(has=walk.page.locator("title", has_text="Second player")).click()

    walk.is_at(int(told[1:]))
    expect(walk["why"]).to_be_visible()


def test_without_spoilers_nothing_leads_to_what_is_still_to_come(page: Page, library: Library) -> None:
    walk = traced(Walk.opened(page, library.games[LONG], "?spoilers=hidden", "#42").is_at(42))
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))

    assert {int(each["href"][1:]) for each in links(walk)} <= set(range(1, 43))
    page.locator("#standing a").first.click()
    expect(walk["why"]).to_be_visible()
    traced(walk)

    assert int(walk["scrubber"].get_attribute("max") or 0) == 42
    numbers = [int(found[1]) for each in asked_for for found in re.finditer(r"/(?:scenes|events)/(\d+)/", each)]
    assert numbers
    assert max(numbers) <= 42


def test_of_what_somebody_walks_past_nothing_is_asked(walk: Walk) -> None:
    asked_for: list[str] = []
    walk.page.on("request", lambda request: asked_for.append(request.url))

    walk.page.evaluate(
        """() => { for (let each = 0; each < 10; each += 1) {
            document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "j", bubbles: true}));
        } }"""
    )
    walk.is_at(63)
    traced(walk)

    assert len([each for each in asked_for if "/since" in each]) <= 2


def test_whoever_comes_back_is_not_kept_waiting(walk: Walk) -> None:
    """What has been asked of a position is known from then on."""
    asked_for: list[str] = []
    traced(walk.go(45))
    walk.page.on("request", lambda request: asked_for.append(request.url))

    traced(walk.go(42))

    assert [each for each in asked_for if "/since" in each] == []


def test_a_number_that_changed_here_opens_why_and_leaves_nothing_to_come_back_from(walk: Walk) -> None:
    before = walk.page.evaluate("history.length")
    traced(walk.go(82))
    here = [each["way"] for each in links(walk) if each["href"] == "#80"]
    traced(walk.go(80))

    walk.beside("table").page.locator(f"a[data-since='{here[0]}']").first.click()

    expect(walk["why"]).to_be_visible()
    walk.is_at(80)
    assert walk.page.evaluate("history.length") == before


def test_where_the_question_fails_nothing_leads_anywhere_and_all_else_goes_on(walk: Walk, troubles: list[str]) -> None:
    walk.page.route("**/since?*", lambda route: route.fulfill(status=503, json={"detail": "too busy"}))
    with walk.page.expect_response("**/since?*"):
        walk.press("j").is_at(45)

    walk.page.locator("#standing a").first.click()

    walk.is_at(45)
    assert {each["href"] for each in links(walk)} == {None}
    walk.page.unroute("**/since?*")
    traced(walk.press("k").press("j").is_at(45))
    troubles.clear()
