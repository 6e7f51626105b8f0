"""Letters, digits and signs as keys can be switched off, and everything else goes on (WCAG 2.2, 2.1.4)."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from oathbook.api.pages.keys import is_sign, key_label
from tests.browser.replay.test_keys import taken
from tests.browser.walking import BOUND, LONG, Walk, tab_to, walking
from tests.support.browsing import Library

EVERY_KEY: Final = [key for _, key in BOUND]
SIGNS: Final = list(filter(is_sign, EVERY_KEY))
OTHERS: Final = [key for key in EVERY_KEY if not is_sign(key)]
REFUSED: Final = """
Object.defineProperty(window, "localStorage", {get() { throw new DOMException("refused", "SecurityError"); }});
"""
WITH_ALTGR: Final = """() => {
    const press = {key: "]", ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true, cancelable: true};
    return !document.body.dispatchEvent(new KeyboardEvent("keydown", press));
}"""
NAMED: Final = """() => {
    const isThere = (element) => getComputedStyle(element).display !== "none";
    const inTable = (key) => !key.closest("table") || ["table", "tr"].every((each) => isThere(key.closest(each)));
    const keys = [...document.querySelectorAll("kbd")];
    return keys.filter((key) => isThere(key) && inTable(key)).map((key) => key.textContent);
}"""


@pytest.fixture
def walk(browser: Browser, library: Library) -> Generator[Walk]:
    """A game of three in a browser that keeps nothing yet."""
    with walking(browser, library, library.games[LONG]) as walk:
        yield walk


def switched(walk: Walk) -> Walk:
    """The same with the switch turned over, as somebody does without a mouse."""
    walk.page.locator("button[data-does=help]").focus()
    walk.press("Enter")
    expect(walk["help"]).to_be_visible()
    tab_to(walk.page, "#signs", most=3)
    return walk.press("Space", "Escape")


def named(walk: Walk) -> list[str]:
    """The keys that the page names beside buttons and in its table."""
    found: list[str] = walk.page.evaluate(NAMED)
    return found


def test_signs_that_are_switched_off_do_nothing_and_every_other_key_does_what_it_did(walk: Walk) -> None:
    assert SIGNS
    assert OTHERS
    switched(walk).press("j", "5", "?", ".", "s", "ArrowRight").is_at(3)

    expect(walk["viewer"]).to_have_value("public")
    expect(walk["spoilers"]).to_have_attribute("aria-pressed", "false")
    expect(walk["help"]).to_be_hidden()
    assert taken(walk.page, "body", EVERY_KEY) == OTHERS


def test_signs_that_are_switched_on_again_are_keys(walk: Walk) -> None:
    switched(switched(walk)).press("j").is_at(3)

    assert walk.press("]").is_at(7).page.evaluate(WITH_ALTGR)


def test_a_sign_that_takes_altgr_is_switched_off_with_the_others(walk: Walk) -> None:
    assert not switched(walk).page.evaluate(WITH_ALTGR)


def test_the_page_names_the_keys_that_there_are(walk: Walk) -> None:
    everything = [key_label(key) for key in EVERY_KEY]

    assert sorted(named(walk)) == sorted(["?", "r", *everything])
    assert named(switched(walk)) == [key_label(key) for key in OTHERS]
    assert sorted(named(switched(walk))) == sorted(["?", "r", *everything])


def test_the_switch_stays_as_it_was_left(walk: Walk) -> None:
    """Until it is turned again."""
    for is_on in (True, False, True):
        Walk.opened(walk.page, walk.game)
        assert walk["signs"].is_checked() == is_on
        walk.press("j").is_at(3 if is_on else 1)
        switched(walk)


def test_where_the_browser_keeps_nothing_the_switch_holds_until_the_page_is_left(
    browser: Browser, library: Library
) -> None:
    def refused(page: Page) -> None:
        page.add_init_script(REFUSED)

    with walking(browser, library, library.games[LONG], before=refused) as walk:
        switched(walk).press("j", "ArrowRight").is_at(3)

        Walk.opened(walk.page, walk.game).press("j").is_at(3)
