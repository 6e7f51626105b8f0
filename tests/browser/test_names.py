"""Names of players in sentences: isolated, and with the colour and mark of the seat."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.replay.test_long_names import NAMES, opened
from tests.browser.walking import Walk, walking
from tests.support.browsing import Library

BROKEN: Final = "heirless/e1/promise-broken-by-an-act"
FIRST: Final = ("First player", "0")


def names_in(within: Locator) -> list[tuple[str, str | None]]:
    """Returns the names in a part of a page as soon as there is one, with the seat number of each."""
    names = within.locator("bdi.who")
    expect(names.first).to_be_attached()
    return [(each.inner_text(), each.get_attribute("data-seat")) for each in names.all()]


@pytest.mark.parametrize("names", ["long", "scripts"])
def test_names_in_a_sentence_have_the_colours_of_their_seats(browser: Browser, library: Library, names: str) -> None:
    with walking(browser, library, opened(library, NAMES[names])) as walk:
        numbered = [(name, str(number)) for number, name in enumerate(NAMES[names])]
        lines = ["#steps li", "#moment", "#happenings li"]

        assert [names_in(walk.page.locator(line)) for line in lines] == [numbered] * len(lines)
        tones = walk.page.locator("#moment .who").evaluate_all(
            "(all) => all.map((each) => getComputedStyle(each).textDecorationColor)"
        )
        assert len({*tones}) == len(numbered)


def test_the_longest_name_is_found_and_only_as_whole_words(browser: Browser, library: Library) -> None:
    """One player is named like another's seat, and one name is the beginning of others."""
    names = ("Ann", "Anna Lee", "Ann Lee", "Seat-0")
    called = [("Ann", "0"), ("Anna Lee", "1"), ("Ann Lee", "2"), ("Seat-0 (Seat-3)", "3")]
    with walking(browser, library, opened(library, names)) as walk:
        assert names_in(walk.page.locator("#moment")) == called


def test_other_words_have_no_mark(browser: Browser, library: Library) -> None:
    """The control: parts of words, and words in another case."""
    with walking(browser, library, opened(library, ("eir", "SET", "X"))) as walk:
        assert names_in(walk.page.locator("#moment")) == [("eir", "0"), ("SET", "1"), ("X", "2")]


@pytest.fixture(scope="module")
def walk(browser: Browser, library: Library) -> Generator[Walk]:
    """The replay of a game at the moment of a breach."""
    with walking(browser, library, library.games[BROKEN]) as walk:
        yield walk.go(6)


def test_the_breach_the_price_and_the_reasons_have_names(walk: Walk) -> None:
    expect(walk.page.locator("#moment")).to_contain_text("First player pays 20 crossed-out Prestige")
    assert FIRST in names_in(walk.page.locator("#moment strong"))
    expect(walk.page.locator("#steps .became").first).to_be_visible()
    assert FIRST in names_in(walk.page.locator("#steps .became"))


def test_the_page_of_a_promise_has_names(walk: Walk) -> None:
    page = walk.page.context.new_page()
    page.goto(f"/games/{walk.game}/promises/p1")
    expect(page.locator("#promise")).to_have_attribute("data-ready", "")

    for part in ("#means", "#life", "#account"):
        assert FIRST in names_in(page.locator(part)), part
    expect(page.locator("#account .proof")).not_to_contain_text("Ash")
