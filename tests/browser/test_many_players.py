"""The board has enough room in the replay and at the table for 2 to 12 players, even with long names."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.replay.test_long_names import LEAST, NAMES, measured
from tests.browser.table.players import Player
from tests.browser.table.test_room import MEASURE
from tests.browser.walking import Walk
from tests.support.browsing import Look, watched
from tests.support.serving import Process, digest_of, key_of, process_on
from tests.unit.api.new_packages import new_package

MOST: Final = 12
CROWD: Final = (*NAMES["scripts"], *NAMES["60 letters"])
"""Twelve players; half of the names have the maximum length."""


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """A service with a package for up to 12 players; our own rulesets allow at most 6."""
    folder = tmp_path_factory.mktemp("crowded")
    package = new_package(folder, "crowd")
    for path, small, large in (
        ("ruleset.py", "PLAYERS: Final = range(2, 5)", f"PLAYERS: Final = range(2, {MOST + 1})"),
        ("components/village.toml", "hand = 3", "hand = 1"),
    ):
        file = package / "crowd" / path
        assert small in file.read_text()
        file.write_text(file.read_text().replace(small, large))
    with process_on(folder / "games.db", PYTHONPATH=str(package)) as process:
        yield process


@pytest.mark.timeout(240)
@pytest.mark.parametrize("count", range(2, MOST + 1))
def test_the_board_has_enough_room(count: int, browser: Browser, crowded: Process) -> None:
    names = CROWD[-count:]
    seats = [
        {"seat": f"seat-{number}", "player": name, "key": digest_of(key_of(f"seat-{number}"))}
        for number, name in enumerate(names)
    ]
    with crowded.client() as client:
        answered = client.post("/v1/games", json={"edition": "crowd/1", "components": "village", "seats": seats})
        assert answered.status_code == 201, answered.text
        game = answered.json()["game"]
    with watched(browser, [], Look(), crowded.address) as page:
        walk = Walk.opened(page, game)
        found = {f"replay {width}": (part, over) for width, part, over in measured(walk.page)}
        Player.seated(page, game, "seat-0")
        found |= {f"table {width}": (part, over) for width, part, over in measured(page, MEASURE)}
    assert {at: part for at, (part, over) in found.items() if part < LEAST or over > 0} == {}
