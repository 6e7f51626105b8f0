"""A page that is heard and not seen says each stop, and never loses the place of whoever works it with keys."""

import re
from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.walking import BOUND, LONG, Walk, tab_to, walking
from tests.support.browsing import Library
from tests.support.serving import Client, Table, await_read_models

SILENT: Final = {"close", "next-game", "previous-game"}
"""What leaves the field, or the page."""

BEHIND_THE_KEYS: Final = "document.activeElement.matches('main :not(#help, #help *)')"

HEARD: Final = """() => {
    window.heard = [];
    const live = document.getElementById("heard");
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, {childList: true});
}"""


@pytest.fixture(scope="module")
def shared(browser: Browser, library: Library) -> Generator[Walk]:
    """A game of three."""
    with walking(browser, library, library.games[LONG]) as walk:
        yield walk


@pytest.fixture
def walk(shared: Walk) -> Walk:
    """The same somewhere in the middle, as everybody sees it."""
    return shared.press("Escape").look("public", "the public").go(42)


@pytest.mark.journey
def test_each_stop_is_said_as_a_sentence_and_said_once(walk: Walk) -> None:
    walk.go(37).page.evaluate(HEARD)

    walk.press("j").is_at(39).press(".").is_at(40).press(".").is_at(41)

    assert walk.page.evaluate("window.heard") == [
        "39: Third player decides in secret about Inspiration. Third player has decided about Inspiration",
        "40: Second player decides in secret about Inspiration",
        "41: Second player decides in secret about Inspiration. Strike for Third player: Heart is drawn from 6",
    ]
    expect(walk["heard"]).to_have_attribute("aria-live", "polite")


def test_what_a_running_game_comes_to_is_said(page: Page, client: Client) -> None:
    table = Table.opened(client)
    await_read_models(client)
    walk = Walk.opened(page, table.game).is_at(1)

    table.decide("ash", {"kind": "lay_plan", "slots": ["bow"]})

    expect(walk["heard"]).to_have_text("3: Player 1 lays a plan: a token face down. Player 1 lays 1 token face down")


def test_what_a_key_did_besides_is_said(walk: Walk) -> None:
    for key, says in [
        ("f", re.compile("^Seen by First player$")),
        ("s", re.compile("^What is still to come is hidden$")),
        ("s", re.compile("^Everything is shown$")),
        ("y", re.compile(rf"^Cop(ied|y this): http://127\.0\.0\.1:\d+/games/{walk.game}\?at=42&as=ash$")),
    ]:
        walk.press(key)
        expect(walk["status"]).to_have_text(says)
    expect(walk["status"]).to_have_attribute("role", "status")


@pytest.mark.parametrize(("does", "key"), {does: (does, key) for does, key in BOUND if does not in SILENT}.values())
def test_no_key_loses_the_place_of_whoever_presses_it(walk: Walk, does: str, key: str) -> None:
    walk.page.locator("button[data-does=turn-back]").focus()

    walk.press(key)

    expected = {"help": "BUTTON", "changes": "BUTTON", "search": "sought"}.get(does, "turn-back")
    assert walk.focused == expected
    if does in {"why", "graph", "spoilers", "play"}:
        walk.press(key)  # as it was


@pytest.mark.parametrize("place", ["#happenings .clause", "#reasons .clause", "#steps [aria-current]"])
def test_what_is_replaced_gives_its_place_to_what_replaces_it(walk: Walk, place: str) -> None:
    if "steps" not in place:
        walk.press("r")
        expect(walk["reasons"]).to_contain_text("Second player builds a pile")
    walk.page.locator(place).first.focus()

    walk.press("j").is_at(45)
    expect(walk["steps"].locator("[aria-current]")).to_have_attribute("href", "#45")

    region = place.split(maxsplit=1)[0]
    expect(walk.page.locator(f"{region}:focus, {region} :focus")).to_have_count(1)
    walk.page.keyboard.press("Shift+Tab")
    assert walk.focused != "BODY"
    if "steps" not in place:
        walk.press("r")


def test_the_keys_hold_the_focus_and_give_it_back(walk: Walk) -> None:
    tab_to(walk.page, "button[data-does=help]")
    walk.press("Enter")
    expect(walk["help"]).to_be_visible()
    for _ in range(3):
        walk.page.keyboard.press("Tab")
        assert not walk.page.evaluate(BEHIND_THE_KEYS)

    walk.press("j", "Escape")

    expect(walk["help"]).to_be_hidden()
    assert walk.focused == "help"
    walk.is_at(42)


def test_the_keys_are_closed_by_their_button(walk: Walk) -> None:
    walk["viewer"].focus()
    walk.page.locator("button[data-does=play]").focus()
    walk.press("?")
    expect(walk["help"]).to_be_visible()

    walk.press("Enter")

    expect(walk["help"]).to_be_hidden()
    assert walk.focused == "play"


@pytest.mark.journey
def test_every_control_has_a_name(walk: Walk) -> None:
    controls = walk.page.locator("#replay").locator("button:visible, input:visible, select:visible, summary:visible")

    for control in controls.all():
        expect(control).to_have_accessible_name(re.compile(r"\S"))
    assert controls.count() > 15
