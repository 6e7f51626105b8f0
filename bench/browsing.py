"""Pages in Chromium, beside those of another version: ``python -m bench.browsing`` (docs/performance.md)."""

import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from playwright.sync_api import Browser

from bench.measuring import Chapter, Goal, machine, table
from bench.stepping import STEPS, Walked, bound, leaps, opened, presses, taken, walked
from bench.visiting import Visits, visits
from bench.workload import long_match
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from tests.support.browsing import NO_CHROMIUM, chromium, launched, watched
from tests.support.checkout import GOLDEN, ROOT
from tests.support.processes import started
from tests.support.serving import Process, await_read_models, bring, environment_with, process_on

ANY, FAR, NEAR, BOUND = "any position, by number", "first or last", "the next decision, turn or event", "bound: a word"
WHOLE_GAME: Final = GOLDEN / "heirless" / "e1" / "three-seasons-of-four-players.jsonl"
Times = dict[str, list[float]]


class Measured(Struct, frozen=True):
    """What one version was measured to take."""

    visits: Visits
    leaps: list[float]
    keys: Times
    walked: Walked


def browsing(browser: Browser, process: Process, match: Record, keys: int, runs: int, whole: bytes) -> Measured:
    """A game of Heirless visited, and a long match walked through, in this service."""
    with process.client() as client:
        game = str(bring(client, whole).raise_for_status().json()["game"])
        last = int(client.get(f"/v1/games/{game}").json()["position"])
        bring(client, record_text(match)).raise_for_status()
        await_read_models(client)
    seen = visits(browser, process.address, game, runs)
    with watched(browser, [], address=process.address) as page:
        jumps = leaps(opened(page, game), last, keys)
    length = len(match.events)
    with watched(browser, [], address=process.address) as page:
        opened(page, match.game)
        times = {
            ANY: leaps(page, length, keys),
            FAR: taken(page, presses(page, ["End", "Home"] * (keys // 2))),
            NEAR: taken(page, presses(page, (STEPS * keys)[:keys])),
        }
    with watched(browser, [], address=process.address) as page:
        return Measured(seen, jumps, times, walked(opened(page, match.game), length, keys))


@contextmanager
def _peer_on(db: Path, checkout: Path) -> Generator[Process]:
    """Another version of the service, out of a folder of its own."""
    log = db.with_name(f"{db.name}.log")
    scripts = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    module, _, function = scripts["oathbook"].partition(":")
    program = f"from {module} import {function}; {function}()"
    command = [sys.executable, "-c", program, "serve", "--port", "0", "--db", str(db)]
    with (
        log.open("ab") as told,
        started(command, cwd=checkout, env=environment_with(), stdout=subprocess.PIPE, stderr=told) as running,
    ):
        yield Process(running, log)


def _chapters(here: Measured, peer: Measured | None, blank: list[float], events: int) -> tuple[Chapter, ...]:
    return _visited(here, peer), _sought(here, peer, blank, events), _held(here, peer, events)


def _visited(here: Measured, peer: Measured | None) -> Chapter:
    """What a replay weighs, and how soon it is there."""
    rows = [("", "here", "peer", "here / peer")]
    rows += [
        _row("first visit, KB over the wire", here, peer, lambda each: each.visits.first.bytes / 1e3),
        _row("second visit, KB over the wire", here, peer, lambda each: each.visits.second.bytes / 1e3),
        _row("requests before the board shows", here, peer, lambda each: each.visits.first.requests),
        _row("from the click in the catalogue to the board, ms", here, peer, lambda each: each.visits.waited_ms),
        _row(f"{ANY}: median ms", here, peer, lambda each: median(each.leaps)),
        _row(f"{ANY}: 99th of 100, ms", here, peer, lambda each: _of_hundred(99, each.leaps)),
    ]
    return Chapter(
        "A replay of Heirless in Chromium",
        table(rows),
        (
            Goal("first visit", 150, here.visits.first.bytes / 1e3, "KB", at_least=False),
            Goal("second visit", 20, here.visits.second.bytes / 1e3, "KB", at_least=False),
            Goal("before the board shows", 15, here.visits.first.requests, "requests", at_least=False),
            Goal("from the click to the board", 500, here.visits.waited_ms, "ms", at_least=False),
            Goal("any position of Heirless, median", 50, median(here.leaps), "ms", at_least=False),
            Goal("any position of Heirless, 99 of 100", 100, _of_hundred(99, here.leaps), "ms", at_least=False),
        ),
    )


def _sought(here: Measured, peer: Measured | None, blank: list[float], events: int) -> Chapter:
    """Keys pressed on the page of a long match, and on a page that answers each with one word."""
    rows = [("", "median ms", "95th of 100", "99th of 100", "slowest", "peer's median", "here / peer")]
    for name, times in {**here.keys, BOUND: blank}.items():
        theirs = peer.keys.get(name) if peer else None
        beside = ("", "") if theirs is None else (f"{median(theirs):.1f}", f"{median(times) / median(theirs):.2f} x")
        hundredths = (f"{_of_hundred(each, times):.1f}" for each in (95, 99))
        rows.append((name, f"{median(times):.1f}", *hundredths, f"{max(times):.1f}", *beside))
    found = here.keys[ANY]
    return Chapter(
        f"A match of {events:,} events in Chromium: {len(found)} keys of each kind",
        table(rows),
        (
            Goal("any position of the match, median", 50, median(found), "ms", at_least=False),
            Goal("any position of the match, 99 of 100", 100, _of_hundred(99, found), "ms", at_least=False),
        ),
    )


def _held(here: Measured, peer: Measured | None, events: int) -> Chapter:
    """What holding a key and going through the whole match leaves."""
    rows = [("", "here", "peer", "here / peer")]
    rows += [
        _row("tasks of more than 50 ms while a key is held", here, peer, lambda each: len(each.walked.tasks)),
        _row("the longest of them, ms", here, peer, lambda each: max(each.walked.tasks, default=0)),
        _row("memory of scripts at the beginning, MB", here, peer, lambda each: each.walked.before_mb),
        _row("memory of scripts after all of the match, MB", here, peer, lambda each: each.walked.after_mb),
        _row("memory of scripts after all of it once more, MB", here, peer, lambda each: each.walked.again_mb),
        _row("rows of the log in the page", here, peer, lambda each: each.walked.rows),
    ]
    grown = here.walked.after_mb / here.walked.before_mb
    flat = here.walked.again_mb / here.walked.after_mb
    return Chapter(
        f"A match of {events:,} events walked through in Chromium",
        table(rows),
        (
            Goal("longest task while a key is held", 50, max(here.walked.tasks, default=0), "ms", at_least=False),
            Goal("memory after all of the match: at the beginning", 1.25, grown, at_least=False),
            Goal("memory after all of it once more: after once", 1.02, flat, at_least=False),
        ),
    )


def _row(name: str, here: Measured, peer: Measured | None, found: Callable[[Measured], float]) -> tuple[str, ...]:
    ours = found(here)
    if peer is None:
        return name, f"{ours:.1f}", "", ""
    theirs = found(peer)
    return name, f"{ours:.1f}", f"{theirs:.1f}", f"{ours / theirs:.2f} x" if theirs else ""


def _of_hundred(rank: int, times: list[float]) -> float:
    return sorted(times)[len(times) * rank // 100]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    options = _parser().parse_args(arguments)
    path = chromium()
    assert path is not None, NO_CHROMIUM
    match = long_match(options.events)
    with TemporaryDirectory() as folder, launched(path) as browser:
        sys.stdout.write(f"{machine(Path(folder))}\n")
        measured = partial(browsing, browser, match=match, keys=options.keys, runs=options.runs)
        with process_on(Path(folder) / "games.db") as process:
            here = measured(process, whole=WHOLE_GAME.read_bytes())
        peer = None
        if options.peer is not None:
            with _peer_on(Path(folder) / "peer.db", options.peer) as process:
                peer = measured(process, whole=(options.peer / WHOLE_GAME.relative_to(ROOT)).read_bytes())
        with browser.new_page() as page:
            blank = bound(page, options.keys)
        goals: list[tuple[str, ...]] = [("", "goal", "measured", "")]
        for chapter in _chapters(here, peer, blank, len(match.events)):
            sys.stdout.write(f"\n### {chapter.title}\n\n{chapter.table}\n")
            goals += [goal.row() for goal in chapter.goals]
        sys.stdout.write(f"\n{table(goals)}\n")


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.browsing", description=__doc__)
    parser.add_argument("--events", type=int, default=4_000, help="events of the match (4,000)")
    parser.add_argument("--keys", type=int, default=100, help="keys pressed of each kind (100)")
    parser.add_argument("--runs", type=int, default=7, help="clicks in the catalogue, of which the median counts (7)")
    parser.add_argument("--peer", type=Path, help="a checkout of another version, to be measured beside this one")
    return parser


if __name__ == "__main__":
    main()
