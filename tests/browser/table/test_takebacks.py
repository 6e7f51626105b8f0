"""Taking back at the table: what it takes is said first, those whom it concerns are asked, and then it is done."""

from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table.players import Player, players
from tests.support.browsing import Library
from tests.support.serving import Client, Table, to_open


@pytest.fixture
def table(client: Client) -> Table:
    """A duel in which decisions may be taken back."""
    answered = client.post("/v1/games", json=to_open() | {"takebacks": "by-consent"})
    assert answered.status_code == 201, answered.text
    return Table(client, answered.json()["game"])


@pytest.fixture
def duellists(table: Table, browser: Browser, library: Library, troubles: list[str]) -> Generator[list[Player]]:
    """Both at the table; ash has laid a plan."""
    with players(browser, library.process.address, table.game, "ash birch", troubles=troubles) as (ash, birch):
        ash.write("plan bow")
        ash.reads("Reads back as")
        ash.decide()
        birch.reaches(3)
        yield [ash, birch]


def pressed(player: Player, says: str) -> None:
    """Press a button beside what can be taken back."""
    player["takeback"].get_by_role("button", name=says, exact=True).click()


def test_ones_own_last_decision_goes_back_at_once(duellists: list[Player], table: Table) -> None:
    ash, birch = duellists
    pressed(ash, "Take back my last decision")
    expect(ash["takeback"]).to_contain_text("One decision would no longer count.")
    pressed(ash, "Keep it")
    assert table.position == 3
    pressed(ash, "Take back my last decision")
    pressed(ash, "Take it back")
    ash.reaches(4)

    expect(ash["turn"]).to_have_text("Your turn, Player 1")
    birch.reaches(4)
    expect(birch["steps"]).to_contain_text("Player 1 takes back what was decided at 2")
    expect(ash["takeback"]).to_be_hidden()


def test_who_has_decided_since_is_asked(duellists: list[Player], table: Table) -> None:
    ash, birch = duellists
    birch.write("plan spear")
    birch.reads("Reads back as")
    birch.decide()
    ash.reaches(birch.position)
    pressed(ash, "Take back my last decision")
    expect(ash["takeback"]).to_contain_text("2 decisions would no longer count, if Player 2 agrees.")
    pressed(ash, "Ask")
    expect(ash["takeback"]).to_contain_text("You ask to go back to before position 2. Waiting for Player 2.")
    expect(birch["takeback"]).to_contain_text("Player 1 asks to go back to before position 2.")
    pressed(birch, "Agree")
    expect(ash["steps"]).to_contain_text("Player 1 takes back what was decided at 2")
    expect(ash["turn"]).to_have_text("Your turn, Player 1")

    assert table.get()["to_act"] == ["ash", "birch"]


def test_who_does_not_agree_keeps_what_was_decided(duellists: list[Player], table: Table) -> None:
    ash, birch = duellists
    birch.write("plan spear")
    birch.reads("Reads back as")
    birch.decide()
    ash.reaches(birch.position)
    before = table.get()["to_act"]
    pressed(ash, "Take back my last decision")
    pressed(ash, "Ask")
    pressed(birch, "Do not agree")
    expect(ash["steps"]).to_contain_text("Player 2 does not agree to go back")

    assert table.get()["to_act"] == before


def test_a_game_that_keeps_everything_offers_nothing_to_take_back(page: Page, client: Client) -> None:
    """The control."""
    ash = Player.seated(page, Table.opened(client).game, "ash")
    ash.write("plan bow")
    ash.reads("Reads back as")
    ash.decide()

    expect(ash["takeback"]).to_be_hidden()
