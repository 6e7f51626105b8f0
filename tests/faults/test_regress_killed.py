"""``oathbook regress`` killed again and again: the next one does the rest, and the report is the same."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Final, NamedTuple

import pytest

from tests.support.archives import archive, long_games
from tests.support.processes import ran, started

PROGRAM: Final = str(Path(sys.executable).with_name("oathbook"))
RULES: Final = ("--edition", "knights_duty/1", "--against", "knights_duty/1", "--switch", "KA-5=attacker_first")
EVENTS: Final = 300
PATIENCE: Final = 300.0
"""Seconds within which something has to happen."""


class Size(NamedTuple):
    """How many records there are, of how many different games, and how often they are left in the middle."""

    records: int
    games: int
    kills: int


SIZES: Final = [
    pytest.param(Size(60, 6, 2), id="60 records", marks=pytest.mark.gate),
    pytest.param(Size(1_000, 40, 6), id="1,000 records", marks=pytest.mark.slow),
]


def command(names: list[str], *options: str | Path) -> list[str]:
    """The command over the records."""
    return [PROGRAM, "regress", *RULES, "--json", *map(str, options), *names]


def report(names: list[str], *options: str | Path) -> str:
    """What it prints when nobody kills it; something is different in these games."""
    done = ran(command(names, *options), within=PATIENCE)
    assert done.returncode == 1, done.stderr
    return done.stdout


def killed(names: list[str], state: Path, *, after: int, workers: int) -> None:
    """Start it, and kill it once there are so many more answers; its own processes end by themselves."""
    known = answers(state)
    line = command(names, "--state", state, "--workers", str(workers))
    with started(line, stdout=subprocess.DEVNULL) as process:
        _wait_until(lambda: answers(state) >= known + after or process.poll() is not None)
        process.kill()
        assert process.wait(PATIENCE) == -signal.SIGKILL, "it was done before it could be killed"
        _wait_until(lambda: not _group_is_there(process.pid))


def answers(state: Path) -> int:
    """How many answers there are in it."""
    return max(state.read_bytes().count(b"\n") - 1, 0) if state.exists() else 0


def _wait_until(holds: Callable[[], bool]) -> None:
    limit = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < limit, "it does not happen"
        sleep(0.001)


def _group_is_there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("size", SIZES)
def test_what_a_killed_one_had_done_is_not_done_again_and_the_report_is_the_same(size: Size, tmp_path: Path) -> None:
    """Killed with one, two and three processes at work, over the records in another order each time."""
    names = archive(tmp_path / "archive", long_games(size.games, events=EVENTS), records=size.records)
    whole = report(names, "--workers", "1")
    state, order = tmp_path / "done", Random(1)  # noqa: S311  # any order will do
    reached: list[int] = []

    for number in range(size.kills):
        order.shuffle(names)
        killed(names, state, after=size.records // (3 * size.kills), workers=1 + number % 3)
        reached.append(answers(state))
    before = state.read_bytes()
    resumed = report(names, "--workers", "1", "--state", state)

    assert resumed == whole
    assert 0 < reached[0] < reached[-1] < size.records
    kept = before[: before.rfind(b"\n") + 1]
    assert state.read_bytes().startswith(kept)
    assert answers(state) == size.records, "something was done twice"


@pytest.mark.slow
def test_a_thousand_records_give_one_report_whoever_does_them_in_whatever_order(tmp_path: Path) -> None:
    names = archive(tmp_path / "archive", long_games(40, events=EVENTS), records=1_000)
    order = Random(2)  # noqa: S311  # any order will do

    reports = {report(order.sample(names, len(names)), "--workers", str(workers)) for workers in (1, 2, 3)}

    assert len(reports) == 1
