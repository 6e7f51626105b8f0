"""The result of a game on its page and on paper: one sheet, with a place for everybody to sign."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from oathbook.api.cli.input_files import record_in
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from tests.browser.table.players import Player
from tests.browser.walking import LONG, walking
from tests.support.browsing import NARROW, WIDE, Library, Look, watched
from tests.support.checkout import GOLDEN
from tests.support.playing import CLOSE, die, setup_of
from tests.support.serving import Table

SHOWCASE: Final = "heirless/e1/four-players-and-their-word"
SEATS: Final = ("ada", "bram", "cleo", "dov")
MORE: Final = 12
"""Promises that are made besides those of the showcase, just before it is over."""

TWELVE: Final = """() => {
    for (const list of document.querySelectorAll(".final:not(.word), .signatures ul")) {
        const [, ...others] = [...list.children];
        list.append(...[1, 2, 3].flatMap(() => others.slice(0, 3).map((each) => each.cloneNode(true))).slice(0, 8));
    }
}"""
"""As if twelve played."""

SHEETS: Final = re.compile(rb"/Type\s*/Page\b(?!s)")


def long_sheet() -> str:
    """The showcase, played by people with 60 letters each, who make a dozen promises more in its last turn."""
    lines = list(sheet_lines(record_in(str(GOLDEN / f"{SHOWCASE}.jsonl"))))
    lines = lines[: next(at for at, line in enumerate(lines) if line.startswith("# "))]
    (seats,) = (at for at, line in enumerate(lines) if line.startswith("seats "))
    lines[seats] = f"seats {', '.join(f'{seat} {seat[0].upper() * 60}' for seat in SEATS)}"
    last = max(at for at, line in enumerate(lines) if line and not line.startswith(" "))
    return "".join(f"{each}\n" for each in (*lines[:last], *_promises(), *lines[last:]))


def _promises() -> Iterator[str]:
    words = "to say a kind word to everybody at the table, and to mean it, whatever comes of the season; " * 3
    for number in range(5, 5 + MORE):
        yield f'ada: offer promise: ada promises bram in plain words "{words}".'
        yield from (f"{seat}: sign p{number}" for seat in ("ada", "bram"))


@pytest.fixture(scope="module")
def long_game(library: Library) -> str:
    """That game."""
    with library.process.client() as client:
        headers = {"content-type": "text/x-oathbook"}
        brought = client.post("/v1/records", content=long_sheet().encode(), headers=headers)
        assert brought.status_code in {200, 201}, brought.text
        return str(brought.json()["game"])


def sheets_of(page: Page) -> int:
    """On how many sheets of A4 a page is printed."""
    return len(SHEETS.findall(page.pdf(format="A4", prefer_css_page_size=True)))


def test_it_is_one_sheet_on_which_everybody_signs_without_a_script(
    browser: Browser, library: Library, long_game: str
) -> None:
    """Sixteen promises of people with long names; what has no room is said. The control is a sheet with all of them."""
    with watched(browser, [], Look(), library.process.address) as page:
        page.goto(f"/games/{long_game}/result")
        page.emulate_media(media="print")

        assert sheets_of(page) == 1
        expect(page.locator(".signatures li").filter(visible=True)).to_have_count(len(SEATS))
        expect(page.locator(".word li").filter(visible=True)).to_have_count(6)
        expect(page.locator(".rest")).to_have_text(f"All {4 + MORE} are in the replay.")
        page.evaluate(TWELVE)
        assert sheets_of(page) == 1
        page.locator(".word li").evaluate_all("all => all.forEach((each) => { each.style.display = 'block'; })")
        assert sheets_of(page) > 1


def test_every_finished_golden_game_is_one_sheet(browser: Browser, library: Library) -> None:
    with watched(browser, [], Look(scripts=False), library.process.address) as page:
        for name in (SHOWCASE, LONG, "gloomhaven_attack/gh1/whole-scenario", "cube_bag/g1/both-wiped-out"):
            page.goto(f"/games/{library.games[name]}/result")
            expect(page.locator(".won")).to_be_visible()
            assert sheets_of(page) == 1, name


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_the_replay_leads_to_the_result_and_its_head_is_no_higher(
    browser: Browser, library: Library, size: ViewportSize
) -> None:
    """The control is the same page without spoilers, where nothing leads to it."""
    high = "each => each.getBoundingClientRect().height"
    path = f"/games/{library.games[LONG]}"
    heads: list[float] = []
    for query, count in (("?spoilers=hidden", 0), ("", 1)):
        with walking(
            browser, library, library.games[LONG], query, before=lambda page: page.set_viewport_size(size)
        ) as walk:
            heads.append(walk.page.locator(".game").evaluate(high))
            assert walk.page.locator(".game .about").evaluate(high) <= 40
            if size == NARROW:
                walk.page.locator(".more").click()
            links = walk.page.locator(f"a[href='{path}/result']").filter(visible=True)
            expect(links).to_have_count(count)
            if count:
                links.click()
                expect(walk.page.locator(".won")).to_have_text("Won by First player")
    assert heads[0] == heads[1]


def test_the_head_says_how_a_game_without_a_winner_ended(page: Page, library: Library) -> None:
    page.goto(f"/games/{library.games[SHOWCASE]}")
    expect(page.locator(".game .won")).to_have_text("over: last season played")


def test_the_table_leads_to_the_result_when_the_game_is_over(page: Page, library: Library) -> None:
    with library.process.client() as client:
        table = Table.opened(client, setup_of(CLOSE))
        for _ in table.steps(die("result")):
            pass
    Player.seated(page, table.game, "ash")
    page.locator("#reads").get_by_role("link", name="The result").click()

    expect(page.locator(".won")).to_be_visible()
