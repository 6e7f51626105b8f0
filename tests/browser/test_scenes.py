"""Coloured cells and pieces: a pattern for each colour, glyphs that the page brings, and nothing else from data."""

import json
from collections.abc import Sequence
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from oathbook.api.pages.assets import ASSETS
from oathbook.api.pages.drawing.shapes import GLYPHS, MOTIFS
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.scenes import grid, hexes
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene
from tests.browser.replay.test_drawing import DRAW
from tests.browser.walking import LONG
from tests.support.browsing import Library, in_every_look, serious_violations
from tests.support.playing import Json

COLOURS: Final = tuple(MOTIFS)
NASTY: Final = '"><img src=x onerror=alert(1)>'
SEATS: Final = (*map(Seat, ("ash", "birch", "cedar", "fir")), None)

CONTRASTS: Final = """() => {
    const context = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const light = (colour) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((each) => each / 255)
            .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [less, more] = [light(one), light(other)].sort((a, b) => a - b);
        return (more + 0.05) / (less + 0.05);
    };
    const lines = (colour) => getComputedStyle(document.querySelector(`#pattern-${colour} path`)).stroke;
    return [...document.querySelectorAll("#board .cell[data-colour]")].map((cell) => {
        const ground = getComputedStyle(cell.querySelector("polygon")).fill;
        const ink = getComputedStyle(cell).getPropertyValue("--ink");
        return [cell.dataset.colour, contrast(lines(cell.dataset.colour), ground), contrast(ink, ground)];
    });
}"""
"""Of each cell its colour, and the contrast of the pattern and of a text with its ground (WCAG 2.2, 1.4.3)."""

DRAWN: Final = """(selector) => [...document.querySelectorAll(selector)].flatMap((each) =>
    [each, ...each.querySelectorAll("*")].map((one) => one.localName))"""


def drawn(page: Page, library: Library, scene: Scene) -> None:
    """Show a scene on the page of a game."""
    page.goto(f"/games/{library.games[LONG]}")
    expect(page.locator("#board .cell").first).to_be_visible()
    told: Json = json.loads(msgspec.json.encode(scene))
    page.evaluate(DRAW, [ASSETS.address("replay/scene.js"), [told]])


def chequers() -> Scene:
    """A board of eight by eight without names: glyphs of players, of nobody in eight colours, and marks."""
    squares = (replace(each, label="", colour="white" if sum_of(each) % 2 else "black") for each in grid(8, 8))
    marks = {"3,3": "X", "4,3": "O", "2,3": "12", "5,3": "high ground"}
    cells = tuple(replace(each, mark=marks.get(each.id, "")) for each in squares)
    glyphs = tuple(GLYPHS)
    back = (piece(f"{x},7", seat=SEATS[x % 4], glyph=glyphs[x]) for x in range(8))
    front = (piece(f"{x},6", seat=SEATS[x % 4], glyph=glyphs[(8 + x) % len(glyphs)]) for x in range(8))
    nobodys = (piece(f"{x},0", colour=colour, glyph=glyphs[x]) for x, colour in enumerate(COLOURS))
    marked = (piece(f"{x},1", colour=colour) for x, colour in enumerate(COLOURS))
    odd = (
        piece("0,4", colour="mauve"),
        piece("1,4", colour="red", glyph=NASTY),
        piece("2,4", colour=NASTY, glyph="coin"),
    )
    crowd = (piece("6,4", colour=colour) for colour in COLOURS[:4])
    return Scene(cells, (*back, *front, *nobodys, *marked, *odd, *crowd))


def wheel() -> Scene:
    """Hexagons in eight colours, with a name, with a mark, and with pieces."""
    names = ("Ford", "Old Bridge", "", "A1")
    cells = tuple(
        replace(each, colour=COLOURS[number % 8], label=names[number % 4], mark=("", "port", "7")[number % 3])
        for number, each in enumerate(hexes(2))
    )
    return Scene(
        cells, tuple(piece(each.id, colour=COLOURS[number], glyph="ship") for number, each in enumerate(cells[5:13]))
    )


def sum_of(cell: Cell) -> int:
    """Of the column and the row."""
    return (cell.x + cell.y) // 1000


def piece(at: str, *, colour: str = "", seat: Seat | None = None, glyph: str = "") -> Piece:
    """A piece there."""
    return Piece(f"{at} {colour}", at, glyph if glyph in GLYPHS else "stone", colour, (), seat, "K", glyph=glyph)


def patterns_on(page: Page, selector: str) -> Sequence[str | None]:
    """What these shapes are filled with."""
    return [each.get_attribute("fill") for each in page.locator(selector).all()]


@in_every_look
def test_each_colour_has_a_pattern_of_its_own_on_cells_and_on_pieces(page: Page, library: Library) -> None:
    drawn(page, library, wheel())

    shapes = {each: page.locator(f"#pattern-{each} path").get_attribute("d") for each in COLOURS}
    assert len(set(shapes.values())) == len(COLOURS) == 8
    cells = patterns_on(page, "#board .cell .motif")
    assert cells == [f"url(#pattern-{each.colour})" for each in wheel().cells]
    assert patterns_on(page, "#board .piece .motif") == [f"url(#pattern-{each})" for each in COLOURS]
    for colour, lines, ink in page.evaluate(CONTRASTS):
        assert lines >= 3, colour
        assert ink >= 4.5, colour
    assert serious_violations(page) == []


@in_every_look
def test_a_chequered_board_is_drawn_with_nothing_but_text_and_shapes_of_the_page(page: Page, library: Library) -> None:
    drawn(page, library, chequers())
    page.locator("[aria-controls=table]").click()

    found = set(page.evaluate(DRAWN, "#board, #pieces .tag"))
    assert found == {"svg", "g", "title", "text", "path", "circle", "rect", "polygon", "span"}
    assert {
        *page.evaluate("[...document.querySelectorAll('#board .glyph')].map((each) => each.getAttribute('d'))")
    } == {*GLYPHS.values()}
    assert page.locator("#board .cell .id").count() == 0
    assert patterns_on(page, "#board .cell .motif") == [f"url(#pattern-{each.colour})" for each in chequers().cells]
    assert serious_violations(page) == []


def test_what_is_on_no_list_is_a_mark_in_grey(page: Page, library: Library) -> None:
    """The control is a piece that is on both."""
    known, *odd = (
        piece("0,0", colour="red", glyph="coin"),
        piece("0,0", colour="mauve", glyph=NASTY),
        piece("0,0", colour=NASTY, glyph="__proto__"),
        piece("0,0", colour="", glyph="crown x"),
    )
    drawn(page, library, Scene(grid(1, 1), (known, *odd)))

    tokens = page.locator("#board .piece")
    assert [each.locator("text").all_text_contents() for each in tokens.all()] == [[], ["K"], ["K"], ["K"]]
    assert [each.locator(".motif").count() for each in tokens.all()] == [1, 0, 0, 0]
    greys = tokens.locator(".body").evaluate_all("(all) => all.map((each) => getComputedStyle(each).fill)")
    assert len(set(greys[1:])) == 1
    assert greys[0] != greys[1]
    assert page.locator("#pieces .tag svg").count() == 1
    assert page.locator("main img[src='x']").count() == 0


@pytest.mark.parametrize(("label", "written"), [("Ford", ["Ford"]), ("", []), (msgspec.UNSET, ["0,0"])])
def test_a_label_is_written_in_place_of_the_id_and_an_empty_one_not_at_all(
    page: Page, library: Library, label: str | msgspec.UnsetType, written: list[str]
) -> None:
    """In words the cell is called by its id then, and what stands there is found."""
    cell = replace(grid(1, 1)[0], label=label, mark="port")
    drawn(page, library, Scene((cell,), (piece("0,0"),)))

    name = label or "0,0"
    assert page.locator("#board .cell .id").all_text_contents() == written
    assert page.locator("#board .cell > title").text_content() == f"{name}: port"
    assert page.locator("#board .piece > title").text_content() == f"stone, {name}"
    assert page.locator("#pieces > li").all_text_contents() == [f"Kstone, at {name}, port"]
    assert page.locator("#spaces > li").all_text_contents() == [f"{name}: port"]
