"""The form in which a clause of a promise is ruled on, on its page, by whoever may."""

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.promises.test_promise_page import opened
from tests.browser.test_access import faults
from tests.browser.walking import tab_to
from tests.support.browsing import in_every_scheme, on_every_screen
from tests.support.playing import SAMPLES, die
from tests.support.promises.pledging import THREE, Promises
from tests.support.serving import HOST, Client, Table, await_read_models

JUDGED: Final = {
    "cedar": 'ash promises birch in plain words "be friendly" judged by cedar.',
    HOST: 'ash promises birch in plain words "be friendly" judged by the table.',
}
BREACHED: Final = {"path": "c1", "claims": "breached", "says": "ash laughed."}


@pytest.fixture
def promises(client: Client) -> Promises:
    """Three at a table; ash has promised birch something in plain words, which cedar is to judge."""
    return judged_by("cedar", client)


def judged_by(judge: str, client: Client) -> Promises:
    """The same, and who is to judge it."""
    table = Table.opened(client, SAMPLES[THREE])
    await_read_models(client)
    promises = Promises(table)
    promises.bound(JUDGED[judge])
    return promises


def form(page: Page, promises: Promises, seat: str) -> Locator:
    """The form, as somebody has it."""
    return opened(page, promises.table.game, seat=seat).locator("#rule")


@pytest.mark.parametrize("seat", ["cedar", HOST])
def test_whom_the_letter_names_rules_by_keyboard(page: Page, client: Client, seat: str) -> None:
    promises = judged_by(seat, client)
    promises.does("birch", "/p1/claims", BREACHED)
    rule = form(page, promises, seat)
    expect(page.locator("#you")).to_have_text("Player 3" if seat == "cedar" else "the table")
    expect(rule.get_by_label("Who is to blame")).to_be_hidden()

    tab_to(page, "#rule [name=value]")
    page.keyboard.type("has failed")
    tab_to(page, "#rule [name='of ash']", most=3)
    page.keyboard.type("is to blame")
    tab_to(page, "#rule textarea", most=3)
    page.keyboard.type("All heard it.")
    tab_to(page, "#rule button", most=2)
    page.keyboard.press("Enter")

    expect(page.locator("#done")).to_have_text("Your ruling is recorded")
    expect(page.locator("#how")).to_have_text("broken")
    (ruling,) = promises.get("/p1")["rulings"]
    assert (ruling["path"], ruling["value"], ruling["blamed"], ruling["excused"], ruling["reason"]) == (
        *("c1", "failed", ["ash"], []),
        "All heard it.",
    )
    expect(rule.locator("textarea")).to_have_value("")
    expect(rule.locator("fieldset")).to_be_hidden()


@pytest.mark.journey
def test_somebody_is_excused_and_a_ruling_is_revised(page: Page, promises: Promises) -> None:
    promises.does("birch", "/p1/claims", BREACHED)
    rule = form(page, promises, "cedar")
    for value, reason in (("failed", "He coughed."), ("not-applicable", "Nobody was there.")):
        rule.get_by_label("Ruling").select_option(value)
        if value == "failed":
            rule.get_by_label("Player 1").select_option("excused")
        rule.get_by_label("Reason").fill(reason)
        rule.get_by_role("button").click()
        expect(page.locator("#claims")).to_contain_text(reason)
        expect(rule.get_by_label("Reason")).to_have_value("")

    told = [(each["value"], each["excused"]) for each in promises.get("/p1")["rulings"]]
    assert told == [("failed", ["ash"]), ("not-applicable", [])]


def test_nobody_else_is_offered_it(page: Page, promises: Promises) -> None:
    for seat in ("ash", "birch", HOST, None):
        expect(opened(page, promises.table.game, seat=seat).locator("#rule")).to_be_hidden()
        page.goto("about:blank")


def test_the_judge_of_plain_words_rules_on_those_alone_and_the_table_on_every_other_clause(
    page: Page, promises: Promises
) -> None:
    letter = 'ash promises birch: (1) never to attack birch; (2) in plain words "be friendly" judged by cedar.'
    name = promises.bound(letter)
    clauses = {each["path"]: each.get("judge") for each in promises.get(f"/{name}")["clauses"]}
    assert set(clauses.values()) == {None, "cedar"}

    found = {}
    for seat in ("cedar", HOST):
        page.goto("about:blank")
        options = opened(page, promises.table.game, name, seat=seat).locator("#rule [name=path] option")
        found[seat] = [str(each.get_attribute("value")) for each in options.all()]

    assert found == {
        "cedar": [path for path, judge in clauses.items() if judge],
        HOST: [path for path, judge in clauses.items() if not judge],
    }


def test_the_table_rules_in_the_place_of_a_judge_who_has_said_nothing_once_the_game_is_over(
    page: Page, promises: Promises
) -> None:
    promises.does("birch", "/p1/claims", BREACHED)
    for _ in promises.table.steps(die("play 6")):
        pass
    assert promises.table.get()["closed"] is True

    expect(form(page, promises, HOST)).to_be_visible()
    promises.does(
        "cedar", "/p1/rulings", {"path": "c1", "value": "met", "blamed": [], "excused": [], "reason": "He is."}
    )

    page.reload()
    expect(page.locator("#rule")).to_be_hidden()


def test_what_is_refused_is_said_at_its_field_and_nothing_is_lost(
    page: Page, promises: Promises, troubles: list[str]
) -> None:
    """Plain words are ruled on once somebody has claimed something about them."""
    rule = form(page, promises, "cedar")
    rule.get_by_label("Ruling").select_option("met")
    rule.get_by_label("Reason").fill("He is always friendly.")
    rule.get_by_role("button").click()

    expect(rule.get_by_label("Clause")).to_be_focused()
    expect(rule.get_by_label("Clause")).to_have_accessible_description(
        "path: c1 stands in plain words, and nobody has claimed anything about it"
    )
    expect(rule.get_by_label("Reason")).to_have_value("He is always friendly.")
    assert promises.get("/p1")["rulings"] == []
    assert len(troubles) == 1
    troubles.clear()


@on_every_screen
@in_every_scheme
def test_nobody_is_kept_out_of_the_form(page: Page, promises: Promises) -> None:
    promises.does("birch", "/p1/claims", BREACHED)
    form(page, promises, "cedar").get_by_label("Ruling").select_option("failed")

    assert faults(page) == []
