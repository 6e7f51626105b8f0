"""Memory, open files and lag of a service that is used for long: ``python -m bench.soaking`` (docs/performance.md)."""

import http.client
import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import linear_regression
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, Final

from msgspec import Struct

from bench.clients import MOST_DECISIONS, Load, load
from bench.measuring import machine, table
from bench.workload import TWO_PLAYERS, decisions_of, long_match
from tests.support.serving import process_on

PARTS: Final = 8
"""Rows of the table."""

EVERY: Final = 0.5
"""Seconds between two looks."""

A_SECOND: Final = 100
"""Decisions of a service that is used a lot: so much time of that a soak stands for."""

STEP: Final = 100_000
"""Events for which growth is told."""

BY_HEART: Final = 16
"""Games that are known without asking, so that more is decided in the same time."""


class Look(Struct, frozen=True):
    """How a service stood at a moment: megabytes and open files of it and of what makes its read models."""

    events: int
    behind: int
    service_mb: float
    models_mb: float
    files: int


def soaking(port: int, service: int, clients: int, seconds: float) -> tuple[list[Look], Load]:
    """Use a service as fast as it answers, and look at it meanwhile."""
    looks: list[Look] = []
    over = Event()
    games = _games()

    def watch() -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
            while not over.wait(EVERY):
                looks.append(_look(connection, service))

    watching = Thread(target=watch)
    watching.start()
    try:
        found = load(port, clients, seconds, 0, by_heart=games)
    finally:
        over.set()
        watching.join()
    return looks, found


def _games() -> list[list[dict[str, Any]]]:
    """Games without a fight: what is decided in them is allowed however luck falls."""
    return [decisions_of(long_match(3 * MOST_DECISIONS, TWO_PLAYERS, seed)) for seed in range(BY_HEART)]


def _look(connection: http.client.HTTPConnection, service: int) -> Look:
    connection.request("GET", "/readyz")
    told = json.loads(connection.getresponse().read())
    behind = told["newest"] - min(each["position"] for each in told["projections"])
    models = sum(map(_megabytes, _children(service)))
    files = sum(_files(each) for each in (service, *_children(service)))
    return Look(told["newest"], behind, _megabytes(service), models, files)


def _megabytes(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1_024 for line in lines if line.startswith("VmRSS:"))


def _files(process: int) -> int:
    return sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())


def _children(process: int) -> tuple[int, ...]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return tuple(int(child) for task in tasks for child in task.read_text("ascii").split())


def _rows(looks: Sequence[Look], seconds: float) -> list[tuple[str, ...]]:
    """The looks in equal parts, each at its end, with the most that was seen in it."""
    rows = [("minutes", "events", "largest lag, events", "service, MB", "read models, MB", "open files")]
    for part in range(PARTS):
        some = looks[len(looks) * part // PARTS : len(looks) * (part + 1) // PARTS]
        last = some[-1]
        figures = (f"{each:.0f}" for each in (last.service_mb, last.models_mb))
        behind, files = max(each.behind for each in some), max(each.files for each in some)
        minutes = seconds * (part + 1) / PARTS / 60
        rows.append((f"{minutes:.1f}", f"{last.events:,}", f"{behind:,}", *figures, str(files)))
    return rows


def _summary(looks: Sequence[Look], found: Load, seconds: float) -> str:
    """How many decisions that were, how long a busy club takes for them, and how much grew in the second half."""
    decisions = found.a_second * seconds
    half = looks[len(looks) // 2 :]
    events = [each.events for each in half]
    slopes = {
        "service {:+.2f} MB": [each.service_mb for each in half],
        "read models {:+.2f} MB": [each.models_mb for each in half],
        "open files {:+.2f}": [float(each.files) for each in half],
        "lag {:+.2f} events": [float(each.behind) for each in half],
    }
    grew = (what.format(linear_regression(events, each).slope * STEP) for what, each in slopes.items())
    hours = decisions / A_SECOND / 3_600
    return (
        f"{decisions:,.0f} decisions, {hours:.1f} hours of play at {A_SECOND} decisions a second; "
        f"refused requests: {found.refused}. "
        f"Growth per {STEP:,} events in the second half: {', '.join(grew)}."
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = ArgumentParser("python -m bench.soaking", description=__doc__)
    parser.add_argument("--minutes", type=float, default=8, help="how long (8)")
    parser.add_argument("--clients", type=int, default=64, help="clients at once (64)")
    parser.add_argument("--folder", type=Path, help="where the database is made, on the disk to be measured")
    options = parser.parse_args(arguments)
    with TemporaryDirectory(dir=options.folder) as folder:
        sys.stdout.write(f"{machine(Path(folder))}\n")
        with process_on(Path(folder) / "soaked.db") as process:
            port, began = int(process.address.rpartition(":")[2]), time.monotonic()
            looks, found = soaking(port, process.pid, options.clients, options.minutes * 60)
            took = time.monotonic() - began
        title = f"{options.clients} clients for {took / 60:.0f} minutes"
        sys.stdout.write(f"\n### {title}\n\n{table(_rows(looks, took))}\n\n{_summary(looks, found, took)}\n")


if __name__ == "__main__":
    main()
