"""Decisions over HTTP, beside another version and a peer: ``python -m bench.serving`` (docs/performance.md)."""

import socket
import subprocess
import sys
import time
import tomllib
from argparse import ArgumentParser
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.answering import answering
from bench.appending import together
from bench.clients import Load, load
from bench.lagging import watched
from bench.measuring import Chapter, Goal, machine, table
from bench.workload import long_match
from tests.support.checkout import ROOT
from tests.support.processes import started
from tests.support.serving import UNLIMITED, environment_with, process_on

HERE, WITHOUT, BEFORE, PEER = "this version", "without read models", "another version", "the peer"
PATIENCE: Final = 30.0
EVENTS: Final = 300
"""Of the match whose decisions the writer takes alone: more than it is given of it."""
Served = Callable[[Path], AbstractContextManager[int]]
"""Serves a database at a port of this machine."""


@contextmanager
def _here(db: Path, *options: str) -> Generator[int]:
    with process_on(db, *options) as process:
        yield int(process.address.rpartition(":")[2])


@contextmanager
def _before(checkout: Path, db: Path) -> Generator[int]:
    """Another version of the service, out of a folder of its own."""
    scripts = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    module, _, function = scripts["oathbook"].partition(":")
    port = _free_port()
    serve = ["serve", "--port", str(port), "--db", str(db)]
    with _listening([sys.executable, "-c", f"from {module} import {function}; {function}()", *serve], checkout, port):
        yield port


@contextmanager
def _peer(db: Path) -> Generator[int]:
    port = _free_port()
    with _listening([sys.executable, "-m", "bench.peer_service", str(port), str(db)], ROOT, port):
        yield port


@contextmanager
def _listening(command: Sequence[str], folder: Path, port: int) -> Generator[None]:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with started(command, cwd=folder, env=environment_with(PYTHONPATH=str(folder), **UNLIMITED), **quiet) as running:
        until = time.monotonic() + PATIENCE
        while not _is_open(port):
            assert running.poll() is None, f"{command} has ended"
            assert time.monotonic() < until, f"{command} does not listen"
            time.sleep(0.05)
        yield


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def _is_open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def serving(services: Mapping[str, Served], folder: Path, clients: int, seconds: float, turns: int) -> Chapter:
    """Each service in turns, with one client and with many; of each the best turn counts."""
    one: dict[str, list[Load]] = {name: [] for name in services}
    many: dict[str, list[Load]] = {name: [] for name in services}
    lags: list[float] = []
    for turn in range(turns):
        for name, served in services.items():
            with served(folder / f"{turn}-{name.replace(' ', '-')}.db") as port, ExitStack() as watching:
                one[name].append(load(port, 1, seconds / 2, 1_000 * turn))
                lag = watching.enter_context(watched(port)) if name == HERE else None
                many[name].append(load(port, clients, seconds, 1_000 * turn))
            lags += [] if lag is None else [lag.slowest_of_hundred_ms]
    best = {name: max(many[name], key=lambda each: each.a_second) for name in services}
    alone = {name: max(one[name], key=lambda each: each.a_second) for name in services}
    rows = [("", "decisions/s", "median ms", "99th of 100, ms", "refused", "one client: decisions/s", "median ms")]
    rows += [_row(name, best[name], alone[name]) for name in services]
    return Chapter(f"{clients} clients who decide over HTTP", table(rows), _goals(best, alone, max(lags)))


def _row(name: str, many: Load, one: Load) -> tuple[str, ...]:
    of_many = (f"{many.a_second:,.0f}", f"{many.median_ms:.1f}", f"{many.slowest_of_hundred_ms:.0f}", str(many.refused))
    return name, *of_many, f"{one.a_second:,.0f}", f"{one.median_ms:.2f}"


def _goals(best: Mapping[str, Load], alone: Mapping[str, Load], lag_ms: float) -> tuple[Goal, ...]:
    here = best[HERE]

    def beside(name: str) -> float | None:
        return here.a_second / best[name].a_second if name in best else None

    return (
        Goal("decisions a second, many clients", 700, here.a_second, "a second"),
        Goal("the same without read models", 1_000, best[WITHOUT].a_second, "a second"),
        Goal("beside another version", 4, beside(BEFORE)),
        Goal("beside the peer", 5, beside(PEER)),
        Goal("99 of 100 decisions, many clients", 150, here.slowest_of_hundred_ms, "ms", at_least=False),
        Goal("median of one client", 1.2, alone[HERE].median_ms, "ms", at_least=False),
        Goal("99 of 100 lags of the read models", 500, lag_ms, "ms", at_least=False),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    options = _parser().parse_args(arguments)
    services: dict[str, Served] = {HERE: _here, WITHOUT: lambda db: _here(db, "--projector", "off")}
    if options.peer is not None:
        services[BEFORE] = partial(_before, options.peer)
    services[PEER] = _peer
    with TemporaryDirectory(dir=options.folder) as folder:
        sys.stdout.write(f"{machine(Path(folder))}\n")
        chapters = (
            serving(services, Path(folder), options.clients, options.seconds, options.turns),
            answering(Path(folder), options.turns),
            together(long_match(EVENTS), Path(folder), options.turns),
        )
        for each in chapters:
            sys.stdout.write(f"\n### {each.title}\n\n{each.table}\n")
        goals = [("", "goal", "measured", ""), *(goal.row() for each in chapters for goal in each.goals)]
        sys.stdout.write(f"\n{table(goals)}\n")


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.serving", description=__doc__)
    parser.add_argument("--clients", type=int, default=64, help="clients at once (64)")
    parser.add_argument("--seconds", type=float, default=8, help="how long they play (8)")
    parser.add_argument("--turns", type=int, default=3, help="turns of each, of which the best counts (3)")
    parser.add_argument("--folder", type=Path, help="where the databases are made, on the disk to be measured")
    parser.add_argument("--peer", type=Path, help="a checkout of another version, to be measured beside this one")
    return parser


if __name__ == "__main__":
    main()
