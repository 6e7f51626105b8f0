"""A game of a ruleset that a package brings is shown, walked and told of like one of ours."""

from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.replay.test_one_screen import boxes
from tests.browser.test_words import said_badly
from tests.browser.walking import Walk, walking
from tests.support.browsing import NARROW, WIDE, Library
from tests.support.processes import ran
from tests.support.serving import PROGRAM, await_read_models, environment_with, process_on
from tests.unit.api.new_packages import new_package

EVENING: Final = "river/1/evening"
PLAYERS: Final = ["ann", "bram", "cleo"]
SENT: Final = 18
PAID: Final = 22
LAST: Final = 35
"""Where Ann has sent her Smith, where Bram has paid her, and where the game is closed."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Generator[Library]:
    """A service with a package that ``oathbook new-ruleset`` wrote, and the game that the package has for a sample."""
    folder = tmp_path_factory.mktemp("brought")
    package, db = new_package(folder, "river"), folder / "games.db"
    sample: list[str | Path] = [PROGRAM, "import", package / "evening.notation", "--db", db]
    brought = ran(sample, env=environment_with(PYTHONPATH=str(package)))
    assert brought.returncode == 0, brought.stderr
    with process_on(db, PYTHONPATH=str(package)) as process, process.client() as client:
        await_read_models(client)
        (game,) = client.get("/v1/games").json()["games"]
        yield Library(process, {EVENING: game["game"]})


def steps_of(walk: Walk) -> list[int]:
    """Where the game stood after each step."""
    steps: list[int] = walk.page.request.get(f"/v1/games/{walk.game}/outline").json()["steps"]
    return steps


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_its_game_is_one_screen_and_every_panel_is_written_for_people(
    browser: Browser, room: Library, size: ViewportSize
) -> None:
    with walking(browser, room, room.games[EVENING], before=lambda page: page.set_viewport_size(size)) as walk:
        before, steps = boxes(walk.page), steps_of(walk)
        walk.go(steps[0])
        for position in steps[1:]:
            walk.press("ArrowDown").is_at(position)
            assert boxes(walk.page) == before, position
            assert said_badly(walk.page, PLAYERS) == [], position
        for left, top, right, bottom in before.values():
            assert 0 <= left < right <= size["width"]
            assert 0 <= top < bottom <= size["height"]
        for button in walk.page.locator(".panels button:visible").all():
            walk.beside(str(button.get_attribute("aria-controls")))
            assert said_badly(walk.page, PLAYERS) == []


def test_its_board_its_sentences_and_its_promises_are_there(browser: Browser, room: Library) -> None:
    """Ann sends the Smith, which the others had not seen, to the Mill; Bram pays her the 2 coins of his promise."""
    with walking(browser, room, room.games[EVENING]) as walk:
        sent = walk.find("Smith").is_at(SENT - 1).go(SENT).screen
        walk.press("End").is_at(LAST).beside("promised")
        expect(walk["promised"]).to_contain_text(f"p1 kept at position {PAID}")
        expect(walk["promised"]).to_contain_text(f"p2 kept at position {LAST}")
        at_the_end = walk.screen

    assert [each["says"][0] for each in sent["happened"] if each["now"]] == ["Ann sends a Smith to Mill R-2.2"]
    assert sent["tokens"] == ["Smith, Mill, strength 2, 2 points"]
    assert sent["standing"] == ["Ann: 6 points", "Bram: 4 points to act", "Cleo: 4 points"]
    assert at_the_end["standing"] == ["Ann: 12 points", "Bram: 3 points", "Cleo: 7 points", "over: victory, won by Ann"]
