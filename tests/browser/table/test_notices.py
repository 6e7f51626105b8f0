"""Title and icon always show that a player has to act; tones and notices only if the player turned them on."""

import re
from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table.players import Player
from tests.browser.table.test_word_at_table import LETTER, opened
from tests.support.browsing import Library, Look, watched
from tests.support.serving import Client, Table, bearer

LISTEN: Final = """
window.notices = [];
window.tones = 0;
window.isAway = false;
window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title) { window.notices.push(title); }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
Object.defineProperty(document, "hidden", { get: () => window.isAway });
"""
"""Records tones and notices, because a headless browser shows and plays nothing and is always visible."""


TAKEBACK: Final = {"from": 5}


@pytest.fixture
def table(client: Client) -> Table:
    """A game in which Ada offers Bram a promise."""
    opened_game = opened(client, "Ada", "Bram", "Cleo", takebacks="by-consent")
    send(opened_game, "/promises", "ada", letter=LETTER)
    return opened_game


@pytest.fixture
def bram(table: Table, browser: Browser, library: Library, troubles: list[str]) -> Generator[Player]:
    """Bram at the table, with notices turned on."""
    with watched(browser, troubles, Look(), library.process.address) as page:
        page.add_init_script(LISTEN)
        player = Player.seated(page, table.game, "bram")
        player["notify"].click()
        expect(player["notify"]).to_have_attribute("aria-pressed", "true")
        yield player


def send(table: Table, path: str, seat: str, **body: object) -> None:
    """Send a request for a seat from outside the browser."""
    answered = table.client.post(f"{table.path}{path}", headers={**bearer(seat), "If-Match": "*"}, json=body)
    assert answered.status_code == 201, answered.text


def break_promise(table: Table, player: Player) -> None:
    """Sign the promise for both and let Ada break it; the player's page shows that."""
    send(table, "/promises/p1/signatures", "ada")
    send(table, "/promises/p1/signatures", "bram")
    send(table, "/decisions", "ada", line="deploy Valley")
    player.reaches(table.position)


def tones_and_notices(player: Player) -> list[object]:
    """Returns the number of tones, and the titles of the notices."""
    found: list[object] = player.page.evaluate("[tones, notices]")
    return found


def test_a_player_who_looks_elsewhere_gets_a_tone_and_a_notice(table: Table, bram: Player) -> None:
    bram.page.evaluate("isAway = true")
    assert tones_and_notices(bram) == [0, []]  # the promise was there before Bram came
    break_promise(table, bram)

    assert tones_and_notices(bram) == [1, ["Your turn, Bram. p1, a promise to you, is broken"]]
    expect(bram.page).to_have_title(re.compile("^● Your turn"))
    expect(bram.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon_due"))


def test_a_player_who_looks_at_the_page_gets_only_the_tone(table: Table, bram: Player) -> None:
    break_promise(table, bram)
    assert tones_and_notices(bram) == [1, []]
    send(table, "/takeback", "ada", **TAKEBACK)
    bram.reaches(table.position)
    assert tones_and_notices(bram) == [2, []]  # Ada asks Bram for consent
    bram["takeback"].get_by_role("button", name="Do not agree", exact=True).click()
    bram.reaches(table.position)

    assert tones_and_notices(bram) == [2, []]


def test_there_is_no_tone_while_notices_are_off(table: Table, bram: Player) -> None:
    """The control."""
    bram["notify"].click()
    expect(bram["notify"]).to_have_attribute("aria-pressed", "false")
    bram.page.evaluate("isAway = true")
    break_promise(table, bram)

    assert tones_and_notices(bram) == [0, []]
    expect(bram.page).to_have_title(re.compile("^● Your turn"))
