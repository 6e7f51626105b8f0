"""A ruling on a dispute comes after what it is about: with spoilers hidden, nothing on the page tells of it."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.walking import Walk
from tests.golden.scripting import recorded
from tests.service.disputes.test_remedies import keyed
from tests.service.disputes.test_standing_of_forks import BROKEN, penalised
from tests.support.browsing import Library
from tests.support.serving import Client, Table

MINUS: Final = "\N{MINUS SIGN}"
RULED: Final = f"0 {MINUS} 20 {MINUS} 5 ruled = {MINUS}25 Prestige"
OWED: Final = f"0 {MINUS} 20 = {MINUS}20 Prestige"
TELLS: Final = ("ruled", f"{MINUS}25", "-25")
BREACH: Final = 6
OTHER: Final = 901
"""The golden game of that number is another one: this one has keys."""


@pytest.fixture(scope="module")
def ruled(library: Library) -> Generator[str]:
    """A game in which ash breaks a promise at 6, and loses 5 by a ruling that came later."""
    with library.process.client() as client:
        yield ruled_game(client)


def ruled_game(client: Client) -> str:
    """Such a game."""
    table = Table.imported(client, keyed(recorded(BROKEN, OTHER)))
    penalised(table, {"claim": "promise", "promise": "p1"}, 5)
    return table.game


def test_what_a_ruling_takes_is_told_only_where_spoilers_are_shown(page: Page, ruled: str) -> None:
    """Event by event, in every panel, in the graph and in the list of changes; and again once they are shown."""
    walk = Walk.opened(page, ruled, "?spoilers=hidden").is_at(1)
    for position in range(2, BREACH + 1):
        walk.press(".").is_at(position)
        for panel in ("why", "promised", "table", "log"):
            walk.beside(panel)
            assert [each for each in TELLS if each in told(page)] == [], (position, panel)
    expect(walk["standing"]).to_contain_text(OWED)

    walk.press("s")
    expect(walk["standing"]).to_contain_text(RULED)
    expect(walk["legend"]).to_contain_text("-25 to")

    walk.press("s")
    expect(walk["standing"]).to_contain_text(OWED)
    assert [each for each in TELLS if each in told(page)] == []


def told(page: Page) -> str:
    """All words of the page, those of the list of changes with them."""
    page.get_by_role("button", name="Changes").click()
    words: str = page.evaluate("document.body.textContent")
    page.keyboard.press("Escape")
    return words


@pytest.mark.parametrize("scripts", [False])
def test_nor_is_it_told_without_scripts(page: Page, ruled: str) -> None:
    """Nor in the preview of a link; the control is the page that shows spoilers."""
    page.goto(f"/games/{ruled}?at={BREACH}&spoilers=hidden")
    hidden = page.content()
    page.goto(f"/games/{ruled}?at={BREACH}")

    assert [each for each in TELLS if each in hidden] == []
    assert f"{MINUS} 20 = {MINUS}20 Prestige" in hidden
    assert RULED in page.content()
