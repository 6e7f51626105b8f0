"""The sentence of a moment has its room below the board and fades if it is longer; nothing covers tabs or buttons."""

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.walking import walking
from tests.support.browsing import NARROW, WIDE, Library

SHOWCASE: Final = "heirless/e1/four-players-and-their-word"
SAYS: Final = "#moment > p"
HIDES: Final = "each => each.scrollHeight - each.clientHeight"

COVERED: Final = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const controls = all(".panels button, .walk button, .more, #pull, .settings > *, .stands-now button");
    const texts = all(".game h1 > *, #where, #axis span, #axis small, .panels .count, #moment > p");
    const box = (each) => each.getBoundingClientRect();
    const found = [];
    for (const text of texts) for (const control of controls) {
        const [one, other] = [box(text), box(control)];
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (across > 1 && down > 1 && !control.contains(text)) {
            found.push(`${text.textContent} on ${control.textContent || control.id}`);
        }
    }
    return found;
}"""
"""Texts that lie on something to be pressed."""


def longest(page: Page, game: str) -> int:
    """The last position of the step with the longest sentence."""
    steps = page.request.get(f"/v1/games/{game}/steps").json()["steps"]
    told: int = max(steps, key=lambda each: len(". ".join(each["says"])))["position"]
    return told


def test_a_combat_is_told_whole_below_the_board_of_a_desk(browser: Browser, library: Library) -> None:
    """The control is that it would not be, were there room for two lines alone."""
    game = library.games["knights_duty/1/last-knight-standing"]
    with walking(browser, library, game, before=lambda page: page.set_viewport_size(WIDE)) as walk:
        walk.go(longest(walk.page, walk.game))
        says = walk.page.locator(SAYS)
        board, told = (walk.page.locator(each).bounding_box() for each in ("#board", SAYS))

        assert board
        assert told
        assert board["y"] + board["height"] <= told["y"]
        assert says.evaluate(HIDES) <= 1
        expect(says).not_to_have_class(re.compile("goes-on"))
        says.evaluate("each => { each.style.height = '3.6rem'; }")
        assert says.evaluate(HIDES) > 1


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_a_longer_sentence_fades_until_its_end_is_reached(
    browser: Browser, library: Library, size: ViewportSize
) -> None:
    game = library.games[SHOWCASE]
    with walking(browser, library, game, before=lambda page: page.set_viewport_size(size)) as walk:
        walk.go(longest(walk.page, game))
        says = walk.page.locator(SAYS)
        assert says.evaluate(HIDES) > 1
        expect(says).to_have_class(re.compile("goes-on"))

        says.evaluate("each => { each.scrollTop = each.scrollHeight; }")
        expect(says).not_to_have_class(re.compile("goes-on"))
        walk.go(1)
        assert says.evaluate("each => each.scrollTop") == 0


@pytest.mark.parametrize("size", [(844, 390), (640, 400), (960, 540), (720, 450), (390, 844), (1280, 800)])
def test_no_text_lies_on_something_to_be_pressed(browser: Browser, library: Library, size: tuple[int, int]) -> None:
    """On a phone that lies, and on desks of 1280, 1920 and 1440 pixels at 200 %; the control moves a badge."""
    wanted = ViewportSize(width=size[0], height=size[1])
    game = library.games[SHOWCASE]
    with walking(browser, library, game, before=lambda page: page.set_viewport_size(wanted)) as walk:
        walk.go(136)
        expect(walk.page.locator(".panels .count")).to_have_text("2 broken")
        assert walk.page.evaluate(COVERED) == []

        walk.page.locator(".game h1 .imported").evaluate(
            "each => { const { left, top } = document.querySelector('.panels button').getBoundingClientRect();"
            "Object.assign(each.style, { position: 'fixed', left: `${left}px`, top: `${top}px` }); }"
        )
        assert walk.page.evaluate(COVERED) != []
