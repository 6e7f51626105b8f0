"""From an empty browser to a recorded turn: opened, invited, taken, decided, all in the pages."""

import random
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table.lobby import Lobby
from tests.browser.table.players import Player
from tests.browser.walking import Walk
from tests.support.browsing import NARROW, Library, Look, watched
from tests.support.serving import Client, Table, key_of

LINK: Final = """game => {
    const {keys} = JSON.parse(localStorage.getItem(`oathbook keys of ${game}`));
    return `/games/${game}/play#key=${keys.bram}`;
}"""
"""What a code holds: the key of the seat that is handed over."""

COVERED: Final = """settings => {
    const controls = [...settings.querySelectorAll("select, input, button, a")];
    const boxes = controls.map((each) => each.getBoundingClientRect());
    const seen = boxes.filter(({width}) => width).sort((one, other) => one.left - other.left);
    return seen.flatMap(({right}, index) => seen[index + 1] && seen[index + 1].left < right ? [index] : []);
}"""
"""Controls in a row of which the next covers a part."""


def at_the_table(page: Page, seat: str) -> Player:
    """A seat that has come to its table."""
    expect(page.locator("#playing[data-ready]")).to_be_visible()
    return Player(page, seat)


@pytest.mark.journey
def test_two_people_open_a_game_and_play_its_first_turns(
    page: Page, browser: Browser, library: Library, client: Client, troubles: list[str]
) -> None:
    """One on a desk opens it, the other comes with a phone by the link that is handed over."""
    game = Lobby.entered(page, "knights_duty/1", "Ada Lovelace", "Bram").opened()
    link = page.evaluate(LINK, game)
    page.unroute_all()
    page.goto(f"/games/{game}/play")
    ada = at_the_table(page, "ada")
    expect(ada["turn"]).to_have_text("Your turn, Ada Lovelace")
    expect(ada["inviting"]).to_be_visible()
    ada.chip("red")
    ada.reads("Ada Lovelace chooses the red clan")
    ada.decide()
    with watched(browser, troubles, Look(NARROW), library.process.address) as phone:
        phone.goto(link)
        bram = at_the_table(phone, "bram")
        assert "key=" not in phone.url
        expect(bram["inviting"]).to_be_hidden()
        expect(phone.locator("#chips")).not_to_contain_text("red")
        bram.chip("blue")
        bram.reads("Bram chooses the blue clan")
        bram.decide()
        ada.reaches(bram.position)

    assert client.get(f"/v1/games/{game}").json()["to_act"] == ["ada", "bram"]


def test_two_people_on_one_device_open_a_game_and_pass_it(page: Page, client: Client) -> None:
    lobby = Lobby.entered(page, "knights_duty/1", "Ada Lovelace", "Bram")
    page.unroute_all()
    game = lobby.pick("Around one device").opened("play")
    expect(page.locator("#curtain h2")).to_have_text("Pass it to Ada Lovelace or Bram")
    for name, clan in (("Ada Lovelace", "red"), ("Bram", "blue")):
        page.get_by_role("button", name=f"I am {name}").click()
        player = at_the_table(page, name)
        player.chip(clan)
        player.reads(f"chooses the {clan} clan")
        player["decide"].click()
        if name == "Bram":
            player.reaches(5)

    assert client.get(f"/v1/games/{game}").json()["to_act"] == ["ada", "bram"]


def test_a_replay_leads_a_seat_to_the_table_and_nobody_else(page: Page, client: Client) -> None:
    table = Table.opened(client)
    Walk.opened(page, table.game)
    expect(page.locator("#to-table")).to_be_hidden()
    Walk.opened(page, table.game, fragment=f"#key={key_of('ash')}")
    expect(page.locator("#to-table")).to_be_visible()
    for width in (1248, 1280):  # the least at which all of it stands on a line, and a desk
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator("#settings").evaluate(COVERED) == []
    page.locator("#find button").evaluate("each => { each.style.display = 'block'; }")
    assert page.locator("#settings").evaluate(COVERED), "the control"
    page.get_by_role("link", name="To the table").click()

    expect(at_the_table(page, "ash")["turn"]).to_have_text("Your turn, Player 1")


def test_the_host_decides_for_the_table_and_comes_back_to_a_seat(page: Page, client: Client) -> None:
    """Monsters attack by what the players decide together."""
    game = Lobby.entered(page, "gloomhaven_attack/gh1", "Ada", "Bram").opened()
    page.unroute_all()
    page.goto(f"/games/{game}/play")
    ada = at_the_table(page, "ada")
    expect(ada["turn"]).to_have_text("Your turn, Ada")
    ada["speak"].click()
    expect(ada["me"]).to_have_text("You speak for the table")
    table = at_the_table(page, "table")
    table.choose(random.Random(5))  # noqa: S311  # it picks decisions, it keeps no secret
    table.decide()
    table["speak"].click()
    expect(ada["me"]).to_have_text("You are Ada")

    events = client.get(f"/v1/games/{game}/events").json()["events"]
    assert events[1]["event"]["by"] == "table"
