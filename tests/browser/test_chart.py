"""The graph of a game: an axis of round numbers, lines that are seen apart from each other, marks with labels."""

import re
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.walking import LONG, asked, walking
from tests.support.browsing import NARROW, WIDE, Library
from tests.support.playing import Json
from tests.support.serving import Client

SHOWCASE: Final = "heirless/e1/four-players-and-their-word"
BREACH: Final = 136
AXIS: Final = """() => [...document.querySelectorAll("#axis span")].map((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    const lines = document.getElementById("lines").getBoundingClientRect();
    return { says: each.textContent, top, bottom, at: ((top + bottom) / 2 - lines.top) / lines.height * 160 };
})"""
"""Each number of the axis with where it is, also in the units of the drawing."""
LINES: Final = """() => [...document.querySelectorAll("#lines .score")].map((each) =>
    [each.dataset.seat, [...each.points].map(({ x, y }) => [x, y])])"""


def axis_of(page: Page) -> list[tuple[int, Json]]:
    """The numbers of the axis, from the top."""
    return [(int(each["says"].replace("\N{MINUS SIGN}", "-")), each) for each in page.evaluate(AXIS)]


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
@pytest.mark.parametrize("name", [SHOWCASE, LONG, "heirless/e1/three-seasons-of-four-players"])
def test_the_axis_has_round_numbers_evenly_apart_that_do_not_touch(
    browser: Browser, library: Library, name: str, size: ViewportSize
) -> None:
    with walking(browser, library, library.games[name], before=lambda page: page.set_viewport_size(size)) as walk:
        numbers = axis_of(walk.page)
        lines = walk["lines"].bounding_box()
        assert lines is not None

        assert 2 <= len(numbers) <= 4
        assert 0 in {number for number, _ in numbers}
        (step,) = {high - low for (high, _), (low, _) in pairwise(numbers)}
        assert re.fullmatch("[125]0*", str(step))
        assert {number % step for number, _ in numbers} == {0}
        assert all(one["bottom"] <= other["top"] + 1 for (_, one), (_, other) in pairwise(numbers))
        assert lines["y"] - 8 < numbers[0][1]["top"]
        assert numbers[-1][1]["bottom"] < lines["y"] + lines["height"] + 8


def test_lines_at_one_height_are_beside_each_other_and_at_their_numbers(browser: Browser, library: Library) -> None:
    """Equal scores are drawn side by side, and nearer to each other than to any other score."""
    game = library.games[SHOWCASE]
    with walking(browser, library, game) as walk, library.process.client() as client:
        seats = [each["seat"] for each in asked(client, game, "")["seats"]]
        length = asked(client, game, "/outline")["position"]
        (high, one), *_, (low, other) = axis_of(walk.page)
        a_point = (other["at"] - one["at"]) / (high - low)
        drawn = dict(walk.page.evaluate(LINES))
        for position in (1, BREACH - 1, BREACH, length):
            has = points_at(client, game, position)
            heights = {seat: height_at(drawn[str(number)], position, length) for number, seat in enumerate(seats)}
            assert len({round(each, 3) for each in heights.values()}) == len(seats), position
            together = {seat: [each for each in seats if has[each] == has[seat]] for seat in seats}
            for seat in seats:
                middle = sum(heights[each] for each in together[seat]) / len(together[seat])
                assert middle == pytest.approx(one["at"] + (high - has[seat]) * a_point, abs=1.5), (position, seat)


def points_at(client: Client, game: str, position: int) -> dict[str, int]:
    """What each seat has there."""
    scored = asked(client, game, "/outline")["scores"]
    (*_, last) = (each for each in scored if each["position"] <= position)
    return {each["seat"]: each["after"] for each in last["scores"]}


def height_at(points: list[list[float]], position: int, length: int) -> float:
    """Where a line is there."""
    x = (position - 1) * 1000 / (length - 1)
    return [y for at, y in points if at <= x + 0.01][-1]


def test_a_mark_says_what_it_is_under_the_pointer(browser: Browser, library: Library) -> None:
    """Beside all marks stands what everybody has there, as over the lines."""
    with walking(browser, library, library.games[SHOWCASE]) as walk:
        marks, under = walk["marks"], walk["under"]
        length = last_position(walk.page)
        width = marks.evaluate("each => each.clientWidth")

        marks.hover(position={"x": (BREACH - 1) / (length - 1) * width, "y": 5})

        expect(under).to_contain_text(str(BREACH))
        expect(under).to_contain_text("Promise p3 is broken")
        box, page = under.bounding_box(), walk.page.viewport_size
        assert box is not None
        assert page is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= page["width"]
        walk.page.mouse.move(5, 5)
        expect(under).to_be_hidden()


def last_position(page: Page) -> int:
    """How many positions the graph shows."""
    return int(str(page.locator("#scrubber").get_attribute("max")))
