"""All requests about keys of seats, for every viewer; no key is replaced."""

from collections.abc import Iterator
from typing import Final

from tests.service.asgi import Ask, get, post
from tests.service.secrecy.looks import Row, Stand
from tests.service.secrecy.worlds import GAME
from tests.support.serving import digest_of, key_of


def seats(stand: Stand) -> Iterator[Ask]:
    """Which seats are taken."""
    yield get(f"{GAME}/seats", f"{stand.path}/seats")


def keys(stand: Stand) -> Iterator[Ask]:
    """Refused requests for new keys, also for unknown seats; a new key would be different in each world."""
    for seat in ("ash", "birch", f"canary-of-{stand.viewer}"):
        for key in (digest_of(key_of("ash")), "canary"):
            yield post(f"{GAME}/seats/{{seat}}/key", f"{stand.path}/seats/{seat}/key", {"key": key})


SEAT_KEYS: Final[dict[str, Row]] = {f"GET {GAME}/seats": seats, f"POST {GAME}/seats/{{seat}}/key": keys}
"""The requests by operation."""
