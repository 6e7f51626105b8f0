"""Many connections that send the same request again and again, and what others are answered meanwhile."""

import http.client
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from statistics import quantiles
from threading import Event, Thread
from typing import Final, NamedTuple

from tests.support.processes import PATIENCE
from tests.support.serving import Client, Table
from tests.unit.api.games import DUEL

CROWD: Final = 45
"""Connections: more than the service has threads."""
GAMES: Final = 4


class Request(NamedTuple):
    """A request that is sent as it is."""

    method: str
    path: str
    body: bytes
    headers: dict[str, str]


class Latencies(NamedTuple):
    """How long answers took, in milliseconds."""

    health: list[float]
    decisions: list[float]

    @property
    def says(self) -> str:
        """The median and the slowest of each."""
        return "; ".join(f"{name} {_spread(taken)}" for name, taken in zip(self._fields, self, strict=True))


def _spread(taken: list[float]) -> str:
    parts = quantiles(taken, n=100)
    return f"median {parts[49]:.0f} ms, 99th {parts[98]:.0f} ms of {len(taken)}"


@contextmanager
def crowd(port: int, request: Request, count: int = CROWD) -> Generator[Counter[int]]:
    """So many connections, each of which has been answered once or waits; how often they were answered what."""
    over, sent, answered = Event(), Counter[int](), Counter[int]()

    def go_on(number: int) -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            while not over.is_set():
                sent[number] += 1
                connection.request(request.method, request.path, request.body, request.headers)
                came = connection.getresponse()
                came.read()
                answered[came.status] += 1

    crowding = [Thread(target=go_on, args=(number,)) for number in range(count)]
    for each in crowding:
        each.start()
    try:
        until = time.monotonic() + PATIENCE
        while len(sent) < count:
            assert time.monotonic() < until, "not all have sent their request"
            time.sleep(0.01)
        yield answered
    finally:
        over.set()
        for each in crowding:
            each.join()


def decide_beside(client: Client, port: int, request: Request, count: int = CROWD) -> tuple[Latencies, Counter[int]]:
    """Play duels while a crowd sends this request, and ask for liveness before each decision; all must be answered."""
    latencies = Latencies([], [])
    with crowd(port, request, count) as answered:
        for _ in range(GAMES):
            table = Table.opened(client)
            for decision in DUEL:
                latencies.health.append(_milliseconds(lambda: client.get("/healthz").raise_for_status()))
                seat, decided = decision["by"], {name: value for name, value in decision.items() if name != "by"}
                latencies.decisions.append(_milliseconds(lambda: table.decide(seat, decided)))  # noqa: B023  # called at once
    return latencies, answered


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return (time.monotonic() - began) * 1_000
