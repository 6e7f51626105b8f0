"""A replay is one screen: board, sentence, controls and timeline in view together, and stepping moves none of them."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.walking import LONG, walking
from tests.support.browsing import NARROW, WIDE, Library
from tests.support.playing import Json

GAMES: Final = (
    LONG,
    "heirless/e1/three-seasons-of-four-players",
    "heirless/e1/promise-broken-by-an-act",
    "cube_bag/g1/siege-of-a-city",
    "gloomhaven_attack/gh1/whole-scenario",
)

MINUS: Final = "\N{MINUS SIGN}"
FRAME: Final = ("#board", "#table", "#moment", ".walk", "#scrubber", "#lines", ".panels", "#where")
BOXES: Final = """(frame) => frame.map((each) => {
    const { left, top, right, bottom } = document.querySelector(each).getBoundingClientRect();
    return { each, box: [left, top, right, bottom].map(Math.round) };
}).filter(({ box }) => box[2] > box[0] && box[3] > box[1])"""
"""Where the parts of the frame stand that are shown."""


LEAST_LOG: Final = 120
"""Pixels that are left for the log on a phone, however many play and however long their names are."""


def boxes(page: Page) -> dict[str, list[int]]:
    found: list[Json] = page.evaluate(BOXES, FRAME)
    return {each["each"]: each["box"] for each in found}


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
@pytest.mark.parametrize("name", GAMES)
def test_all_is_in_view_together_and_stepping_moves_nothing(
    browser: Browser, library: Library, name: str, size: ViewportSize
) -> None:
    with walking(browser, library, library.games[name], before=lambda page: page.set_viewport_size(size)) as walk:
        before = boxes(walk.page)
        steps = walk.page.request.get(f"/v1/games/{walk.game}/outline").json()["steps"][:40]
        assert {".walk", "#moment", "#scrubber", ".panels"} < before.keys()
        assert ("#board" in before) != ("#table" in before), "without a board the table has its place"
        assert walk["steps"].evaluate("each => each.clientHeight") > LEAST_LOG
        for left, top, right, bottom in before.values():
            assert 0 <= left < right <= size["width"]
            assert 0 <= top < bottom <= size["height"]
        walk.go(1)
        for position in steps[1:]:
            walk.press("ArrowDown").is_at(position)
            assert boxes(walk.page) == before, position


def test_beside_the_pointer_stands_what_everybody_has_there(browser: Browser, library: Library) -> None:
    """Ash deploys to the Meadow at the end, at 6, having promised not to: 0 before it, and -20 there."""
    name = "heirless/e1/promise-broken-by-an-act"
    with walking(browser, library, library.games[name]) as walk:
        lines, under = walk["lines"], walk["under"]
        left, right = (lines.evaluate("(each, x) => each.clientWidth * x", x) for x in (0.55, 1))
        expect(walk["axis"]).to_have_text(f"0 Prestige{MINUS}5{MINUS}10{MINUS}15{MINUS}20")
        expect(under).to_be_hidden()
        ends, middle = (each.bounding_box() for each in (walk["axis"], lines))
        assert ends is not None
        assert middle is not None
        assert ends["x"] + ends["width"] <= middle["x"], "the numbers stand beside the lines"
        lines.hover(position={"x": left, "y": 5})
        expect(under).to_have_text("4000")
        lines.hover(position={"x": right - 1, "y": 5})
        expect(under).to_have_text(f"6{MINUS}2000")
        walk.page.mouse.move(5, 5)
        expect(under).to_be_hidden()


def test_marks_are_walked_and_said(browser: Browser, library: Library) -> None:
    """In the showcase the third promise has its last signature at 132; then it is broken, and a vote opens."""
    with walking(browser, library, library.games["heirless/e1/four-players-and-their-word"]) as walk:
        walk.go(132).press(")").is_at(136)
        expect(walk["status"]).to_contain_text("broken")
        walk.press(")").is_at(148)
        expect(walk["status"]).to_have_text("Vote opens")
        walk.press("(").press("(").is_at(132)


PULLED: Final = """([selector, down]) => {
    const there = document.querySelector(selector);
    for (const [kind, y] of [["touchstart", 400], ["touchend", 400 + down]]) {
        const touch = new Touch({ identifier: 1, target: there, clientX: 100, clientY: y });
        const touches = kind === "touchend" ? [] : [touch];
        there.dispatchEvent(new TouchEvent(kind, { touches, changedTouches: [touch] }));
    }
}"""
"""A finger is put somewhere, and leaves so many pixels further down."""


@pytest.mark.parametrize("name", [LONG, "gloomhaven_attack/gh1/whole-scenario"])
def test_in_a_hand_the_log_is_pulled_up_over_the_board(browser: Browser, library: Library, name: str) -> None:
    """By a button or a finger; a finger that hardly moves pulls nothing. On a desk nothing is to be pulled."""
    with walking(browser, library, library.games[name], before=lambda page: page.set_viewport_size(NARROW)) as walk:
        before, low = boxes(walk.page), walk["log"].evaluate("each => each.clientHeight")
        for pull in (walk["pull"].click, lambda: walk.page.evaluate(PULLED, [".panels", -80])):
            pull()
            assert walk["log"].evaluate("each => each.clientHeight") > max(300, 2 * low)
            expect(walk.page.locator("#board, #table").filter(visible=True)).to_have_count(0)
            expect(walk["steps"].locator("[aria-current]")).to_be_in_viewport()
            expect(walk["moment"]).to_be_in_viewport(ratio=1)
            assert boxes(walk.page)[".walk"] == before[".walk"]
            walk.page.evaluate(PULLED, [".panels", 20])
            expect(walk["pull"]).to_have_attribute("aria-expanded", "true")
            walk.page.evaluate(PULLED, [".panels", 80])
            assert boxes(walk.page) == before
        walk.page.set_viewport_size(WIDE)
        expect(walk["pull"]).to_be_hidden()


def test_three_long_names_and_all_settings_take_a_line_each(browser: Browser, library: Library) -> None:
    """The control is the width at which they have less room, and take more."""
    with walking(browser, library, library.games[LONG]) as walk:
        high = "each => each.getBoundingClientRect().height"
        middles = "all => all.map((each) => each.getBoundingClientRect()).map(({top, bottom}) => (top + bottom) / 2)"
        settings = walk.page.locator("#settings").locator("select, input, button").filter(visible=True)
        assert walk.page.locator(".game").evaluate(high) < 40
        found = settings.evaluate_all(middles)
        assert len(found) == 6
        assert max(found) - min(found) < 2
        walk.page.set_viewport_size({"width": 1024, "height": 800})
        assert walk.page.locator(".game").evaluate(high) > 40


def test_in_a_hand_no_name_of_three_is_cut_in_the_standing(browser: Browser, library: Library) -> None:
    """All three are to act there; the control is a name with less room than it takes."""
    with walking(browser, library, library.games[LONG], before=lambda page: page.set_viewport_size(NARROW)) as walk:
        walk.go(20)
        names = walk["standing"].locator("b")
        cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length"
        expect(walk["standing"].locator(".badge")).to_have_count(3)
        assert names.count() == 3
        assert names.evaluate_all(cut) == 0
        names.evaluate_all("all => all.forEach((each) => { each.style.maxWidth = '3em'; })")
        assert names.evaluate_all(cut) == 3


@pytest.mark.parametrize("width", [320, 390, 1023, 1024, 1280])
def test_no_width_scrolls_the_page(browser: Browser, library: Library, width: int) -> None:
    size: ViewportSize = {"width": width, "height": 800}
    with walking(browser, library, library.games[LONG], before=lambda page: page.set_viewport_size(size)) as walk:
        for scrolled, shown in (("scrollWidth", "clientWidth"), ("scrollHeight", "clientHeight")):
            assert walk.page.evaluate(f"document.documentElement.{scrolled} - document.documentElement.{shown}") <= 0


def test_few_stops_of_tab_come_before_the_timeline(browser: Browser, library: Library) -> None:
    name = "heirless/e1/three-seasons-of-four-players"
    with walking(browser, library, library.games[name]) as walk:
        pressed = 0
        while walk.focused != "scrubber":
            walk.page.keyboard.press("Tab")
            pressed += 1
            assert pressed <= 25


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_the_log_holds_the_whole_game_and_shows_where_it_stands(
    browser: Browser, library: Library, size: ViewportSize
) -> None:
    with walking(browser, library, library.games[LONG], before=lambda page: page.set_viewport_size(size)) as walk:
        told = walk.page.request.get(f"/v1/games/{walk.game}/steps").json()["steps"]
        listed: set[int] = set()
        for step in (told[-1], told[0], told[len(told) // 2]):
            walk.go(step["position"])
            current = walk["steps"].locator("[aria-current]")
            expect(current).to_have_attribute("href", f"#{step['position']}")
            expect(current).to_be_in_viewport()
            for said in step["says"]:
                expect(current).to_contain_text(said[1:])
            shown = walk["steps"].locator("li").evaluate_all("all => all.map((each) => each.value)")
            assert shown == sorted(shown)
            listed.update(shown)
        assert listed == {each["position"] for each in told}


def test_a_breach_stands_in_the_log_beside_the_board_and_in_the_sentence(browser: Browser, library: Library) -> None:
    says = "Promise p1 is broken: First player pays 20 crossed-out Prestige"
    with walking(browser, library, library.games["heirless/e1/promise-broken-by-an-act"]) as walk:
        walk.go(5)
        expect(walk["moment"]).not_to_contain_text("broken")

        walk.go(6)

        expect(walk["moment"].locator(".became.broken")).to_have_text(f"{says}.")
        expect(walk["moment"].locator(".became.broken + q")).to_contain_text("promises cedar not to deploy")
        expect(walk["steps"].locator("li[value='6'] .became.broken")).to_have_text(says)
        expect(walk["standing"]).to_contain_text("0 − 20 = −20 Prestige")  # noqa: RUF001  # as it is written
        expect(walk.page.locator(".panels .count")).to_have_text("1 broken")


def test_a_click_in_the_log_goes_there(browser: Browser, library: Library) -> None:
    with walking(browser, library, library.games[LONG]) as walk:
        walk["steps"].locator("a[href='#45']").click()
        walk.is_at(45)


def test_a_panel_is_shown_by_its_button_and_why_by_its_key(browser: Browser, library: Library) -> None:
    with walking(browser, library, library.games[LONG]) as walk:
        for panel in ("table", "promised", "why", "log"):
            walk.beside(panel)
            shown = [each for each in ("log", "why", "promised", "table") if walk[each].is_visible()]
            assert shown == [panel]
        walk.press("r")
        expect(walk["why"]).to_be_visible()
        walk.press("r")
        expect(walk["log"]).to_be_visible()


def test_without_a_board_the_table_stays_whatever_panel_is_shown(browser: Browser, library: Library) -> None:
    with walking(browser, library, library.games["gloomhaven_attack/gh1/whole-scenario"]) as walk:
        expect(walk["board"]).to_be_hidden()
        for panel in ("why", "promised", "log"):
            walk.beside(panel)
            expect(walk[panel]).to_be_visible()
            expect(walk["table"]).to_be_visible()
        expect(walk.page.locator(".panels button:visible")).to_have_count(3)


@pytest.mark.journey
def test_without_spoilers_the_log_ends_where_it_is_read(browser: Browser, library: Library) -> None:
    with walking(browser, library, library.games[LONG], "?spoilers=hidden") as walk:
        for position in (1, 3, 5):
            walk.is_at(position)
            last = walk["steps"].locator("li").last
            expect(last).to_have_attribute("value", str(position))
            walk.press("j")
