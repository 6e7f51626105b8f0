"""Players at the table of a game, each with a browser of their own, who choose by clicking, by keys or by writing."""

import random
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Self

from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browsing import NARROW, WIDE, Look, watched
from tests.support.processes import PATIENCE
from tests.support.serving import key_of

MOST_CHOICES = 40
"""Choices to a decision; more are a page that goes round in circles."""


def same_rank(_: str) -> int:
    """The same rank for every chip."""
    return 0


class Player:
    """A seat at its page."""

    def __init__(self, page: Page, seat: str) -> None:
        """A page that is open at the table."""
        self.page, self.seat = page, seat

    @classmethod
    def seated(cls, page: Page, game: str, seat: str) -> Self:
        """Come by the link of an invitation."""
        page.goto(f"/games/{game}/play#key={key_of(seat)}")
        expect(page.locator("#playing[data-ready]")).to_be_visible()
        return cls(page, seat)

    def __getitem__(self, name: str) -> Locator:
        """An element by its id."""
        return self.page.locator(f"#{name}")

    @property
    def position(self) -> int:
        """The position that is shown."""
        return int(self["playing"].get_attribute("data-position") or 0)

    @property
    def is_to_act(self) -> bool:
        """Whether the bar says that it is this seat's turn."""
        return self["turn"].get_attribute("data-mine") == "true"

    @property
    def chips(self) -> Locator:
        """What can be chosen next: of a draw, or of the decision."""
        drawn = self.page.locator("#pad .chip")
        return drawn if drawn.count() else self.page.locator("#chips .chip")

    def verb(self, says: str) -> None:
        """Choose what to do."""
        self["verbs"].get_by_role("button", name=says).click()

    def chip(self, says: str) -> None:
        """Choose what stands in the next place."""
        self.page.locator("#chips .chip", has_text=says).first.click()

    def write(self, line: str) -> None:
        """Write a line in place of what was chosen."""
        self["line"].fill(line)

    def reads(self, says: str) -> None:
        """Wait for what the line reads as."""
        expect(self["reads"]).to_contain_text(says)

    def decide(self) -> None:
        """Press Decide, and wait until what came of it is shown."""
        before = self.position
        self["decide"].click()
        self.reaches(before + 1)

    def reaches(self, position: int) -> None:
        """Wait until a position is shown, or a later one."""
        until = time.monotonic() + PATIENCE
        while self.position < position:
            assert time.monotonic() < until, self.page.inner_text("body")
            self.page.wait_for_timeout(10)

    def choose(self, picks: random.Random, rank: Callable[[str], int] = same_rank) -> None:
        """Choose random chips of the lowest rank until the line is complete."""
        for _ in range(MOST_CHOICES):
            if self["decide"].is_enabled():
                return
            chips, verbs = self.chips, self.page.locator("#verbs button")
            is_begun = self["line"].input_value().rpartition(": ")[2]  # after the seat
            offered = chips if chips.count() or is_begun else verbs
            ranks = [rank(each) for each in offered.all_inner_texts()]
            if ranks:
                offered.nth(picks.choice([at for at, each in enumerate(ranks) if each == min(ranks)])).click()
            else:
                self.page.wait_for_timeout(20)
        raise AssertionError(self.page.inner_text("#hand"))


@contextmanager
def players(
    browser: Browser, address: str, game: str, seats: str, *, troubles: list[str], look: Look | None = None
) -> Generator[list[Player]]:
    """Players in browsers of their own; every other one has a phone."""
    with ExitStack() as open_pages:
        looks = [look or Look(WIDE if number % 2 == 0 else NARROW) for number in range(len(seats.split()))]
        yield [
            Player.seated(open_pages.enter_context(watched(browser, troubles, each, address)), game, seat)
            for seat, each in zip(seats.split(), looks, strict=True)
        ]


def play(
    seated: list[Player], picks: random.Random, *, most: int, rank: Callable[[str], int] = same_rank
) -> Iterator[str]:
    """Play to the end: the players choose random chips of the lowest rank. Yields each line."""
    for _ in range(most):
        if "over" in seated[0]["turn"].inner_text():
            return
        player = next(each for each in seated if each.is_to_act)
        player.choose(picks, rank)
        line = player["line"].input_value()
        player.decide()
        for each in seated:
            each.reaches(player.position)
        yield line
    raise AssertionError(f"the game is not over after {most} decisions")
