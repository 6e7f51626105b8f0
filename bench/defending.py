"""Decisions beside those who only hold connections, or guess keys: ``python -m bench.defending``."""

import socket
import sys
from argparse import ArgumentParser
from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Final

import httpx2

from bench.clients import Load, load
from bench.measuring import Goal, machine, table
from tests.support.processes import PATIENCE
from tests.support.serving import Table, bearer, process_on

MANY: Final = 1_000
KEYS: Final = 10_000
GUESSING: Final = 4
"""Connections over which keys are guessed."""

HALF: Final = b"GET /v1/games HTTP/1.1\r\nHost: bench\r\n"
OPTIONS: Final = ("--limit-connections", str(2 * MANY), "--head-seconds", "600")
"""They come from one address and stay, as they would from many addresses."""

WRONG_KEYS: Final = {"OATHBOOK_LIMIT_WRONG_KEYS": "20/minute"}
LIMIT_MS: Final = 200.0


@contextmanager
def _nobody(port: int) -> Generator[None]:
    del port
    yield


@contextmanager
def _held(said: bytes, port: int) -> Generator[None]:
    """So many connections on which this was said, and nothing since."""
    with ExitStack() as held:
        for _ in range(MANY):
            held.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(said)
        yield


@contextmanager
def _guessed(port: int) -> Generator[None]:
    """So many wrong keys, one after the other over a few connections, as fast as they are refused."""
    over, guessed = Event(), [0] * GUESSING
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False) as client:
        game = Table.opened(client).path
    guessers = [Thread(target=_guess, args=(port, game, number, over, guessed)) for number in range(GUESSING)]
    for each in guessers:
        each.start()
    try:
        yield
    finally:
        over.set()
        for each in guessers:
            each.join()
        sys.stderr.write(f"{sum(guessed):,} wrong keys\n")


def _guess(port: int, game: str, number: int, over: Event, guessed: list[int]) -> None:
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False) as client:
        while not over.is_set() and guessed[number] < KEYS // GUESSING:
            client.get(game, headers=bearer(f"{number} {guessed[number]}"))
            guessed[number] += 1


BESIDE: Final[Mapping[str, "partial[AbstractContextManager[None]]"]] = {
    "nobody": partial(_nobody),
    f"{MANY:,} who say nothing": partial(_held, b""),
    f"{MANY:,} who say half a head": partial(_held, HALF),
    f"{KEYS:,} wrong keys": partial(_guessed),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = ArgumentParser("python -m bench.defending", description=__doc__)
    parser.add_argument("--clients", type=int, default=8, help="clients who decide (8)")
    parser.add_argument("--seconds", type=float, default=10, help="how long, beside each (10)")
    parser.add_argument("--folder", type=Path, help="where the databases are made, on the disk to be measured")
    options = parser.parse_args(arguments)
    found: dict[str, Load] = {}
    with TemporaryDirectory(dir=options.folder) as folder:
        sys.stdout.write(f"{machine(Path(folder))}\n")
        for number, (name, beside) in enumerate(BESIDE.items()):
            with process_on(Path(folder) / f"{number}.db", *OPTIONS, **WRONG_KEYS) as process:
                port = int(process.address.rpartition(":")[2])
                with beside(port):
                    found[name] = load(port, options.clients, options.seconds, number)
    rows = [("beside", "decisions/s", "median ms", "99th of 100, ms"), *map(_row, found, found.values())]
    goals = (
        Goal(f"beside {name}", LIMIT_MS, each.slowest_of_hundred_ms, "ms", at_least=False)
        for name, each in found.items()
    )
    sys.stdout.write(f"\n### {options.clients} clients who decide\n\n{table(rows)}\n")
    sys.stdout.write(f"\n{table([('99 of 100 decisions', 'goal', 'measured', ''), *(each.row() for each in goals)])}\n")


def _row(name: str, each: Load) -> tuple[str, ...]:
    return name, f"{each.a_second:,.0f}", f"{each.median_ms:.1f}", f"{each.slowest_of_hundred_ms:.0f}"


if __name__ == "__main__":
    main()
