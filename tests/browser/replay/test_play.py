"""A replay that plays goes on by itself at the speed that is shown, until somebody stops it or the game ends."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.walking import LONG, Walk, walking
from tests.support.browsing import Library

START: Final = 42
SPEEDS: Final = [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000]

MOVING: Final = """(all) => all
    .map((element) => [element.tagName, getComputedStyle(element)])
    .filter(([, style]) => style.transitionDuration !== "0s" || style.animationName !== "none")
    .map(([name]) => name)"""


@pytest.fixture(scope="module")
def shared(browser: Browser, library: Library) -> Generator[Walk]:
    """A game of three in a page whose time stands still unless it is moved on."""

    def before(page: Page) -> None:
        page.clock.install(time="2026-01-01")

    with walking(browser, library, library.games[LONG], before=before) as walk:
        walk.page.clock.pause_at("2026-01-02")
        yield walk


@pytest.fixture
def walk(shared: Walk) -> Walk:
    """The same somewhere in the middle."""
    return shared.go(START)


def test_every_speed_is_as_fast_as_it_says(walk: Walk) -> None:
    walk.press(*"++++++++")
    for milliseconds in SPEEDS:
        expect(walk.page.locator(".dock .speed output")).to_have_text(f"{milliseconds / 1_000:g} s")
        walk.go(START).press("Space").page.clock.run_for(milliseconds - 1)
        too_early = walk.screen["where"]
        walk.page.clock.run_for(1)
        walk.is_at(45).press("Space", "-")

        assert too_early == [f"Position {START} of 82"]

    expect(walk.page.locator(".dock .speed output")).to_have_text("10 s")
    walk.press(*"+++")


@pytest.mark.journey
def test_playing_is_shown_and_ends_with_the_game(walk: Walk) -> None:
    walk.go(77).press("Space")
    expect(walk["play"]).to_have_attribute("aria-pressed", "true")

    walk.page.clock.run_for(1_600)
    walk.is_at(82)
    walk.page.clock.run_for(1_600)

    expect(walk["play"]).to_have_attribute("aria-pressed", "false")


def test_whoever_walks_while_it_plays_is_followed(walk: Walk) -> None:
    walk.press("Space", "0").is_at(1)

    walk.page.clock.run_for(1_600)

    walk.is_at(3).press("Space")


def test_playing_goes_on_in_another_ones_eyes(walk: Walk) -> None:
    walk.press("Space", "f")
    walk.page.clock.run_for(1_600)
    walk.is_at(45)
    walk.page.clock.run_for(1_600)
    walk.is_at(47).press("Space")


def test_nothing_moves_for_whoever_wants_less_of_it(walk: Walk) -> None:
    """The control is what everybody else sees: pieces go from place to place."""

    def moving_after_a_step() -> set[str]:
        walk.page.clock.run_for(1_000)
        walk.press("j")
        return {*walk.page.locator("*").evaluate_all(MOVING)}

    # A position that comes late is shown beside the next one, as with a key that is held: then nothing moves.
    assert any(moving_after_a_step() == {"g"} for _ in range(5))
    walk.page.emulate_media(reduced_motion="reduce")
    assert walk.page.locator("*").evaluate_all(MOVING) == []
    walk.page.emulate_media(reduced_motion="no-preference")
