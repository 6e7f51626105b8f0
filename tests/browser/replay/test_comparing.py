"""What one click or one key compares: every change of the standing, and what another player sees otherwise."""

import re
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.walking import LONG, Walk, asked
from tests.support.browsing import Library
from tests.support.playing import Json
from tests.support.serving import Client

SHOWCASE: Final = "heirless/e1/four-players-and-their-word"
MINUS: Final = "\N{MINUS SIGN}"
BRAM: Final = ["+1: 0 → 1", "+1: 1 → 2", "-20: 2 → -18", "+1: -18 → -17"]
"""A Law used three times, and a Guarantee broken at 43, which costs 20 (HT-10.4)."""


def test_every_change_of_the_standing_is_listed_by_one_click(page: Page, library: Library) -> None:
    walk = Walk.opened(page, library.games[SHOWCASE], fragment="#85").is_at(85)

    page.get_by_role("button", name="Changes").click()

    rows = page.locator("#changes li").filter(has=page.locator("a", has_text=re.compile("^Bram ")))
    said = [each.replace(MINUS, "-") for each in rows.locator("a").all_text_contents()]
    assert said == [f"Bram {change} Prestige" for change in BRAM]
    expect(rows.nth(2)).to_contain_text("Promise p2 is broken: Bram pays 20 crossed-out Prestige")
    rows.nth(2).locator("a").click()
    walk.is_at(43)
    expect(page.locator("#changes")).to_be_hidden()


def test_one_is_counted_as_one(page: Page, library: Library) -> None:
    Walk.opened(page, library.games[LONG])

    page.get_by_role("button", name="Changes").click()

    hearts = page.locator("#changes a").filter(has_text="→ 1 ").all_text_contents()
    assert {each.rpartition(": ")[2] for each in hearts} == {"2 → 1 heart"}


def test_no_change_is_listed_that_is_still_to_come(page: Page, library: Library) -> None:
    Walk.opened(page, library.games[SHOWCASE], "?spoilers=hidden", "#33").is_at(33)

    page.get_by_role("button", name="Changes").click()

    assert page.locator("#changes li").evaluate_all("all => all.map((each) => each.value)") == [27, 31, 33]
    page.keyboard.press("Escape")
    expect(page.locator("#changes")).to_be_hidden()


def test_what_another_player_sees_otherwise_is_marked(page: Page, library: Library) -> None:
    """The public sees how many Battlecards Cleo holds, Cleo sees which."""
    game = library.games[SHOWCASE]
    with library.process.client() as client:
        public, own = (trays(client, game, viewer) for viewer in ("public", "cleo"))
    differing = [stack["label"] for name, stacks in own.items() for stack in stacks if stack not in public[name]]
    assert differing
    walk = Walk.opened(page, game, fragment="#85").is_at(85).beside("table")

    walk.press("3").look("cleo", "Cleo")

    expect(page.locator("#trays .stack.new a")).to_have_text(differing)
    walk.press(",").press(".").is_at(85)
    expect(page.locator("#trays .stack.new")).not_to_have_count(len(differing))


def trays(client: Client, game: str, viewer: str) -> dict[str, list[Json]]:
    """What lies in each tray at 85, as a viewer sees it."""
    (told,) = asked(client, game, "/scenes", from_=85, to=85, as_=viewer)["scenes"]
    return {tray["id"]: tray["stacks"] for tray in told["scene"]["trays"]}
