"""Every key does what the table of keys says, and nothing while somebody writes."""

from collections.abc import Callable, Generator, Sequence
from itertools import compress
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from oathbook.api.pages.keys import KEYS, key_label
from oathbook.domain.kernel.limits import PAGE
from tests.browser.walking import BOUND, LONG, Walk, walking
from tests.support.browsing import Library, in_clipboard, with_clipboard

Does = Callable[[Walk, str], None]
START: Final = 42
LAST: Final = 82
MARKED: Final = 37, 65
"""Where the combat before the start begins, and the one after; at the start itself another does."""
EVERY_KEY: Final = [key for _, key in BOUND]
ROWS: Final = """rows => rows.map(row => [
    row.closest("table").caption.textContent, [...row.querySelectorAll("kbd")].map(key => key.textContent),
    row.querySelector("td").textContent,
])"""


@pytest.fixture(scope="module")
def shared(browser: Browser, library: Library) -> Generator[Walk]:
    """A game of three in a page whose time stands still unless it is moved on."""

    def before(page: Page) -> None:
        page.clock.install(time="2026-01-01")

    with walking(browser, library, library.games[LONG], before=before) as walk:
        with_clipboard(walk.page)
        walk.page.clock.pause_at("2026-01-02")
        yield walk


@pytest.fixture
def walk(shared: Walk) -> Walk:
    """The same at the second combat of the first turn."""
    return shared.go(START)


def goes(position: int, start: int = START) -> Does:
    """It leads from one position to another."""

    def does(walk: Walk, key: str) -> None:
        walk.go(start).press(key).is_at(position)

    return does


def shows(name: str, *, is_shown: bool) -> Does:
    """It shows what is hidden and hides what is shown."""

    def does(walk: Walk, key: str) -> None:
        for now_shown in (not is_shown, is_shown):
            walk.press(key)
            expect(walk[name]).to_be_visible(visible=now_shown)

    return does


def plays(walk: Walk, key: str) -> None:
    """It goes on by itself until the key is pressed again."""
    walk.press(key)
    walk.page.clock.run_for(1_600)
    walk.is_at(45).press(key)
    walk.page.clock.run_for(60_000)

    assert walk.screen["where"] == [f"Position 45 of {LAST}"]


def paces(pace: str) -> Does:
    """It changes the speed from the one that is usual, which is then set again."""

    def does(walk: Walk, key: str) -> None:
        walk.press(key)
        expect(walk.page.locator(".dock .speed output")).to_have_text(pace)
        walk.press({"-": "+"}.get(key, "-"))
        expect(walk.page.locator(".dock .speed output")).to_have_text("1.6 s")

    return does


def looks_as_seat(walk: Walk, key: str) -> None:
    """It shows what that seat sees; a number without a seat leaves everything as it is."""
    seats = ["ash", "birch", "cedar"]
    number = int(key) - 1
    walk.look("public", "the public").press(key)

    expect(walk["viewer"]).to_have_value(seats[number] if number < len(seats) else "public")


def looks_as_next(walk: Walk, key: str) -> None:
    """It goes through all views and begins again."""
    walk.look("public", "the public")
    for viewer in ("ash", "birch", "cedar", "table", "holder", "public"):
        walk.press(key)
        expect(walk["viewer"]).to_have_value(viewer)


def hides(walk: Walk, key: str) -> None:
    """It takes the length away, and gives it back."""
    walk.press(key)
    expect(walk["where"]).to_have_text(f"Position {START}")
    walk.press(key)
    expect(walk["where"]).to_have_text(f"Position {START} of {LAST}")


def seeks(walk: Walk, key: str) -> None:
    """It leads to the field, without being written into it."""
    walk["sought"].fill("bow")
    walk.press("Escape", key)

    expect(walk["sought"]).to_be_focused()
    expect(walk["sought"]).to_have_value("bow")
    walk.press("Escape")


def copies(walk: Walk, key: str) -> None:
    """It puts the address of the moment into the clipboard, and says so."""
    walk.press(key)
    expect(walk["status"]).to_contain_text("Copied: http")

    assert in_clipboard(walk.page).endswith(f"/games/{walk.game}?at={START}")


def leaves(by: int) -> Does:
    """It leads to the game that is so many places further down the catalogue."""

    def does(walk: Walk, key: str) -> None:
        games = [each["game"] for each in walk.page.request.get(f"/v1/games?limit={PAGE}").json()["games"]]
        walk.press(key)
        walk.page.wait_for_url(f"**/games/{games[games.index(walk.game) + by]}*")
        walk.page.go_back()
        walk.ready()

    return does


def closes(walk: Walk, key: str) -> None:
    """It closes the keys, and leaves a field."""
    walk.press("?")
    expect(walk["help"]).to_be_visible()
    walk.press(key)
    expect(walk["help"]).to_be_hidden()
    walk.press("/", key)
    expect(walk["sought"]).not_to_be_focused()


def helps(walk: Walk, key: str) -> None:
    """It shows the keys."""
    walk.press(key)
    expect(walk["help"]).to_be_visible()
    walk.press("Escape")


def lists_changes(walk: Walk, key: str) -> None:
    """It lists what the standing came from."""
    walk.press(key)
    expect(walk["changes"]).to_be_visible()
    walk.press("Escape")
    expect(walk["changes"]).to_be_hidden()


def finds_none_broken(walk: Walk, key: str) -> None:
    """It leads nowhere in a game without promises, and says so."""
    walk.look("public", "the public").press(key)
    expect(walk["status"]).to_have_text("No promise is broken, as far as the public can tell")
    walk.is_at(START)


DOES: Final[dict[str, Does]] = {
    "step-back": goes(39),
    "step-forward": goes(45),
    "event-back": goes(41),
    "event-forward": goes(43),
    "phase-back": goes(13),
    "phase-forward": goes(49, start=45),
    "turn-back": goes(45, start=58),
    "turn-forward": goes(59, start=45),
    "round-back": goes(7),
    "round-forward": goes(45),
    "mark-back": goes(MARKED[0]),
    "mark-forward": goes(MARKED[1]),
    "first": goes(1),
    "last": goes(LAST),
    "play": plays,
    "faster": paces("0.8 s"),
    "slower": paces("3.2 s"),
    "why": shows("why", is_shown=False),
    "next-view": looks_as_next,
    "view": looks_as_seat,
    "broken": finds_none_broken,
    "graph": shows("lines", is_shown=True),
    "changes": lists_changes,
    "spoilers": hides,
    "search": seeks,
    "link": copies,
    "next-game": leaves(1),
    "previous-game": leaves(-1),
    "help": helps,
    "close": closes,
}
"""What each binding does, in the game of three, whose turns begin at 7, 45 and 59."""


@pytest.mark.parametrize(("does", "key"), BOUND)
def test_a_key_does_what_the_table_says(walk: Walk, does: str, key: str) -> None:
    DOES[does](walk, key)


@pytest.mark.journey
def test_no_binding_is_tested_that_is_not_in_the_table() -> None:
    assert DOES.keys() == {does for does, _ in BOUND}


@pytest.mark.journey
def test_the_overlay_lists_the_table_and_nothing_else(walk: Walk) -> None:
    listed = walk["help"].locator("tbody tr").evaluate_all(ROWS)

    assert listed == [
        [group.title, [key_label(key) for key in binding.keys], binding.says]
        for group in KEYS
        for binding in group.bindings
    ]


PROBE: Final = """([within, presses]) => presses.map((init) => {
    const press = new KeyboardEvent("keydown", {bubbles: true, cancelable: true, ...init});
    document.querySelector(within).dispatchEvent(press);
    return press.defaultPrevented;
})"""


def taken(page: Page, within: str, keys: Sequence[str], *held: str) -> list[str]:
    """Which keys the page takes as its own when they are pressed on an element while others are held."""
    presses = [as_pressed(key, *held) for key in keys]
    return list(compress(keys, page.evaluate(PROBE, [within, presses])))


def as_pressed(key: str, *held: str) -> dict[str, str | bool]:
    """A key of the table as a browser tells of it."""
    *modifiers, plain = key.split("+") if len(key) > 1 else [key]
    return {"key": " " if plain == "Space" else plain, **{f"{each.lower()}Key": True for each in (*modifiers, *held)}}


def test_a_key_that_does_something_is_taken_for_one(walk: Walk) -> None:
    """Or the tests below would prove nothing."""
    assert taken(walk.page, "body", ["Shift+j", "x"]) == ["Shift+j"]
    walk.is_at(45)


@pytest.mark.parametrize("field", ["#sought", "#viewer"])
def test_a_key_that_is_pressed_in_a_field_is_left_to_it(walk: Walk, field: str) -> None:
    assert taken(walk.page, field, EVERY_KEY) == ["Escape"]


@pytest.mark.parametrize("held", [["alt"], ["meta"], ["alt", "ctrl"]], ids=" ".join)
def test_a_key_with_alt_or_meta_is_left_to_others(walk: Walk, held: list[str]) -> None:
    assert taken(walk.page, "body", EVERY_KEY, *held) == []


def test_a_table_of_scores_is_moved_by_the_keys_that_move_it(walk: Walk) -> None:
    moving = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]

    assert taken(walk.page, "#graph .wide", moving) == []


def test_a_key_that_takes_altgr_is_a_key_all_the_same(walk: Walk) -> None:
    """Some keyboards write a bracket so, and call it Ctrl and Alt."""
    press = {"key": "]", "ctrlKey": True, "altKey": True, "modifierAltGraph": True}

    assert walk.page.evaluate(PROBE, ["body", [press]]) == [True]
    walk.is_at(45)


@pytest.mark.journey
def test_what_is_typed_into_the_field_stands_there_and_does_nothing(walk: Walk) -> None:
    everything = "".join(key for key in EVERY_KEY if len(key) == 1)
    before = walk.press("/").screen
    walk["sought"].fill("")

    walk.page.keyboard.type(everything)

    expect(walk["sought"]).to_have_value(everything)
    assert walk.screen == before
    walk["sought"].fill("")
    walk.press("Escape")


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_button_that_has_the_focus_is_all_that_is_pressed(walk: Walk, key: str) -> None:
    walk.page.locator("button[data-does=step-back]").focus()

    walk.press(key).is_at(39)

    expect(walk["play"]).to_have_attribute("aria-pressed", "false")
