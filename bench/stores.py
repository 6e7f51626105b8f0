"""Both stores beside each other, with one process and two, and a database moved: ``python -m bench.stores``."""

import os
import sys
import time
from argparse import ArgumentParser
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.clients import Load, load
from bench.measuring import Chapter, Goal, machine, table
from bench.workload import long_match
from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.database.copying.copier import copy_database
from oathbook.domain.recording.database.copying.openers import open_source, open_target
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.database.postgres.connections import connect
from tests.support.postgres.server import PostgresServer, postgres_server
from tests.support.serving import UNLIMITED, process_of

SQLITE, ONE, TWO = "SQLite, one process", "PostgreSQL, one process", "PostgreSQL, two processes"
SERVE: Final = ("serve", "--port", "0")
STEP: Final = 20
"""Events that are stored at once where a database is made to be moved."""

SIZE: Final = (
    "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
    "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
)
Served = Callable[[], AbstractContextManager[tuple[int, ...]]]
"""Serves a new database, at a port of this machine for each process."""


@contextmanager
def _serving(folder: Path, database: str, processes: int) -> Generator[tuple[int, ...]]:
    settings = {"OATHBOOK_DB": database, "OATHBOOK_LOG_KEY": str(folder / "log-key"), **UNLIMITED}
    with ExitStack() as held:
        yield tuple(
            _port(held.enter_context(process_of(folder / f"{number}.log", *SERVE, ignoring=(), **settings)).address)
            for number in range(processes)
        )


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])


@contextmanager
def _on_sqlite(folder: Path) -> Generator[tuple[int, ...]]:
    with TemporaryDirectory(dir=folder) as name, _serving(Path(name), f"{name}/games.db", 1) as ports:
        yield ports


@contextmanager
def _on_postgres(server: PostgresServer, folder: Path, processes: int) -> Generator[tuple[int, ...]]:
    with (
        TemporaryDirectory(dir=folder) as name,
        server.database() as address,
        _serving(Path(name), address.url, processes) as ports,
    ):
        yield ports


def serving(services: Mapping[str, Served], clients: int, seconds: float, turns: int) -> Chapter:
    """Each in turns; of each the best turn counts."""
    taken: dict[str, list[Load]] = {name: [] for name in services}
    for turn in range(turns):
        for name, served in services.items():
            with served() as ports:
                taken[name].append(load(ports[0], clients, seconds, 1_000 * turn, also=ports[1:]))
    best = {name: max(each, key=lambda load: load.a_second) for name, each in taken.items()}
    rows = [("", "decisions/s", "median ms", "99th of 100, ms", "refused")]
    rows += [
        (name, f"{it.a_second:,.0f}", f"{it.median_ms:.1f}", f"{it.slowest_of_hundred_ms:.0f}", str(it.refused))
        for name, it in best.items()
    ]
    goals = (
        Goal("PostgreSQL beside SQLite, one process", 0.7, best[ONE].a_second / best[SQLITE].a_second),
        Goal("two processes beside one, on PostgreSQL", 1.6, best[TWO].a_second / best[ONE].a_second),
    )
    return Chapter(f"{clients} clients who decide over HTTP, on both stores", table(rows), goals)


def moving(server: PostgresServer, folder: Path, events: int) -> Chapter:
    """A database copied to the other store and back, and backed up from either, each once."""
    record = long_match(events)
    games, back = folder / "games.db", folder / "back.db"
    with open_store(games, "a measurement") as records:
        for first in range(0, len(record.events), STEP):
            records.commit(record.events[first : first + STEP])
    rows = [("", "seconds", "events/s", "bytes an event")]
    with server.database() as address:
        steps: tuple[tuple[str, StoreAddress, StoreAddress], ...] = (
            ("backup of SQLite", games, folder / "one.backup"),
            ("copy to PostgreSQL", games, address),
            ("backup of PostgreSQL", address, folder / "two.backup"),
            ("copy back to SQLite", address, back),
        )
        for name, source, target in steps:
            took = _copied(source, target)
            size = _size(target) / len(record.events)
            rows.append((name, f"{took:.2f}", f"{len(record.events) / took:,.0f}", f"{size:,.0f}"))
    return Chapter(f"A database of {len(record.events):,} events moved, with all that is compared", table(rows))


def _copied(source: StoreAddress, target: StoreAddress) -> float:
    began = time.perf_counter()
    with open_source(source, alone=True) as here, open_target(target) as there:
        deque(copy_database(here, there), maxlen=0)
    return time.perf_counter() - began


def _size(address: StoreAddress) -> int:
    if isinstance(address, Path):
        return address.stat().st_size
    assert isinstance(address, PostgresAddress)
    with connect(address, writes=False) as connection:
        ((size,),) = connection.execute(SIZE.encode()).fetchall()
        return int(size)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print what is to be copied into the page."""
    asked = _parser().parse_args(arguments)
    with postgres_server() as server, TemporaryDirectory(dir=asked.folder) as name:
        folder = Path(name)
        services: dict[str, Served] = {
            SQLITE: partial(_on_sqlite, folder),
            ONE: partial(_on_postgres, server, folder, 1),
            TWO: partial(_on_postgres, server, folder, 2),
        }
        sys.stdout.write(f"{machine(folder)}\n")
        chapters = (serving(services, asked.clients, asked.seconds, asked.turns), moving(server, folder, asked.events))
        for each in chapters:
            sys.stdout.write(f"\n### {each.title}\n\n{each.table}\n")
        goals = [("", "goal", "measured", ""), *(goal.row() for each in chapters for goal in each.goals)]
        sys.stdout.write(f"\n{table(goals)}\n\nload at the end {os.getloadavg()[0]:.1f}\n")


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.stores", description=__doc__)
    parser.add_argument("--clients", type=int, default=64, help="clients at once (64)")
    parser.add_argument("--seconds", type=float, default=6, help="how long they play (6)")
    parser.add_argument("--turns", type=int, default=2, help="turns of each, of which the best counts (2)")
    parser.add_argument("--events", type=int, default=10_000, help="of the database that is moved (10000)")
    parser.add_argument("--folder", type=Path, help="where the databases are made, on the disk to be measured")
    return parser


if __name__ == "__main__":
    main()
