"""No label on a board covers another or is covered by a piece, on a desk or a phone, in any golden game."""

from itertools import groupby
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.walking import walking
from tests.support.browsing import NARROW, WIDE, Library
from tests.support.checkout import GOLDEN
from tests.support.playing import Json

SHOWCASE: Final = "heirless/e1/four-players-and-their-word"
LENGTHS: Final = {
    path.relative_to(GOLDEN).with_suffix("").as_posix(): len(path.read_bytes())
    for path in sorted(GOLDEN.rglob("*.jsonl"))
}
LONGEST: Final = [
    max(each, key=lambda name: LENGTHS[name]) for _, each in groupby(LENGTHS, lambda name: name.rpartition("/")[0])
]
"""Of each edition."""

WITHOUT_A_BOARD: Final = "gloomhaven_attack"

on_both: Final = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])

OVERLAPS: Final = """() => {
    document.getAnimations().forEach((each) => each.finish());
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .filter((each) => each.checkVisibility())
        .map((each) => [each.textContent.trim() || each.closest(".piece").textContent, each.getBoundingClientRect()]);
    const labels = boxes("#board .id, #board .mark");
    const others = boxes("#board .piece > .body");
    const meet = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
        && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
    const found = [];
    for (const [index, [label, box]] of labels.entries()) {
        for (const [its, other] of [...labels.slice(index + 1), ...others]) {
            if (meet(box, other)) found.push(`${label} and ${its}`);
        }
    }
    return {labels: labels.length, pieces: others.length, found};
}"""
"""Every label that is shown on the board, with each other label or piece whose box reaches into its box."""

PUSHED: Final = """(board) => {
    const [one, other] = [...board.querySelectorAll(".named .id")].map((each) => each.getBBox());
    const by = `translate(${other.x - one.x} ${other.y - one.y})`;
    board.querySelector(".named .id").setAttribute("transform", by);
}"""
UNDER: Final = """(board) => {
    const [piece, name] = [board.querySelector(".piece"), board.querySelector(".named .id").getBBox()];
    piece.style.transform = `translate(${name.x + name.width / 2}px, ${name.y + name.height / 2}px)`;
}"""


def measured(page: Page) -> Json:
    """What overlaps on the board that is shown."""
    found: Json = page.evaluate(OVERLAPS)
    return found


def overlapping(
    browser: Browser, library: Library, name: str, size: ViewportSize, sample: int | None
) -> dict[int, Json]:
    """What overlaps at each position of a game, or at so many of them from the first to the last."""
    found: dict[int, Json] = {}
    with walking(browser, library, library.games[name], before=lambda page: page.set_viewport_size(size)) as walk:
        if name.startswith(WITHOUT_A_BOARD):
            expect(walk["board"]).to_be_hidden()
            return {}
        last = walk.page.request.get(f"/v1/games/{walk.game}/outline").json()["position"]
        step = 1 if sample is None else max(1, (last - 1) // (sample - 1))
        for position in range(1, last + 1, step):
            seen = measured(walk.go(position).page)
            assert seen["labels"] > 0
            if seen["found"]:
                found[position] = seen["found"]
    return found


@on_both
@pytest.mark.parametrize("name", LONGEST)
def test_no_label_is_covered_in_the_longest_game_of_an_edition(
    browser: Browser, library: Library, name: str, size: ViewportSize
) -> None:
    assert overlapping(browser, library, name, size, 12) == {}


@pytest.mark.slow
@on_both
@pytest.mark.parametrize("name", LENGTHS)
def test_no_label_is_covered_at_any_position_of_any_game(
    browser: Browser, library: Library, name: str, size: ViewportSize
) -> None:
    assert overlapping(browser, library, name, size, None) == {}


@on_both
def test_a_label_that_is_covered_is_found(browser: Browser, library: Library, size: ViewportSize) -> None:
    """The control: the first of ten names is pushed over the second, and then a piece over the first."""
    with walking(browser, library, library.games[SHOWCASE], before=lambda page: page.set_viewport_size(size)) as walk:
        clear = measured(walk.go(43).page)
        first, second = [each.strip() for each in walk["board"].locator(".named .id").all_text_contents()[:2]]
        piece = walk["board"].locator(".piece > text").first.text_content()
        walk["board"].evaluate(PUSHED)
        pushed = measured(walk.page)["found"]
        walk["board"].locator(".named .id").first.evaluate("each => each.removeAttribute('transform')")
        walk["board"].evaluate(UNDER)
        under = measured(walk.page)["found"]

    assert clear == {"labels": 14, "pieces": 7, "found": []}
    assert any(each.startswith(first) and second in each for each in pushed)
    assert piece is not None
    assert any(each.startswith(first) and piece in each for each in under)
