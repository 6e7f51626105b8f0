"""How far the read models of a service are behind its log while it is used."""

import http.client
import json
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from threading import Event, Thread
from typing import Final

EVERY: Final = 0.05
"""Seconds between two looks: a lag is told to that."""

PATIENCE: Final = 30.0


class Lag:
    """What was seen: when the log had which length, and which length the read models had."""

    def __init__(self) -> None:
        """Nothing is seen yet."""
        self._seen: list[tuple[float, int, int]] = []

    def look(self, connection: http.client.HTTPConnection) -> bool:
        """Look once; whether the read models have everything."""
        connection.request("GET", "/readyz")
        told = json.loads(connection.getresponse().read())
        done = min(each["position"] for each in told["projections"])
        self._seen.append((time.monotonic(), told["newest"], done))
        return bool(told["newest"] == done)

    @property
    def slowest_of_hundred_ms(self) -> float:
        """How long 99 of 100 lengths of the log took to be the length of the read models."""
        lags: list[float] = []
        later = iter(self._seen)
        at, _, done = next(later)
        for seen, newest, _ in self._seen:
            while done < newest:
                at, _, done = next(later)
            lags.append(max(0.0, at - seen))
        return sorted(lags)[len(lags) * 99 // 100] * 1e3


@contextmanager
def watched(port: int) -> Generator[Lag]:
    """Look at it while something goes on, and then until the read models have everything."""
    lag, over = Lag(), Event()

    def watch() -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            while not over.wait(EVERY):
                lag.look(connection)
            until = time.monotonic() + PATIENCE
            while not lag.look(connection):
                assert time.monotonic() < until, "the read models do not follow"
                time.sleep(EVERY)

    watching = Thread(target=watch)
    watching.start()
    try:
        yield lag
    finally:
        over.set()
        watching.join()
