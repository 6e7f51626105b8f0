"""A game walked through in Chromium: any position at once, a key that is held, and what is left in memory."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Final

from msgspec import Struct
from playwright.sync_api import Page

STEPS: Final = ("ArrowRight", "Shift+ArrowRight", ".", "ArrowLeft", "Shift+ArrowLeft", ",")
REPEAT_MS: Final = 33
"""Between two presses of a key that is held."""

REST_MS: Final = 1_000
"""For a page to get what it wants to have ready. A running game follows a stream, so it is never idle."""

LEAPS: Final = 40
"""Positions at which a walk from end to end stops."""

CLOCK: Final = """() => {
    const where = document.getElementById("where");
    const taken = (window.taken = []);
    let began = null;
    addEventListener("keydown", press => {
        if (!["/", "Escape"].includes(press.key)) began = press.timeStamp;
    }, {capture: true});
    new MutationObserver(() => {
        if (began === null) return;
        const pressed = began;
        began = null;
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - pressed)));
    }).observe(where, {childList: true, characterData: true, subtree: true});
}"""
"""Notes, for each key that brings another position, the milliseconds from the key to the end of the frame after."""

TASKS: Final = """() => {
    window.tasks = [];
    new PerformanceObserver(list => {
        for (const {duration} of list.getEntries()) window.tasks.push(duration);
    }).observe({type: "longtask"});
}"""
"""Notes the milliseconds of each task of more than 50; the browser does not tell of shorter ones."""

BLANK: Final = """() => addEventListener("keydown", () => {
    document.getElementById("where").textContent = Math.random();
})"""

ROWS: Final = "document.querySelectorAll('#steps > li, #around > li').length"


class Walked(Struct, frozen=True):
    """What a game of thousands of events asks of a browser."""

    tasks: list[float]
    """Milliseconds of the tasks of more than 50, while a key was held."""
    before_mb: float
    after_mb: float
    again_mb: float
    """After another walk through all of it."""
    rows: int


def opened(page: Page, game: str) -> Page:
    """The page of a game at its beginning, with a clock on it."""
    page.goto(f"/games/{game}#1")
    page.locator("[data-ready]").wait_for()
    page.evaluate(CLOCK)
    return page


def leaps(page: Page, length: int, keys: int) -> list[float]:
    """The milliseconds to positions all over the game, none of them twice."""
    places = Random(1).sample(range(2, length), min(keys, length - 2))  # noqa: S311  # positions, no secret
    return taken(page, (lambda place=place: _sought(page, place) for place in places))


def _sought(page: Page, place: int) -> None:
    """Have a position written into the field for it; what is measured is the key that asks for it."""
    page.keyboard.press("/")
    page.keyboard.insert_text(str(place))
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


def presses(page: Page, keys: Iterable[str]) -> Iterator[Callable[[], None]]:
    """These keys, one by one."""
    return (lambda key=key: page.keyboard.press(key) for key in keys)


def taken(page: Page, presses: Iterable[Callable[[], None]]) -> list[float]:
    """The milliseconds of each press, one after the other has been seen."""
    page.evaluate("taken.length = 0")
    for number, press in enumerate(presses, start=1):
        press()
        while page.evaluate("taken.length") < number:
            page.wait_for_timeout(1)
    found: list[float] = page.evaluate("taken")
    return found


def bound(page: Page, keys: int) -> list[float]:
    """Keys on a page on which there is nothing but the word that changes."""
    page.goto("about:blank")
    page.set_content("<p id=where></p>")
    page.evaluate(CLOCK)
    page.evaluate(BLANK)
    return taken(page, presses(page, ["ArrowRight"] * keys))


def walked(page: Page, length: int, held: int) -> Walked:
    """Hold a key from the middle on, then go through the whole game twice, and see what is left each time."""
    before = _heap_mb(page)
    page.evaluate(TASKS)
    _sought(page, length // 2)
    page.wait_for_timeout(REST_MS)
    page.evaluate("tasks.length = 0")
    for _ in range(held):
        page.keyboard.down("ArrowRight")
        page.wait_for_timeout(REPEAT_MS)
    page.keyboard.up("ArrowRight")
    page.wait_for_timeout(REST_MS)
    tasks: list[float] = page.evaluate("tasks")
    after, again = (_heap_after_all(page, length) for _ in range(2))
    return Walked(tasks, before, after, again, page.evaluate(ROWS))


def _heap_after_all(page: Page, length: int) -> float:
    """What is held on to when the whole game has been walked through."""
    places = range(1, length, max(1, length // LEAPS))
    taken(page, (lambda place=place: _sought(page, place) for place in places))
    page.wait_for_timeout(REST_MS)
    return _heap_mb(page)


def _heap_mb(page: Page) -> float:
    """What the page's script holds on to, in millions of bytes."""
    browser = page.context.new_cdp_session(page)
    browser.send("HeapProfiler.collectGarbage")
    used: float = browser.send("Runtime.getHeapUsage")["usedSize"]
    browser.detach()
    return used / 1e6
