"""An archive verified: one and two workers, local and of Dask, and beside another checkout.

``python -m bench.archives --records 2000 --beside CHECKOUT`` on a machine with nothing else to do.
"""

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.measuring import Chapter, Goal, Work, clocked, machine, rates, ratio_of, side_by_side, table
from bench.workload import whole_game
from oathbook.api.cli.archives.locate import locate_records
from oathbook.api.cli.archives.runner import BATCH
from oathbook.api.cli.archives.verify_work import VerifyWork
from oathbook.api.cli.archives.work import Task, program_id
from oathbook.api.cli.cluster import cluster_executor
from oathbook.api.cli.extras import import_extra
from oathbook.api.cli.process_pool import BatchExecutor
from oathbook.domain.recording.format.record_file import record_text
from tests.support.archives import archive, long_games

GAMES: Final = 40
LOCAL, DASK = "processes", "Dask"
OURS, THEIRS = "this checkout", "the other one"

READS: Final = """
import sys, time
from pathlib import Path
from oathbook.domain.recording.format.record_file import record_from
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import verify
texts = [path.read_bytes() for path in sorted(Path(sys.argv[1]).iterdir())]
ruleset = load_registry().ruleset
def once():
    return [verify(record_from(text, ruleset, where="it")).status for text in texts]
assert set(once()) == {"sound"}
began = time.process_time()
once()
print(time.process_time() - began)
"""
"""Reads strictly and verifies all records of a folder, once to warm up and once to be measured: seconds of a core."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    options = _parser().parse_args(arguments)
    with TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        sys.stdout.write(f"{machine(folder)}\n")
        goals: list[tuple[str, ...]] = [("", "goal", "measured", "")]
        for chapter in _chapters(options.records, options.events, options.runs, folder, options.beside):
            sys.stdout.write(f"\n### {chapter.title}\n\n{chapter.table}\n")
            sys.stdout.flush()
            goals += [goal.row() for goal in chapter.goals]
    sys.stdout.write(f"\n### Goals\n\n{table(goals)}\n")


def _chapters(records: int, events: int, runs: int, folder: Path, beside: Path | None) -> Iterator[Chapter]:
    archive(folder / "archive", long_games(min(GAMES, records), events=events), records=records)
    yield sharing(folder / "archive", records, runs)
    if beside is not None:
        few = folder / "few"
        few.mkdir()
        for path in sorted((folder / "archive").iterdir())[:GAMES]:
            path.rename(few / path.name)
        (few / "heirless.jsonl").write_bytes(record_text(whole_game()))
        yield reading(few, beside, runs)


def sharing(folder: Path, records: int, runs: int) -> Chapter:
    """The whole archive by one worker and by two, which are there already: processes of ours, and a Dask cluster."""
    names = {(kind, hands): f"{kind}: {hands}" for kind in (LOCAL, DASK) for hands in (1, 2)}
    with ExitStack() as stack:
        works: dict[str, Work] = {}
        for (kind, hands), name in names.items():
            crew = stack.enter_context(_crew(kind, hands))
            works[name] = clocked(partial(_all_verified, crew, folder))
        timings = side_by_side(works, runs)
    one, two, first, second = (names[key] for key in ((LOCAL, 1), (LOCAL, 2), (DASK, 1), (DASK, 2)))
    return Chapter(
        f"Verify an archive of {records:,} records",
        rates(timings, records, "records", {two: (one,), second: (first, two)}),
        (
            Goal("two processes: one", 1.85, ratio_of(timings, one, two)),
            Goal("two workers of Dask: one", 1.85, ratio_of(timings, first, second)),
            Goal("two workers of Dask: two processes", 0.95, ratio_of(timings, two, second)),
        ),
    )


@contextmanager
def _crew(kind: str, hands: int) -> Generator[BatchExecutor]:
    """Even one worker is a process of its own here, so that all are measured alike."""
    if kind == LOCAL:
        with ProcessPoolExecutor(hands, get_context("spawn")) as pool:
            yield BatchExecutor(pool, hands, BATCH)
        return
    dask = import_extra("distributed", extra="cluster", wanted_by="bench.archives")
    alone = {"processes": True, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with (
        dask.LocalCluster(n_workers=hands, threads_per_worker=1, **alone) as cluster,
        cluster_executor(cluster.scheduler_address, batch=BATCH) as crew,
    ):
        yield crew


def _all_verified(crew: BatchExecutor, folder: Path) -> None:
    work = VerifyWork(program_id(), "", None, None)
    tasks = [Task(number, place) for number, place in enumerate(locate_records([str(folder)]))]
    for each in crew.map_unordered(work, tasks):
        assert each.answer is not None, each.says
        assert each.answer.status == "sound", each.name


def reading(folder: Path, beside: Path, runs: int) -> Chapter:
    """Records read strictly and verified by this checkout and by another one, in turns, in seconds of a core."""
    count = sum(path.read_bytes().count(b'"prev":') for path in folder.iterdir())
    checkouts = {OURS: Path(__file__).parents[1], THEIRS: beside}
    works = {name: partial(_read_by, checkout, folder) for name, checkout in checkouts.items()}
    timings = side_by_side(works, runs)
    faster = ratio_of(timings, THEIRS, OURS)
    return Chapter(
        f"Read strictly and verify {count:,} events on one core",
        rates(timings, count, "events", {OURS: (THEIRS,)}),
        (Goal("reading strictly and verifying: the other checkout", 2, faster),),
    )


def _read_by(checkout: Path, folder: Path) -> float:
    command = [sys.executable, "-c", READS, str(folder)]
    done = subprocess.run(command, cwd=checkout, env={"PYTHONPATH": str(checkout)}, check=True, capture_output=True)  # noqa: S603  # our own script
    return float(done.stdout)


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.archives", description=__doc__)
    parser.add_argument("--records", type=int, default=2_000, help="records of the archive (2,000)")
    parser.add_argument("--events", type=int, default=200, help="events of each, about (200)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each, of which the median counts (5)")
    parser.add_argument("--folder", type=Path, help="where the archive is made")
    parser.add_argument("--beside", type=Path, help="another checkout of this project to read and verify with")
    return parser


if __name__ == "__main__":
    main()
