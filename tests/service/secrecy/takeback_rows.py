"""Everything that a viewer can ask about taking back; nothing is taken back by it."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from tests.service.asgi import Ask, get, post
from tests.service.secrecy.looks import Row, Stand
from tests.service.secrecy.posts import ANYWHERE
from tests.service.secrecy.worlds import GAME

ROUTE: Final = f"{GAME}/takeback"


def terms(stand: Stand) -> Iterator[Ask]:
    """What it would take, from every place on, and from what is none."""
    for start in (*stand.places, 2, stand.last - 1, 99_999, 0, f"canary-of-{stand.viewer}"):
        yield get(ROUTE, f"{stand.path}/takeback", from_=start)


def requests(stand: Stand) -> Iterator[Ask]:
    """Requests to take back, in all kinds of bodies."""
    canary = f"canary-of-{stand.viewer}"
    named = {**ANYWHERE, "Idempotency-Key": canary}
    for body in ({"from": 2, "why": canary}, {"from": 99_999}, {"from": canary}, {"why": canary}, {}):
        yield post(ROUTE, f"{stand.path}/takeback", body, named)
    for each in stand.eyes:
        yield post(ROUTE, f"{stand.path}/takeback", {"from": 99_999}, named, by=each)
    yield replace(post(ROUTE, f"{stand.path}/takeback", {}, named), body=canary.encode())


def answers(stand: Stand) -> Iterator[Ask]:
    """Answers to what nobody has asked."""
    canary = f"canary-of-{stand.viewer}"
    named = {**ANYWHERE, "Idempotency-Key": canary}
    for position in (2, 99_999, canary):
        path = f"{stand.path}/takeback/{position}/answer"
        for body in ({"agrees": True}, {"agrees": canary}, {}):
            yield post(f"{ROUTE}/{{position}}/answer", path, body, named)
        yield post(f"{ROUTE}/{{position}}/answer", path, {"agrees": True}, named, by=stand.viewer)


TAKEBACKS: Final[dict[str, Row]] = {
    f"GET {ROUTE}": terms,
    f"POST {ROUTE}": requests,
    f"POST {ROUTE}/{{position}}/answer": answers,
}
"""What is asked, by operation."""
