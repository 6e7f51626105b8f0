"""Whatever somebody writes into a name, or forges into a record, is text on the pages and nothing else."""

from collections.abc import Generator
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Dialog, Page, Request, expect

from tests.browser.walking import Walk, turn_to
from tests.support.browsing import Library
from tests.support.playing import Json, small_game
from tests.support.serving import await_read_models, bring
from tests.support.tampering import Event, forged_file

MARKUP: Final = (
    "</title></h1><script id=canary>alert(1)</script><img id=canary src=/canary onerror=alert(1)>"
    "<base href=/canary><!-- {{ 7 * 7 }} ${alert(1)} %s &lt;b&gt;"
)
QUOTES: Final = (
    '" \' ` id="canary" onfocus=\'alert(1)\' autofocus style="color:red" \\u003cb\\u003e javascript:alert(1)//'
)
TURNED: Final = "\N{RIGHT-TO-LEFT OVERRIDE}/yranac\N{LEFT-TO-RIGHT ISOLATE}\t\u2028\N{ZERO WIDTH JOINER}"
LAST: Final = 17
WORKED: Final[Json] = {"clause": MARKUP, "of": QUOTES, "op": "start", "by": 1, "total": 1, "applied": True}


def everywhere(events: list[Event]) -> None:
    """Write them wherever a record takes any text."""
    for seat, player in zip(events[0].data["seats"], (MARKUP, QUOTES), strict=True):
        seat["player"] = player
    for event in events[1:]:
        event.public["by"] = TURNED
        for each in event.data.get("consequences", ()):
            each |= {"cites": [MARKUP, QUOTES], "readings": [TURNED], "working": [WORKED]}
        if "draw" in event.data:
            event.data["draw"] |= {"label": MARKUP, "drawn": [QUOTES], "pile": [QUOTES], "witnesses": [TURNED]}
        if "ending" in event.data:
            event.data["ending"] = {"outcome": MARKUP, "winners": [QUOTES], "clause": TURNED}


@pytest.fixture(scope="module")
def game(library: Library) -> Generator[str]:
    """A game with them, which the service has taken in."""
    with library.process.client() as client:
        answered = bring(client, forged_file(small_game(chance="witnessed"), everywhere))
        assert answered.status_code == 201, answered.text
        await_read_models(client)
        yield answered.json()["game"]


@pytest.fixture
def surprises(page: Page) -> Generator[list[str]]:
    """Dialogs, elements and requests that only somebody's text can have made; there may be none in the end."""
    found: list[str] = []

    def shown(dialog: Dialog) -> None:
        found.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def asked(request: Request) -> None:
        if urlsplit(request.url).path == "/canary":
            found.append(f"request: {request.url}")

    page.on("dialog", shown)
    page.on("request", asked)
    yield found
    styled = "main [style]:not(#board .piece, #here, #under, #axis span)"  # the page's own script moves these
    assert page.locator(f"#canary, [onfocus], [onerror], [autofocus], base, {styled}").count() == 0
    assert found == []


def plain(text: str) -> str:
    """A text with the white space that a page makes of it."""
    return " ".join(text.split())


@pytest.mark.journey
def test_the_catalogue_shows_names_and_an_outcome_as_they_are_written(
    page: Page, game: str, surprises: list[str]
) -> None:
    page.goto("/")
    turn_to(page, f"a[href='/games/{game}']")
    entry = page.locator("li", has=page.locator(f"a[href='/games/{game}']"))

    assert [plain(each) for each in entry.locator("bdi").all_text_contents()] == [plain(MARKUP), plain(QUOTES)]
    expect(entry.locator(".said")).to_have_text(f"over: {plain(MARKUP)}")
    assert surprises == []


def test_a_filter_shows_what_was_typed(page: Page, surprises: list[str]) -> None:
    page.goto("/")
    page.locator("input[name=player]").fill(MARKUP)
    page.keyboard.press("Enter")
    page.wait_for_url("**player=**")

    expect(page.locator("input[name=player]")).to_have_value(MARKUP)
    assert surprises == []


def test_a_replay_shows_everything_as_it_is_written(page: Page, game: str, surprises: list[str]) -> None:
    walk = Walk.opened(page, game).press("r")
    names = page.locator("h1 bdi")
    expect(names).to_have_text([plain(MARKUP), plain(QUOTES)])
    expect(walk["standing"].locator("bdi")).to_have_text([plain(MARKUP), plain(QUOTES)])
    for position in range(1, LAST + 1):
        walk.go(position)
        expect(walk["reasons"]).not_to_be_empty()

    walk.go(LAST - 1)
    behind = walk["reasons"].locator("dt")
    expect(behind).to_have_text([plain(each) for each in (*sorted((MARKUP, QUOTES)), TURNED)])
    links = walk["happenings"].locator(".now p").first.locator("a")
    expect(links).to_have_text([plain(each) for each in (MARKUP, QUOTES, TURNED)])
    assert set(links.evaluate_all("links => links.map((link) => link.pathname)")) == {"/rulesets/knights_duty/1"}
    rows = walk["reasons"].locator("tr").first.locator("td").all_text_contents()
    assert [plain(each) for each in rows] == [plain(f"{QUOTES}: 1"), "", plain(MARKUP)]
    expect(walk["when"]).to_contain_text(f"by {plain(TURNED)}, ")
    assert walk.screen["happened"][1]["says"][0].endswith(plain(f": {QUOTES} is drawn from 1"))
    assert page.title().startswith(plain(f"{MARKUP}, {QUOTES}"))
    assert surprises == []


def test_what_is_sought_in_vain_is_said_as_it_was_typed(page: Page, game: str, surprises: list[str]) -> None:
    walk = Walk.opened(page, game).find("<b id=canary>nowhere</b>")

    expect(walk["status"]).to_have_text("Nothing matches “<b id=canary>nowhere</b>”")
    assert surprises == []


def test_a_page_that_there_is_not_says_so_in_text(page: Page, surprises: list[str], troubles: list[str]) -> None:
    page.goto("/games/%3Cimg%20id=canary%3E")

    expect(page.locator("main p").first).to_have_text("there is no game '<img id=canary>'")
    assert surprises == []
    (trouble,) = troubles
    assert "404" in trouble
    troubles.clear()
