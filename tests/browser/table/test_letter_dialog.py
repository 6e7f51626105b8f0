"""The dialog over the board in which players write promises."""

from playwright.sync_api import Page, expect

from tests.browser.promises.test_letter_editor import write
from tests.browser.table.players import Player
from tests.browser.table.test_scribe import Scribe
from tests.browser.table.test_word_at_table import LETTER, opened
from tests.support.browsing import on_every_screen, serious_violations
from tests.support.serving import Client


def show_promises(player: Player) -> None:
    """Open the tab of promises, if they are in a tab."""
    if not player["promise"].is_visible():
        player.page.locator("[data-shows=word]").click()


def draft(player: Player, letter: str) -> None:
    """Write a letter in the dialog, and put it into the line."""
    show_promises(player)
    player["promise"].click()
    write(player.page, letter)
    expect(player["verdict"]).to_contain_text("It reads")
    player.page.get_by_role("button", name="Put it in the line").click()


@on_every_screen
def test_a_promise_is_offered_without_leaving_the_table(page: Page, client: Client, troubles: list[str]) -> None:
    table = opened(client, "Ada", "Bram", "Cleo")
    ada = Player.seated(page, table.game, "ada")
    show_promises(ada)
    ada["promise"].click()
    expect(ada["card"]).to_be_visible()
    if not ada["letter"].is_visible():
        page.get_by_text("In words", exact=True).click()
    page.locator("#next .phrases button").get_by_text("ada", exact=True).click()
    expect(ada["letter"]).to_have_value("ada ")
    assert serious_violations(page) == []
    page.get_by_role("button", name="Not now").click()
    expect(ada["draft-dialog"]).to_be_hidden()

    draft(ada, LETTER)
    expect(ada["line"]).to_have_value(f"offer promise: {LETTER}")
    ada.reads("Ada offers p1")
    ada.decide()
    expect(page.locator("[data-promise=p1] blockquote")).to_have_text(LETTER)
    assert table.get("/promises")["promises"][0]["letter"] == LETTER
    assert [each for each in troubles if "422" not in each] == []
    troubles.clear()  # unfinished letters get a problem as the answer


def test_a_scribe_offers_a_letter_for_the_seat_that_it_begins_with(page: Page) -> None:
    scribe = Scribe.opening(page, "heirless/e1", "Ada", "Bram", "Cleo")
    draft(scribe, "bram promises ada to give 1 wolf0 to ada by the end of season 1.")
    scribe.reads("Bram offers p1")
    scribe["line"].press("Enter")
    scribe.reaches(2)

    assert scribe.row(-1).startswith("bram: offer promise: bram promises ada")
