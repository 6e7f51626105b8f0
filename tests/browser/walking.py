"""A replay as somebody walks through it: what they press, and what is on their screen."""

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final, Self

from playwright.sync_api import Browser, Locator, Page, expect

from oathbook.api.pages.keys import KEYS
from tests.support.browsing import Library, watched
from tests.support.playing import Json
from tests.support.serving import Client

LONG: Final = "knights_duty/1/last-knight-standing"
"""A golden game of three with phases, turns, draws and an end, at position 82."""

BOUND: Final = tuple((binding.does, key) for group in KEYS for binding in group.bindings for key in binding.keys)
"""Every key of the table, with the name of what it does."""

PRESSED: Final = {"<": "Shift+Comma", ">": "Shift+Period", "$": "Shift+Digit4", "+": "Shift+Equal", "?": "Shift+Slash"}
"""Where a key of the table lies on a keyboard, if it takes Shift to write it."""

TEXT: Final = r"const text = (element) => element.textContent.replace(/\s+/g, ' ').trim();"

SCREEN: Final = f"""() => {{
    {TEXT}
    const all = (selector, within = document) => [...within.querySelectorAll(selector)];
    return {{
        where: all("#where").map(text),
        happened: all("#happenings > li").map((item) => ({{
            position: item.value,
            now: item.classList.contains("now"),
            says: all("p", item).map(text),
        }})),
        standing: all("#standing > li").map(text),
        pieces: all("#pieces > li").map(text),
        trays: all("#trays > .tray").map((tray) => ({{
            label: all("h3", tray).map(text).join(),
            stacks: all("li", tray).map(text),
            down: all("li", tray).map((stack) => stack.classList.contains("down")),
        }})),
        cells: all("#board .cell > title").map(text),
        tokens: all("#board .piece > title").map(text),
    }};
}}"""

SCRUB: Final = """(scrubber, position) => {
    scrubber.value = position;
    scrubber.dispatchEvent(new Event("input"));
}"""

HEAR: Final = """
window.heard = "";
const ask = window.fetch;
window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (new URL(answer.url).pathname.endsWith("/stream")) {
        const all = answer.clone().body.pipeThrough(new TextDecoderStream());
        (async () => { for await (const part of all) window.heard += part; })().catch(() => {});
    }
    return answer;
};
"""
"""Keeps what comes with a stream, which nobody else can read before it ends."""

FOCUSED: Final = "document.activeElement.id || document.activeElement.dataset.does || document.activeElement.tagName"


class Walk:
    """A page with a replay in it."""

    def __init__(self, page: Page, game: str) -> None:
        """Take the page as it is."""
        self.page = page
        self.game = game

    @classmethod
    def opened(cls, page: Page, game: str, query: str = "", fragment: str = "") -> Self:
        """The replay of a game, ready to be walked through."""
        walk = cls(page, game)
        page.goto(f"/games/{game}{query}{fragment}")
        return walk.ready()

    def ready(self) -> Self:
        """The same once it does what keys say."""
        expect(self["replay"]).to_have_attribute("data-ready", "")
        return self

    def __getitem__(self, name: str) -> Locator:
        """The element of that id."""
        return self.page.locator(f"#{name}")

    def press(self, *keys: str) -> Self:
        """Press keys of the table, one after the other."""
        for key in keys:
            self.page.keyboard.press(pressed(key))
        return self

    def is_at(self, position: int) -> Self:
        """It stands at a position, or does so soon."""
        expect(self["where"]).to_have_text(re.compile(rf"^Position {position}( of \d+)?$"))
        return self

    def go(self, position: int) -> Self:
        """Go to a position without a key."""
        self["scrubber"].evaluate(SCRUB, position)
        return self.is_at(position)

    def beside(self, panel: str) -> Self:
        """Show a panel beside the board, without a key."""
        button = self.page.locator(f".panels [aria-controls={panel}]")
        if button.get_attribute("aria-pressed") != "true":
            button.click()
        return self

    def look(self, viewer: str, name: str | None = None) -> Self:
        """Look as somebody, without a key."""
        if self["viewer"].input_value() != viewer:
            self["viewer"].select_option(viewer)
            called = self["viewer"].locator(f"option[value='{viewer}']").text_content()
            expect(self["status"]).to_have_text(f"Seen by {name or called}")
        return self

    def find(self, sought: str) -> Self:
        """Find something as somebody does who types; the field is left."""
        self.press("/")
        self.page.keyboard.type(sought)
        return self.press("Enter", "Escape")

    @property
    def screen(self) -> Json:
        """What is on it."""
        shown: Json = self.page.evaluate(SCREEN)
        return shown

    @property
    def text(self) -> str:
        """All the words on it."""
        return self.page.inner_text("body")

    @property
    def focused(self) -> str:
        """The id of what has the focus, or what it does or is."""
        found: str = self.page.evaluate(FOCUSED)
        return found


def pressed(key: str) -> str:
    """A key of the table as Playwright presses it."""
    return PRESSED.get(key, key).replace("Ctrl+", "Control+")


def tab_to(page: Page, selector: str, *, most: int = 120) -> None:
    """Press Tab until something has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    message = f"{most} times Tab, and {selector} did not have the focus"
    raise AssertionError(message)


def tab_to_game(page: Page, game: str, query: str = "") -> None:
    """Press Tab until the link of a game has the focus, in the catalogue where games may have been opened since."""
    link = f"ol.games a[href='/games/{game}{query}']"
    turn_to(page, link)
    tab_to(page, link)


def turn_to(page: Page, link: str) -> None:
    """Go from page to page of the catalogue, until a link is there."""
    while not page.locator(link).count():
        tab_to(page, "a[rel=next]")
        with page.expect_navigation():
            page.keyboard.press("Enter")


def until(page: Page, holds: str) -> None:
    """Wait for something that no element says; the page's own policy forbids Playwright's way of waiting for that."""
    look = f"const look = () => ({holds}) ? resolve() : requestAnimationFrame(look)"
    page.evaluate(f"() => new Promise((resolve) => {{ {look}; look(); }})")


@contextmanager
def walking(
    browser: Browser, library: Library, game: str, query: str = "", *, before: Callable[[Page], Any] = lambda _: None
) -> Generator[Walk]:
    """A replay that many tests share, in a page in which nothing may go wrong; ``before`` is done before it opens."""
    with watched(browser, [], address=library.process.address) as page:
        before(page)
        yield Walk.opened(page, game, query)


def asked(client: Client, game: str, path: str, **query: object) -> Json:
    """What the service answers to the public about a game; ``as_`` stands for ``as``."""
    wanted = {name.rstrip("_"): str(value) for name, value in query.items()}
    answered = client.get(f"/v1/games/{game}{path}", params=wanted)
    assert answered.status_code == 200, answered.text
    found: Json = answered.json()
    return found
