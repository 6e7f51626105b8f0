"""At a breach, Why begins with it; what was ruled leads to the ruling, and what is disputed is marked in the log."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.walking import Walk, asked, walking
from tests.golden.scripting import recorded
from tests.service.disputes.disputing import Disputes
from tests.service.disputes.test_remedies import keyed
from tests.service.disputes.test_standing_of_forks import BROKEN, penalised
from tests.support.browsing import Library
from tests.support.playing import Json
from tests.support.serving import Client, Table, await_read_models

BREACH: Final = 6
NUMBER: Final = 902
"""The golden game of that number is another one: this one has keys."""
MINUS: Final = "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def game(client: Client) -> str:
    """A game in which ash breaks a promise at 6 and loses 5 by a ruling; besides, what happened there is disputed."""
    table = Table.imported(client, keyed(recorded(BROKEN, NUMBER)))
    penalised(table, {"claim": "promise", "promise": "p1"}, 5)
    Disputes.filed(table, by="birch", claim={"claim": "outcome-wrong", "at": BREACH})
    await_read_models(client)
    return table.game


@pytest.fixture(scope="module")
def rulings(client: Client, game: str) -> dict[str, Json]:
    """The two disputes by what they claim."""
    found = client.get("/v1/disputes", params={"game": game}).json()["disputes"]
    return {each["claim"]: each for each in found}


def test_why_at_a_breach_begins_with_the_breach(browser: Browser, library: Library, client: Client, game: str) -> None:
    """The control is the position before it, where the promise is not broken yet."""
    with walking(browser, library, game) as walk:
        walk.go(BREACH - 1).beside("why")
        expect(walk["reasons"].locator(":scope > *")).not_to_have_count(0)
        expect(walk["reasons"]).not_to_contain_text("broken")

        walk.go(BREACH)

        breach = walk["reasons"].locator(":scope > :first-child")
        says = "Promise p1 is broken: First player pays 20 crossed-out Prestige."
        expect(breach.locator(".became.broken")).to_have_text(says)
        expect(breach.locator("blockquote")).to_contain_text("promises cedar not to deploy")
        audit = asked(client, game, "/promises/p1/audit", at=BREACH)["audit"]["parts"][0]
        (due,) = audit["penalties"]
        price = breach.locator(".price")
        expect(price).to_contain_text("First player pays 20")
        assert price.locator(".clause").all_inner_texts() == [*due["cites"], *due["readings"]]
        breach.get_by_role("link", name="The promise and its proof").click()
        expect(walk.page.locator("#promise")).to_have_attribute("data-ready", "")
        expect(walk.page.locator("#asof")).to_contain_text(f"position {BREACH}")


def test_what_was_ruled_leads_to_the_ruling_and_the_rest_to_the_act(
    page: Page, game: str, rulings: dict[str, Json]
) -> None:
    walk = Walk.opened(page, game).go(BREACH)
    standing = walk["standing"].locator("li").first
    expect(standing).to_contain_text(f"0 {MINUS} 20 {MINUS} 5 ruled = {MINUS}25 Prestige")
    act = standing.get_by_role("link", name="last changed at event")
    expect(act).to_have_count(2)
    assert {each.get_attribute("href") for each in act.all()} == {f"#{BREACH}"}

    standing.get_by_role("link", name="5 ruled").click()

    expect(page.locator("#case")).to_have_attribute("data-dispute", rulings["promise"]["dispute"])
    expect(page.locator("#ruled .remedy")).to_have_text("First player loses 5")


def test_a_disputed_event_is_marked_in_the_log(page: Page, game: str, rulings: dict[str, Json]) -> None:
    """And no other is; without spoilers nothing tells of the dispute."""
    walk = Walk.opened(page, game).go(BREACH)

    expect(walk["steps"].locator(".dispute")).to_have_count(1)
    mark = walk["steps"].locator(f"li[value='{BREACH}'] .dispute")
    expect(mark).to_have_text("Disputed: this is not what follows; open")
    walk.press("s").is_at(BREACH)
    expect(walk["steps"].locator(".dispute")).to_have_count(0)
    walk.press("s")
    mark.get_by_role("link").click()
    expect(page.locator("#case")).to_have_attribute("data-dispute", rulings["outcome-wrong"]["dispute"])
