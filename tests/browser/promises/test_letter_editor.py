"""A letter as it is written: phrase by phrase, read back, with what is wrong marked, then offered."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_access import faults
from tests.browser.walking import tab_to
from tests.support.browsing import on_every_screen
from tests.support.promises.pledging import Promises
from tests.support.serving import key_of

ATTACK: Final = "ash promises birch never to attack birch."


@pytest.fixture
def unread(troubles: list[str]) -> Generator[None]:
    """A letter that cannot be read is answered with 422, which the console tells; nothing else may go wrong."""
    yield
    assert [each for each in troubles if "422" not in each] == []
    troubles.clear()


@pytest.fixture
def editor(page: Page, promises: Promises, unread: None) -> Page:
    """Where ash writes."""
    del unread
    return opened(page, promises, "ash")


def opened(page: Page, promises: Promises, seat: str | None) -> Page:
    """Where a seat writes, or somebody without one."""
    page.goto(f"/games/{promises.table.game}/promises/new{f'#key={key_of(seat)}' if seat else ''}")
    expect(page.locator("#editor")).to_have_attribute("data-ready", "")
    return page


def write(page: Page, letter: str) -> None:
    """Type over what is there; on a phone the field stands behind a button."""
    if not page.locator("#letter").is_visible():
        page.get_by_text("In words", exact=True).click()
    page.locator("#letter").fill(letter)


def phrase(page: Page, says: str) -> None:
    """Take a phrase that is offered, once it belongs to what was written last."""
    expect(page.locator("#next")).to_have_attribute("aria-busy", "false")
    page.locator(".phrases").get_by_role("button", name=says, exact=True).click()


@pytest.mark.journey
def test_a_letter_is_put_together_from_phrases_and_offered(editor: Page, promises: Promises) -> None:
    expect(editor.locator("#you")).to_have_text("You are Player 1.")
    for each in ("ash", "promises", "birch", "never to", "attack", "birch", "."):
        phrase(editor, each)
        expect(editor.locator("#letter")).to_be_focused()
    expect(editor.locator("#letter")).to_have_value(ATTACK)
    expect(editor.locator("#read blockquote")).to_have_text(ATTACK)
    expect(editor.locator("#verdict")).to_have_text("It reads, and can be signed.")

    editor.get_by_role("button", name="Offer it").click()

    editor.wait_for_url("**/promises/p1")
    expect(editor.locator("#how")).to_have_text("offered")
    assert promises.get("/p1")["letter"] == ATTACK
    assert promises.get("/p1")["by"] == "ash"


def test_it_is_written_and_offered_by_keyboard_alone(editor: Page, promises: Promises) -> None:
    tab_to(editor, "#letter")
    editor.keyboard.type("ash promises birch never to att")
    expect(editor.locator("#next")).to_have_attribute("aria-busy", "false")
    tab_to(editor, ".phrases button")
    editor.keyboard.press("Enter")
    expect(editor.locator("#letter")).to_have_value("ash promises birch never to attack ")
    editor.keyboard.type("birch.")
    expect(editor.locator("#draft .buttons button")).to_be_enabled()
    tab_to(editor, "#draft .buttons button")
    editor.keyboard.press("Enter")

    editor.wait_for_url("**/promises/p1")
    assert promises.get("/p1")["letter"] == ATTACK


def test_a_phrase_for_what_was_there_before_is_not_taken(editor: Page) -> None:
    """The letter is read a moment after it was written; until then no phrase belongs to it."""
    stale = editor.locator(".phrases button").first
    expect(stale).to_have_text("ash")
    editor.evaluate("""() => {
        const field = document.getElementById("letter");
        field.value = "birch promises";
        field.dispatchEvent(new Event("input"));
        document.querySelector(".phrases button").click();
    }""")

    expect(editor.locator("#letter")).to_have_value("birch promises")


def test_what_cannot_be_read_is_marked_with_what_could_stand_there(editor: Page) -> None:
    write(editor, "ash promises birch never to attack cedr until")

    expect(editor.locator("#wrong mark")).to_have_text("cedr")
    expect(editor.locator("#verdict")).to_contain_text("There is no player “cedr” (is it cedar?)")
    expect(editor.locator("#draft .buttons button")).to_be_disabled()
    phrase(editor, "cedar")
    expect(editor.locator("#letter")).to_have_value("ash promises birch never to attack cedar until")
    expect(editor.locator("#wrong")).to_be_hidden()


def test_what_a_suggestion_would_leave_out_is_clarifying_question(editor: Page) -> None:
    write(editor, "I shoot birch")

    expect(editor.locator("#asks")).to_have_text("Clarify “shoot”: with the bow only?")
    expect(editor.locator("#instead")).to_be_hidden()
    write(editor, ATTACK)
    expect(editor.locator("#asks")).to_be_empty()


def test_what_can_be_read_and_not_signed_says_why_and_where(editor: Page) -> None:
    write(editor, "ash and birch promise cedar to attack cedar.")

    expect(editor.locator("#verdict")).to_have_text("It reads, but it cannot be signed like this.")
    expect(editor.locator(".remarks .reject")).to_contain_text("Cannot be signed:")
    expect(editor.locator("#wrong mark")).to_contain_text("ash and birch")
    expect(editor.locator("#draft .buttons button")).to_be_disabled()


def test_warnings_of_this_game_are_there_before_it_is_offered(editor: Page, promises: Promises) -> None:
    promises.bound(ATTACK)
    write(editor, "ash promises birch to attack birch.")

    expect(editor.locator("#verdict")).to_have_text("It reads, and can be signed, with 2 warnings below.")
    expect(editor.locator(".remarks")).to_contain_text("there is no deadline")
    expect(editor.locator(".remarks")).to_contain_text("the opposite is promised elsewhere")


def test_plain_words_are_written_between_their_quotes(editor: Page) -> None:
    write(editor, "ash promises birch in plain words")
    phrase(editor, "plain words in quotes")
    editor.keyboard.type("be 😀 kind")
    expect(editor.locator("#letter")).to_have_value('ash promises birch in plain words "be 😀 kind"')
    editor.keyboard.press("End")
    editor.keyboard.type(" judged by nobody")

    expect(editor.locator("#wrong mark")).to_have_text("nobody")


def test_an_amendment_names_what_it_takes_the_place_of(page: Page, promises: Promises, unread: None) -> None:
    del unread
    promises.bound(ATTACK)
    opened(page, promises, "birch")
    write(page, ATTACK.replace("never to attack birch", "never to attack cedar"))
    page.get_by_label("In place of").select_option("p1")
    page.get_by_role("button", name="Offer it").click()

    page.wait_for_url("**/promises/p2")
    expect(page.locator("#life")).to_contain_text("Player 2 offers it in place of p1")
    assert promises.get("/p2")["replaces"] == "p1"


def test_whoever_has_no_key_may_try_and_not_offer(page: Page, promises: Promises, unread: None) -> None:
    del unread
    opened(page, promises, None)
    write(page, ATTACK)

    expect(page.locator("#read blockquote")).to_have_text(ATTACK)
    expect(page.locator("#you")).to_contain_text("you need the key of a seat")
    expect(page.locator("#draft .buttons button")).to_be_disabled()


def test_an_offer_that_is_refused_says_why_and_keeps_the_letter(
    page: Page, promises: Promises, troubles: list[str]
) -> None:
    opened(page, promises, "cedar")
    write(page, ATTACK)
    page.get_by_role("button", name="Offer it").click()

    expect(page.locator("#trouble")).to_contain_text("ash, birch")
    expect(page.locator("#letter")).to_have_value(ATTACK)
    assert [each for each in troubles if "422" not in each and "403" not in each] == []
    troubles.clear()


@on_every_screen
@pytest.mark.parametrize(
    "letter", ["", "ash promises birch never to attack cedr", "ash promises birch to attack birch."]
)
def test_nobody_is_kept_out_of_the_editor(editor: Page, letter: str) -> None:
    write(editor, letter)
    expect(editor.locator("#next")).to_have_attribute("aria-busy", "false")

    assert faults(editor) == []
