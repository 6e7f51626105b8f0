"""Everything that a viewer can ask about promises, and do with them without going on with the game."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import PUBLIC
from tests.service.asgi import Ask, get, post
from tests.service.secrecy.looks import Row, Stand
from tests.service.secrecy.posts import ANYWHERE
from tests.service.secrecy.worlds import GAME
from tests.support.playing import Json


def promises(stand: Stand) -> Iterator[Ask]:
    """The promises of a game: all, some, and none; at every position, and through everybody's eyes."""
    route, path = f"{GAME}/promises", f"{stand.path}/promises"
    yield get(route, path)
    yield get(route, path, after=0, limit=1)
    yield get(route, path, after=1)
    yield get(route, path, after=-1, limit=501)
    yield from _looks(stand, route, path)


def promise(stand: Stand) -> Iterator[Ask]:
    """A promise, one that there is not, and what is none."""
    route = f"{GAME}/promises/{{promise}}"
    yield from (get(route, f"{stand.path}/promises/{each}") for each in ("p1", "p999", "p0", "canary"))
    yield from _looks(stand, route, f"{stand.path}/promises/p1")


def audits(stand: Stand) -> Iterator[Ask]:
    """Whether a promise is kept; of one that there is not, and of what is none."""
    route = f"{GAME}/promises/{{promise}}/audit"
    for each in ("p1", "p2", "p5", "p999", "p0", "canary"):
        yield get(route, f"{stand.path}/promises/{each}/audit")
    yield from _looks(stand, route, f"{stand.path}/promises/p1/audit")


def _looks(stand: Stand, route: str, path: str) -> Iterator[Ask]:
    yield from (get(route, path, at=at) for at in stand.places)
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield from (get(route, path, at=at, as_=PUBLIC) for at in stand.places)


def ledger(stand: Stand) -> Iterator[Ask]:
    """What became of a game's promises; waited for, too, and in vain."""
    route, path = f"{GAME}/ledger", f"{stand.path}/ledger"
    yield get(route, path)
    yield from (get(route, path, wait=position) for position in (stand.last, stand.last + 1))
    yield get(route, f"/v1/games/canary-of-{stand.viewer}/ledger")


def word(stand: Stand) -> Iterator[Ask]:
    """What players have promised: one who did, one who did not, and one that there is not; in pages, of one game."""
    for name in ("Player 1", "Player 2", f"canary-of-{stand.viewer}"):
        path = f"/v1/players/{name}/promises"
        yield get(PLAYER, path)
        yield get(PLAYER, path, limit=1, after="2-1-ash")
        yield get(PLAYER, path, game=stand.world.game, wait=stand.last)
        yield get(PLAYER, path, wait=stand.last)
        yield get(PLAYER, path, imported="true")
        yield get(PLAYER, path, game=f"canary-of-{stand.viewer}")
        yield get(PLAYER, path, after="canary", limit=501)


PLAYER: Final = "/v1/players/{name}/promises"

PROMISED: Final[dict[str, Json]] = {
    "signatures": {},
    "declines": {},
    "withdrawal": {},
    "consents": {},
    "claims": {"path": "c1", "claims": "breached", "about": [1], "says": "So it was."},
    "answers": {"claim": 2, "says": "It was not."},
    "rulings": {"path": "c1", "value": "failed", "blamed": ["ash"], "excused": ["birch"], "reason": "So it was."},
}
"""What can be done with a promise, each with a body."""


def offers(stand: Stand) -> Iterator[Ask]:
    """Letters that nobody can offer, at positions that are none, in all kinds of bodies."""
    route, path, canary = f"{GAME}/promises", f"{stand.path}/promises", f"canary-of-{stand.viewer}"
    letter = f'ash promises birch in plain words "{canary}".'
    named = {**ANYWHERE, "Idempotency-Key": canary}
    for body in (
        {"letter": canary},
        {"letter": letter.replace(" birch ", " canary ")},
        {"letter": letter, "replaces": "p999"},
        {"letter": letter, "replaces": canary},
        {"letter": letter, canary: canary},
        {"letter": "x" * 5_000},
        {},
    ):
        yield post(route, path, body, named)
    yield post(route, path, {"letter": letter})
    yield post(route, path, {"letter": letter}, {"If-Match": f'"{stand.last + 1}"'})
    yield from (post(route, path, {"letter": canary}, named, by=each) for each in stand.eyes)
    yield replace(post(route, path, {}, named), body=b'"canary"')


def acts(what: str) -> Row:
    """Something done with a promise that is not there, or is none."""

    def row(stand: Stand) -> Iterator[Ask]:
        route, canary = f"{GAME}/promises/{{promise}}/{what}", f"canary-of-{stand.viewer}"
        named = {**ANYWHERE, "Idempotency-Key": canary}
        for promise in ("p999", "p0", canary):
            yield post(route, f"{stand.path}/promises/{promise}/{what}", PROMISED[what], named)
        path = f"{stand.path}/promises/p999/{what}"
        yield post(route, path, PROMISED[what])
        yield post(route, path, {**PROMISED[what], canary: canary}, named)
        yield from (post(route, path, PROMISED[what], named, by=each) for each in stand.eyes)
        yield replace(post(route, path, {}, named), body=b"[1]")

    return row


PROMISES: Final[dict[str, Row]] = {
    f"GET {GAME}/promises": promises,
    f"GET {GAME}/promises/{{promise}}": promise,
    f"GET {GAME}/promises/{{promise}}/audit": audits,
    f"GET {GAME}/ledger": ledger,
    f"GET {PLAYER}": word,
    f"POST {GAME}/promises": offers,
    **{f"POST {GAME}/promises/{{promise}}/{what}": acts(what) for what in PROMISED},
}
