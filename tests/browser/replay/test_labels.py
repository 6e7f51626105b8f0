"""No piece covers the name of a tile, and no name another name, on a desk or a phone."""

from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser.walking import walking
from tests.support.browsing import Library

GAME: Final = "heirless/e1/three-seasons-of-four-players"
LAST: Final = 458
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}

OVERLAPS: Final = """() => {
    document.getAnimations().forEach((each) => each.finish());
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .filter((each) => getComputedStyle(each).display !== "none")
        .map((each) => [each.textContent, each.getBoundingClientRect()]);
    const names = boxes("#board .id");
    const others = boxes("#board .piece > .body");
    const meet = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
        && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
    const found = [];
    for (const [index, [name, box]] of names.entries()) {
        for (const [other, its] of [...names.slice(index + 1), ...others]) {
            if (meet(box, its)) found.push([name, other]);
        }
    }
    return {names: names.length, pieces: others.length, found};
}"""


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_no_name_of_a_tile_is_covered(browser: Browser, library: Library, viewport: ViewportSize) -> None:
    """Ten tiles, and at least the four Bandits or the Knights that took their camps."""
    with walking(browser, library, library.games[GAME], before=lambda page: page.set_viewport_size(viewport)) as walk:
        for position in range(1, LAST + 1, 19):
            measured = walk.go(position).page.evaluate(OVERLAPS)

            assert measured["found"] == [], position
            assert measured["names"] == 10
            assert position == 1 or measured["pieces"] >= 4
