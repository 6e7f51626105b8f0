"""A letter as a card: put together by clicks, on a desk and in a hand, and by keys."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.promises.test_letter_editor import write
from tests.browser.test_access import faults
from tests.browser.walking import tab_to
from tests.support.browsing import on_every_screen
from tests.support.promises.pledging import Promises
from tests.support.serving import key_of


@pytest.fixture
def card(page: Page, promises: Promises) -> Locator:
    """The card on which ash begins a letter."""
    page.goto(f"/games/{promises.table.game}/promises/new#key={key_of('ash')}")
    expect(page.locator("#editor")).to_have_attribute("data-ready", "")
    return page.locator("#card")


def place(card: Locator, called: str) -> Locator:
    return card.locator(".card-place").filter(has=card.page.locator(".card-called", has_text=called)).first


def choose(card: Locator, *names: str) -> None:
    """Click choices in the panel that is open, one after another."""
    for name in names:
        card.locator(".choice-panel").get_by_role("button", name=name, exact=True).first.click()
        expect(card.page.locator("#next")).to_have_attribute("aria-busy", "false")


def add(card: Locator, called: str, *names: str) -> None:
    place(card, called).locator(".more").click()
    choose(card, *names)


def text(card: Locator) -> Locator:
    return card.page.locator("#letter")


@pytest.mark.journey
@on_every_screen
def test_a_letter_is_put_together_by_clicks_and_offered(card: Locator, promises: Promises) -> None:
    place(card, "Who").locator(".open").click()
    choose(card, "Player 2")
    forbidden = card.locator(".choice-panel .about", has_text="Not to").locator("+ .phrases")
    forbidden.get_by_role("button", name="attack player with weapon weapon").click()
    expect(text(card)).to_have_value('ash promises birch not to attack birch with weapon "…".')
    expect(card.page.locator("#verdict")).to_have_text("Still to choose: which weapon?")
    choose(card, "bow")
    add(card, "When", "by the end of turn number")
    place(card, "When").get_by_role("button", name="More than 1").click()
    expect(place(card, "When").get_by_role("button", name="More than 2")).to_be_visible()
    add(card, "Unless", "player attacks player")
    choose(card, "Player 2")
    choose(card, "Player 1")
    letter = 'ash promises birch not to attack birch with weapon "bow" by the end of turn 2, unless birch attacks ash.'
    expect(card.page.locator("#read blockquote")).to_have_text(letter)
    expect(card.locator(".open")).to_have_count(0)
    expect(place(card, "Price")).to_contain_text("costs")

    card.page.get_by_role("button", name="Offer it").click()

    card.page.wait_for_url("**/promises/p1")
    assert promises.get("/p1")["letter"] == letter


def test_it_is_put_together_by_keys_alone(card: Locator) -> None:
    keyboard = card.page.keyboard
    tab_to(card.page, ".card-place .open")
    for key in ("Enter", "Tab", "Enter"):
        keyboard.press(key)
    expect(card.locator(".choice-panel button").first).to_be_focused()
    keyboard.press("Enter")
    expect(text(card)).to_have_value("ash promises birch to attack birch.")
    expect(card.page.locator("#next")).to_have_attribute("aria-busy", "false")
    tab_to(card.page, ".card-place[data-place='1 unless'] .more")
    keyboard.press("Enter")
    expect(card.locator(".choice-panel button").first).to_be_focused()
    keyboard.press("Escape")

    expect(card.locator(".choice-panel")).to_have_count(0)
    expect(place(card, "Unless").locator(".more")).to_be_focused()


@on_every_screen
def test_what_is_typed_fills_the_card_and_what_is_clicked_fills_the_text(card: Locator) -> None:
    write(card.page, "ash promises birch: (1) never to attack birch; (2) to parry at least 2 times.")
    expect(card.get_by_role("heading")).to_have_text(["Duty 1", "Duty 2"])
    card.get_by_role("button", name="at least twice").click()
    choose(card, "exactly")
    expect(text(card)).to_have_value("ash promises birch: (1) never to attack birch; (2) to parry exactly twice.")
    place(card, "Does what").locator(".more").click()
    choose(card, "without this duty")
    expect(text(card)).to_have_value("ash promises birch: (1) to parry exactly twice.")
    place(card, "Does what").get_by_role("button", name="to", exact=True).click()
    card.get_by_label("In plain words").fill('be "kind"')
    card.get_by_role("button", name="Put in").click()

    expect(text(card)).to_have_value("ash promises birch: (1) in plain words \"be 'kind'\" judged by the table.")


@on_every_screen
def test_everybody_can_use_it(card: Locator) -> None:
    assert faults(card.page) == []
    place(card, "Does what").locator(".open").click()
    assert faults(card.page) == []
    choose(card, "attack player")
    place(card, "When").locator(".more").click()

    assert faults(card.page) == []


def test_what_cannot_be_read_can_be_put_together_instead(card: Locator, troubles: list[str]) -> None:
    write(card.page, "I'd like a nice fair duel, sword on sword")
    instead = card.page.get_by_role("button", name="Put it together by clicks instead")
    expect(card).to_be_hidden()
    instead.click()

    expect(card.locator(".open")).to_have_count(2)
    expect(text(card)).to_have_value("")
    expect(instead).to_be_hidden()
    assert [each for each in troubles if "422" not in each] == []
    troubles.clear()  # a letter that cannot be read is answered with 422, which the console tells
