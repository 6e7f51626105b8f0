"""A game of a ruleset that a package brings is opened and played in the pages, without a line of script of its own."""

import os
import random
from collections.abc import Generator
from contextlib import ExitStack
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table.lobby import KEPT, Lobby
from tests.browser.table.players import Player, play
from tests.browser.table.test_scribe import Scribe
from tests.support.browsing import Look, watched
from tests.support.checkout import ROOT
from tests.support.serving import Process, process_on
from tests.unit.api.new_packages import new_package
from tests.unit.rulesets.test_brought import GAME

CODE: Final = GAME.replace("{key}", "minigame/1").replace("{origin}", 'origin_of("minigame")')
NAMES: Final = ("Ann", "Bram", "Cleo")


@pytest.fixture(scope="module")
def river(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """A service with a package that ``oathbook new-ruleset`` wrote, and no game."""
    folder = tmp_path_factory.mktemp("river")
    package = new_package(folder, "river")
    with process_on(folder / "games.db", PYTHONPATH=str(package)) as process:
        yield process


@pytest.fixture(scope="module")
def minigame(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """A service with a ruleset from the tests, and a game in one file."""
    folder = tmp_path_factory.mktemp("minigame")
    info = folder / "minigame-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: minigame\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[oathbook.rulesets]\nminigame = mini_ruleset:RULESET\n")
    (folder / "mini_ruleset.py").write_text(CODE)
    path = os.pathsep.join(map(str, (folder, ROOT)))
    with process_on(
        folder / "games.db", PYTHONPATH=path, OATHBOOK_FILES=str(ROOT / "examples/smugglers.py")
    ) as process:
        yield process


def test_only_who_may_see_a_hidden_draw_can_be_its_witness(
    browser: Browser, minigame: Process, troubles: list[str]
) -> None:
    """The cards of a hand are seen by whose hand it is, or said by the table."""
    with watched(browser, troubles, Look(), minigame.address) as page:
        scribe = Scribe.opening(page, "smugglers/1", "Ada", "Bram", "Cleo")
        scribe.write("table: deal")

        expect(scribe["pad"].locator(".slot")).to_contain_text("what came, 3 in order")
        expect(scribe["pad"].get_by_label("Seen by").locator("option")).to_have_text(["who writes", "Ada"])


def test_a_scribe_can_write_down_a_game_of_a_package(browser: Browser, minigame: Process, troubles: list[str]) -> None:
    with watched(browser, troubles, Look(), minigame.address) as page:
        scribe = Scribe.opening(page, "minigame/1", "Red", "Blue", "Green")
        for _ in range(6):
            scribe.choose(random.Random(5))  # noqa: S311  # it picks decisions, it keeps no secret
            scribe.decide()

        assert scribe["rows"].locator("li").count() >= 6


@pytest.mark.timeout(120)
def test_its_game_is_opened_and_played_to_its_end(browser: Browser, river: Process, troubles: list[str]) -> None:
    with ExitStack() as tabs:
        desk = tabs.enter_context(watched(browser, troubles, Look(), river.address))
        game = Lobby.entered(desk, "river/1", *NAMES).opened()
        keys = desk.evaluate(KEPT, game)["keys"]
        seated = list[Player]()
        for name in NAMES:
            page = tabs.enter_context(watched(browser, troubles, Look(), river.address))
            page.goto(f"/games/{game}/play#key={keys[name.lower()]}")
            expect(page.locator("#playing[data-ready]")).to_be_visible()
            seated.append(Player(page, name.lower()))
        lines = list(play(seated, random.Random(3), most=80))  # noqa: S311  # of 300 the longest took 37

        assert len(lines) > len(NAMES)
        for each in seated:
            expect(each["turn"]).to_contain_text("The game is over, won by")
