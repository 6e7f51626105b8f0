"""What log, receipts and checkpoints cost in decisions a second: ``python -m bench.attesting``.

Both stores, each service in turns beside the one without (``bench.unattested``), the same clients; read models are off.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from bench.clients import load
from bench.measuring import Chapter, Goal, machine, table
from tests.support.postgres.server import PostgresServer, postgres_server
from tests.support.processes import started
from tests.support.serving import PROGRAM, UNLIMITED, Process, environment_with

WITH, WITHOUT = "with", "without"
PROGRAMS: Final = {WITH: (PROGRAM,), WITHOUT: (sys.executable, "-m", "bench.unattested")}
SQLITE, POSTGRES = "SQLite", "PostgreSQL"
LEAST: Final = 0.85


@contextmanager
def _serving(program: Sequence[str], folder: Path, server: PostgresServer | None) -> Generator[int]:
    """The port of a service on a new database."""
    with ExitStack() as held:
        place = Path(held.enter_context(TemporaryDirectory(dir=folder)))
        database = str(place / "games.db") if server is None else held.enter_context(server.database()).url
        settings = {"OATHBOOK_DB": database, "OATHBOOK_LOG_KEY": str(place / "log-key"), **UNLIMITED}
        command = [*program, "serve", "--port", "0", "--projector", "off"]
        told = held.enter_context((place / "log").open("ab"))
        running = started(command, env=environment_with(**settings), stdout=subprocess.PIPE, stderr=told)
        process = Process(held.enter_context(running), place / "log")
        yield int(process.address.rpartition(":")[2])


def attesting(
    store: str, server: PostgresServer | None, folder: Path, clients: int, seconds: float, turns: int
) -> Chapter:
    """One store, in turns; the ratio is that of the medians."""
    taken: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for turn in range(turns):
        for name, program in PROGRAMS.items():
            with _serving(program, folder, server) as port:
                taken[name].append(load(port, clients, seconds, 1_000 * turn).a_second)
    rows = [("", "decisions/s", "every turn")]
    rows += [(name, f"{median(each):,.0f}", ", ".join(f"{one:,.0f}" for one in each)) for name, each in taken.items()]
    goal = Goal(f"{store}: with the log beside without", LEAST, median(taken[WITH]) / median(taken[WITHOUT]))
    return Chapter(
        f"{clients} clients who decide over HTTP, with the log and without, on {store}", table(rows), (goal,)
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print what is to be copied into the page."""
    asked = _parser().parse_args(arguments)
    with postgres_server() as server, TemporaryDirectory(dir=asked.folder) as name:
        folder = Path(name)
        sys.stdout.write(f"{machine(folder)}\n")
        goals: list[tuple[str, ...]] = [("", "goal", "measured", "")]
        for store, there in ((SQLITE, None), (POSTGRES, server)):
            chapter = attesting(store, there, folder, asked.clients, asked.seconds, asked.turns)
            sys.stdout.write(f"\n### {chapter.title}\n\n{chapter.table}\n")
            goals += [goal.row() for goal in chapter.goals]
        sys.stdout.write(f"\n{table(goals)}\n\nload at the end {os.getloadavg()[0]:.1f}\n")


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.attesting", description=__doc__)
    parser.add_argument("--clients", type=int, default=64, help="clients at once (64)")
    parser.add_argument("--seconds", type=float, default=5, help="how long they play (5)")
    parser.add_argument("--turns", type=int, default=5, help="turns of each (5)")
    parser.add_argument("--folder", type=Path, help="where the databases are made, on the disk to be measured")
    return parser


if __name__ == "__main__":
    main()
