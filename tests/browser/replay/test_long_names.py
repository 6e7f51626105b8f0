"""However many play and however they are called, the board keeps its room on one screen."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.walking import walking
from tests.support.browsing import Library

NAMES: Final = {
    "long": (
        *("Anna-Katharina Schmidt", "Bartholomew Featherstonehaugh", "Cleopatra van den Berg"),
        *("Dovydas Kazlauskas", "Evangelina Papadopoulou", "Fitzgerald O'Shaughnessy"),
    ),
    "60 letters": tuple(letter * 60 for letter in "ABCDEF"),
    "one letter": tuple("ABC"),
    "scripts": ("王小明", "Ελευθερία Παπαδοπούλου", "Фёдор Достоевский", "محمد بن عبد الله", "อรุณ สวัสดิ์", "Jörg"),
}
SIZES: Final = ((1024, 768), (1280, 800), (1920, 1080), (390, 844), (512, 384), (640, 400), (960, 540))
"""The last three are 1024, 1280 and 1920 pixels wide at 200 %."""
LEAST: Final = 0.45
"""Of the height of the window that the board and its sentence have."""
MEASURE: Final = """() => [
    document.querySelector(innerWidth < 1024 ? ".stage" : "#board").getBoundingClientRect().height / innerHeight,
    document.documentElement.scrollWidth - innerWidth,
]"""


def opened(library: Library, names: tuple[str, ...]) -> str:
    """A game of Heirless that these people play."""
    seats = [{"seat": f"seat-{number}", "player": name} for number, name in enumerate(names)]
    setup = {"edition": "heirless/e1", "components": "heirless-sample-1", "seats": seats}
    with library.process.client() as client:
        answered = client.post("/v1/games", json=setup)
        assert answered.status_code == 201, answered.text
        return str(answered.json()["game"])


def measured(page: Page, measure: str = MEASURE) -> Iterator[tuple[int, float, int]]:
    """At each size, its width, the part of the height that the board has, and by how much the page is too wide."""
    for width, height in SIZES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        part, over, *_ = page.evaluate(measure)
        yield width, round(part, 3), over  # a browser lays out in 64ths of a pixel


@pytest.mark.parametrize("names", NAMES)
def test_the_board_has_its_room_whoever_plays(browser: Browser, library: Library, names: str) -> None:
    with walking(browser, library, opened(library, NAMES[names])) as walk:
        for width, part, over in measured(walk.page):
            assert part >= LEAST, width
            assert over <= 0, width


def test_names_that_are_written_out_take_its_room(browser: Browser, library: Library) -> None:
    """The control of the test above."""
    with walking(browser, library, opened(library, NAMES["60 letters"])) as walk:
        css = "display: block; white-space: normal; overflow-wrap: anywhere; width: 9rem"
        walk.page.locator(".game h1").evaluate("(each, css) => { each.style.cssText = css; }", css)
        assert any(part < LEAST for _, part, _ in measured(walk.page))


def test_no_two_of_twelve_players_have_a_mark_alike(browser: Browser, library: Library) -> None:
    with walking(browser, library, opened(library, NAMES["one letter"])) as walk:
        marks = walk.page.evaluate("""() => {
            const looks = [...Array(12).keys()].map((number) => {
                const mark = document.body.appendChild(document.createElement("i"));
                mark.className = "seat";
                mark.dataset.seat = number;
                const { backgroundColor, borderRadius, rotate, clipPath } = getComputedStyle(mark);
                return [backgroundColor, borderRadius, rotate, clipPath].join();
            });
            return new Set(looks).size;
        }""")
        assert marks == 12
