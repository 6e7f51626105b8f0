"""Archives on a Dask cluster: workers killed, the scheduler lost, and one report, the same as from local processes."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

import pytest

from tests.support.archives import archive, long_games
from tests.support.archiving.clusters import Cluster, cluster_of
from tests.support.processes import ran, started

PROGRAM: Final = str(Path(sys.executable).with_name("oathbook"))
KD: Final = "knights_duty/1"
PATIENCE: Final = 300.0
"""Seconds within which something has to happen."""

COMMANDS: Final = {
    "verify": ("verify",),
    "audit": ("audit",),
    "regress": ("regress", "--edition", KD, "--against", KD, "--switch", "KA-5=attacker_first"),
}


class Size(NamedTuple):
    """How many records there are, of how many events about, and how often a worker is killed."""

    records: int
    events: int
    kills: int


FEW, MANY = Size(40, 120, 1), Size(200, 200, 3)
CASES: Final = [
    pytest.param("verify", FEW, id="verify 40 records", marks=pytest.mark.gate),
    *(pytest.param(each, MANY, id=f"{each} 200 records", marks=pytest.mark.slow) for each in COMMANDS),
]


class Work(NamedTuple):
    """A command over an archive."""

    command: tuple[str, ...]
    folder: Path

    def line(self, *options: str | Path) -> list[str]:
        """The command with more options."""
        return [PROGRAM, *self.command, "--json", *map(str, options), str(self.folder)]

    def report(self, *options: str | Path) -> tuple[str, str]:
        """What it prints on both streams when all goes well; one record cannot be read."""
        done = ran(self.line(*options), within=PATIENCE)
        assert done.returncode == 2, done.stderr
        return done.stdout, done.stderr


def work_of(command: str, size: Size, folder: Path) -> Work:
    """The command over so many records, one of which is none."""
    archive(folder / "archive", long_games(4, events=size.events), records=size.records)
    (folder / "archive" / "none.jsonl").write_bytes(b"Dear diary,\n")
    return Work(COMMANDS[command], folder / "archive")


def answers(state: Path) -> list[bytes]:
    """The keys of the answers in it."""
    lines = state.read_bytes().split(b"\n")[1:-1] if state.exists() else []
    return [line.partition(b'"key":')[2] for line in lines]


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for it."""
    limit = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < limit, "it does not happen"
        sleep(0.002)


def _has_more(state: Path, than: int) -> bool:
    return len(answers(state)) > than


def told(line: list[str], state: Path, size: Size, cluster: Cluster) -> tuple[str, str]:
    """What a run prints while, one after the other, workers are killed in it."""
    with started(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        for number in range(size.kills):
            wait_until(partial(_has_more, state, number * size.records // (size.kills + 1)))
            if number < len(cluster.workers):
                os.kill(cluster.workers[number], signal.SIGKILL)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2, err.decode()
    return out.decode(), err.decode()


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("command", "size"), CASES)
def test_a_killed_worker_and_a_lost_scheduler_lose_and_double_nothing(command: str, size: Size, tmp_path: Path) -> None:
    """First a worker is killed, and the run goes on; then the scheduler, and the run ends and is begun again."""
    work, state, left = work_of(command, size, tmp_path), tmp_path / "state", tmp_path / "left"
    whole = work.report("--workers", "1")

    with cluster_of(2, tmp_path) as cluster:
        on = ("--cluster", cluster.address)
        undisturbed = work.report(*on)
        killed = told(work.line(*on, "--state", state), state, size, cluster)
        with started(work.line(*on, "--state", left), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            wait_until(lambda: len(answers(left)) > 0)
            cluster.lost()
            out, err = process.communicate(timeout=PATIENCE)
        reached = answers(left)
        nowhere = ran(work.line(*on), within=PATIENCE)
    resumed = work.report("--workers", "1", "--state", left)

    assert undisturbed == killed == resumed == whole
    assert len(set(answers(state))) == len(answers(state)) == size.records
    assert (process.returncode, err.decode()) == (2, f"oathbook: --cluster {on[1]}: the scheduler was lost\n")
    assert out.decode().count("\n") == 1, "a problem, and no half of a report"
    assert 0 < len(reached) < size.records
    assert answers(left)[: len(reached)] == reached
    assert len(set(answers(left))) == len(answers(left)) == size.records, "something was done twice"
    assert nowhere.returncode == 2
    assert "no scheduler answers there" in nowhere.stderr


@pytest.mark.gate
@pytest.mark.timeout(600)
def test_a_killed_process_of_this_machine_ends_the_run_and_the_next_one_does_the_rest(tmp_path: Path) -> None:
    work, state = work_of("verify", FEW, tmp_path), tmp_path / "state"
    whole = work.report("--workers", "1")

    line = work.line("--workers", "2", "--state", state)
    with started(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until(lambda: len(answers(state)) > 0)
        children: list[Any] = import_module("psutil").Process(process.pid).children()
        worker = next(each for each in children if "spawn_main" in " ".join(each.cmdline()))
        worker.kill()
        out, err = process.communicate(timeout=PATIENCE)
    reached = answers(state)
    resumed = work.report("--workers", "1", "--state", state)

    assert (process.returncode, err.decode()) == (2, "oathbook: a worker process was killed\n")
    assert out.decode().count("\n") == 1
    assert 0 < len(reached) < FEW.records
    assert resumed == whole
    assert len(set(answers(state))) == len(answers(state)) == FEW.records
