"""What every page says is written for people: no field names, no values of a program, no id without its name."""

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.every_page import every_page
from tests.browser.walking import walking
from tests.support.browsing import Library, watched
from tests.support.checkout import GOLDEN

NAMES: Final = sorted(path.relative_to(GOLDEN).with_suffix("").as_posix() for path in GOLDEN.rglob("*.jsonl"))

ADDRESSES: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)?/[a-z0-9]+\b|\b[A-Z]{2}-\d+(?:\.\d+)?\b|\b\d{4}-\d\d-\d\d\b")
"""Editions, clauses and readings by their ids, and dates: these are what people call them."""

QUOTED: Final = re.compile(r"“[^”]*”")

UNFIT: Final = {
    "snake_case": re.compile(r"\b[a-z]+_[a-z]"),
    "a brace": re.compile(r"[{}]"),
    "a value of a program": re.compile(r"\b(?:None|undefined|NaN|True|False)\b|\[object"),
    "a figure's id": re.compile(r"\b[A-Za-z]+-\d+\b"),
}

SHOWN: Final = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const said = [document.title];
    while (walker.nextNode()) {
        const { parentElement: within, data } = walker.currentNode;
        const shown = within.matches("option") || within.checkVisibility({ visibilityProperty: true });
        if (shown && !(within.closest("code") && !/[{}]/.test(data))) said.push(data);
    }
    return said;
}"""
"""What is written on a page, with what may be chosen there, but for the words of code that it quotes."""


def said_badly(page: Page) -> list[str]:
    """What a page says as nobody would, each with the words around it."""
    found: list[str] = []
    texts: list[str] = page.evaluate(SHOWN)
    for text in texts:
        own = QUOTED.sub("", ADDRESSES.sub("", text))
        found.extend(f"{what}: {text.strip()}" for what, looks in UNFIT.items() if looks.search(own))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_replay_is_written_for_people(browser: Browser, library: Library, name: str) -> None:
    """At the beginning, in the middle and at the end, with every panel shown."""
    found: dict[str, list[str]] = {}
    with walking(browser, library, library.games[name]) as walk:
        steps = walk.page.request.get(f"/v1/games/{walk.game}/outline").json()["steps"]
        for position in sorted({steps[0], steps[len(steps) // 2], steps[-1]}):
            walk.go(position)
            for button in walk.page.locator(".panels button:visible").all():
                panel = str(button.get_attribute("aria-controls"))
                walk.beside(panel)
                found[f"{panel} at {position}"] = said_badly(walk.page)

    assert {where: each for where, each in found.items() if each} == {}


def test_every_other_page_is_written_for_people(browser: Browser, library: Library) -> None:
    """A letter that is not begun is refused, and the page says so in words.

    The catalogue is that of one player: other tests bring games with names that are no words.
    """
    found: dict[str, list[str]] = {}
    troubles: list[str] = []
    with watched(browser, troubles, address=library.process.address) as page:
        for name, path in {**every_page(library), "catalogue": "/?player=Ada"}.items():
            page.goto(path, wait_until="networkidle")
            found[name] = said_badly(page)
        troubles[:] = [each for each in troubles if "/v1/letters/check" not in each]

    assert len(found) == 16
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("Ash lays a plan: lay_plan", ["snake_case"]),
        (
            'Ash offers {"giver": 1}',
            [
                "a brace",
            ],
        ),
        ("None attacks Ash", ["a value of a program"]),
        ("undefined of 42", ["a value of a program"]),
        ("NaN Prestige", ["a value of a program"]),
        ("[object Object]", ["a value of a program"]),
        ("sure: True", ["a value of a program"]),
        ("Bram's bram-1 flees", ["a figure's id"]),
        ("Ash takes 2 Influence by HT-10.4 of heirless/e1 on 2026-11-20", []),
    ],
)
def test_words_of_a_program_are_found_on_a_page(browser: Browser, planted: str, found: list[str]) -> None:
    """The control: a page on which they stand; what clauses, editions and days are called is no such word."""
    with watched(browser, []) as page:
        page.set_content("<title>Any</title><p></p>")
        page.locator("p").evaluate("(each, text) => { each.textContent = text }", planted)
        assert [each.split(":")[0] for each in said_badly(page)] == found
