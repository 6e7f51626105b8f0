"""What comes out of a printer: black on white, the words without what only a screen can do, nothing torn apart."""

from typing import Final

from playwright.sync_api import Browser, Page, expect

from tests.browser.every_page import FOUR, every_page
from tests.browser.walking import walking
from tests.support.browsing import Library, Look, watched

COLOURS: Final = """() => {
    const {color, backgroundColor} = getComputedStyle(document.body);
    return [color, backgroundColor];
}"""
WHOLE: Final = ".letter, .sides > li, .working tr, .rules > div, .moments li, #life li, #ruled li"
TORN: Final = """(whole) => [...document.querySelectorAll(whole)]
    .filter((each) => getComputedStyle(each).breakInside !== "avoid")
    .map((each) => each.outerHTML.slice(0, 80))"""
ON_SCREENS: Final = ".house nav, button, .paging, #acts, .skip"
PRINTED: Final = ("promise 2", "promise 4", "case", "ruling", "claim", "clause", "price", "edition", "result")


def printed(page: Page, path: str) -> Page:
    page.goto(path, wait_until="networkidle")
    page.emulate_media(media="print")
    return page


def test_pages_are_printed_black_on_white_without_buttons_and_nothing_is_torn(
    browser: Browser, library: Library
) -> None:
    """Also where the screen is dark. The control is the screen, on which all of it is there."""
    pages = every_page(library)
    with watched(browser, [], Look(colour_scheme="dark"), library.process.address) as page:
        for name in PRINTED:
            printed(page, pages[name])
            assert page.evaluate(COLOURS) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"], name
            assert page.evaluate(TORN, WHOLE) == [], name
            expect(page.locator("h1")).to_be_visible()
            expect(page.locator(ON_SCREENS).filter(visible=True)).to_have_count(0)
            assert page.pdf(format="A4").startswith(b"%PDF")
            page.emulate_media(media="screen")
            assert page.evaluate(COLOURS) != ["rgb(0, 0, 0)", "rgb(255, 255, 255)"], name
            expect(page.locator(".house nav")).to_be_visible()


def test_a_printed_promise_says_in_which_game_it_is(browser: Browser, library: Library) -> None:
    """An address on paper is of use where nothing else says which game it was."""
    path = every_page(library)["promise 2"]
    with watched(browser, [], address=library.process.address) as page:
        printed(page, path)
        said = page.locator("h1 a").evaluate("(each) => getComputedStyle(each, '::after').content")

    assert path.removesuffix("/promises/p2") in said


def test_a_printed_replay_has_the_whole_log(browser: Browser, library: Library) -> None:
    """On the screen few of its steps are drawn, before and after."""
    game = library.games[FOUR]
    with walking(browser, library, game) as walk:
        steps = walk.page.request.get(f"/v1/games/{game}/steps").json()["steps"]
        rows = walk["steps"].locator("li")
        expect(rows.nth(20)).to_be_attached()
        drawn = rows.count()
        assert drawn < len(steps)
        walk.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert rows.count() == len(steps)
        walk.page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert rows.count() == drawn
