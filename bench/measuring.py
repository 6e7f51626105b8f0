"""Timings taken side by side, and the tables they are printed in."""

import gc
import importlib.metadata
import os
import platform
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from msgspec import Struct

from oathbook.domain.recording.format.sources import now

Work = Callable[[], float]
"""Something that is measured: it says how many seconds it took, without what it had to set up."""

CALM: Final = 0.25
"""How far the slowest run may be from the fastest, as a part of the median, before all are taken again."""

ATTEMPTS: Final = 4
SYNCS: Final = 200
PAGE: Final = 4096


class Timing(Struct, frozen=True):
    """The median of some runs in seconds, the fastest and the slowest, and the load of the machine after them."""

    median: float
    low: float
    high: float
    load: float

    @property
    def spread(self) -> float:
        """How far apart the runs are, as a part of the median."""
        return (self.high - self.low) / self.median


class Goal(Struct, frozen=True):
    """What is to be reached, what was measured (nothing if it was not), and whether more is better."""

    what: str
    limit: float
    measured: float | None
    unit: str = "x"
    at_least: bool = True

    def row(self) -> tuple[str, ...]:
        """Its row in the table of goals."""
        sign = ">=" if self.at_least else "<="
        goal = f"{sign} {self.limit:g} {self.unit}"
        if self.measured is None:
            return self.what, goal, "not measured here", ""
        met = self.measured >= self.limit if self.at_least else self.measured <= self.limit
        return self.what, goal, f"{self.measured:.3g} {self.unit}", "met" if met else "missed"


class Chapter(Struct, frozen=True):
    """A title, a table, and the goals that are measured in it."""

    title: str
    table: str
    goals: tuple[Goal, ...] = ()


def clocked(work: Callable[[], object]) -> Work:
    """Work that takes all the time it takes."""

    def timed() -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    return timed


def side_by_side(works: Mapping[str, Work], runs: int) -> dict[str, Timing]:
    """So many runs of each, in turns, after one that does not count; the calmest of a few attempts if it is noisy."""
    attempts: list[dict[str, Timing]] = []
    for work in works.values():
        work()
    for _ in range(ATTEMPTS):
        taken: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(runs):
            for name, work in works.items():
                gc.collect()
                taken[name].append(work())
        load = os.getloadavg()[0]
        attempts.append({name: Timing(median(each), min(each), max(each), load) for name, each in taken.items()})
        if _noise(attempts[-1]) <= CALM:
            break
    return min(attempts, key=_noise)


def _noise(timings: Mapping[str, Timing]) -> float:
    return max(each.spread for each in timings.values())


def rates(timings: Mapping[str, Timing], count: int, unit: str, beside: Mapping[str, tuple[str, ...]]) -> str:
    """A table of how many of something are done in a second; ``beside`` says of a row which others it is held to."""
    rows = [("", f"{unit}/s", "slowest .. fastest", "load", "beside")]
    for name, each in timings.items():
        ratios = (f"{ratio_of(timings, other, name):.2f} x {other}" for other in beside.get(name, ()))
        slowest_and_fastest = f"{count / each.high:,.0f} .. {count / each.low:,.0f}"
        rows.append((name, f"{count / each.median:,.0f}", slowest_and_fastest, f"{each.load:.1f}", ", ".join(ratios)))
    return table(rows)


def ratio_of(timings: Mapping[str, Timing], slower: str, faster: str) -> float:
    """How many times as fast the second is as the first."""
    return timings[slower].median / timings[faster].median


def table(rows: Sequence[tuple[str, ...]]) -> str:
    """Rows as a Markdown table, the first of them its head."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    head, *others = ("| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in rows)
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join((head, rule, *others))


def sync_cost(folder: Path) -> float:
    """Seconds that a page takes to the disk, at the median."""
    taken: list[float] = []
    path = folder / "sync"
    with path.open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            began = time.perf_counter()
            file.write(bytes(PAGE))
            os.fdatasync(file.fileno())
            taken.append(time.perf_counter() - began)
    path.unlink()
    return median(taken)


def machine(folder: Path) -> str:
    """What it was measured on, in a line."""
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("msgspec", "eventsourcing"))
    python, sqlite = platform.python_version(), sqlite3.sqlite_version
    return (
        f"{now()[:10]}: {os.cpu_count()} CPUs ({platform.machine()}), Python {python}, SQLite {sqlite}, {versions}; "
        f"write and fdatasync of a page {sync_cost(folder) * 1e3:.2f} ms, load {os.getloadavg()[0]:.1f}"
    )
