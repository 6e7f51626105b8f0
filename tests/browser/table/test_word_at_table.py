"""Promises at the table: offered and signed there, and a decision that breaks one is warned of before it is made."""

import re
from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.table.players import Player, players
from tests.support.browsing import Library
from tests.support.serving import Client, Response, Table, bearer, digest_of, key_of

LETTER: Final = 'ada promises bram not to deploy a knight to tile "Valley" until the end of season 1.'


def opened(client: Client, *names: str, **more: str) -> Table:
    """Opens a game of Heirless for players with these names; ``more`` are fields of the request."""
    seats = [{"seat": name.lower(), "player": name, "key": digest_of(key_of(name.lower()))} for name in names]
    answered = client.post(
        "/v1/games", json={"edition": "heirless/e1", "components": "heirless-sample-1", "seats": seats, **more}
    )
    assert answered.status_code == 201, answered.text
    return Table(client, answered.json()["game"])


def signed(player: Player) -> None:
    """Sign what waits for a signature, after reading what that means."""
    if not player.page.locator("[data-panel='word']").is_visible():
        player.page.get_by_role("button", name="Promises").click()
    player["promises"].get_by_role("button", name="Sign").click()
    player.reads("signs p1")
    player.decide()


@pytest.fixture
def table(client: Client) -> Table:
    """A game of Heirless of three."""
    return opened(client, "Ada", "Bram", "Cleo")


@pytest.fixture
def bound(table: Table, browser: Browser, library: Library, troubles: list[str]) -> Generator[list[Player]]:
    """Ada and Bram at the table, once Ada has given her word there."""
    with players(browser, library.process.address, table.game, "ada bram", troubles=troubles) as (ada, bram):
        ada.write(f"offer promise: {LETTER}")
        ada.reads("Ada offers p1")
        ada.decide()
        signed(ada)
        bram.reaches(3)
        signed(bram)
        ada.reaches(4)
        yield [ada, bram]


def test_what_would_break_a_word_is_marked_before_it_is_chosen(bound: list[Player]) -> None:
    ada, _ = bound
    ada.verb("Deploy")

    expect(ada.page.locator("#chips .chip.breach")).to_have_text("Valley breaks your word: 20")
    expect(ada.page.locator("#chips .chip").last).to_have_class("chip breach")
    expect(ada.page.locator("#board .cell.lit.breach title")).to_contain_text("Valley")


def breaking(player: Player) -> Locator:
    """Decide what breaks a word; the dialog that asks again."""
    player.verb("Deploy")
    player.chip("Valley")
    player.reads("Breaks p1: 20 crossed-out Prestige")
    player["decide"].click()
    expect(player["breach"]).to_contain_text(LETTER)
    return player["breach"]


def test_a_word_is_not_broken_by_one_key(bound: list[Player], table: Table) -> None:
    ada, _ = bound
    dialog = breaking(ada)
    expect(dialog).to_contain_text("Ada would pay 20 crossed-out Prestige: 0 ")
    expect(dialog.get_by_role("button", name="Choose something else")).to_be_focused()
    expect(dialog.get_by_role("button", name="Break my word")).to_be_disabled()
    ada.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()

    assert table.position == 4
    expect(ada["line"]).to_have_value("deploy Valley")


def test_a_word_is_broken_in_two_steps_and_its_holder_sees_it(bound: list[Player], table: Table) -> None:
    ada, bram = bound
    dialog = breaking(ada)
    dialog.get_by_label("I know, and I break my word").check()
    dialog.get_by_role("button", name="Break my word").click()
    ada.reaches(5)
    bram.reaches(5)
    expect(bram["promises"]).to_contain_text("broken")

    assert table.get("/promises")["promises"][0]["verdicts"][0]["status"] == "broken"


def promised(table: Table, letter: str) -> None:
    """A promise that both who are named first have signed."""
    by, _, to, *_ = letter.split()
    assert send(table, by, "/promises", {"letter": letter}).status_code == 201
    for seat in (by, to):
        assert send(table, seat, "/promises/p1/signatures", {}).status_code == 201


def send(table: Table, seat: str, path: str, body: object) -> Response:
    """The response to what a seat does."""
    return table.client.post(f"{table.path}{path}", headers={**bearer(seat), "If-Match": "*"}, json=body)


def test_the_last_chance_is_marked_once_the_page_is_idle(
    table: Table, browser: Browser, library: Library, troubles: list[str]
) -> None:
    """The chip that keeps the word is marked with the options; the verb that lets it go, when all marks have come."""
    promised(table, LETTER.replace("not to", "to").replace("until", "by"))
    with players(browser, library.process.address, table.game, "ada", troubles=troubles) as (ada,):
        idle = ada["verbs"].get_by_role("button", name="Idle")
        expect(idle).to_have_text("Idle lets the last chance for p1 go: 20")
        ada.verb("Deploy")
        expect(ada.page.locator("#chips .chip:has(.mark)")).to_have_text("Valley keeps your word")
        idle.click()
        ada.reads("Lets the last chance for p1 go: 20.")


def test_whoever_accepts_a_forbidden_trade_is_warned_of_the_word_of_another(
    table: Table, browser: Browser, library: Library, troubles: list[str]
) -> None:
    promised(table, "ada promises bram not to give any wolf0 to cleo.")
    assert send(table, "ada", "/decisions", {"line": "offer ada gives 1 wolf0 to cleo"}).status_code == 201
    with players(browser, library.process.address, table.game, "cleo", troubles=troubles) as (cleo,):
        expect(cleo["verbs"].get_by_role("button", name="Accept")).to_have_text(re.compile("breaks Ada.s word"))


def test_a_decision_that_keeps_every_word_takes_one_step(
    table: Table, browser: Browser, library: Library, troubles: list[str]
) -> None:
    """The control."""
    with players(browser, library.process.address, table.game, "ada", troubles=troubles) as (ada,):
        ada.verb("Deploy")
        expect(ada.page.locator("#chips .chip", has_text="Valley")).to_have_class("chip")
        ada.page.locator("#board .cell.lit", has_text="Valley").click()
        ada.reads("Ada deploys a Knight to Valley")
        ada.decide()

    assert table.position > 1
