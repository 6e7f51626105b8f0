"""How often one caller may do what makes the service work most: by key, and by address."""

import time
from math import ceil
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.params import Depends as Dependency
from limits import RateLimitItem
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from api.http.addresses import address_of
from api.http.callers import CallerHere
from api.schemas import problems
from api.schemas.problems import Problem
from api.settings.options import Limited, Rates

KEYS_OF_AN_ADDRESS: Final = 10
"""With several keys, one address may do so many times what one key may."""


class Limiter:
    """Counts what callers do, in memory. What has no rate is not counted."""

    def __init__(self, rates: Rates) -> None:
        """Nobody has done anything yet."""
        self._rates = rates
        self._windows = MovingWindowRateLimiter(MemoryStorage()) if rates else None

    def take(self, what: Limited, address: str, key: str = "") -> None:
        """Count once more for a key and its address, or for an address without a key; ``too-many-requests``."""
        rate = self._rates.get(what)
        if rate is None:
            return
        if not key:
            self._count(rate, what, "address", address)
            return
        self._count(rate, what, "key", key)
        self._count(type(rate)(rate.amount * KEYS_OF_AN_ADDRESS, rate.multiples), what, "keys", address)

    def _count(self, rate: RateLimitItem, what: str, by: str, whose: str) -> None:
        assert self._windows is not None, "there is a rate"
        if self._windows.hit(rate, what, by, whose):
            return
        ends = self._windows.get_window_stats(rate, what, by, whose).reset_time
        seconds = max(1, ceil(ends - time.time()))
        of = "one key" if by == "key" else "one address"
        says = f"{what}: {of} has {rate.amount} in {rate.get_expiry()} s; come back in {seconds} s"
        raise Problem(problems.TOO_MANY, says, headers={"Retry-After": str(seconds)})


class Meter:
    """Counts one request."""

    def __init__(self, request: Request) -> None:
        """Take the address out of the request."""
        self._limiter: Limiter = request.app.state.limiter
        self._address = address_of(request.scope)

    def take(self, what: Limited, key: str = "") -> None:
        """As ``Limiter.take``."""
        self._limiter.take(what, self._address, key)


async def _meter(request: Request) -> Meter:
    return Meter(request)


MeterHere = Annotated[Meter, Depends(_meter)]


async def _letter(meter: MeterHere, caller: CallerHere) -> None:
    meter.take("letters", caller.key)


COUNTED: Final[dict[int | str, dict[str, Any]]] = {problems.TOO_MANY.status: {}}
"""For the description of a route that takes no key, and counts its requests."""

OFFERING: Final[Dependency] = Depends(_letter)
"""For a route that reads a letter about a game; without a key it counts for the address."""
