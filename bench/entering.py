"""A line entered at the table, in Chromium and over HTTP: ``python -m bench.entering`` (docs/performance.md)."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Page

from bench.measuring import Chapter, Goal, clocked, machine, table
from oathbook.domain.recording.format.record import Record
from tests.browser.table.test_offline import open_game, steps_of
from tests.service.scribe.writing_down import golden
from tests.support.browsing import NO_CHROMIUM, chromium, launched, watched
from tests.support.serving import HOST, Client, bearer, key_of, process_on

GAMES: Final = {
    "A Knight's Duty": "knights_duty/1/last-knight-standing",
    "the cube bag": "cube_bag/g1/siege-of-a-city",
    "Gloomhaven": "gloomhaven_attack/gh1/whole-scenario",
    "Heirless": "heirless/e1/three-seasons-of-four-players",
}
BETWEEN: Final = 200  # milliseconds between two keys
FULL: Final = 160  # events, after which no more steps are written
ENTERED: Final = """async (line) => {
    const [field, reads] = ["line", "reads"].map((id) => document.getElementById(id));
    field.focus();
    const began = performance.now();
    const shown = new Promise((done) => {
        const seen = new MutationObserver(() => {
            if (!reads.textContent) return;
            seen.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
        });
        seen.observe(reads, { childList: true, subtree: true, characterData: true });
    });
    field.value = line;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return shown;
}"""
"""Enters a line and gives the milliseconds until the frame with what it reads as has ended."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = ArgumentParser("python -m bench.entering", description=__doc__)
    parser.add_argument("--runs", type=int, default=50, help="lines of each game (50)")
    runs: int = parser.parse_args(arguments).runs
    path = chromium()
    if path is None:
        parser.error(NO_CHROMIUM)
    with TemporaryDirectory() as folder, launched(path) as browser:
        sys.stdout.write(f"{machine(Path(folder))}\n")
        chapter = entering(browser, Path(folder), runs)
    goals = table([("", "goal", "measured", ""), *(each.row() for each in chapter.goals)])
    sys.stdout.write(f"\n### {chapter.title}\n\n{chapter.table}\n\n{goals}\n")


def entering(browser: Browser, folder: Path, runs: int) -> Chapter:
    """Lines as they are typed, word by word, at the end of games of up to 200 events."""
    rows = [("", "events", "read over HTTP, median ms", "95th of 100", "bound: /healthz", "shown, median ms")]
    read: list[float] = []
    shown: list[float] = []
    with process_on(folder / "games.db") as process, process.client() as client:
        for name, path in GAMES.items():
            game, position, line = _game_with_next_line(client, golden(path))
            typed = [*accumulate(line.split(), "{} {}".format)]
            lines = [typed[at % len(typed)] for at in range(runs)]
            over_http = [_timed(partial(_read, client, game, each)) for each in lines]
            bound = median(_timed(partial(client.get, "/healthz")) for _ in lines)
            in_page = _entered(browser, process.address, game, lines)
            read += over_http
            shown += in_page
            measured = (median(over_http), _of_hundred(95, over_http), bound, median(in_page))
            rows.append((name, str(position), *(f"{each:.1f}" for each in measured)))
    goals = (
        Goal("a line over HTTP, 95 of 100", 20, _of_hundred(95, read), "ms", at_least=False),
        Goal("a line as it is shown, median", 100, median(shown), "ms", at_least=False),
    )
    return Chapter(f"A line entered at the table, {runs} of each game", table(rows), goals)


def _game_with_next_line(client: Client, record: Record) -> tuple[str, int, str]:
    """A game of a scribe with the first steps of a golden record, its position, and the line of the step after them."""
    game, position = open_game(client, record), 1
    step, *rest = steps_of(record)
    while rest and position < FULL:
        body = {"lines": [step]}
        answered = client.post(f"/v1/games/{game}/mend", json=body, headers={**bearer(HOST), "If-Match": "*"})
        position, (step, *rest) = answered.raise_for_status().json()["position"], rest
    return game, position, step[0]


def _read(client: Client, game: str, line: str) -> None:
    client.post(f"/v1/games/{game}/lines", json={"line": line}, headers=bearer(HOST)).raise_for_status()


def _timed(work: Callable[[], object]) -> float:
    """Its milliseconds."""
    return clocked(work)() * 1_000


def _entered(browser: Browser, address: str, game: str, lines: Sequence[str]) -> list[float]:
    """The milliseconds from the last key of each line to what it reads as, on the page of the scribe."""
    with watched(browser, [], address=address) as page:
        page.goto(f"/games/{game}/scribe#key={key_of(HOST)}")
        page.locator("#playing[data-ready]").wait_for()
        return [_shown(page, line) for line in lines]


def _shown(page: Page, line: str) -> float:
    page.wait_for_timeout(BETWEEN)
    return float(page.evaluate(ENTERED, line))


def _of_hundred(which: int, times: Sequence[float]) -> float:
    return sorted(times)[len(times) * which // 100 - 1]


if __name__ == "__main__":
    main()
