"""A replay without its script, and the position in its address with it."""

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.walking import Walk
from tests.support.browsing import NARROW, WIDE, Library, serious_violations

TITLES: Final = (
    "cube_bag/g1/siege-of-a-city",
    "gloomhaven_attack/gh1/whole-scenario",
    "heirless/e1/attack-hits",
    "knights_duty/1/high-ground-recovery",
)
LONG: Final = "knights_duty/1/last-knight-standing"


@pytest.mark.journey
@pytest.mark.parametrize("scripts", [False])
@pytest.mark.parametrize("viewport", [pytest.param(WIDE, marks=pytest.mark.gate), NARROW], ids=["wide", "narrow"])
def test_without_its_script_one_walks_by_links(page: Page, library: Library, viewport: ViewportSize) -> None:
    page.goto(f"/games/{library.games[LONG]}?at=5")
    where, picture = page.locator(".still nav p"), page.locator(".still img")

    for link, position in (("Back", 3), ("On", 5), ("On", 7), ("First", 1)):
        page.get_by_role("link", name=link, exact=True).click()
        expect(where).to_have_text(re.compile(rf"Position {position} of \d+"))
        assert is_drawn(picture)
    page.get_by_role("link", name="Last", exact=True).click()

    assert page.get_by_role("link", name="On", exact=True).count() == 0
    expect(page.locator(".still .ending")).to_contain_text("Over: ")
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@pytest.mark.parametrize("scripts", [False])
@pytest.mark.parametrize("viewport", [WIDE, {"width": 320, "height": 700}], ids=["wide", "narrowest"])
@pytest.mark.parametrize("name", TITLES)
def test_without_its_script_every_title_is_shown(
    name: str, page: Page, library: Library, viewport: ViewportSize
) -> None:
    """The board, the sentence and the standing, and nothing of what only a script fills."""
    page.goto(f"/games/{library.games[name]}?at=9")

    assert is_drawn(page.locator(".still img"))
    for each in (".now", ".stand", ".log"):
        expect(page.locator(f".still {each}")).to_be_visible()
    for each in ("#board", "#moment", "#scrubber", "#viewer"):
        expect(page.locator(each)).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@pytest.mark.parametrize("scripts", [True])
def test_what_readers_without_a_script_see_has_no_serious_fault(page: Page, library: Library) -> None:
    """The tool that finds faults is a script itself, so what lies in ``noscript`` is taken out of it."""
    page.route("**/page.js", lambda route: route.abort())
    page.goto("/rulesets")
    text = page.request.get(f"/games/{library.games[LONG]}?at=9").text()
    page.set_content(re.sub(r"</?noscript>|<script[^>]*></script>", "", text))
    expect(page.locator(".still nav")).to_be_visible()

    assert serious_violations(page) == []


@pytest.mark.journey
def test_the_query_names_a_position_and_what_stands_behind_the_hash_goes_first(page: Page, library: Library) -> None:
    game = library.games[LONG]

    Walk.opened(page, game, "?at=9").is_at(9)
    page.wait_for_url(f"**/games/{game}#9")
    Walk.opened(page, game, "?at=9&spoilers=hidden").is_at(9)
    page.wait_for_url(f"**/games/{game}?spoilers=hidden#9")
    page.goto("/rulesets")
    Walk.opened(page, game, "?at=9", "#5").is_at(5)


def test_with_its_script_a_page_asks_for_no_picture_and_no_style_of_the_other(page: Page, library: Library) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    Walk.opened(page, library.games[LONG], "?at=9").is_at(9)

    assert [each for each in asked if "board.svg" in each or "still.css" in each] == []
    assert [each for each in asked if "/v1/" in each]


def is_drawn(picture: Locator) -> bool:
    """Whether a picture has come and has a size."""
    expect(picture).to_have_js_property("complete", value=True)
    width: int = picture.evaluate("each => each.naturalWidth")
    return width > 0
