"""Limits how often one caller may do expensive things: by key, and by address."""

import time
from collections import deque
from collections.abc import Callable
from math import ceil
from threading import Lock
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.params import Depends as Dependency
from limits import RateLimitItem

from oathbook.api.http.addresses import address_of
from oathbook.api.http.callers import CallerHere
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.settings.options import LimitedAction, Rates

KEYS_OF_AN_ADDRESS: Final = 10  # with several keys, one address may do so many times what one key may
SWEPT_EVERY: Final = 60.0  # seconds after which what is no longer counted is forgotten


class MovingWindows:
    """Counts actions in moving windows of time; safe in any thread."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        """``steady`` is a clock in seconds that never goes back."""
        self._steady = steady
        self._done: dict[tuple[int, tuple[str, ...]], deque[float]] = {}
        self._swept = steady()
        self._turn = Lock()

    def wait(self, rate: RateLimitItem, *whose: str) -> float:
        """Counts an action and returns 0.0 or, if the rate is used up, returns the seconds until it is not."""
        now, length = self._steady(), rate.get_expiry()
        with self._turn:
            self._sweep(now)
            done = self._done.get((length, whose), deque[float]())
            while done and done[0] <= now - length:
                done.popleft()
            if len(done) < rate.amount:
                done.append(now)
                self._done[length, whose] = done
                return 0.0
            return (done[0] if done else now) + length - now

    def _sweep(self, now: float) -> None:
        if now >= self._swept + SWEPT_EVERY:
            self._swept = now
            self._done = {key: done for key, done in self._done.items() if done[-1] > now - key[0]}


class Limiter:
    """Counts the actions of callers in memory; actions without a rate are not counted."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._windows = MovingWindows()

    def take(self, what: LimitedAction, address: str, key: str = "") -> None:
        """Counts an action for a key and its address, or for the address if there is no key; ``too-many-requests``."""
        rate = self._rates.get(what)
        if rate is None:
            return
        if not key:
            self._count(rate, what, "address", address)
            return
        self._count(rate, what, "key", key)
        self._count(type(rate)(rate.amount * KEYS_OF_AN_ADDRESS, rate.multiples), what, "keys", address)

    def _count(self, rate: RateLimitItem, what: str, by: str, whose: str) -> None:
        wait = self._windows.wait(rate, what, by, whose)
        if not wait:
            return
        seconds = max(1, ceil(wait))
        of = "one key" if by == "key" else "one address"
        says = f"{what}: {of} has {rate.amount} in {rate.get_expiry()} s; come back in {seconds} s"
        raise HttpProblem(problems.TOO_MANY, says, headers={"Retry-After": str(seconds)})


class Meter:
    """Counts actions for the address of one request."""

    def __init__(self, request: Request) -> None:
        self._limiter: Limiter = request.app.state.limiter
        self._address = address_of(request.scope)

    def take(self, what: LimitedAction, key: str = "") -> None:
        """As ``Limiter.take``."""
        self._limiter.take(what, self._address, key)


async def _meter(request: Request) -> Meter:
    return Meter(request)


MeterHere = Annotated[Meter, Depends(_meter)]


async def _count_letter(meter: MeterHere, caller: CallerHere) -> None:
    meter.take("letters", caller.key)


RATE_LIMITED: Final[dict[int | str, dict[str, Any]]] = {problems.TOO_MANY.status: {}}
"""The response to describe for a route that takes no key and counts its requests."""

LETTER_LIMIT: Final[Dependency] = Depends(_count_letter)
"""Counts the letters that a caller about a game has read; without a key, those of the address."""
