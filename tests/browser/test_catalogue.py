"""The catalogue as people use it: from a badge to the breach, on a desk and on a phone."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.walking import Walk
from tests.support.browsing import NARROW, WIDE, Library

SHOWCASE = "heirless/e1/four-players-and-their-word"


@pytest.mark.journey
def test_from_the_catalogue_to_a_breach_is_one_click(page: Page, library: Library) -> None:
    """Bram breaks his word to Cleo at 43, as the page beside the record works out; the other breach is later."""
    game = library.games[SHOWCASE]
    page.goto("/?player=Ada&badge=broken")
    card = page.locator("article", has=page.locator(f"a[href^='/games/{game}']"))

    card.get_by_role("link", name="2 promises broken").click()

    walk = Walk(page, game).ready().is_at(43)
    expect(walk["moment"]).to_contain_text("is broken")
    expect(page.locator("#steps .became.broken").first).to_be_in_viewport()


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["desk", "phone"])
def test_a_card_leads_to_its_game_wherever_it_is_clicked(page: Page, library: Library, viewport: ViewportSize) -> None:
    """Its picture as well, which comes once it is in view: other tests may have put games before it."""
    assert viewport
    game = library.games[SHOWCASE]
    page.goto("/?player=Ada&badge=broken")
    picture = page.locator(f"img[src^='/games/{game}/board.svg']")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", value=True)
    assert picture.evaluate("(image) => image.naturalWidth") > 0

    picture.click(force=True)

    page.wait_for_url(f"**/games/{game}?player=Ada*")


@pytest.mark.parametrize("viewport", [{"width": 320, "height": 640}], ids=["narrow"])
def test_no_page_of_lists_scrolls_sideways(page: Page, library: Library, viewport: ViewportSize) -> None:
    assert library.games
    for path in ("/", "/?spoilers=hidden", "/disputes", "/players/Bram", "/rulesets"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], path
