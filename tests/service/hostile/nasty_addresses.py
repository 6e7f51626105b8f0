"""Addresses and methods that somebody might try, each with the answer that is due to it."""

from collections.abc import Iterator
from typing import Final

from tests.service.door import JSON, Call
from tests.service.hostile.nasty_bodies import INVALID, LONG
from tests.service.hostile.nasty_parameters import NO_METHOD, NOWHERE, PLAIN, Odd

OF_A_GAME: Final = (
    "",
    "/options",
    "/forms",
    "/lines",
    "/events",
    "/events/1",
    "/events/1/why",
    "/state",
    "/frames",
    "/scenes",
    "/scenes/1/since",
    "/steps",
    "/outline",
    "/timeline",
    "/standing",
    "/odds",
    "/ledger",
    "/stream",
    "/record",
    "/sheet",
)
"""What can be asked about a game, behind its id."""

STRANGE: Final = (
    "nobody",
    "\0",
    "a\0b",
    " ",
    ".",
    "..",
    "%",
    "%00",
    "%ZZ",
    "{game}",
    "null",
    "-1",
    "' OR 1=1 --",
    "<script>",
    "a\r\nSet-Cookie: a=b",
    "\N{REPLACEMENT CHARACTER}",
    "\u2028",
    "\x85",
    "é",
    "😀",
    "\U0010ffff",
)
"""Ids of no game, as they stand in an address once its escapes are undone."""

TOO_LONG: Final = ("q" * 65, "é" * 65, LONG)


def ids() -> Iterator[Odd]:
    """Ids that no game has, in the place of a game's."""
    for behind in OF_A_GAME:
        for game in STRANGE:
            yield Odd(Call("GET", f"/v1/games/{game}{behind}", headers=PLAIN), NOWHERE, "there is no game")
        for game in TOO_LONG:
            yield Odd(Call("GET", f"/v1/games/{game}{behind}", headers=PLAIN), INVALID, "path.game")
    for game in STRANGE:
        yield Odd(Call("POST", f"/v1/games/{game}/decisions", b'{"decision":{}}'), NOWHERE, "there is no game")
    for ruleset, edition in (("chess", "1"), ("knights_duty", "\0"), (" ", "%"), ("é", "😀"), ("..", "1")):
        for behind in ("", "/schema", "/clauses/KD-1.1"):
            path = f"/v1/rulesets/{ruleset}/{edition}{behind}"
            yield Odd(Call("GET", path, headers=PLAIN), (404, "unknown-edition"), "no ruleset is installed")
    for clause in STRANGE:
        path = f"/v1/rulesets/knights_duty/1/clauses/{clause}"
        yield Odd(Call("GET", path, headers=PLAIN), NOWHERE, "knights_duty/1 has no clause")
    yield Odd(Call("GET", f"/v1/rulesets/{LONG}/1", headers=PLAIN), INVALID, "path.ruleset")
    yield Odd(Call("GET", f"/v1/rulesets/knights_duty/{LONG}/schema", headers=PLAIN), INVALID, "path.edition")
    yield Odd(Call("GET", f"/v1/rulesets/knights_duty/1/clauses/{LONG}", headers=PLAIN), INVALID, "path.clause")


NO_POSITIONS: Final = ("0", "-1", "100001", "1.5", "1e3", "x", "0x1", "true", "²", "1 2", "\0", "9" * 20, "9" * 5_000)


def positions(game: str) -> Iterator[Odd]:
    """Positions that no game has."""
    for before, behind in (("events", ""), ("events", "/why"), ("scenes", "/since")):
        for position in NO_POSITIONS:
            path = f"/v1/games/{game}/{before}/{position}{behind}"
            yield Odd(Call("GET", path, headers=PLAIN), INVALID, "path.position")
        for position in ("100000", "15"):
            path = f"/v1/games/{game}/{before}/{position}{behind}"
            yield Odd(Call("GET", path, headers=PLAIN), NOWHERE, f"position {position}")


def nothing_there(game: str) -> Iterator[Odd]:
    """Addresses at which there is nothing, and methods that an address does not take."""
    for path in ("/v1", "/v1/", "/v1/games/", f"/v1/games/{game}/", "/v2/games", "/v1/games//events", "//v1/games"):
        yield Odd(Call("GET", path, headers=PLAIN), NOWHERE, "there is nothing")
    for path in ("/docs", "/redoc", "/.env", "/V1/games", "/v1/../healthz", "/v1/problems/x", "/\0", "/" + LONG, "/é"):
        yield Odd(Call("GET", path, headers=PLAIN), NOWHERE, "there is nothing")
        yield Odd(Call("POST", path, b"{}"), NOWHERE, "there is nothing")
        yield Odd(Call("DELETE", path, headers=PLAIN), NOWHERE, "there is nothing")
    for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY", "get", "X" * 5_000):
        for path in ("", f"/{game}", f"/{game}/decisions", f"/{game}/record"):
            for headers_ in (PLAIN, JSON):
                yield Odd(Call(method, f"/v1/games{path}", headers=headers_), NO_METHOD, "this address takes")
        for path in ("/v1/ask", "/v1/records", "/v1/rulesets", "/v1/problems", "/healthz", "/readyz", "/metrics"):
            yield Odd(Call(method, path, headers=PLAIN), NO_METHOD, "this address takes")
    yield Odd(Call("GET", f"/v1/games/{game}/decisions", headers=PLAIN), NO_METHOD, "this address takes POST")
    yield Odd(Call("POST", f"/v1/games/{game}/events", b"{}"), NO_METHOD, "this address takes GET")
