"""However long a game is and however fast somebody walks, the page holds a window of it and shows where they are."""

from collections.abc import Generator
from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bench.workload import long_match
from oathbook.api.pages.assets import ASSETS
from oathbook.domain.recording.format.record_file import record_text
from tests.browser.walking import Walk, asked, until, walking
from tests.support.browsing import Library
from tests.support.playing import Json
from tests.support.serving import await_read_models, bring

EVENTS: Final = 1_500
A_FEW: Final = 50
"""Elements by which a page may differ from itself: what is marked as new. A position has hundreds."""

MOST_DRAWN: Final = 49
"""Steps of the log, in the middle of a long game."""

ELEMENTS: Final = "document.querySelectorAll('*').length"
TAP: Final = """async (frames) => {
    const {WINDOW} = await import(frames);
    const {set} = Map.prototype;
    const held = (window.held = {most: 0, brought: 0, window: WINDOW});
    let isNoted = false;
    Map.prototype.set = function (key, value) {
        if (value?.scene && !isNoted) queueMicrotask(() => {
            held.most = Math.max(held.most, this.size);
            held.brought += 1;
            isNoted = false;
        });
        isNoted ||= Boolean(value?.scene);
        return set.call(this, key, value);
    };
}"""
"""Notes how many frames are held, each time after some have come. The page's own modules are out of reach."""


@pytest.fixture(scope="module")
def outline(library: Library) -> Generator[Json]:
    """The outline of a long game, which the service has taken in."""
    with library.process.client() as client:
        answered = bring(client, record_text(long_match(EVENTS)))
        assert answered.status_code in {200, 201}, answered.text
        await_read_models(client)
        yield asked(client, answered.json()["game"], "/outline")


@pytest.fixture(scope="module")
def shared(browser: Browser, library: Library, outline: Json) -> Generator[Walk]:
    """A page with the game, in which is noted how much of it is held."""
    with walking(browser, library, outline["game"]) as walk:
        walk.page.evaluate(TAP, ASSETS.address("replay/frames.js"))
        yield walk


@pytest.fixture
def walk(shared: Walk) -> Walk:
    """The same in the middle of the game."""
    return shared.go(EVENTS // 2)


def held(walk: Walk) -> dict[str, int]:
    """What was noted."""
    found: dict[str, int] = walk.page.evaluate("window.held")
    return found


def test_walking_to_and_fro_holds_no_more_than_the_window(walk: Walk, outline: Json) -> None:
    turns, last = outline["begins"]["turn"], outline["position"]
    walk.press("0").is_at(1)
    for turn in turns[:12]:
        walk.press("]").is_at(turn)
    walk.press("End").is_at(last).press("Home").is_at(1).go(last // 3).press("Shift+k", "Shift+j")
    for _ in range(40):
        walk.press("j")
    walk.go(last)
    until(walk.page, "window.held.brought > 10")

    found = held(walk)
    assert found["window"] // 2 < found["most"] <= found["window"] < EVENTS // 8


def test_keys_in_haste_lead_where_each_of_them_leads(walk: Walk, outline: Json) -> None:
    """Though most of what they ask for is never waited for."""
    turns = outline["begins"]["turn"]
    steps = outline["steps"]
    walk.press("Home")
    for _ in range(30):
        walk.press("]")

    walk.is_at(turns[29])
    for _ in range(30):
        walk.press("j")
    walk.is_at(steps[steps.index(turns[29]) + 30])
    assert held(walk)["most"] <= held(walk)["window"]


def test_a_long_game_has_marks_of_every_kind_and_no_more_than_can_be_told_apart(walk: Walk, outline: Json) -> None:
    ticks = {kind: walk["marks"].locator(f".tick.{kind}").count() for kind in ("turn", "mark")}

    assert len(outline["marks"]) > 300
    assert 100 < ticks["turn"] <= len(outline["begins"]["turn"])
    assert 300 < ticks["mark"] <= 501
    assert walk["lines"].locator(".turn").count() == ticks["turn"]


def test_a_page_that_was_walked_far_is_no_larger_than_before(walk: Walk) -> None:
    walk.go(1_300).go(EVENTS // 2)
    expect(walk["steps"].locator("li")).to_have_count(MOST_DRAWN)
    before = walk.page.evaluate(ELEMENTS)
    for position in range(100, EVENTS, 200):
        walk.go(position)
    walk.press("f").go(EVENTS // 2).look("public", "the public")
    expect(walk["steps"].locator("li")).to_have_count(MOST_DRAWN)

    assert walk.page.evaluate(ELEMENTS) < before + A_FEW


DRAWN: Final = "() => [...document.querySelectorAll('#steps li')].map(each => each.value)"


def test_of_a_long_log_the_steps_around_the_shown_one_are_drawn(walk: Walk, outline: Json) -> None:
    """All of them in their order, without a gap, wherever the walk leads; and the shown one is in view."""
    steps = outline["steps"]
    for position in (steps[len(steps) // 2], steps[-1], steps[0], steps[150]):
        walk.go(position)
        shown = walk.page.locator("#steps [aria-current]")
        expect(shown).to_have_attribute("data-position", str(position))
        expect(shown).to_be_in_viewport()
        drawn = walk.page.evaluate(DRAWN)
        first = steps.index(drawn[0])
        assert drawn == steps[first : first + len(drawn)]
        assert MOST_DRAWN // 2 <= len(drawn) <= MOST_DRAWN


def test_a_long_log_goes_on_where_somebody_scrolls(walk: Walk, outline: Json) -> None:
    """To what came before; what is in view stays, and the shown step keeps its mark once it is drawn again."""
    steps = outline["steps"]
    middle = steps[len(steps) // 2]
    walk.go(middle)
    before = walk.page.evaluate(DRAWN)[0]
    log = walk.page.locator("#steps")
    log.evaluate("each => each.scrollTo(0, each.clientHeight / 2)")
    until(walk.page, f"document.querySelector('#steps li').value < {before}")
    assert log.evaluate("each => each.scrollTop > each.clientHeight")
    walk.go(steps[-1]).go(middle)
    expect(walk.page.locator("#steps [aria-current]")).to_have_attribute("data-position", str(middle))


def test_no_page_of_the_log_is_requested_twice(page: Page, outline: Json) -> None:
    """Nor is any shown twice: steps are walked while one is still on its way."""
    begun: list[str] = []
    held: list[Route] = []
    is_free: list[bool] = []

    def request(route: Route) -> None:
        begun.extend(parse_qs(urlsplit(route.request.url).query)["from"])
        route.continue_() if len(begun) == 1 or is_free else held.append(route)

    page.route("**/steps?*", request)
    walk = Walk.opened(page, outline["game"], fragment="#1").is_at(1)
    until(page, "document.querySelectorAll('#steps li').length > 20")
    for position in outline["steps"][1:4]:
        walk.press("j").is_at(position)
    is_free.append(True)
    for route in held:
        route.continue_()
    walk.go(outline["steps"][-1])

    expect(page.locator("#steps li").last).to_have_attribute("value", str(outline["steps"][-1]))
    assert len(begun) == len(set(begun)) > 1
    drawn = page.evaluate(DRAWN)
    assert drawn == outline["steps"][-len(drawn) :]


def test_a_step_draws_the_timeline_no_second_time(page: Page, outline: Json) -> None:
    """Marks and lines of a whole game are many; they change with what may be shown, not with the position."""
    walk = Walk.opened(page, outline["game"], fragment="#1").is_at(1)
    mark = page.locator("#marks .tick").first.element_handle()
    walk.press("j").is_at(outline["steps"][1]).go(700)

    assert mark.evaluate("each => each.isConnected")
    walk.press("s")
    expect(walk["scrubber"]).to_have_attribute("max", "700")
    assert not mark.evaluate("each => each.isConnected")
