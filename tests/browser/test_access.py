"""Every page can be read by everybody: on a desk and in a hand, by day and by night, whatever somebody is called."""

from collections.abc import Generator
from typing import Final

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from tests.browser.every_page import every_page
from tests.browser.walking import LONG, Walk
from tests.support.browsing import NARROW, WIDE, Library, in_every_look, on_every_screen, serious_violations
from tests.support.playing import close_by
from tests.support.serving import Table, await_read_models

RULES: Final = "/rulesets/knights_duty/1"
PATHS: Final = (
    *("/", "/?player=nobody", "/rulesets", f"{RULES}#KD-8.2", f"{RULES}/draws", "/games/no-such"),
    *("/players/First player", "/players/nobody", "/players/First player?spoilers=hidden"),
)
TITLES: Final = (
    LONG,
    "heirless/e1/four-players-and-their-word",
    "cube_bag/g1/siege-of-a-city",
    "gloomhaven_attack/gh1/whole-scenario",
)
LONG_NAME: Final = "N" * 200
TOO_WIDE: Final = """() => {
    const wide = document.scrollingElement.scrollWidth - innerWidth;
    if (wide <= 0) return [];
    return [...document.body.querySelectorAll("*")]
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map((element) => `${wide} px: ${element.tagName}#${element.id}.${element.className}`);
}"""


def too_wide(page: Page) -> list[str]:
    """What makes people move a page sideways."""
    found: list[str] = page.evaluate(TOO_WIDE)
    return found


def faults(page: Page) -> list[str]:
    """That, and what keeps people out of a page."""
    return too_wide(page) + serious_violations(page)


@in_every_look
@pytest.mark.parametrize("name", TITLES)
def test_nobody_is_kept_out_of_a_replay_of_any_title(page: Page, library: Library, name: str) -> None:
    """In every panel, nor need anybody aim well: in the middle of a game, where most is shown."""
    walk = Walk.opened(page, library.games[name])
    steps = page.request.get(f"/v1/games/{walk.game}/outline").json()["steps"]
    walk.go(steps[len(steps) * 2 // 3])
    found: dict[str, list[str]] = {}
    for button in page.locator(".panels button:visible").all():
        panel = str(button.get_attribute("aria-controls"))
        walk.beside(panel)
        found[panel] = too_wide(page) + serious_violations(page, "target-size")

    assert {panel: each for panel, each in found.items() if each} == {}


@in_every_look
def test_nobody_is_kept_out_of_a_replay(page: Page, library: Library) -> None:
    walk = Walk.opened(page, library.games[LONG]).is_at(1)
    found = {"at the beginning": too_wide(page)}
    walk.press("r").go(42)
    expect(walk["reasons"]).to_contain_text("Second player builds a pile")
    walk["scores"].locator("xpath=ancestor::details[1]").evaluate("each => { each.open = true }")
    walk.press("f")
    found["with the reasons and the scores"] = faults(page)
    walk.press("?")
    found["with the keys"] = faults(page)
    walk.press("Escape", "s", "Space").go(30)
    found["playing, without spoilers"] = too_wide(page)

    assert {what: each for what, each in found.items() if each} == {}


@pytest.mark.parametrize(("viewport", "colour_scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_nobody_is_kept_out_of_the_other_pages(page: Page, troubles: list[str]) -> None:
    found: dict[str, list[str]] = {}
    for path in PATHS:
        page.goto(path)
        found[path] = faults(page)

    assert {path: each for path, each in found.items() if each} == {}
    assert [each for each in troubles if "404" not in each] == []
    troubles.clear()


@pytest.fixture(scope="module")
def pages(library: Library) -> dict[str, str]:
    """Every page but the replays."""
    return every_page(library)


@in_every_look
def test_nobody_is_kept_out_of_any_page(page: Page, pages: dict[str, str]) -> None:
    """Nor need anybody aim well, or move a page of 320 px sideways; a letter that is not begun is not sent."""
    found: dict[str, list[str]] = {}
    for name, path in pages.items():
        page.goto(path, wait_until="networkidle")
        found[name] = too_wide(page) + serious_violations(page, "target-size")
    page.set_viewport_size({"width": 320, "height": 640})
    for name, path in pages.items():
        page.goto(path, wait_until="networkidle")
        found[f"{name} at 320"] = too_wide(page)

    assert {name: each for name, each in found.items() if each} == {}


@pytest.fixture(scope="module")
def long_names(library: Library) -> Generator[str]:
    """A game of two whose names are as long as names may be, without a space."""
    setup = close_by()
    seats = tuple(replace(seat, player=LONG_NAME) for seat in setup.seats)
    with library.process.client() as client:
        table = Table.opened(client, replace(setup, seats=seats))
        table.decide("ash", {"kind": "lay_plan", "slots": ["bow"]})
        await_read_models(client)
        yield table.game


@on_every_screen
def test_long_names_widen_no_page(page: Page, long_names: str) -> None:
    page.goto("/")
    listed = faults(page)
    walk = Walk.opened(page, long_names).is_at(3)
    walk.press("r")
    expect(walk["reasons"]).to_contain_text("By these clauses")

    assert listed == []
    assert faults(page) == []
    assert walk["standing"].inner_text().count(LONG_NAME) == 2


@pytest.mark.parametrize("scripts", [False])
def test_without_scripts_a_replay_says_how_to_see_it(page: Page, library: Library) -> None:
    page.goto(f"/games/{library.games[LONG]}")

    expect(page.locator(".still .about")).to_contain_text("oathbook replay")
    expect(page.locator("h1")).to_contain_text("First player")
    expect(page.locator("#replay button:visible")).to_have_count(0)
