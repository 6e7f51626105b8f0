"""Any scene is drawn, also one that no ruleset of ours makes."""

import math
from collections.abc import Generator
from itertools import combinations
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from oathbook.api.pages.assets import ASSETS
from tests.browser.walking import LONG, Walk, walking
from tests.support.browsing import Library
from tests.support.playing import Json
from tests.support.serving import Table, await_read_models
from tests.support.setups import setup_named

TIMES: Final = "\N{MULTIPLICATION SIGN}"

DRAW: Final = """async ([script, scenes]) => {
    const {Drawing} = await import(script);
    const names = ["board", "table", "held", "pieces", "trays", "marked", "spaces"];
    const places = names.map((id) => [id, document.getElementById(id)]);
    const seat = (name) => ["ash", "birch", "cedar", "fir"].includes(name) && String("abcf".indexOf(name[0]));
    const drawing = new Drawing({...Object.fromEntries(places), seat, player: (name) => name});
    let before;
    for (const scene of scenes) {
        drawing.show(scene, before);
        before = scene;
    }
}"""

GEOMETRY: Final = """() => {
    const all = (selector, within = document) => [...within.querySelectorAll(selector)];
    return {
        corners: all("#board .cell > polygon").map(({points}) => [...points].map(({x, y}) => [x, y])),
        circles: all("#board .piece").map((piece) => {
            const {e, f} = new DOMMatrix(piece.style.transform);
            return [e, f, piece.querySelector(".body").getBBox().width / 2];
        }),
        bodies: all("#board .piece").map((each) => [each.dataset.seat ?? null, each.querySelector(".body").tagName]),
        ways: all("#board .way > path").map((each) => each.getAttribute("d").match(/-?\\d+/g).map(Number)),
        tags: all("#board .piece > text").map((each) => each.textContent),
        told: all("#pieces .tag").map((each) => each.textContent),
        marks: all("#board .cell").map((cell) => all(".mark", cell).map((each) => each.textContent)),
        news: all(".piece.new > title, #pieces > .new, .stack.new").map((each) => each.textContent),
        empty: all("#trays > .tray > p").map((each) => each.textContent),
        box: document.getElementById("board").getAttribute("viewBox"),
    };
}"""


@pytest.fixture(scope="module")
def walk(browser: Browser, library: Library) -> Generator[Walk]:
    """A page to draw in."""
    with walking(browser, library, library.games[LONG]) as walk:
        yield walk


def drawn(walk: Walk, *scenes: Json) -> Json:
    """What is on the screen after these scenes, and where."""
    walk.page.evaluate(DRAW, [ASSETS.address("replay/scene.js"), scenes])
    geometry: Json = walk.page.evaluate(GEOMETRY)
    return {**walk.screen, **geometry}


def scene(*pieces: Json, cells: tuple[Json, ...] = (), trays: tuple[Json, ...] = ()) -> Json:
    """A scene of these."""
    return {"cells": cells, "pieces": pieces, "trays": trays}


def cell(name: str, x: int = 0, y: int = 0, shape: str = "hex", mark: str = "") -> Json:
    """A cell."""
    return {"id": name, "x": x, "y": y, "shape": shape, "mark": mark, "seat": None}


def piece(name: str, where: str | None = "a1", label: str = "", *notes: str, seat: str | None = None) -> Json:
    """A piece, which is called like its id unless it has a label, and marked with the initial of its id."""
    mark = name[0].upper()
    what = {"id": name, "cell": where, "label": label or name, "colour": "red", "notes": notes}
    return {**what, "seat": seat, "mark": mark}


def tray(name: str, *stacks: Json) -> Json:
    """A tray."""
    return {"id": name, "label": name, "seat": None, "stacks": stacks}


def stack(name: str, label: str, count: int = 1, *, face_down: bool = False) -> Json:
    """A stack on it."""
    return {"id": name, "label": label, "count": count, "colour": "", "face_down": face_down}


@pytest.mark.journey
def test_hexes_and_squares_have_their_corners_and_touch_without_overlapping(walk: Walk) -> None:
    hexes = drawn(walk, scene(cells=(cell("a1"), cell("a2", 1000), cell("b1", 500, 866))))
    squares = drawn(walk, scene(cells=(cell("a1", shape="square"), cell("a2", 1000, shape="square"))))

    assert [len(corners) for corners in hexes["corners"]] == [6, 6, 6]
    assert [len(corners) for corners in squares["corners"]] == [4, 4]
    for left, right, *_ in (hexes["corners"], squares["corners"]):
        gap = min(x for x, _ in right) - max(x for x, _ in left)
        assert 0 < gap < 40
    top, below = hexes["corners"][0], hexes["corners"][2]
    assert max(y for _, y in top) > min(y for _, y in below), "rows of hexes reach into each other"


def test_a_board_of_squares_is_drawn_whole(browser: Browser, library: Library) -> None:
    setup = setup_named("knights_duty/1", "two-on-squares")
    with library.process.client() as client:
        table = Table.opened(client, setup)
        await_read_models(client)
        cells = table.get("/scenes")["scenes"][0]["scene"]["cells"]

    with walking(browser, library, table.game) as walk:
        found = {**walk.screen, **walk.page.evaluate(GEOMETRY)}

    assert {each["shape"] for each in cells} == {"square"}
    assert [len(corners) for corners in found["corners"]] == [4] * len(cells)
    assert [each.split(":")[0] for each in found["cells"]] == [each["id"] for each in cells]


def test_every_cell_is_within_the_picture(walk: Walk) -> None:
    found = drawn(walk, scene(cells=(cell("a1", -3000, -5000), cell("z9", 4000, 2000, "square"))))

    left, top, width, height = map(int, found["box"].split())
    for x, y in (corner for corners in found["corners"] for corner in corners):
        assert left <= x <= left + width
        assert top <= y <= top + height


def test_the_mark_of_a_cell_is_written_a_word_a_line(walk: Walk) -> None:
    found = drawn(walk, scene(cells=(cell("a1", mark="high ground"), cell("a2", 1000))))

    assert found["marks"] == [["high", "ground"], []]
    assert found["cells"] == ["a1: high ground", "a2"]


def test_the_mark_of_a_cell_does_not_stick_out_below_the_pieces_on_it(walk: Walk) -> None:
    cells = (cell("a1", mark="high ground"), cell("a2", 1000, mark="water"))
    marks = walk["board"].locator(".mark")

    drawn(walk, scene(piece("ash"), cells=cells))
    assert [each.text_content() for each in marks.all() if each.is_visible()] == ["water"]
    drawn(walk, scene(piece("ash"), cells=cells), scene(piece("ash", "a2"), cells=cells))
    assert [each.text_content() for each in marks.all() if each.is_visible()] == ["high", "ground"]


@pytest.mark.parametrize("number", [1, 2, 3, 6, 12])
def test_pieces_on_one_cell_stand_beside_each_other_within_it(walk: Walk, number: int) -> None:
    pieces = [piece(f"p{each}") for each in range(number)]

    circles = drawn(walk, scene(*pieces, cells=(cell("a1"),)))["circles"]

    assert len(circles) == number
    for x, y, radius in circles:
        assert radius > 50
        assert math.hypot(x, y) + radius <= 500
    for (x, y, one), (z, w, other) in combinations(circles, 2):
        assert math.hypot(x - z, y - w) >= one + other - 2


def test_a_piece_has_its_mark_and_the_shape_of_its_player(walk: Walk) -> None:
    """A circle, a square, a diamond, a hexagon, and a circle for what is nobody's."""
    owners = ("ash", "birch", "cedar", "fir", None)
    pieces = [piece(f"{number}", seat=owner) for number, owner in enumerate(owners)]

    found = drawn(walk, scene(*pieces, cells=(cell("a1"),)))

    assert found["bodies"] == [["0", "circle"], ["1", "rect"], ["2", "polygon"], ["3", "polygon"], [None, "circle"]]
    assert found["tags"] == found["told"] == ["0", "1", "2", "3", "4"]


def test_a_piece_that_went_somewhere_has_an_arrow_from_where_it_stood(walk: Walk) -> None:
    cells = (cell("a1"), cell("a2", 1000), cell("a3", 2000))
    before = scene(piece("ash"), piece("birch", "a3"), cells=cells)

    assert drawn(walk, before)["ways"] == []
    (way,) = drawn(walk, before, scene(piece("ash", "a2"), piece("birch", "a3"), cells=cells))["ways"]
    assert way[0] == 0, "from the middle of a1"
    assert way[-2] > 500, "to a2"
    assert drawn(walk, before, before)["ways"] == []


def test_a_piece_off_the_board_is_told_and_not_drawn(walk: Walk) -> None:
    found = drawn(walk, scene(piece("ash", None, "", "lost"), piece("birch"), cells=(cell("a1"),)))

    assert found["tokens"] == ["birch, a1"]
    assert found["pieces"] == ["Aash, off the board: lost", "Bbirch, at a1"]


def test_what_the_board_shows_is_said_in_words(walk: Walk) -> None:
    cells = (cell("a1", mark="high ground"), cell("a2", 1000))

    found = drawn(walk, scene(piece("ash"), piece("birch", "a2"), cells=cells))

    assert found["pieces"] == ["Aash, at a1, high ground", "Bbirch, at a2"]
    assert walk["spaces"].locator("li").all_text_contents() == ["a1: high ground"]
    drawn(walk, scene(piece("ash"), cells=(cell("a1"),)))
    expect(walk["marked"]).to_be_hidden()


def test_a_scene_without_cells_has_no_board_and_one_with_them_has_it_again(walk: Walk) -> None:
    with_cells = scene(piece("ash"), cells=(cell("a1"),))

    without = drawn(walk, with_cells, scene(piece("ash", None)))
    assert walk["board"].is_hidden()
    assert without["tokens"] == []
    assert without["pieces"] == ["Aash"], "and nobody is off it"

    assert drawn(walk, with_cells, scene(piece("ash", None)), with_cells)["tokens"] == ["ash, a1"]
    assert walk["board"].is_visible()


def test_another_board_takes_the_place_of_the_one_before(walk: Walk) -> None:
    found = drawn(walk, scene(cells=(cell("a1"),)), scene(cells=(cell("b1"), cell("b2", 1000))))

    assert found["cells"] == ["b1", "b2"]


@pytest.mark.journey
def test_trays_say_what_lies_there_how_much_and_what_nobody_knows(walk: Walk) -> None:
    hand = tray("hand", stack("1", "heart", 3), stack("2", "shield"), stack("3", "card", 4, face_down=True))

    found = drawn(walk, scene(trays=(hand, tray("bag"), tray("track", stack("1", "rounds", 0)))))

    assert found["trays"] == [
        {"label": "hand", "stacks": [f"3 {TIMES} heart", "shield", f"4 {TIMES} card"], "down": [False, False, True]},
        {"label": "bag", "stacks": [], "down": []},
        {"label": "track", "stacks": [f"0 {TIMES} rounds"], "down": [False]},
    ]
    assert found["empty"] == ["nothing"]


def test_what_is_not_as_it_was_is_marked_and_the_rest_is_not(walk: Walk) -> None:
    cells = (cell("a1"), cell("a2", 1000))
    before = scene(piece("ash"), piece("birch"), cells=cells, trays=(tray("hand", stack("1", "heart", 3)),))
    after = scene(piece("ash", "a2"), piece("birch"), cells=cells, trays=(tray("hand", stack("1", "heart", 2)),))

    assert drawn(walk, before)["news"] == []
    assert drawn(walk, before, after)["news"] == ["ash, a2", "Aash, at a2", f"2 {TIMES} heart"]
