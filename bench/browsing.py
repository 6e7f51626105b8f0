"""A long game on its page in Chromium, from a key to the screen: ``python -m bench.browsing`` (docs/performance.md)."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Page

from bench.measuring import Chapter, Goal, machine, table
from bench.workload import long_match
from domain.recording.format.record_file import record_text
from tests.support.browsing import NO_CHROMIUM, chromium, launched, watched
from tests.support.serving import await_read_models, bring, process_on

ANY, FAR, NEAR, BOUND = "any position, by number", "first or last", "the next decision, turn or event", "bound: a word"
STEPS: Final = ("ArrowRight", "Shift+ArrowRight", ".", "ArrowLeft", "Shift+ArrowLeft", ",")
MOST_MS: Final = 100

CLOCK: Final = """() => {
    const where = document.getElementById("where");
    const taken = (window.taken = []);
    let began = null;
    addEventListener("keydown", press => {
        if (!["/", "Escape"].includes(press.key)) began = press.timeStamp;
    }, {capture: true});
    new MutationObserver(() => {
        if (began === null) return;
        const pressed = began;
        began = null;
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - pressed)));
    }).observe(where, {childList: true, characterData: true, subtree: true});
}"""
"""Notes, for each key that brings another position, the milliseconds from the key to the end of the frame after."""

BLANK: Final = """() => addEventListener("keydown", () => {
    document.getElementById("where").textContent = Math.random();
})"""


def browsing(events: int, keys: int, folder: Path) -> Chapter:
    """Keys pressed on the page of a match, and on a page that answers each with one word; all times from one run."""
    match = long_match(events)
    path = chromium()
    assert path is not None, NO_CHROMIUM
    with process_on(folder / "games.db") as process:
        with process.client() as client:
            bring(client, record_text(match)).raise_for_status()
            await_read_models(client)
        with launched(path) as browser, watched(browser, [], address=process.address) as page:
            page.goto(f"/games/{match.game}#1")
            page.locator("[data-ready]").wait_for()
            page.evaluate(CLOCK)
            length = len(match.events)
            taken = {
                ANY: _taken(page, (lambda place=place: _sought(page, place) for place in _places(length, keys))),
                FAR: _taken(page, _pressed(page, ["End", "Home"] * (keys // 2))),
                NEAR: _taken(page, _pressed(page, (STEPS * keys)[:keys])),
                BOUND: _bound(page, keys),
            }
    return Chapter(
        f"A match of {length:,} events in Chromium: {keys} keys of each kind",
        table([("", "median ms", "95th of 100", "slowest"), *(_row(name, each) for name, each in taken.items())]),
        (Goal(ANY, MOST_MS, max(taken[ANY]), "ms", at_least=False),),
    )


def _places(length: int, keys: int) -> list[int]:
    """Positions all over the match, none of them twice in a row."""
    rng = Random(1)  # noqa: S311  # positions to look at, no secret
    return rng.sample(range(2, length), keys)


def _sought(page: Page, place: int) -> None:
    """Have a position written into the field for it; what is measured is the key that asks for it."""
    page.keyboard.press("/")
    page.keyboard.insert_text(str(place))
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


def _pressed(page: Page, keys: Iterable[str]) -> Iterator[Callable[[], None]]:
    return (lambda key=key: page.keyboard.press(key) for key in keys)


def _taken(page: Page, presses: Iterable[Callable[[], None]]) -> list[float]:
    """The milliseconds of each press, one after the other has been seen."""
    page.evaluate("taken.length = 0")
    for number, press in enumerate(presses, start=1):
        press()
        while page.evaluate("taken.length") < number:
            page.wait_for_timeout(1)
    found: list[float] = page.evaluate("taken")
    return found


def _bound(page: Page, keys: int) -> list[float]:
    """The same keys on a page on which there is nothing but the word that changes."""
    page.goto("about:blank")
    page.set_content("<p id=where></p>")
    page.evaluate(CLOCK)
    page.evaluate(BLANK)
    return _taken(page, _pressed(page, ["ArrowRight"] * keys))


def _row(name: str, taken: list[float]) -> tuple[str, ...]:
    nineteen_of_twenty = sorted(taken)[len(taken) * 95 // 100]
    return name, f"{median(taken):.1f}", f"{nineteen_of_twenty:.1f}", f"{max(taken):.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = ArgumentParser("python -m bench.browsing", description=__doc__)
    parser.add_argument("--events", type=int, default=4_000, help="events of the match (4,000)")
    parser.add_argument("--keys", type=int, default=200, help="keys pressed of each kind (200)")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        sys.stdout.write(f"{machine(Path(folder))}\n")
        chapter = browsing(options.events, options.keys, Path(folder))
        sys.stdout.write(f"\n### {chapter.title}\n\n{chapter.table}\n")
        goals = [("", "goal", "measured", ""), *(goal.row() for goal in chapter.goals)]
        sys.stdout.write(f"\n{table(goals)}\n")


if __name__ == "__main__":
    main()
