"""However many play and however they are called, the table keeps its board on one screen, and keeps nobody out."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.replay.test_long_names import LEAST, NAMES, SIZES
from tests.browser.table.players import Player
from tests.browser.table.test_word_at_table import LETTER, opened
from tests.support.browsing import Library, in_every_look, serious_violations, watched
from tests.support.serving import Client, Table, bearer, digest_of, key_of

MEASURE: Final = """() => [
    document.querySelector(".stage").getBoundingClientRect().height / innerHeight,
    document.documentElement.scrollWidth - innerWidth,
    [...document.querySelectorAll("#hand button, #line")].filter(
        each => each.getBoundingClientRect().height < 44).length,
]"""


def open_game(client: Client, names: tuple[str, ...]) -> Table:
    """A game of Heirless that these people play, each with a key."""
    seats = [
        {"seat": f"seat-{number}", "player": name, "key": digest_of(key_of(f"seat-{number}"))}
        for number, name in enumerate(names)
    ]
    setup = {"edition": "heirless/e1", "components": "heirless-sample-1", "seats": seats}
    answered = client.post("/v1/games", json=setup)
    assert answered.status_code == 201, answered.text
    return Table(client, answered.json()["game"])


@pytest.mark.parametrize("names", NAMES)
def test_the_board_has_its_room_and_every_button_its_size(
    names: str, browser: Browser, library: Library, client: Client, troubles: list[str]
) -> None:
    table = open_game(client, NAMES[names])
    with watched(browser, troubles, address=library.process.address) as page:
        first = Player.seated(page, table.game, "seat-0")
        first.verb("Deploy")
        for width, height in SIZES:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            part, over, small = page.evaluate(MEASURE)
            assert over <= 0, width
            assert small == 0, width
            assert round(part, 3) >= LEAST, (width, part)  # a browser lays out in 64ths of a pixel


@in_every_look
def test_no_state_of_a_turn_keeps_anybody_out(page: Page, client: Client) -> None:
    """Of verbs, chips, a whole line, a refusal, a promise that waits, and the dialog about a breach."""
    table = opened(client, "Ada", "Bram", "Cleo")
    ada = Player.seated(page, table.game, "ada")
    assert serious_violations(page) == []
    ada.verb("Deploy")
    assert serious_violations(page) == []
    ada.write(f"offer promise: {LETTER}")
    ada.reads("Ada offers p1")
    ada.decide()
    for seat in ("ada", "bram"):
        headers = {**bearer(seat), "If-Match": "*"}
        signed = table.client.post(f"{table.path}/promises/p1/signatures", headers=headers, json={})
        assert signed.status_code == 201, signed.text
    ada.reaches(4)
    ada.verb("Deploy")
    ada.chip("Valley")
    ada.reads("Breaks p1")
    assert serious_violations(page) == []
    ada["decide"].click()
    expect(ada["breach"]).to_be_visible()
    assert serious_violations(page) == []
