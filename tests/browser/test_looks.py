"""With what somebody looks at a page, and what is asked of it there: the clipboard, and axe."""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.support.browsing import (
    NARROW,
    ColourScheme,
    Library,
    in_clipboard,
    in_every_scheme,
    on_every_screen,
    serious_violations,
    with_clipboard,
)

IS_DARK: Final = "matchMedia('(prefers-color-scheme: dark)').matches"

GOOD: Final = """<!doctype html><html lang="en"><title>Good</title>
<h1>Good</h1> <p>No landmark holds this, which axe calls moderate.</p>"""
BAD: Final = """<!doctype html><html lang="en"><title>Bad</title>
<h1>Bad</h1> <img id="board" src="data:,"> <p id="pale" style="color: #bbb; background: #fff">Hardly to be read</p>"""


@on_every_screen
@in_every_scheme
def test_a_page_is_seen_on_that_screen_and_in_that_scheme(
    page: Page, viewport: ViewportSize, colour_scheme: ColourScheme
) -> None:
    page.set_content("<title>Any</title>")

    assert page.evaluate("[innerWidth, innerHeight]") == [viewport["width"], viewport["height"]]
    assert page.evaluate(IS_DARK) == (colour_scheme == "dark")


@pytest.mark.journey
def test_a_page_is_wide_and_light_unless_it_is_said(page: Page) -> None:
    assert page.viewport_size != NARROW
    assert page.evaluate(IS_DARK) is False


@pytest.mark.parametrize(("scripts", "title"), [(True, "changed"), (False, "as sent")])
def test_a_page_may_be_kept_from_running_scripts(page: Page, title: str) -> None:
    page.set_content("<title>as sent</title><script>document.title = 'changed'</script>")

    assert page.title() == title


def test_the_service_has_the_golden_games_and_is_where_the_page_looks(page: Page, library: Library) -> None:
    answered = page.goto(f"/v1/games/{library.games['knights_duty/1/last-knight-standing']}")

    assert answered is not None
    assert answered.json()["edition"] == "knights_duty/1"


def test_what_a_page_copies_is_in_the_clipboard(page: Page) -> None:
    page.goto("/v1/games")
    with_clipboard(page)
    before = in_clipboard(page)

    page.evaluate("navigator.clipboard.writeText('KD-3.2')")

    assert (before, in_clipboard(page)) == ("", "KD-3.2")


@pytest.mark.journey
def test_axe_finds_a_picture_without_words_and_pale_text(page: Page) -> None:
    page.set_content(BAD)

    contrast, picture = sorted(serious_violations(page))

    assert contrast.startswith("color-contrast: #pale: ")
    assert picture == "image-alt: #board: Images must have alternative text"


def test_axe_finds_nothing_serious_in_a_good_page(page: Page) -> None:
    """Asked twice, since it stays in the page."""
    page.set_content(GOOD)

    assert [serious_violations(page), serious_violations(page)] == [[], []]
