"""What a browser keeps of a replay, and does not ask for again."""

from typing import Final

from playwright.sync_api import Page

from tests.browser.walking import LONG, Walk, until
from tests.support.browsing import Library

ASKED: Final = """() => performance.getEntriesByType("resource")
    .filter(({transferSize}) => transferSize)
    .map(({name}) => new URL(name).pathname)"""
"""The paths of what came over the wire for this page."""
LASTING: Final = ("/scenes", "/steps", "/outline")


def asked(page: Page) -> list[str]:
    """What came over the wire until the page was still."""
    page.wait_for_load_state("networkidle")
    found: list[str] = page.evaluate(ASKED)
    return found


def test_a_second_visit_asks_for_what_can_have_changed_and_no_more(page: Page, library: Library) -> None:
    game = library.games[LONG]
    Walk.opened(page, game)
    first = asked(page)
    page.goto("/rulesets")
    Walk.opened(page, game)
    second = asked(page)

    for last in LASTING:
        assert any(each.endswith(last) for each in first)
    assert any(each.startswith("/static/") for each in first)
    assert f"/v1/games/{game}" in second
    assert not any(each.endswith(LASTING) or each.startswith("/static/") for each in second)


def test_of_a_running_game_it_asks_for_everything(page: Page, library: Library) -> None:
    """The control: as anything can have happened since."""
    for _ in range(2):
        page.goto("/rulesets")
        Walk.opened(page, library.games["heirless/e1/law-enacted"])
        for last in LASTING:
            until(page, f"({ASKED})().some((each) => each.endsWith('{last}'))")
