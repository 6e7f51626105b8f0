"""What can be chosen is lit where it stands, on the board and beside it, and chosen by a click there."""

import re

from playwright.sync_api import Page, expect

from oathbook.domain.rulesets.registry import load_registry
from tests.browser.table.players import Player
from tests.browser.table.test_word_at_table import opened
from tests.support.serving import Client, Table

LIT = re.compile(r"\blit\b")


def test_a_clan_is_chosen_by_its_corner(page: Page, client: Client) -> None:
    """The corner has the id of a space, and stands for the clan."""
    table = Table.opened(client, load_registry().ruleset("knights_duty/1").samples()[0])
    first = Player.seated(page, table.game, table.get("/options")["to_act"][0])

    lit = page.locator("#board .cell.lit")
    expect(lit).to_have_count(first.chips.count())
    lit.filter(has_text="blue").click()

    expect(first["line"]).to_have_value("choose blue")
    expect(page.locator("#board .lit, #table .lit")).to_have_count(0)


def test_a_token_is_chosen_beside_the_board_where_the_tab_says_that_something_is_lit(
    page: Page, client: Client
) -> None:
    """Of those who are still to plan, only one's own tokens are lit."""
    ash = Player.seated(page, Table.opened(client).game, "ash")
    tab = page.get_by_role("button", name="Table")
    expect(tab).to_have_class(LIT)
    tab.click()

    tokens = page.locator("#held td.lit")
    expect(tokens).to_have_count(6)
    page.get_by_role("row", name="Bow").locator("td.lit").click()

    expect(ash["line"]).to_have_value("plan bow, ")
    expect(tokens).to_have_count(6)


def test_what_stands_for_several_leads_to_their_chips(page: Page, client: Client) -> None:
    """Nine free places are one thing on the table."""
    table = opened(client, "Ada", "Bram", "Cleo")
    player = Player.seated(page, table.game, table.get("/options")["to_act"][0])
    player.verb("Build")
    page.get_by_role("button", name="Table").click()

    page.locator("#trays .stack.lit", has_text="free place").click()

    expect(player.chips.first).to_be_focused()
    expect(player.chips).to_have_count(9)
